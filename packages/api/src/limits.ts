/**
 * Every limit that a caller can meet (contract §1). Amounts are minor units, rates hundredths of a
 * percent.
 */
export const limits = {
  amountMax: 1_000_000_000_000,
  rateMax: 10_000,
  textMax: 255,
  descriptionMax: 2_000,
  /** For a stream of actions. */
  actionLinesMax: 10_000,
  /** For a reason: words, not counting surrounding spaces. */
  noteMin: 5,
  noteMax: 2_000,
  /** The most requests that can be approved together. */
  approvalsMax: 50,
  approvalRulesMax: 200,
  /** Rows of a file exported from a list of the lender. */
  exportRowsMax: 100_000,
  /** Rows of a list of the lender for which totals are computed. */
  summedRowsMax: 50_000,
  /** Rows of a figure, and its days. */
  figurePointsMax: 750,
  figureDaysMax: 366,
  figureMonthsMax: 24,
  /** For a figure that reads every plan. */
  figurePlanDaysMax: 93,
  /** Currencies for which the lender has rates. */
  ratesMax: 200,
  urlMax: 2_048,
  phoneMax: 32,
  postcodeMax: 16,
  emailMax: 254,
  identifierMax: 128,
  paymentReferenceMax: 140,
  /** For a bank account: 34 characters, in groups of four. */
  ibanMax: 42,
  quantityMax: 100_000,
  articlesMax: 500,
  /** Amounts in one availability request. */
  availabilityAmountsMax: 100,
  campaignNameMax: 200,
  /** For a store's branding of the checkout. */
  brandingNameMax: 60,
  logoBytesMax: 65_536,
  logoPixelsMax: 1_024,
  viewNameMax: 80,
  viewQueryMax: 2_000,
  /** Saved by one person. */
  viewsMax: 50,
  instalmentsMax: 60,
  bodyBytesMax: 1_048_576,
  /** History and campaign articles. */
  largeBodyBytesMax: 4_194_304,
  historyEntriesMax: 1_000,
  historyOfOrderMax: 10_000,
  jsonDepthMax: 32,
  /** Names of members in a body. */
  memberNameMax: 255,
  /** The length to which a name from a caller is cut in an answer. */
  echoedNameMax: 64,
  pageSizeDefault: 25,
  pageSizeMax: 100,
  pageMax: 10_000_000,
  filtersMax: 20,
  /** Values of `in`. */
  valuesMax: 100,
  patternMax: 256,
  /** Rows that a pattern is matched with. */
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
  /** Terms and deadlines of a store in days. */
  settingDaysMax: 365,
  /** Of each capture. */
  feeFixedMax: 100_000_000,
  confirmationTimeoutMinutesMax: 10_080,
  /** Attempts to charge an instalment after its due date. */
  retryDaysMax: 20,
  writeOffDaysMax: 3_650,
  /** How far after its checkout an event can take place: five years. */
  eventDaysMax: 1_826,
  /** An annual percentage rate from here on has a warning. */
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
  /** Events that one recovery request reads. */
  recoveredMax: 10_000,
  /** Attempts of a delivery that are shown, the newest ones. */
  attemptsShownMax: 1_000,
  /** The same in a list of deliveries. */
  attemptsListedMax: 100,
  /** Authorisations for one checkout. */
  cardTriesMax: 20,
  cardTokenMax: 255,
  /** Of a month; a month that lacks the day uses its last one. */
  payoutDayMax: 31,
  payoutHoldDaysMax: 30,
  statementDaysMax: 366,
  /** Signatures of a buyer in 24 hours. */
  decisionAttemptsMax: 1_000,
  /** Decisions on the data of a checkout; the signature's own is in addition. */
  decisionsPerCheckoutMax: 5,
  /** The minimum age of borrowers. */
  decisionAgeLeast: 18,
  decisionAgeMost: 99,
  decisionLateInstalmentsMax: 1_000,
  /** For a lender's own scorecard. */
  scorecardReasonsMax: 10,
  scorecardVersionMax: 64,
  eventsDefault: 100,
  eventsMax: 1_000,
  /** For a URL in a browser's report. */
  reportTextMax: 4_096,
  /** For links and tickets of people. */
  staffTokenMax: 256,
  staffCodeMax: 64,
  /** Of a provider's token that says who has signed out there. */
  logoutTokenMax: 8_192,
  passwordMin: 12,
  passwordMax: 128,
  /** Of a passkey: 1,023 bytes in base64url. */
  credentialIdMax: 1_364,
  /** For each part of an authenticator's answer. */
  authenticatorAnswerMax: 16_384,
  /** How far a test clock can advance in one request. */
  testClockYearsMax: 5,
  /** How far ahead terms can take effect. */
  termsYearsMax: 5,
} as const
