import type { NewLenderStoreWish } from '@svc/api'
import type { DecisionLimits } from '../decision-limits/limits.ts'
import type { ProductTerms } from '../financing/offers.ts'
import type { Mode } from '../keys/api-key.ts'
import type { NamedAccount } from '../payouts/bank-account.ts'
import type { PayoutSchedule } from '../payouts/schedule.ts'
import type { Branding } from './branding.ts'
import type { Collection } from './collection.ts'
import type { StoreState } from './store-state.ts'

/** What of a creditor's version stands beside the members of a lender. */
type CreditorPrinted = {
  readonly id: string
  readonly version: number
  readonly legal_form: string | null
  readonly tax_id: string | null
}

/** Who grants the credit, as its documents name them (decision 0039); null is what is not known. */
export type Lender = {
  readonly name: string
  readonly address: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly url: string | null
  /** Entry in the register of lenders. */
  readonly registration: string | null
  /** Who watches over it. */
  readonly supervisor: string | null
  /** The body that settles disputes without a court. */
  readonly complaints: string | null
  /** Whose version this is; absent: nobody's, it was named here. */
  readonly creditor?: CreditorPrinted
}

/** A store's settings in the form in which `/me` shows them (contract §9). */
export type StoreSettings = {
  readonly url: string
  readonly locales: readonly string[]
  /** What is meant where a request names no currency. */
  readonly currency: string
  readonly products: readonly ProductTerms[]
  /** `full`: a capture takes the whole remainder at once. */
  readonly capture_policy: 'partial' | 'full'
  /** Days after which what is not captured lapses; null: 90, pay_later 30. */
  readonly capture_within: number | null
  /** Which instalments a reduction of the debt lowers. */
  readonly refund_spread: 'spread' | 'last' | 'next'
  readonly fees_on_refund: 'return' | 'keep'
  readonly collection: Collection
  readonly payout_schedule: PayoutSchedule
  /** Null: the store itself grants the credit. */
  readonly lender: Lender | null
  readonly branding: Branding
  readonly decision: DecisionLimits
  /** `strict`: a total that its lines do not add up to is refused. */
  readonly total_check: 'lenient' | 'strict'
  /** Origins whose pages may use the public key; empty: all. */
  readonly origins: readonly string[]
  readonly notification_url: string | null
  /** `token`: the receiver compares a shared token beside the signature. */
  readonly notification_auth: 'signature' | 'token'
  readonly browser_checkout: boolean
  /** Minutes. */
  readonly confirmation_timeout: number
}

export type TermsInForce = {
  readonly version: number
  /** Null: since the store was made. */
  readonly since: Date | null
  /** Of which the store offers some, or all. */
  readonly allowed: readonly ProductTerms[]
}

export type Store = {
  readonly id: string
  readonly name: string
  /** IANA name: dates without an offset are read, and local times written, in it. */
  readonly timeZone: string
  readonly settings: StoreSettings
  /** Those of the lender that its settings have. */
  readonly terms: TermsInForce
  /** Modes in which the lender lets it take no new credit. */
  readonly creditOff: readonly Mode[]
}

/** Which store it is, for anyone who sees several. */
export type StoreReference = Pick<Store, 'id' | 'name'>

/** A store with what only its own settings page shows. */
export type StoreAccount = Store & {
  readonly createdAt: Date
  /** A notification token is kept. */
  readonly tokenSet: boolean
  /** Of what the lender and the store change of it. */
  readonly version: number
  readonly register: StoreRegister
  /** Where it is, or will be, paid; null: nobody has said it. */
  readonly liveBankAccount: NamedAccount | null
  readonly sandboxBankAccount: NamedAccount | null
  readonly liveState: StoreState
  readonly sandboxState: StoreState
}

/** Who a store is, as the lender knows it. */
export type StoreRegister = Pick<
  NewLenderStoreWish,
  'legal_name' | 'tax_id' | 'country' | 'contact' | 'owner_email'
>
