/** Los documentos en español. */
import type { Texts } from './texts.ts'

export const spanish: Texts = {
  notation: {
    decimal: ',',
    group: '.',
    percent: '\u00a0%',
    symbolFirst: false,
    months: [
      ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio'],
      ...['agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
    ],
    date: (day, month, year) => `${day} de ${month} de ${year}`,
    shortDate: (day, month, year) => `${day} ${month} ${year}`,
  },
  titles: {
    pre_contract: 'Información normalizada europea sobre el crédito al consumo',
    agreement: 'Contrato de crédito al consumo',
    statement: 'Extracto de la cuenta del crédito',
    withdrawal_form: 'Modelo de formulario de desistimiento',
  },
  subtitles: {
    pre_contract: 'Información precontractual, Directiva (UE) 2023/2225, anexo I',
    agreement: 'Con su cuadro de amortización',
    statement: 'Lo que se ha pagado y lo que se debe',
    // La frase del formulario del anexo I (B) de la Directiva 2011/83/UE.
    withdrawal_form:
      'Solo debe cumplimentar y enviar el presente formulario si desea desistir del contrato',
  },
  products: {
    instalments: 'Crédito vinculado a una compra, que se devuelve en cuotas mensuales',
    pay_in_4: 'Crédito vinculado a una compra, que se devuelve en cuatro partes iguales',
    pay_later: 'Crédito vinculado a una compra: pago aplazado en una sola cuota',
  },
  banner: {
    sandbox: 'Entorno de pruebas: este documento no tiene efectos legales ni se presta dinero.',
    draft: 'Borrador: no se ha firmado nada. Puede conservar esta copia gratuitamente.',
  },
  reference: {
    agreement: 'Contrato',
    order: 'Pedido de la tienda',
    made: 'Fecha de emisión',
    signed: 'Fecha de la firma',
    asOf: 'Situación a fecha de',
  },
  notGiven: 'No consta',
  none: 'Ninguna',
  yes: 'Sí.',
  partOne: 'Información esencial',
  partTwo: '1. Identidad y datos de contacto',
  features: '2. Características principales del crédito',
  costs: '3. Costes del crédito',
  legal: '4. Otros aspectos jurídicos importantes',
  distance: '5. Información adicional para la contratación a distancia',
  creditor: 'Prestamista',
  legalForm: 'Forma jurídica del prestamista',
  taxId: 'NIF del prestamista',
  creditorReference: 'Referencia del prestamista',
  intermediary: 'Intermediario de crédito',
  borrower: 'Prestatario',
  address: 'Dirección',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  website: 'Sitio web',
  registration: 'Inscripción registral del prestamista',
  supervisor: 'Autoridad de supervisión',
  documentId: 'Documento de identidad',
  totalCredit: 'Importe total del crédito',
  totalCreditMeans: 'La suma puesta a su disposición en virtud del contrato de crédito.',
  duration: 'Duración del contrato',
  borrowingRate: 'Tipo deudor (TIN, anual)',
  fixed: (rate) => `${rate}, fijo durante toda la duración.`,
  apr: 'Tasa anual equivalente (TAE)',
  aprMeans:
    'El coste total del crédito, expresado como porcentaje anual de su importe total. Le ayuda a ' +
    'comparar ofertas.',
  noApr: 'No aplicable',
  totalPayable: 'Importe total que deberá pagar',
  totalPayableMeans: 'El importe prestado, más los intereses y todos los gastos conocidos.',
  totalCost: 'Coste total del crédito',
  costParts: (interest, fees) => `Intereses: ${interest}; comisiones: ${fees}.`,
  goods: 'Bienes o servicios financiados',
  goodsMore: (count) => `y ${count} más`,
  cashPrice: 'Precio al contado',
  downPayment: 'Entrada',
  downPaymentMeans: (amount, whole) =>
    `${amount}, al firmar. No forma parte del crédito; incluida esta, pagará ${whole} en total.`,
  instalments: 'Cuotas',
  everyMonth: (count, amount) => `${count} cuotas mensuales de ${amount}.`,
  everyDays: (count, amount, days) => `${count} cuotas de ${amount}, una cada ${days} días.`,
  once: (amount) => `Una única cuota de ${amount}.`,
  lastDiffers: (amount) => `La última es de ${amount}.`,
  feeInDownPayment: (amount) => `Se paga junto con la comisión de apertura de ${amount}.`,
  feeInFirst: (amount) => `La primera cuota incluye además la comisión de apertura de ${amount}.`,
  firstAndLast: (first, last) => `Primer vencimiento: ${first}; último vencimiento: ${last}.`,
  allocationTitle: 'Imputación de los pagos',
  allocation:
    'Cada pago se imputa a lo vencido, empezando por la cuota más antigua: a sus intereses, sus ' +
    'comisiones y su capital, por este orden; después, a los gastos por demora. El resto ' +
    'amortiza capital por anticipado.',
  datesMove:
    'Las fechas suponen que la tienda envía los bienes el día de la firma. Si los envía más ' +
    'tarde, las cuotas posteriores a la firma se desplazan con el envío, y hasta entonces no se ' +
    'devengan intereses.',
  payLaterDates: (days) =>
    `Cada parte del pedido vence a los ${days} días de que la tienda la envíe; la fecha indicada ` +
    'supone que todo se envía el día de la firma.',
  durationMonths: (count, last) => `${count} meses, hasta el ${last}.`,
  durationDays: (days, last) => `${days} días, hasta el ${last}.`,
  late: 'Costes en caso de pagos atrasados',
  lateCharge: (amount, days) =>
    `${amount}, una sola vez por cada cuota que siga sin pagarse ${days} días después de su ` +
    'vencimiento.',
  noLateCharge: 'No se aplican gastos ni intereses de demora.',
  noInterestOnLate: 'No se cobran, además, intereses de demora.',
  retries: (days) =>
    `Si falla un cargo en su tarjeta, se vuelve a intentar ${days} días después del vencimiento.`,
  consequences: 'Consecuencias del impago',
  consequencesMeans:
    'El impago puede tener graves consecuencias para usted: encarece el crédito, la deuda puede ' +
    'reclamarse judicialmente y puede resultarle más difícil obtener otros créditos. Si prevé ' +
    'dificultades, escriba al prestamista antes del vencimiento.',
  withdrawal: 'Derecho de desistimiento',
  withdrawalMeans:
    'Tiene derecho a desistir del contrato de crédito en el plazo de 14 días naturales, sin ' +
    'indicar el motivo.',
  withdrawalBegins:
    'El plazo empieza el día siguiente a aquel en que la tienda confirma el pedido, momento en ' +
    'que se celebra el contrato, o el día siguiente a aquel en que usted recibe estos ' +
    'documentos, si es posterior. Si su último día es sábado, domingo o festivo nacional en ' +
    'España, el plazo termina el siguiente día hábil.',
  withdrawalUnconfirmed:
    'También puede desistir antes de que la tienda confirme el pedido: en ese caso, el pedido ' +
    'queda sin efecto y usted no debe nada.',
  withdrawalUntil: (last) => `Último día para enviar la comunicación: ${last}.`,
  withdrawalFrom: (last) =>
    'Último día para enviar la comunicación si la tienda confirma el día de la firma: ' +
    `${last}. Si confirma más tarde, el plazo termina también más tarde; el extracto de la ` +
    'cuenta indica su último día.',
  withdrawalHow:
    'Comuníquelo al prestamista por cualquier medio del que quede constancia, por ejemplo con el ' +
    'modelo de formulario de desistimiento. La comunicación enviada el último día está dentro ' +
    'de plazo.',
  withdrawalPay: (perDay) =>
    'Después deberá devolver el capital sin demora indebida, y a más tardar a los 30 días ' +
    'naturales de haber enviado la comunicación, con los intereses devengados hasta el día de la ' +
    `comunicación: ${perDay} al día sobre la totalidad del capital en el primer período. Después ` +
    'de ese día no se devengan intereses. Se le devuelven todas las comisiones y no se le cobra ' +
    'nada más.',
  noWithdrawalLoss: 'Si no desiste dentro del plazo, queda vinculado por el contrato.',
  linked: 'Contrato de crédito vinculado',
  linkedMeans:
    'Si desiste de la compra, deja de estar vinculado por este contrato de crédito. Si los ' +
    'bienes o servicios no se suministran, o no son conformes con su contrato con la tienda, y ' +
    'esta no lo subsana, también puede ejercer sus derechos frente al prestamista.',
  early: 'Reembolso anticipado',
  earlyMeans:
    'Tiene derecho a reembolsar el crédito en cualquier momento, total o parcialmente. Su coste ' +
    'total se reduce entonces en los intereses y comisiones de la duración restante.',
  earlyCompensation: 'El prestamista no cobra compensación por el reembolso anticipado.',
  reductions:
    'Si la tienda reembolsa, cancela o no entrega una parte del pedido, su deuda se reduce de ' +
    'inmediato: primero el capital aún no vencido, después lo vencido. Lo que haya pagado de más ' +
    'se le devuelve. Un pedido cancelado no le cuesta nada.',
  reductionsTitle: 'Devoluciones y cancelación',
  contact: 'Contacto del prestamista',
  type: 'Tipo de crédito',
  drawdown: 'Condiciones de disposición',
  drawdownMeans:
    'El crédito se paga directamente a la tienda, por lo que envía, una vez que ha confirmado el ' +
    'pedido. Usted no recibe dinero.',
  sureties: 'Garantías exigidas',
  ancillary: 'Seguros u otros contratos obligatorios',
  ancillaryMeans: 'Ninguno. El tipo no depende de ningún otro contrato.',
  openingFee: 'Comisión de apertura',
  otherCosts: 'Otros gastos',
  otherCostsMeans: 'Ninguno: usted no paga por cuentas, medios de pago ni notario.',
  changes: 'Cuándo pueden cambiar los costes',
  changesMeans: 'Nunca: el tipo y las comisiones son fijos durante toda la duración del contrato.',
  discounts: 'Descuento a cargo de la tienda',
  discountsMeans: (amount) =>
    `${amount} de intereses que usted no paga; ya descontados en los importes anteriores.`,
  aprAssumptions: 'Cómo se calcula la TAE',
  aprAssumptionsMeans:
    'Con la ecuación del anexo III de la Directiva (UE) 2023/2225, a partir de los pagos del ' +
    'cuadro siguiente, suponiendo que se dispone del crédito el día de la firma y que ambas ' +
    'partes cumplen las fechas acordadas.',
  database: 'Bases de datos consultadas',
  databaseMeans:
    'La decisión se basa en la información que facilitan usted y la tienda, en su documento de ' +
    'identidad y en sus pedidos y pagos anteriores en este servicio. Si se consulta otra base de ' +
    'datos y su solicitud se deniega por ello, se le informará de inmediato y gratuitamente del ' +
    'resultado y del nombre de esa base de datos.',
  automated: 'Decisión y precio automatizados',
  automatedMeans:
    'Su solicitud se decide de forma automatizada. El precio no depende de su perfil: quien ' +
    'elige la misma oferta paga lo mismo. Puede pedir una explicación de la decisión, expresar ' +
    'su punto de vista y solicitar que una persona la revise.',
  draftCopy: 'Copia del proyecto de contrato',
  draftCopyMeans: 'Puede obtenerla en cualquier momento antes de firmar, gratuitamente.',
  binding: 'Vigencia de esta información',
  bindingMeans: 'Mientras su proceso de compra esté abierto; la página indica hasta cuándo.',
  tableRight: 'Extracto y cuadro de amortización',
  tableRightMeans:
    'Durante toda la vida del contrato puede obtener un extracto con su cuadro de amortización, ' +
    'gratuitamente y en cualquier momento.',
  writeTo: (contact) => `Para ello, escriba a ${contact}.`,
  law: 'Legislación y tribunales',
  lawMeans:
    'El contrato, y sus relaciones previas con el prestamista, se rigen por la ley del país en ' +
    'que usted reside. Puede acudir a los tribunales de su domicilio.',
  languages: 'Idioma',
  languagesMeans:
    'Esta información y el contrato están en español, al igual que las comunicaciones ' +
    'posteriores.',
  complaints: 'Reclamaciones y recurso extrajudicial',
  complaintsMeans: (body) =>
    `Escriba primero al prestamista. Si no se resuelve, puede acudir gratuitamente a: ${body}.`,
  complaintsBody: 'la junta arbitral de consumo de su comunidad',
  table: 'Cuadro de amortización',
  tableOf: (currency) => `Cuadro de amortización, en ${currency}`,
  columns: {
    number: 'N.º',
    dueDate: 'Vencimiento',
    amount: 'Cuota',
    capital: 'Capital',
    interest: 'Intereses',
    fee: 'Comisión',
    left: 'Capital pendiente',
    paid: 'Pagado',
    open: 'Pendiente',
    state: 'Estado',
    late: 'Gasto por demora',
    date: 'Fecha',
    what: 'Concepto',
    value: 'Importe',
    total: 'Total',
  },
  states: { paid: 'Pagado', due: 'Vencido', late: 'En mora', coming: 'Por vencer' },
  movements: {
    payment: 'Pago recibido',
    reduction: 'Devolución de la tienda o cancelación: deuda reducida',
    charge_back: 'Retrocesión: pago devuelto por su banco',
    returned: 'Devuelto a usted',
  },
  payments: 'Pagos',
  noPayments: 'Ninguno hasta ahora.',
  owedNow: 'Vencido y no pagado',
  owedLate: 'De lo cual, en mora',
  owedComing: 'Por vencer, sin intereses',
  comingInterest: 'Intereses por vencer',
  comingInterestMeans:
    'Solo se deben si los pagos se hacen en las fechas pactadas; el reembolso anticipado los ' +
    'reduce.',
  writtenOff: 'Dado por perdido por el prestamista',
  owedTotal: 'Deuda total',
  paidSoFar: 'Pagado hasta ahora',
  creditToYou: 'Pendiente de devolverle',
  clauses: {
    parties: '1. Partes',
    credit: '2. El crédito',
    payments: '3. Pagos',
    late: '4. Pagos atrasados',
    withdrawal: '5. Derecho de desistimiento',
    early: '6. Reembolso anticipado, devoluciones, contrato vinculado',
    data: '7. Decisión y datos',
    end: '8. Reclamaciones, supervisión, ley',
    signature: '9. Firma',
  },
  agreed: (creditor, borrower, store) =>
    `${creditor} concede a ${borrower} un crédito para una compra en ${store}, en las ` +
    'condiciones siguientes.',
  collected: 'Las cuotas se cargan en la tarjeta que usted indicó, cada una en su vencimiento.',
  signature: 'Firma',
  signedBy: 'Firmado por',
  signedHow: 'Electrónicamente, en el proceso de compra de la tienda.',
  signedByCreditor: 'El prestamista queda obligado una vez que la tienda ha confirmado el pedido.',
  form: {
    to: 'A la atención de',
    text: (agreement, store) =>
      `Por la presente comunico que desisto de mi contrato de crédito ${agreement}, con el que ` +
      `financié una compra en ${store}.`,
    lastDay: 'Debe enviarse a más tardar el',
    place: 'Domicilio del prestatario',
    date: 'Fecha',
    signature: 'Firma del prestatario (solo si el formulario se presenta en papel)',
    instructions: 'Qué ocurre después',
  },
  footer: {
    page: (kind, reference) => `${kind}. Contrato ${reference}.`,
    times: (zone) => `Todas las fechas corresponden a la zona horaria ${zone}.`,
  },
}
