import type { Cents, Rate } from '@svc/api'

/** What a store says of a campaign. */
export type CampaignFields = {
  readonly name: string
  /** Whole seconds, both inclusive. */
  readonly startAt: Date
  readonly endAt: Date | null
  /** The discount on the buyer's interest: 10000 is interest free. */
  readonly interest: Rate
  /** Covers its articles only; a full campaign covers every article. */
  readonly partial: boolean
  /** Numbers of instalments for which it counts; empty: all. */
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
  /** Null: what its store sent is no address. */
  readonly url: string | null
  readonly description: string | null
  readonly imageUrl: string | null
  /** What of it differs from what was sent. */
  readonly warnings: readonly string[]
  readonly createdAt: Date
}
