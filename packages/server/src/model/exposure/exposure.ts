import type { Cents } from '@svc/api'

/** The limit of a person across all stores, and how currencies are added up. */
export type ExposurePolicy = {
  /** 0: none yet. */
  readonly version: number
  /** The currency of the total, ISO 4217. */
  readonly currency: string
  /** In that currency; null: only the limit of the store at which they sign. */
  readonly exposureMax: Cents | null
  /**
   * Exchange rates of other currencies: the value of a unit, in millionths of a unit of `currency`.
   */
  readonly rates: Readonly<Record<string, number>>
}

/** The debt of a person in one currency. */
export type Owed = {
  readonly currency: string
  readonly open_amount: Cents
  readonly written_off_amount: Cents
}

/** The facts about a person across all stores of the mode, at one point in time. */
export type PersonPast = {
  readonly owed: readonly Owed[]
  /** The number of open or owed orders, and of their stores. */
  readonly orders: number
  readonly stores: number
  /** Whether one of them is at another store than that of the signature. */
  readonly elsewhere: boolean
  readonly late_instalments: number
  /** Checkouts signed or declined in the previous 24 hours, except this one. */
  readonly attempts: number
  /** The lender has blocked them. */
  readonly blocked: boolean
}

/**
 * The debt of a person across all stores, as stored with a decision. Amounts are in `currency`,
 * rounded up; null if a rate is missing.
 */
export type Exposure = Omit<PersonPast, 'owed' | 'blocked'> & {
  /** Absent: decided before persons could be blocked. */
  readonly blocked?: boolean
  /** The amounts it was computed from. Absent: decided before they were stored. */
  readonly owed?: readonly Owed[]
  readonly policy_version: number
  readonly currency: string
  /** The order that is signed. */
  readonly amount: Cents | null
  readonly open_amount: Cents | null
  readonly written_off_amount: Cents | null
  /**
   * Including the order. Null: only the store's own limit, since nothing is owed elsewhere and the
   * lender has set none.
   */
  readonly exposure_max: Cents | null
}
