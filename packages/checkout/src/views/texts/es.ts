/** Las páginas en español. La forma de estos textos es la de todos los idiomas. */

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many)

const reasons: Readonly<Record<string, string>> = {
  ko_generic: 'Esta vez no podemos financiar su compra.',
  expired: 'No llegó a firmar a tiempo. En la tienda puede empezar de nuevo.',
  failed_challenge: 'No se ha podido comprobar su identidad.',
  expired_challenge: 'Su identidad no se comprobó a tiempo.',
  confirmation_rejected_by_merchant: 'La tienda no ha aceptado el pedido.',
  merchant_failed_to_confirm: 'La tienda no ha contestado a tiempo.',
}

export const es = {
  name: 'Español',
  locale: 'es-ES',
  title: (what: string, store: string) => (store === '' ? what : `${what} · ${store}`),
  page: 'Financiación de su compra',
  language: 'Idioma',
  leave: 'Salir y volver a la tienda',
  testMode: 'Prueba: sin dinero real',
  offline: 'Sin conexión. Se vuelve a intentar en cuanto haya red; no se pierde nada.',
  working: 'Un momento…',
  back: 'Atrás',
  close: 'Cerrar',
  warning: '¡Atención! Pedir dinero prestado cuesta dinero.',
  steps: 'Pasos',
  stepOf: (step: number, of: number) => `Paso ${step} de ${of}: `,
  stepNames: { offers: 'Forma de pago', data: 'Sus datos', signature: 'Firma' },
  loading: { title: 'Preparando su financiación…' },
  basket: {
    title: 'Su compra',
    of: (store: string) => `Su compra en ${store}`,
    total: 'Total de la compra',
    more: (count: number) => plural(count, 'y un artículo más', `y ${count} artículos más`),
    lender: (name: string) => `Financia: ${name}`,
  },
  expiry: {
    until: (time: string, minutes: number) =>
      `Puede firmar hasta las ${time}: ` +
      plural(minutes, 'queda 1 minuto.', `quedan ${minutes} minutos.`),
    soon: (minutes: number) =>
      plural(
        minutes,
        'Queda 1 minuto para firmar. Después tendrá que volver a empezar en la tienda.',
        `Quedan ${minutes} minutos para firmar. Después tendrá que volver a empezar en la tienda.`,
      ),
  },
  offers: {
    title: 'Elija cómo pagar',
    lead: 'Todo el coste, antes de pedirle nada.',
    payments: (count: number, amount: string) =>
      plural(count, `1 cuota de ${amount}`, `${count} cuotas de ${amount}`),
    monthly: (first: string, last: string) => `Cada mes, del ${first} al ${last}`,
    everyDays: (days: number, last: string) => `Hoy, y cada ${days} días hasta el ${last}`,
    once: (date: string) => `El ${date}`,
    inDays: (days: number, date: string) =>
      `Dentro de ${plural(days, '1 día', `${days} días`)}, el ${date}`,
    downPayment: (amount: string) => `Hoy, ${amount} de entrada`,
    total: 'Total',
    free: 'Sin intereses ni comisiones',
    costly: 'Con intereses o comisiones',
    discount: (name: string, amount: string) => `${name}: ahorra ${amount} de intereses`,
    costs: 'Costes y fechas',
    schedule: 'Calendario de cuotas',
    next: 'Continuar',
    choose: 'Elija primero una forma de pago.',
  },
  facts: {
    credit: 'Importe del crédito',
    interest: 'Intereses',
    fees: 'Comisión de apertura',
    total: 'Pagará',
    nominalRate: 'TIN',
    annualRate: 'TAE',
    today: 'Hoy paga',
    first: 'Primera cuota',
    last: 'Última cuota',
    on: (amount: string, date: string) => `${amount}, el ${date}`,
    onlyPayment: 'Cuota',
    lateCharge: 'Recargo por cuota atrasada',
    none: 'Nada',
    dates:
      'Las fechas suponen que la tienda envía su compra hoy. Si la envía más tarde, las cuotas ' +
      'pendientes se desplazan con ella.',
  },
  schedule: {
    caption: 'Todas las cuotas',
    number: 'N.º',
    date: 'Fecha',
    amount: 'Cuota',
    interest: 'Intereses',
    fee: 'Comisión',
    capital: 'Capital',
    downPayment: 'Entrada',
    sum: 'Total',
    more: (count: number, amount: string) =>
      plural(count, `1 cuota más de ${amount}`, `${count} cuotas más de ${amount}`),
    today: 'Hoy',
  },
  data: {
    title: 'Sus datos',
    lead: 'Como figuran en su documento. Los necesitamos para el contrato.',
    first_name: 'Nombre',
    last_name: 'Apellidos',
    phone: 'Teléfono móvil',
    email: 'Correo electrónico',
    birthday: 'Fecha de nacimiento',
    masked: 'Ya lo tenemos. Para cambiarlo, escríbalo de nuevo.',
    birthdayHint: 'Día, mes y año, por ejemplo 27/03/1985',
    document_id: 'DNI o NIE',
    documentHint: 'Con su letra, por ejemplo 12345678Z',
    income: 'Ingresos netos al mes',
    incomeHint: 'Para esta cantidad hay que comprobar que puede pagar las cuotas.',
    next: 'Continuar',
  },
  faults: {
    summary: (count: number) => plural(count, 'Revise 1 dato.', `Revise ${count} datos.`),
    first_name: 'Escriba su nombre.',
    last_name: 'Escriba sus apellidos.',
    phone: 'Escriba un número de teléfono con todas sus cifras.',
    email: 'Escriba una dirección completa, por ejemplo ada@example.com.',
    birthday: 'Escriba día, mes y año, por ejemplo 27/03/1985.',
    birthdayUnreal: 'Esa fecha no existe. Escríbala como 27/03/1985.',
    underAge: 'Para firmar un crédito hay que tener 18 años.',
    document_id: 'Escriba las 8 cifras y la letra de su DNI, o su NIE.',
    documentLetter: 'El número y la letra no coinciden. Compruebe los dos.',
    income: 'Escriba una cantidad, por ejemplo 1450.',
    refused: 'No hemos podido guardar este dato. Revíselo.',
  },
  people: {
    title: 'Personas de prueba',
    lead: 'Rellenan el formulario y siguen. Solo existen en las pruebas.',
    accepted: 'Aceptada',
    checked: 'Control de identidad',
    refused: 'Rechazada',
  },
  signature: {
    title: 'Revise y firme',
    plan: 'Lo que firma',
    payments: 'Sus cuotas',
    papers: 'Documentos',
    preContract: 'Información precontractual',
    agreement: 'Contrato de crédito',
    read: 'Leer',
    keep: 'Al firmar quedan guardados con su contrato.',
    consent:
      'He leído la información precontractual y el contrato, y los acepto. Puedo desistir sin ' +
      'motivo durante 14 días.',
    consentFault: 'Marque la casilla si está de acuerdo.',
    card: 'Tarjeta',
    cardLead: 'Las cuotas se cobran en ella en las fechas indicadas.',
    cardFrame: 'Datos de la tarjeta',
    cardFault: 'Falta la tarjeta: escriba sus datos.',
    cardLoading: 'Abriendo el formulario seguro de la tarjeta…',
    cardUnreachable: 'El formulario de la tarjeta no se abre.',
    cardAgain: 'Intentarlo de nuevo',
    cardKnown: (brand: string, digits: string) => `${brand} terminada en ${digits}`,
    change: 'Cambiar',
    sign: 'Firmar: hoy no paga nada',
    signAndPay: (amount: string) => `Firmar y pagar ${amount} hoy`,
  },
  document: {
    loading: 'Abriendo el documento…',
    failed: 'El documento no se ha podido abrir.',
    download: 'Descargar',
    print: 'Imprimir',
    again: 'Intentarlo de nuevo',
  },
  challenge: {
    title: 'Confirme su identidad',
    lead: 'Un paso más antes de que la tienda reciba su pedido.',
    test: 'En las pruebas elige usted cómo termina esta comprobación.',
    pass: 'Superarla',
    fail: 'No superarla',
    leave: 'Dejarla para más tarde',
    waiting: 'La comprobación está en marcha. Su resultado aparecerá en esta página.',
  },
  waiting: {
    title: 'Confirmando su pedido…',
    lead: (store: string) => `Ha firmado. ${store} está confirmando el pedido.`,
    calm: 'Suele tardar unos segundos. No cierre esta página.',
  },
  result: {
    success: 'Todo listo',
    successLead: (store: string) => `${store} ha confirmado su pedido.`,
    next: 'Próxima cuota',
    pending: 'Firmado: falta que la tienda confirme',
    pendingIdentity: 'Firmado: falta comprobar su identidad',
    pendingLead: (store: string) =>
      `Ha firmado y ${store} todavía no ha confirmado el pedido. No tiene que hacer nada más. ` +
      'Si no lo confirma, el contrato no empieza y no paga nada.',
    pendingCheck: 'Ha firmado. La tienda recibirá su pedido en cuanto se compruebe su identidad.',
    ko: 'No se ha podido financiar',
    late: 'El tiempo ha terminado',
    koCalm: 'No debe nada: cualquier retención en su tarjeta se libera.',
    why: 'Por qué',
    review: 'Puede pedir que lo revise una persona',
    automated: 'Esta decisión se ha tomado de forma automática.',
    toStore: (store: string) => (store === '' ? 'Volver a la tienda' : `Volver a ${store}`),
    otherWay: 'Elegir otra forma de pago en la tienda',
    leaving: (seconds: number) =>
      plural(
        seconds,
        'Volverá a la tienda en 1 segundo, salvo que toque la página.',
        `Volverá a la tienda en ${seconds} segundos, salvo que toque la página.`,
      ),
    leavingSoon:
      'En 30 segundos volverá a la tienda. Pulse cualquier tecla para quedarse en esta página.',
    storage: 'Lo que ha firmado: descárguelo o imprímalo. También lo guarda el prestamista.',
    closeable: 'Ya puede cerrar esta página.',
    stay: 'Quedarme aquí',
    reasons,
    koOther: 'El pedido se ha cancelado.',
  },
  notices: {
    card_declined:
      'El banco no ha aceptado esta tarjeta. No se ha cobrado ni firmado nada: pruebe con otra.',
    bank_slow: 'El banco tarda en responder. Le seguimos preguntando: no cierre esta página.',
    cards_used_up:
      'Se han probado demasiadas tarjetas y ya no se admite otra. No ha firmado nada: vuelva a ' +
      'la tienda y elija otra forma de pago.',
    card_unknown: 'Los datos de la tarjeta han caducado. Escríbalos de nuevo.',
    data_final:
      'Ya ha cambiado sus datos demasiadas veces. No ha firmado nada: vuelva a la tienda y ' +
      'empiece de nuevo.',
    offer_gone: 'Esa forma de pago ya no está disponible. Estas son las que hay ahora.',
    fields_refused: 'Revise los datos marcados.',
    try_again: 'El servicio está ocupado. Espere un momento y pulse de nuevo: nada se repite.',
  },
  problem: {
    not_found: {
      title: 'No encontramos esta compra',
      text: 'El enlace no es correcto o la compra ya no existe. Empiece de nuevo en la tienda.',
    },
    nothing_offered: {
      title: 'Esta compra no se puede financiar',
      text: 'Ya no hay ninguna forma de pago aplazado para ella. No ha firmado nada.',
    },
    key: {
      title: 'La tienda no puede abrir la financiación',
      text: 'Es un problema de la tienda, no suyo. Vuelva a ella y avísela, por favor.',
    },
    origin: {
      title: 'Esta página no puede abrirse aquí',
      text: 'La tienda no ha permitido esta dirección. Vuelva a la tienda y pruebe desde allí.',
    },
    unreachable: {
      title: 'El servicio no responde',
      text: 'No hay conexión con él. Lo que ya ha hecho está guardado: vuelva a intentarlo.',
    },
    nothing_named: {
      title: 'Falta la compra',
      text: 'Esta página se abre desde la tienda, con su compra. Vuelva y elija pagar a plazos.',
    },
    unexpected: {
      title: 'Algo ha fallado',
      text: 'No es culpa suya, y nada se firma dos veces. Vuelva a intentarlo.',
    },
    retry: 'Intentarlo de nuevo',
    request: (id: string) => `Si pide ayuda, indique esta referencia: ${id}`,
  },
}

export type Texts = typeof es
