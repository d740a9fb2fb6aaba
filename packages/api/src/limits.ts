/**
 * Every bound that a caller can meet (contract §1). Amounts are minor units, rates hundredths of a
 * percent.
 */
export const limits = {
  amountMax: 1_000_000_000_000,
  rateMax: 10_000,
  textMax: 255,
  descriptionMax: 2_000,
  urlMax: 2_048,
  phoneMax: 32,
  postcodeMax: 16,
  emailMax: 254,
  identifierMax: 128,
  quantityMax: 100_000,
  articlesMax: 500,
  bodyBytesMax: 1_048_576,
  /** History and campaign articles. */
  largeBodyBytesMax: 4_194_304,
  historyEntriesMax: 1_000,
  historyOfOrderMax: 10_000,
  jsonDepthMax: 32,
  pageSizeDefault: 25,
  pageSizeMax: 100,
  pageMax: 10_000_000,
  idempotencyKeyMax: 255,
  timeoutCheckoutMinutesMax: 120,
  timeoutExtraMinutesMax: 2_880,
  reasonMax: 255,
} as const
