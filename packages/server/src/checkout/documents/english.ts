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
    // The sentence of the form in Annex I (B) to Directive 2011/83/EU.
    withdrawal_form: 'Complete and return this form only if you wish to withdraw from the contract',
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
    asOf: 'Balance as of',
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
  legalForm: 'Legal form of the creditor',
  taxId: 'Tax number of the creditor',
  creditorReference: 'Reference of the creditor',
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
  totalCreditMeans: 'The total sums made available to you under the credit agreement.',
  duration: 'Duration of the agreement',
  borrowingRate: 'Borrowing rate (nominal, per year)',
  fixed: (rate) => `${rate}, fixed for the whole duration.`,
  apr: 'Annual percentage rate of charge (APR)',
  aprMeans:
    'The total cost of the credit as an annual percentage of the total amount of credit. It ' +
    'helps you compare offers.',
  noApr: 'Not applicable',
  totalPayable: 'Total amount you will have to pay',
  totalPayableMeans: 'The amount borrowed, plus the interest and all known costs of the credit.',
  totalCost: 'Total cost of the credit',
  costParts: (interest, fees) => `Interest ${interest}; fees ${fees}.`,
  goods: 'Goods or services financed',
  goodsMore: (count) => `and ${count} more`,
  cashPrice: 'Cash price',
  downPayment: 'Down payment',
  downPaymentMeans: (amount, whole) =>
    `${amount}, on signing. It is not part of the credit; including it, you pay ${whole} in total.`,
  instalments: 'Instalments',
  everyMonth: (count, amount) => `${count} monthly instalments of ${amount}.`,
  everyDays: (count, amount, days) => `${count} instalments of ${amount}, one every ${days} days.`,
  once: (amount) => `One instalment of ${amount}.`,
  lastDiffers: (amount) => `The last one is ${amount}.`,
  feeInDownPayment: (amount) => `It is paid together with the opening fee of ${amount}.`,
  feeInFirst: (amount) => `The first instalment also includes the opening fee of ${amount}.`,
  firstAndLast: (first, last) => `First due date ${first}, last due date ${last}.`,
  allocationTitle: 'How payments are allocated',
  allocation:
    'A payment is allocated first to what is due, oldest instalment first: its interest, its ' +
    'fees, its capital; then to late fees. Any remainder repays capital early.',
  datesMove:
    'The dates assume that the store dispatches the goods on the day of signing. If it ' +
    'dispatches them later, the instalments due after signing move with the dispatch, and no ' +
    'interest accrues until then.',
  payLaterDates: (days) =>
    `Each part of the order is due ${days} days after the store dispatches it; the date shown ` +
    'assumes that everything is dispatched on the day of signing.',
  durationMonths: (count, last) => `${count} months, until ${last}.`,
  durationDays: (days, last) => `${days} days, until ${last}.`,
  late: 'Costs in the case of late payments',
  lateCharge: (amount, days) =>
    `${amount}, once for each instalment that is still unpaid ${days} days after its due date.`,
  noLateCharge: 'There are no charges for late payment and no interest on arrears.',
  noInterestOnLate: 'No interest on arrears is charged in addition.',
  retries: (days) =>
    `If a charge to your card fails, it is tried again ${days} days after the due date.`,
  consequences: 'Consequences of missing payments',
  consequencesMeans:
    'Missing payments could have severe consequences for you: the credit becomes more expensive, ' +
    'the debt may be claimed in court, and obtaining other credit may become more difficult. If ' +
    'you expect difficulties, write to the creditor before the due date.',
  withdrawal: 'Right of withdrawal',
  withdrawalMeans:
    'You have the right to withdraw from the credit agreement within 14 calendar days, without ' +
    'giving any reason.',
  withdrawalBegins:
    'The period begins on the day after the store confirms the order, which concludes the ' +
    'agreement, or on the day after you receive these documents, if that is later. If its last ' +
    'day is a Saturday, a Sunday or a national public holiday in Spain, it ends on the next ' +
    'working day.',
  withdrawalUnconfirmed:
    'You may also withdraw before the store confirms the order: the order then ends and you owe ' +
    'nothing.',
  withdrawalUntil: (last) => `Last day to send the notice: ${last}.`,
  withdrawalFrom: (last) =>
    `Last day to send the notice if the store confirms on the day of signing: ${last}. If it ` +
    'confirms later, the period also ends later; your statement of account shows its last day.',
  withdrawalHow:
    'Send a notice to the creditor in any way that you can prove, for example with the model ' +
    'withdrawal form. A notice sent on the last day is in time.',
  withdrawalPay: (perDay) =>
    'You must then repay the capital without undue delay, and no later than 30 calendar days ' +
    'after sending the notice, with the interest accrued up to the day of the notice: ' +
    `${perDay} per day on the full capital in the first period. No interest accrues after that ` +
    'day. All fees are refunded and nothing else is charged.',
  noWithdrawalLoss: 'If you do not withdraw in time, the agreement remains binding on you.',
  linked: 'Linked credit agreement',
  linkedMeans:
    'If you withdraw from the purchase, you are no longer bound by this credit agreement. If the ' +
    'goods or services are not supplied, or do not conform to your contract with the store, and ' +
    'the store does not remedy this, you may also pursue your remedies against the creditor.',
  early: 'Early repayment',
  earlyMeans:
    'You have the right to repay the credit early at any time, in full or in part. The total ' +
    'cost of the credit is then reduced by the interest and the fees for the remaining ' +
    'duration of the agreement.',
  earlyCompensation: 'The creditor charges no compensation for early repayment.',
  reductions:
    'If the store refunds, cancels or does not deliver part of the order, your debt is reduced ' +
    'at once: first the capital not yet due, then the amounts due. What you have overpaid is ' +
    'returned to you. A cancelled order costs you nothing.',
  reductionsTitle: 'Refunds and cancellation',
  contact: 'Contact details of the creditor',
  type: 'Type of credit',
  drawdown: 'Conditions governing the drawdown',
  drawdownMeans:
    'The credit is paid directly to the store, for what it dispatches, once it has confirmed the ' +
    'order. You receive no money yourself.',
  sureties: 'Sureties required',
  ancillary: 'Compulsory insurance or other contracts',
  ancillaryMeans: 'None. The rate does not depend on any other contract.',
  openingFee: 'Opening fee',
  otherCosts: 'Other costs',
  otherCostsMeans: 'None: you pay for no account, means of payment or notary.',
  changes: 'When the costs may change',
  changesMeans: 'Never: the rate and the fees are fixed for the whole duration of the agreement.',
  discounts: 'Discount borne by the store',
  discountsMeans: (amount) => `${amount} of interest that you do not pay; already deducted above.`,
  aprAssumptions: 'How the APR is calculated',
  aprAssumptionsMeans:
    'With the equation in Annex III to Directive (EU) 2023/2225, from the payments in the table ' +
    'below, assuming that the credit is drawn down on the day of signing and that both parties ' +
    'keep to the agreed dates.',
  database: 'Databases consulted',
  databaseMeans:
    'The decision is based on the information that you and the store provide, your identity ' +
    'document and your earlier orders and payments with this service. If another database is ' +
    'consulted and your application is rejected because of it, you are informed immediately and ' +
    'free of charge of the result and of the name of the database.',
  automated: 'Automated decision and price',
  automatedMeans:
    'Your application is decided automatically. The price does not depend on your profile: ' +
    'everyone who chooses the same offer pays the same. You may request an explanation of the ' +
    'decision, express your point of view and request that a person review it.',
  draftCopy: 'Copy of the draft agreement',
  draftCopyMeans: 'You may obtain one at any time before signing, free of charge.',
  binding: 'How long the creditor is bound by this information',
  bindingMeans: 'For as long as your checkout is open; its page shows until when.',
  tableRight: 'Statement and table of payments',
  tableRightMeans:
    'At any time during the agreement you may obtain a statement with its table of payments, ' +
    'free of charge.',
  writeTo: (contact) => `To do so, write to ${contact}.`,
  law: 'Law and courts',
  lawMeans:
    'The agreement and your dealings with the creditor before it are governed by the law of the ' +
    'country where you live. You may bring a case before the courts of your place of residence.',
  languages: 'Language',
  languagesMeans:
    'This information and the agreement are in English, as is all later communication.',
  complaints: 'Complaints and out-of-court redress',
  complaintsMeans: (body) =>
    `Write to the creditor first. If that fails, you may turn, free of charge, to: ${body}.`,
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
    left: 'Outstanding capital',
    paid: 'Paid',
    open: 'Outstanding',
    state: 'Status',
    late: 'Late fee',
    date: 'Date',
    what: 'Description',
    value: 'Amount',
    total: 'Total',
  },
  states: { paid: 'Paid', due: 'Due', late: 'In arrears', coming: 'Not yet due' },
  movements: {
    payment: 'Payment received',
    reduction: 'Refund by the store or cancellation: debt reduced',
    charge_back: 'Chargeback: payment reversed by your bank',
    returned: 'Returned to you',
  },
  payments: 'Payments',
  noPayments: 'None so far.',
  owedNow: 'Due and unpaid',
  owedLate: 'Of which in arrears',
  owedComing: 'Not yet due, excluding interest',
  comingInterest: 'Interest not yet due',
  comingInterestMeans:
    'Owed only if the payments are made on the agreed dates; early repayment reduces it.',
  writtenOff: 'Written off by the creditor',
  owedTotal: 'Total owed',
  paidSoFar: 'Paid to date',
  creditToYou: 'To be returned to you',
  clauses: {
    parties: '1. Parties',
    credit: '2. The credit',
    payments: '3. Payments',
    late: '4. Late payment',
    withdrawal: '5. Right of withdrawal',
    early: '6. Early repayment, refunds, linked credit agreement',
    data: '7. Decision and data',
    end: '8. Complaints, supervision, law',
    signature: '9. Signature',
  },
  agreed: (creditor, borrower, store) =>
    `${creditor} grants ${borrower} a credit for a purchase at ${store}, on the terms below.`,
  collected: 'The instalments are charged to the card that you provided, each on its due date.',
  signature: 'Signature',
  signedBy: 'Signed by',
  signedHow: 'Electronically, in the checkout of the store.',
  signedByCreditor: 'The creditor is bound once the store confirms the order.',
  form: {
    to: 'To',
    text: (agreement, store) =>
      `I hereby give notice that I withdraw from my credit agreement ${agreement}, by which I ` +
      `financed a purchase at ${store}.`,
    lastDay: 'Last day to send it',
    place: 'Address of the borrower',
    date: 'Date',
    signature: 'Signature of the borrower (only if this form is sent on paper)',
    instructions: 'What happens next',
  },
  footer: {
    page: (kind, reference) => `${kind}. Agreement ${reference}.`,
    times: (zone) => `All dates are in the time zone ${zone}.`,
  },
}
