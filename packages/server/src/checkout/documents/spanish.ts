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
  totalCreditMeans: 'La suma de todo lo que el contrato de crédito pone a su disposición.',
  duration: 'Duración del contrato',
  borrowingRate: 'Tipo deudor (TIN, anual)',
  fixed: (rate) => `${rate}, fijo durante toda la duración.`,
  apr: 'Tasa anual equivalente (TAE)',
  aprMeans:
    'El coste total expresado como porcentaje anual del importe total del crédito; sirve para ' +
    'comparar ofertas.',
  noApr: 'No aplicable',
  totalPayable: 'Importe total que deberá pagar',
  totalPayableMeans: 'El crédito, sus intereses y todos los gastos conocidos vinculados a él.',
  totalCost: 'Coste total del crédito',
  costParts: (interest, fees) => `Intereses: ${interest}; comisiones: ${fees}.`,
  goods: 'Bienes o servicios financiados',
  goodsMore: (count) => `y ${count} más`,
  cashPrice: 'Precio al contado',
  downPayment: 'Entrada',
  downPaymentMeans: (amount, whole) =>
    `${amount}, al firmar. No forma parte del crédito: con ella pagará ${whole} en total.`,
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
    'Cada pago se aplica a lo vencido, primero a la cuota más antigua: sus intereses, comisiones ' +
    'y capital; después a los gastos por demora. El resto amortiza capital por anticipado.',
  datesMove:
    'Las fechas suponen que la tienda envía los bienes el día de la firma. Si los envía más ' +
    'tarde, las cuotas posteriores a la firma se desplazan con el envío, y hasta entonces no se ' +
    'devengan intereses.',
  payLaterDates: (days) =>
    `Cada parte que la tienda envía vence a los ${days} días de su envío; la fecha indicada ` +
    'supone que todo se envía el día de la firma.',
  durationMonths: (count, last) => `${count} meses, hasta el ${last}.`,
  durationDays: (days, last) => `${days} días, hasta el ${last}.`,
  late: 'Costes en caso de pagos atrasados',
  lateCharge: (amount, days) =>
    `${amount}, una sola vez por cada cuota que siga sin pagarse ${days} días después de su ` +
    'vencimiento.',
  noLateCharge: 'No se aplican gastos ni intereses de demora.',
  noInterestOnLate: 'No se cobran además intereses de demora.',
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
    'El plazo empieza el día siguiente a aquel en que la tienda confirma el pedido, con lo que ' +
    'se celebra el contrato, o en que usted recibe estos documentos, si es posterior. Si su ' +
    'último día es sábado, domingo o festivo nacional en España, termina el siguiente día hábil.',
  withdrawalUnconfirmed:
    'También puede desistir antes de que la tienda confirme: el pedido termina y no debe nada.',
  withdrawalUntil: (last) => `Último día para enviar la comunicación: ${last}.`,
  withdrawalFrom: (last) =>
    'Último día para enviar la comunicación si la tienda confirma el día de la firma: ' +
    `${last}. Si confirma más tarde, el plazo termina también más tarde; el extracto indica su ` +
    'último día.',
  withdrawalHow:
    'Envíe al prestamista una comunicación por cualquier medio que pueda probar, por ejemplo con ' +
    'el modelo de formulario. Llega a tiempo si se envía el último día.',
  withdrawalPay: (perDay) =>
    'Después devolverá el capital sin demora, y a más tardar 30 días naturales tras enviar la ' +
    'comunicación, con los intereses devengados hasta el día de la comunicación: ' +
    `${perDay} al día sobre la totalidad del capital en el primer período. Después de ese día no ` +
    'se devengan intereses. Se devuelven todas las comisiones y no se cobra nada más.',
  noWithdrawalLoss: 'Si no desiste dentro del plazo, queda vinculado por el contrato.',
  linked: 'Contrato de crédito vinculado',
  linkedMeans:
    'Si desiste de la compra misma, deja de estar vinculado por este crédito. Si los bienes no ' +
    'llegan o son defectuosos y la tienda no lo remedia, también puede dirigirse al prestamista.',
  early: 'Reembolso anticipado',
  earlyMeans:
    'Puede devolver el crédito en cualquier momento, total o parcialmente. El coste total se ' +
    'reduce entonces en los intereses y comisiones que correspondan a la duración restante.',
  earlyCompensation: 'El prestamista no cobra compensación alguna por ello.',
  reductions:
    'Cuando la tienda reembolsa, cancela o no entrega una parte, su deuda se reduce de ' +
    'inmediato: primero el capital aún no vencido, después lo vencido. Lo pagado de más se le ' +
    'devuelve. Un pedido cancelado no le cuesta nada.',
  reductionsTitle: 'Devoluciones y cancelación',
  contact: 'Contacto del prestamista',
  type: 'Tipo de crédito',
  drawdown: 'Condiciones de disposición',
  drawdownMeans:
    'Se paga directamente a la tienda, una vez que ha confirmado el pedido, por lo que envía. ' +
    'Usted no recibe dinero.',
  sureties: 'Garantías exigidas',
  ancillary: 'Seguros u otros contratos obligatorios',
  ancillaryMeans: 'Ninguno. El tipo no depende de ningún otro contrato.',
  openingFee: 'Comisión de apertura',
  otherCosts: 'Otros gastos',
  otherCostsMeans: 'Ninguno: no hay que pagar cuentas, medios de pago ni notario.',
  changes: 'Cuándo pueden cambiar los costes',
  changesMeans: 'Nunca: el tipo y las comisiones son fijos durante toda la duración.',
  discounts: 'Descuento a cargo de la tienda',
  discountsMeans: (amount) => `${amount} de intereses que usted no paga; ya está deducido arriba.`,
  aprAssumptions: 'Cómo se calcula la TAE',
  aprAssumptionsMeans:
    'Con la ecuación del anexo III de la Directiva (UE) 2023/2225, a partir de los pagos del ' +
    'cuadro siguiente, suponiendo que el crédito se dispone el día de la firma y que ambas ' +
    'partes cumplen las fechas acordadas.',
  database: 'Bases de datos consultadas',
  databaseMeans:
    'La decisión utiliza lo que usted y la tienda comunican, su documento de identidad y sus ' +
    'pedidos y pagos anteriores aquí. Si se consulta otra base de datos y por ella se deniega el ' +
    'crédito, se le informará de inmediato y gratuitamente, con el nombre de aquella.',
  automated: 'Decisión y precio automatizados',
  automatedMeans:
    'Su solicitud se decide de forma automatizada. El precio no depende de su perfil: quien ' +
    'elige la misma oferta paga lo mismo. Puede pedir los motivos, expresar su punto de vista y ' +
    'solicitar que una persona revise la decisión.',
  draftCopy: 'Copia del proyecto de contrato',
  draftCopyMeans: 'Puede obtenerla en cualquier momento antes de firmar, gratuitamente.',
  binding: 'Vigencia de esta información',
  bindingMeans: 'Mientras su proceso de compra esté abierto: su página indica hasta cuándo.',
  tableRight: 'Extracto y cuadro de amortización',
  tableRightMeans:
    'Durante toda la vida del contrato puede obtener un extracto con su cuadro de amortización, ' +
    'gratuitamente y en cualquier momento.',
  writeTo: (contact) => `Para ello, escriba a ${contact}.`,
  law: 'Legislación y tribunales',
  lawMeans:
    'El contrato y las relaciones previas se rigen por la ley del país en que usted reside. ' +
    'Puede acudir a los tribunales de su domicilio.',
  languages: 'Idioma',
  languagesMeans:
    'La información y el contrato están en español, al igual que las comunicaciones posteriores.',
  complaints: 'Reclamaciones y recurso extrajudicial',
  complaintsMeans: (body) =>
    `Escriba primero al prestamista. Si no le atiende, puede acudir gratuitamente a: ${body}.`,
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
  owedLate: 'Del cual en mora',
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
    times: (zone) => `Todas las fechas son las de la zona horaria ${zone}.`,
  },
}
