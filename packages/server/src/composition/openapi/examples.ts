/** A body that works for each of the main requests, by the operation's name. */
const basket = {
  order: {
    id: 'order-1001',
    currency: 'EUR',
    total_amount: 45_000,
    articles: [{ id: 'bike-7', name: 'Bicycle', quantity: 1, price: 45_000 }],
  },
  customer: { email: 'ada@example.com', first_name: 'Ada', last_name: 'Prueba' },
}
const buyer = {
  first_name: 'Ada',
  last_name: 'Prueba',
  phone: '600000000',
  birthday: '1990-12-31',
  document_id: '12345678Z',
}
const { id: _id, ...replacement } = basket.order
const campaign = { name: 'Bicycles', start_date: '2026-09-01', interest: 50 }
const articles = [{ id: 'bike-7', name: 'Bicycle', url: 'https://shop.example/bike-7' }]

const credential = { id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key' }
const signed = { clientDataJSON: 'e30', authenticatorData: 'AQIDBA', signature: 'AQIDBA' }
/** For people at the desk. */
const people = {
  startWithPasskey: { ...credential, response: signed },
  endSessionsByProvider: { logout_token: 'a JWT that the provider has signed' },
  checkPassword: { email: 'grace@lender.example', password: 'a long row of words' },
  startWithCode: { ticket: 'as the password was answered', code: '123456' },
  startWithRecoveryCode: { email: 'grace@lender.example', code: '0a1b2-c3d4e-5f607-18293' },
  startWithLink: {
    token: 'the part after the #',
    name: 'Grace',
    email: 'grace@lender.example',
  },
  stepUp: { code: '123456' },
  addPasskey: {
    name: 'Laptop',
    credential: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'AQIDBA' } },
  },
  setPassword: { password: 'a long row of words' },
  addTotp: {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    ticket: 'as it was offered',
    code: '123456',
  },
  resetStaffFactors: {
    reason: { code: 'security', note: 'Their telephone was stolen on the way home.' },
  },
  rotateLenderKey: {
    overlap_minutes: 60,
    reason: { code: 'security', note: 'Once a quarter, as we have agreed.' },
  },
  createLenderKey: {
    ...{ name: 'Ledger', mode: 'live', scopes: ['ledger:read'] },
    ...{ addresses: ['203.0.113.0/24'], expires_at: '2027-06-01' },
    reason: { code: 'routine', note: 'For the program that closes the books.' },
  },
  inviteStaff: { name: 'Alan', email: 'alan@lender.example', roles: ['support', 'collections'] },
  inviteMember: { name: 'Bea', email: 'bea@store.example', role: 'store_operator' },
  changeMember: { role: 'store_viewer' },
  changeStaff: { roles: ['support'] },
  searchPeople: { name: 'Prueba' },
  blockPerson: { reason: { code: 'fraud', note: 'Three addresses that nobody lives at.' } },
  unblockPerson: { reason: { code: 'correction', note: 'It was somebody of the same name.' } },
  mergePerson: {
    into: '6b07814a1f584414bcb856d53a5abbe9',
    reason: { code: 'correction', note: 'Their passport says so: a new document.' },
  },
  splitPerson: { reason: { code: 'correction', note: 'They are twins.' } },
  erasePerson: { reason: { code: 'legal', note: 'They asked for it in writing on 3 March.' } },
  revealPerson: {
    fields: ['document', 'phone'],
    reason: { code: 'buyer_request', note: 'They asked on the phone which number we have.' },
  },
}

const reason = { code: 'routine', note: 'As agreed in the meeting of the risk committee.' }
const effectsHash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const approvals = {
  approve: { effects_hash: effectsHash, note: 'Compared with the statement of the bank.' },
  approveAll: { approvals: [{ id: '0'.repeat(32), effects_hash: effectsHash }] },
  declineApproval: { note: 'The buyer has paid meanwhile.' },
  changeApprovalPolicy: {
    version: 0,
    rules: [{ action: 'payment', role: 'finance', currency: 'EUR', alone_max: 100_000 }],
    reason,
  },
  changeExposurePolicy: { version: 0, currency: 'EUR', exposure_max: 500_000, reason },
  changeExchangeRates: { version: 1, rates: [{ currency: 'USD', rate: '0.92' }], reason },
}

const fraud = { code: 'fraud', note: 'Nine buyers say that nothing was sent.' }
const creditor = {
  ...{ name: 'Banco Ejemplo, S.A.', legal_form: 'Sociedad anónima', register_number: 'E-0042' },
  ...{ tax_id: 'A12345678', address: 'Calle Mayor 1, 28013 Madrid' },
  ...{ supervisory_authority: 'Banco de España', email: 'credit@bank.example' },
  reason: { code: 'legal', note: 'As its entry in the register has it.' },
}
/** Stores, as the lender sees them. */
const lendersStores = {
  createLenderStore: {
    ...{ name: 'Bicycles', legal_name: 'Bicycles S.L.', tax_id: 'B12345678', country: 'ES' },
    ...{ url: 'https://shop.example', owner_email: 'ada@shop.example' },
    contact: { name: 'Ada', email: 'ada@shop.example', phone: '+34600000000' },
  },
  changeLenderStore: {
    ...{ version: 1, legal_name: 'Bicycles S.A.' },
    reason: { code: 'store_request', note: 'Its form has changed.' },
  },
  changeTerms: {
    ...{ version: 1, collection: { late_after_days: 5 } },
    reason: { code: 'routine', note: 'As agreed for the new year.' },
  },
  createCreditor: creditor,
  changeCreditor: { version: 1, ...creditor, address: 'Calle Mayor 2, 28013 Madrid' },
  withdrawTerms: { reason: { code: 'routine', note: 'They stay as they are.' } },
  nameBankAccount: {
    ...{ iban: 'ES91 2100 0418 4502 0005 1332', holder: 'Bicycles S.L.' },
    reason: { code: 'store_request', note: 'By their letter; we called them.' },
  },
  saveView: {
    name: 'Late, above 50',
    list: 'loans',
    query: 'bucket=31-60&overdue_amount-gte=5000',
  },
  askLender: {
    ...{ kind: 'terms', wish: { refund_spread: 'next' } },
    note: 'Our buyers ask for it.',
  },
  activateStore: { reason: { code: 'routine', note: 'Papers are complete.' } },
  suspendStore: { reason: fraud, captures: false },
  resumeStore: { reason: { code: 'routine', note: 'All was sent after all.' } },
  closeStore: { reason: { code: 'store_request', note: 'It ends its trade.' } },
}

export const examples: Readonly<Record<string, unknown>> = {
  ...approvals,
  createCheckout: basket,
  saveBuyer: buyer,
  acceptCheckout: { product: 'instalments', num_instalments: 12 },
  completeCheckout: { product: 'instalments', num_instalments: 12 },
  tokeniseCard: { number: '4111 1111 1111 1111', expiry: '12/40', cvc: '123' },
  keepHistory: [
    {
      id: 'order-900',
      amount: 20_000,
      status: 'complete',
      type: 'card',
      order_date: '2026-01-31',
      currency: 'EUR',
    },
  ],
  changeSettings: { capture_policy: 'partial', origins: ['https://shop.example'] },
  ...people,
  ...lendersStores,
  createKey: { name: 'Warehouse', kind: 'private', scopes: ['orders:read', 'orders:write'] },
  createWebhook: {
    url: 'https://shop.example/events',
    types: ['order.captured', 'order.refunded'],
    name: 'Warehouse',
  },
  createLenderWebhook: {
    ...{ url: 'https://lender.example/events', name: 'Ledger' },
    types: ['order.captured', 'payout.held'],
  },
  changeLenderWebhook: { enabled: false },
  recoverLenderDeliveries: { since: '2026-11-21T00:00:00Z' },
  sendLenderExample: { type: 'store.suspended' },
  rotateLenderWebhookSecret: { overlap_minutes: 60 },
  recoverDeliveries: { since: '2026-11-21T00:00:00Z' },
  sendExample: { type: 'order.captured' },
  changeWebhook: { types: null, enabled: true },
  replaceOrder: { order: { ...replacement, total_amount: 40_000 } },
  editOrder: { order: { total_amount: 40_000 } },
  captureOrder: { amount: 30_000 },
  voidOrder: { amount: 5_000 },
  refundOrder: { amount: 10_000 },
  refundOrderExtended: { amount: 10_000 },
  refundCapture: { amount: 10_000 },
  receivePayment: { amount: 10_000 },
  repayEarly: { amount: 10_000 },
  takePaymentBack: { payment_id: 'payment-1' },
  receiveLenderPayment: {
    amount: 10_000,
    method: 'bank_transfer',
    reference: 'E2E-2026-11-21-17',
    value_date: '2026-11-20',
    reason: { code: 'payment_received', note: 'Came by transfer.' },
  },
  takeLenderPaymentBack: {
    payment_id: 'payment-1',
    reason: { code: 'dispute', note: 'The bank of the payer took it back.' },
  },
  repayLenderLoanEarly: { amount: 10_000, reason },
  withdrawFromLenderLoan: { reason },
  reviewLenderDecision: { outcome: 'overturned', note: 'The income was proven.' },
  makeLenderPayouts: { store_id: '6b0160d8e4ba4c1f9d2e7a3b5c6d7e8f', reason },
  holdLenderPayout: { reason: { code: 'fraud', note: 'Complaints of buyers.' } },
  releaseLenderPayout: { reason },
  waiveLenderLoan: { kind: 'late_charge', amount: 500, reason },
  returnLenderCredit: { amount: 1_500, reason },
  writeOffLenderLoan: { reason },
  undoLenderWriteOff: { reason },
  pauseJob: { reason: { code: 'other', note: 'The bank does not answer until noon.' } },
  ...{ resumeJob: { reason }, runJob: { reason } },
  writeLoanNote: { note: 'Called, nobody answered.' },
  keepLoanPromise: { amount: 10_000, on: '2027-01-15', note: 'After payday.' },
  rotateWebhookSecret: { overlap_minutes: 60 },
  rotateKey: { overlap_minutes: 60 },
  revokeAllKeys: { except: [] },
  createCampaign: campaign,
  replaceCampaign: campaign,
  editCampaign: { name: 'Autumn' },
  addCampaignArticles: articles,
  createCampaignOfMerchant: campaign,
  replaceCampaignOfMerchant: campaign,
  editCampaignOfMerchant: { name: 'Autumn' },
  addCampaignArticlesOfMerchant: articles,
  setTestClock: { advance: 'P30D' },
  settleChallenge: { outcome: 'pass' },
  reviewDecision: { outcome: 'overturned', note: 'Paid on 2 November; the bank was late.' },
  createOfflineCheckout: basket,
}
