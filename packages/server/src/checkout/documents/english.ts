/** Documents in English; the other languages have the same texts. */
import type { Texts } from './texts.ts'

export const english: Texts = {
  notation: {
    decimal: '.',
    group: ',',
    percent: '%',
    symbolFirst: true,
    months: [
      ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
      ...['August', 'September', 'October', 'November', 'December'],
    ],
    date: (day, month, year) => `${day} ${month} ${year}`,
    shortDate: (day, month, year) => `${day} ${month} ${year}`,
  },
  titles: {
    pre_contract: 'Standard European Consumer Credit Information',
    agreement: 'Consumer credit agreement',
    statement: 'Statement of account',
    withdrawal_form: 'Model withdrawal form',
  },
  subtitles: {
    pre_contract: 'Pre-contractual information, Directive (EU) 2023/2225, Annex I',
    agreement: 'With its table of payments',
    statement: 'What has been paid, and what is owed',
    withdrawal_form: 'To be sent only by who wishes to withdraw from the credit',
  },
  products: {
    instalments: 'Credit for a purchase, repaid in monthly instalments',
    pay_in_4: 'Credit for a purchase, repaid in four equal parts',
    pay_later: 'Credit for a purchase: deferred payment in one sum',
  },
  banner: {
    sandbox: 'Test environment: this document has no legal effect and no money is lent.',
    draft: 'Draft: nothing has been signed. You may keep this copy free of charge.',
  },
  reference: {
    agreement: 'Agreement',
    order: 'Order of the store',
    made: 'Issued on',
    signed: 'Signed on',
    asOf: 'Position as of',
  },
  notGiven: 'Not stated',
  none: 'None',
  yes: 'Yes.',
  partOne: 'Key information',
  partTwo: '1. Identity and contact details',
  features: '2. Main features of the credit',
  costs: '3. Costs of the credit',
  legal: '4. Other important legal aspects',
  distance: '5. Further information on distance marketing',
  creditor: 'Creditor',
  intermediary: 'Credit intermediary',
  borrower: 'Borrower',
  address: 'Address',
  email: 'E-mail',
  phone: 'Telephone',
  website: 'Website',
  registration: 'Register entry of the creditor',
  supervisor: 'Supervisory authority',
  documentId: 'Identity document',
  totalCredit: 'Total amount of credit',
  totalCreditMeans: 'All sums that the credit agreement makes available to you.',
  duration: 'Duration of the agreement',
  borrowingRate: 'Borrowing rate (nominal, a year)',
  fixed: (rate) => `${rate}, fixed for the whole duration.`,
  apr: 'Annual percentage rate of charge (APR)',
  aprMeans:
    'The total cost as a yearly percentage of the total amount of credit; it lets you compare.',
  noApr: 'Not applicable',
  totalPayable: 'Total amount you will have to pay',
  totalPayableMeans: 'The credit, its interest and all costs known to be linked to it.',
  totalCost: 'Total cost of the credit',
  costParts: (interest, fees) => `Interest ${interest}; fees ${fees}.`,
  goods: 'Goods or services financed',
  goodsMore: (count) => `and ${count} more`,
  cashPrice: 'Cash price',
  downPayment: 'Down payment',
  downPaymentMeans: (amount, whole) =>
    `${amount}, on signing. It is not part of the credit: with it you pay ${whole} in all.`,
  instalments: 'Instalments',
  everyMonth: (count, amount) => `${count} monthly instalments of ${amount}.`,
  everyDays: (count, amount, days) => `${count} instalments of ${amount}, one every ${days} days.`,
  once: (amount) => `One instalment of ${amount}.`,
  lastDiffers: (amount) => `The last one is ${amount}.`,
  feeInDownPayment: (amount) => `It is paid together with the opening fee of ${amount}.`,
  feeInFirst: (amount) => `The first instalment also contains the opening fee of ${amount}.`,
  firstAndLast: (first, last) => `First due date ${first}, last due date ${last}.`,
  allocationTitle: 'How payments are set off',
  allocation:
    'A payment settles what is due, the oldest instalment first: its interest, its fees, its ' +
    'capital; then late charges. What is left repays capital early.',
  datesMove:
    'The dates assume that the store dispatches the goods on the day of signing. If it does so ' +
    'later, the instalments that follow the signing move with the dispatch, and until then no ' +
    'interest runs.',
  payLaterDates: (days) =>
    `Each part that the store dispatches is due ${days} days after its dispatch; the date shown ` +
    'assumes that all is dispatched on the day of signing.',
  durationMonths: (count, last) => `${count} months, until ${last}.`,
  durationDays: (days, last) => `${days} days, until ${last}.`,
  late: 'Costs in the case of late payment',
  lateCharge: (amount, days) =>
    `${amount}, once for each instalment that is not paid ${days} days after its due date.`,
  noLateCharge: 'No charge and no interest on arrears is made.',
  noInterestOnLate: 'No interest on arrears is charged beside it.',
  retries: (days) =>
    `When a charge to your card fails it is tried again ${days} days after the due date.`,
  consequences: 'Consequences of missing payments',
  consequencesMeans:
    'Missing payments can have severe consequences for you: it makes the credit more expensive, ' +
    'your debt may be claimed before a court, and other credit may be harder to obtain. If you ' +
    'foresee difficulties, write to the creditor before the due date.',
  withdrawal: 'Right of withdrawal',
  withdrawalMeans:
    'You may withdraw from the credit agreement within 14 calendar days, without giving any ' +
    'reason.',
  withdrawalBegins:
    'The period begins on the day after the store has confirmed the order, which concludes the ' +
    'agreement, or after you have received these papers, if that is later. If its last day is a ' +
    'Saturday, a Sunday or a national public holiday in Spain, it ends with the next working day.',
  withdrawalUnconfirmed:
    'You may also withdraw before the store has confirmed: the order then ends, and you owe ' +
    'nothing.',
  withdrawalUntil: (last) => `Last day to send the notice: ${last}.`,
  withdrawalFrom: (last) =>
    `Last day to send the notice if the store confirms on the day of signing: ${last}. If it ` +
    'confirms later, the period ends later too; your statement of account names its last day.',
  withdrawalHow:
    'Send a notice to the creditor in any way that you can prove, for instance with the model ' +
    'form. It is in time if it is sent on the last day.',
  withdrawalPay: (perDay) =>
    'You then repay the capital without delay, and within 30 calendar days of sending the notice ' +
    `at the latest, with the interest that has run until the day of the notice: ${perDay} a day ` +
    'on the whole capital in the first period. No interest runs after that day. All fees are ' +
    'returned, nothing else is charged.',
  noWithdrawalLoss: 'Whoever does not withdraw in time is bound by the agreement.',
  linked: 'Linked purchase',
  linkedMeans:
    'If you withdraw from the purchase itself, you are no longer bound by this credit. If the ' +
    'goods are missing or faulty and the store does not put it right, you may also turn to the ' +
    'creditor.',
  early: 'Early repayment',
  earlyMeans:
    'You may repay the credit at any time, in whole or in part. The total cost is then reduced ' +
    'by the interest and the fees that belong to the remaining duration.',
  earlyCompensation: 'The creditor charges no compensation for it.',
  reductions:
    'When the store refunds, cancels or does not deliver a part, your debt is reduced at once: ' +
    'first the capital not yet due, then what is due. What you have paid too much is returned. A ' +
    'cancelled order costs you nothing.',
  reductionsTitle: 'Refunds and cancellation',
  contact: 'Contact of the creditor',
  type: 'Type of credit',
  drawdown: 'How the credit is paid out',
  drawdownMeans:
    'Directly to the store, once it has confirmed the order, for what it dispatches. You receive ' +
    'no money yourself.',
  sureties: 'Sureties required',
  ancillary: 'Compulsory insurance or other contracts',
  ancillaryMeans: 'None. The rate does not depend on any other contract.',
  openingFee: 'Opening fee',
  otherCosts: 'Other costs',
  otherCostsMeans: 'None: no account, means of payment or notary has to be paid for.',
  changes: 'When costs may change',
  changesMeans: 'Never: rate and fees are fixed for the whole duration.',
  discounts: 'Discount borne by the store',
  discountsMeans: (amount) => `${amount} of interest that you do not pay; it is deducted above.`,
  aprAssumptions: 'How the APR is calculated',
  aprAssumptionsMeans:
    'By the equation of Annex III of Directive (EU) 2023/2225, from the payments of the table ' +
    'below, assuming that the credit is paid out on the day of signing and that both sides keep ' +
    'to the agreed dates.',
  database: 'Databases consulted',
  databaseMeans:
    'The decision uses what you and the store tell, your identity document and your earlier ' +
    'orders and payments here. If another database is consulted and the credit is refused for ' +
    'it, you are told at once and free of charge, with its name.',
  automated: 'Automated decision and price',
  automatedMeans:
    'Your application is decided on automatically. The price does not depend on your profile: ' +
    'who chooses the same offer pays the same. You may ask for the reasons, put your view, and ' +
    'have a person review the decision.',
  draftCopy: 'Copy of the draft agreement',
  draftCopyMeans: 'You may have it at any time before signing, free of charge.',
  binding: 'How long this information binds',
  bindingMeans: 'While your checkout is open: its page shows until when.',
  tableRight: 'Statement and table of payments',
  tableRightMeans:
    'During the whole agreement you may have a statement with its table of payments, free of ' +
    'charge and at any time.',
  writeTo: (contact) => `To do so, write to ${contact}.`,
  law: 'Law and courts',
  lawMeans:
    'The agreement and the dealings before it are subject to the law of the country in which you ' +
    'live. You may turn to the courts of your place of residence.',
  languages: 'Language',
  languagesMeans: 'Information and agreement are in English; so is further communication.',
  complaints: 'Complaints and out-of-court redress',
  complaintsMeans: (body) =>
    `First write to the creditor. If it does not help you may turn, free of charge, to: ${body}.`,
  complaintsBody: 'the consumer arbitration board of your region',
  table: 'Table of payments',
  tableOf: (currency) => `Table of payments, in ${currency}`,
  columns: {
    number: 'No.',
    dueDate: 'Due date',
    amount: 'Instalment',
    capital: 'Capital',
    interest: 'Interest',
    fee: 'Fees',
    left: 'Capital left',
    paid: 'Paid',
    open: 'Open',
    state: 'State',
    late: 'Late charge',
    date: 'Date',
    what: 'What',
    value: 'Amount',
    total: 'Total',
  },
  states: { paid: 'Paid', due: 'Due', late: 'Late', coming: 'Not yet due' },
  movements: {
    payment: 'Payment received',
    reduction: 'Refund of the store or cancellation: debt reduced',
    charge_back: 'Payment taken back by the bank',
    returned: 'Returned to you',
  },
  payments: 'Payments',
  noPayments: 'None so far.',
  owedNow: 'Due and unpaid',
  owedLate: 'Of which late',
  owedComing: 'Not yet due, without interest',
  comingInterest: 'Interest not yet due',
  comingInterestMeans:
    'It is owed only if the payments are made as agreed; early repayment spares it.',
  writtenOff: 'Written off by the creditor',
  owedTotal: 'Owed in all',
  paidSoFar: 'Paid so far',
  creditToYou: 'To be returned to you',
  clauses: {
    parties: '1. Parties',
    credit: '2. The credit',
    payments: '3. Payments',
    late: '4. Late payment',
    withdrawal: '5. Right of withdrawal',
    early: '6. Early repayment, refunds, linked purchase',
    data: '7. Decision and data',
    end: '8. Complaints, supervision, law',
    signature: '9. Signature',
  },
  agreed: (creditor, borrower, store) =>
    `${creditor} grants ${borrower} a credit for a purchase at ${store}, on the terms below.`,
  collected: 'The instalments are charged to the card that you named, each on its due date.',
  signature: 'Signature',
  signedBy: 'Signed by',
  signedHow: 'Electronically, in the checkout of the store.',
  signedByCreditor: 'The creditor is bound once the store has confirmed the order.',
  form: {
    to: 'To',
    text: (agreement, store) =>
      `I hereby give notice that I withdraw from my credit agreement ${agreement}, by which I ` +
      `financed a purchase at ${store}.`,
    lastDay: 'To be sent by',
    place: 'Address of the borrower',
    date: 'Date',
    signature: 'Signature of the borrower (only on paper)',
    instructions: 'What follows from it',
  },
  footer: {
    page: (kind, reference) => `${kind}. Agreement ${reference}.`,
    times: (zone) => `All dates are those of the time zone ${zone}.`,
  },
}
