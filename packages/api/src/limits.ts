/**
 * Every bound that a caller can meet (contract §1). Amounts are minor units, rates hundredths of a
 * percent.
 */
export const limits = {
  amountMax: 1_000_000_000_000,
  rateMax: 10_000,
  textMax: 255,
  descriptionMax: 2_000,
  /** Of a stream of actions. */
  actionLinesMax: 10_000,
  /** Of a reason: of words, blanks at the ends left out. */
  noteMin: 5,
  noteMax: 2_000,
  /** So many are approved by one request. */
  approvalsMax: 50,
  approvalRulesMax: 200,
  /** Rows of a file that one person takes from a list of the lender. */
  exportRowsMax: 100_000,
  /** Rows of a list of the lender that are summed up with its page. */
  summedRowsMax: 50_000,
  /** Rows of a figure, and the days of one. */
  figurePointsMax: 750,
  figureDaysMax: 366,
  figureMonthsMax: 24,
  /** Of one that reads every plan. */
  figurePlanDaysMax: 93,
  /** Currencies that the lender has rates of. */
  ratesMax: 200,
  urlMax: 2_048,
  phoneMax: 32,
  postcodeMax: 16,
  emailMax: 254,
  identifierMax: 128,
  paymentReferenceMax: 140,
  /** Of a bank account: 34 characters, in groups of four. */
  ibanMax: 42,
  quantityMax: 100_000,
  articlesMax: 500,
  /** Amounts in one question of a page about its buttons. */
  availabilityAmountsMax: 100,
  campaignNameMax: 200,
  /** Of a store's own look in the checkout. */
  brandingNameMax: 60,
  logoBytesMax: 65_536,
  logoPixelsMax: 1_024,
  instalmentsMax: 60,
  bodyBytesMax: 1_048_576,
  /** History and campaign articles. */
  largeBodyBytesMax: 4_194_304,
  historyEntriesMax: 1_000,
  historyOfOrderMax: 10_000,
  jsonDepthMax: 32,
  /** Names of members in a body. */
  memberNameMax: 255,
  /** Of a name that a caller chose, so much is repeated to them. */
  echoedNameMax: 64,
  pageSizeDefault: 25,
  pageSizeMax: 100,
  pageMax: 10_000_000,
  filtersMax: 20,
  /** Values of `in`. */
  valuesMax: 100,
  patternMax: 256,
  /** Rows that a pattern is held against. */
  patternRowsMax: 100_000,
  idempotencyKeyMax: 255,
  timeoutCheckoutMinutesMax: 120,
  timeoutExtraMinutesMax: 2_880,
  reasonMax: 255,
  productsMax: 100,
  localesMax: 20,
  originsMax: 100,
  /** Scheme, a host of 253 characters, port. */
  originMax: 267,
  /** Terms and deadlines that a store sets in days. */
  settingDaysMax: 365,
  /** Of each capture. */
  feeFixedMax: 100_000_000,
  confirmationTimeoutMinutesMax: 10_080,
  /** Attempts to charge an instalment after its due date. */
  retryDaysMax: 20,
  writeOffDaysMax: 3_650,
  /** How far ahead of its checkout an event may lie: five years. */
  eventDaysMax: 1_826,
  /** An annual percentage rate from here on is shown with a warning. */
  annualRateWarned: 5_000,
  /** Keys of a store that are neither expired nor revoked. */
  apiKeysMax: 50,
  scopesMax: 100,
  keyAddressesMax: 50,
  overlapMinutesDefault: 1_440,
  overlapMinutesMax: 10_080,
  /** Endpoints of a store and mode. */
  webhooksMax: 50,
  webhookTypesMax: 100,
  /** Events that one request to recover looks through. */
  recoveredMax: 10_000,
  /** Attempts that are shown of a delivery, the newest. */
  attemptsShownMax: 1_000,
  /** The same where many are listed. */
  attemptsListedMax: 100,
  /** Authorisations that are requested for one checkout. */
  cardTriesMax: 20,
  cardTokenMax: 255,
  /** Of a month; what a month lacks is its last day. */
  payoutDayMax: 31,
  payoutHoldDaysMax: 30,
  statementDaysMax: 366,
  /** Signatures of a buyer in 24 hours. */
  decisionAttemptsMax: 1_000,
  /** Of a checkout, on the buyer's data; the signature's own comes on top. */
  decisionsPerCheckoutMax: 5,
  /** Nobody below it may borrow. */
  decisionAgeLeast: 18,
  decisionAgeMost: 99,
  decisionLateInstalmentsMax: 1_000,
  /** Of a lender's own scorecard. */
  scorecardReasonsMax: 10,
  scorecardVersionMax: 64,
  eventsDefault: 100,
  eventsMax: 1_000,
  /** In what a browser reports of a page: an address. */
  reportTextMax: 4_096,
  /** Links and tickets of people, as they are sent back. */
  staffTokenMax: 256,
  staffCodeMax: 64,
  passwordMin: 12,
  passwordMax: 128,
  /** Of a passkey: 1,023 bytes in base64url. */
  credentialIdMax: 1_364,
  /** Each part of what an authenticator answers. */
  authenticatorAnswerMax: 16_384,
  /** So far a test clock goes ahead at once. */
  testClockYearsMax: 5,
  /** So far ahead terms may take effect. */
  termsYearsMax: 5,
} as const
