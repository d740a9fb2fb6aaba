import type { Cents, Rate } from '@svc/api'

/** A campaign as set by a store. */
export type CampaignFields = {
  readonly name: string
  /** Whole seconds, both inclusive. */
  readonly startAt: Date
  readonly endAt: Date | null
  /** The discount on the buyer's interest: 10000 is interest free. */
  readonly interest: Rate
  /** Covers its articles only; a full campaign covers every article. */
  readonly partial: boolean
  /** Numbers of instalments to which it applies; empty: all. */
  readonly numInstalments: readonly number[]
  readonly minOrderAmount: Cents | null
  readonly maxOrderAmount: Cents | null
}

export type Campaign = CampaignFields & {
  readonly storeId: string
  readonly sandbox: boolean
  readonly id: string
  readonly createdAt: Date
}

/** An article that a partial campaign covers; `id` is the store's own. */
export type Article = {
  readonly id: string
  readonly name: string
  /** Null: the store sent an invalid URL. */
  readonly url: string | null
  readonly description: string | null
  readonly imageUrl: string | null
  /** The members that differ from what was sent. */
  readonly warnings: readonly string[]
  readonly createdAt: Date
}
