import type { NewLenderStoreWish } from '@svc/api'
import type { DecisionLimits } from '../decision-limits/limits.ts'
import type { ProductTerms } from '../financing/offers.ts'
import type { Mode } from '../keys/api-key.ts'
import type { NamedAccount } from '../payouts/bank-account.ts'
import type { PayoutSchedule } from '../payouts/schedule.ts'
import type { Branding } from './branding.ts'
import type { Collection } from './collection.ts'
import type { StoreState } from './store-state.ts'

/** Members of a creditor's version in addition to those of a lender. */
type CreditorPrinted = {
  readonly id: string
  readonly version: number
  readonly legal_form: string | null
  readonly tax_id: string | null
}

/** The creditor, as printed on documents (decision 0039); null if unknown. */
export type Lender = {
  readonly name: string
  readonly address: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly url: string | null
  /** Entry in the register of lenders. */
  readonly registration: string | null
  /** The supervisory authority. */
  readonly supervisor: string | null
  /** The body for out-of-court dispute resolution. */
  readonly complaints: string | null
  /** The version of a creditor; absent: the details were set here. */
  readonly creditor?: CreditorPrinted
}

/** A store's settings, as shown in `/me` (contract §9). */
export type StoreSettings = {
  readonly url: string
  readonly locales: readonly string[]
  /** The default of a request without a currency. */
  readonly currency: string
  readonly products: readonly ProductTerms[]
  /** `full`: a capture takes the whole remaining amount. */
  readonly capture_policy: 'partial' | 'full'
  /** Days after which uncaptured amounts lapse; null: 90, pay_later 30. */
  readonly capture_within: number | null
  /** The instalments that a reduction of the debt lowers. */
  readonly refund_spread: 'spread' | 'last' | 'next'
  readonly fees_on_refund: 'return' | 'keep'
  readonly collection: Collection
  readonly payout_schedule: PayoutSchedule
  /** Null: the store itself grants the credit. */
  readonly lender: Lender | null
  readonly branding: Branding
  readonly decision: DecisionLimits
  /** `strict`: a total that differs from the sum of its lines is refused. */
  readonly total_check: 'lenient' | 'strict'
  /** Origins whose pages may use the public key; empty: all. */
  readonly origins: readonly string[]
  readonly notification_url: string | null
  /** `token`: the receiver compares a shared token in addition to the signature. */
  readonly notification_auth: 'signature' | 'token'
  readonly browser_checkout: boolean
  /** Minutes. */
  readonly confirmation_timeout: number
}

export type TermsInForce = {
  readonly version: number
  /** Null: since the store was created. */
  readonly since: Date | null
  /** The store offers some of them, or all. */
  readonly allowed: readonly ProductTerms[]
}

export type Store = {
  readonly id: string
  readonly name: string
  /** IANA name: the zone of dates without an offset, and of local times. */
  readonly timeZone: string
  readonly settings: StoreSettings
  /** The lender's settings among its own. */
  readonly terms: TermsInForce
  /** Modes in which the lender accepts no new credit from it. */
  readonly creditOff: readonly Mode[]
}

/** Identifies the store among several. */
export type StoreReference = Pick<Store, 'id' | 'name'>

/** A store with the data that only its own settings page shows. */
export type StoreAccount = Store & {
  readonly createdAt: Date
  /** A notification token is stored. */
  readonly tokenSet: boolean
  /** The version of changes by lender and store. */
  readonly version: number
  readonly register: StoreRegister
  /** The present or future account for payouts; null: none. */
  readonly liveBankAccount: NamedAccount | null
  readonly sandboxBankAccount: NamedAccount | null
  readonly liveState: StoreState
  readonly sandboxState: StoreState
}

/** The store's identity, as known to the lender. */
export type StoreRegister = Pick<
  NewLenderStoreWish,
  'legal_name' | 'tax_id' | 'country' | 'contact' | 'owner_email'
>
