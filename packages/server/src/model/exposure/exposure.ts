import type { Cents } from '@svc/api'

/** What a person may owe over all stores, and how currencies are added. */
export type ExposurePolicy = {
  /** 0: nobody has set one. */
  readonly version: number
  /** In which amounts are added, ISO 4217. */
  readonly currency: string
  /** In that currency; null: what the store allows that they sign at. */
  readonly exposureMax: Cents | null
  /** Of other currencies: what a unit is worth, in millionths of a unit of `currency`. */
  readonly rates: Readonly<Record<string, number>>
}

/** What a person owes in one currency. */
export type Owed = {
  readonly currency: string
  readonly open_amount: Cents
  readonly written_off_amount: Cents
}

/** What is known of a person over all stores of the mode, as of one moment. */
export type PersonPast = {
  readonly owed: readonly Owed[]
  /** How many orders are open or owed, and at how many stores. */
  readonly orders: number
  readonly stores: number
  /** Whether one of them is at another store than that of the signature. */
  readonly elsewhere: boolean
  readonly late_instalments: number
  /** Checkouts that were signed or declined in the 24 hours before, but for this one. */
  readonly attempts: number
  /** The lender lends them nothing. */
  readonly blocked: boolean
}

/**
 * What a person owes over all stores, in the form in which it is kept with a decision. Amounts are
 * in `currency`, rounded up; null where a rate is missing.
 */
export type Exposure = Omit<PersonPast, 'owed' | 'blocked'> & {
  /** Absent: judged before anybody could be blocked. */
  readonly blocked?: boolean
  /** What it was added up from. Absent: judged before it was stored. */
  readonly owed?: readonly Owed[]
  readonly policy_version: number
  readonly currency: string
  /** Of the order that is signed. */
  readonly amount: Cents | null
  readonly open_amount: Cents | null
  readonly written_off_amount: Cents | null
  /**
   * With the order. Null: no limit but the store's own, since nothing is owed elsewhere and the
   * lender has set none.
   */
  readonly exposure_max: Cents | null
}
