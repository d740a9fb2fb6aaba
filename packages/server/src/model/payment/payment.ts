import type { Tables } from '../../platform/database/tables.ts'
import { placeOf, type SealedPlace } from '../../platform/secrets/sealed-columns.ts'

export type FailureReason =
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'invalid_card'
  | 'refused'

/** What a provider says of a request. */
export type Outcome =
  | {
      readonly state: 'succeeded'
      readonly reference: string
      /** It may still be taken back: the caller looks again. */
      readonly provisional?: boolean
    }
  | { readonly state: 'failed'; readonly reason: FailureReason }
  | { readonly state: 'unknown' }

/** What became of a key; `never_seen` when the provider does not know it. */
export type FoundOutcome = Outcome | { readonly state: 'never_seen' }

/** What may be shown of a card. */
export type Card = { readonly brand: string; readonly last4: string; readonly expiry: string }

/** How the buyer of an order pays. */
export type PaymentMethod = Card & {
  readonly provider: string
  /** What stands for the card at the provider, encrypted. */
  readonly sealedToken: string
}

export function tokenPlace(storeId: string, orderId: string): SealedPlace {
  return placeOf('payment_methods.token', storeId, orderId)
}

/**
 * `held`: the amount is reserved. `used`: a charge has been asked that takes from it.
 * `charged_back`: it had succeeded, and the provider took it back.
 */
export type PaymentState =
  | 'open'
  | 'held'
  | 'used'
  | 'releasing'
  | 'released'
  | 'succeeded'
  | 'failed'
  | 'charged_back'

/** One movement of the buyer's money, or the reservation of one. */
export type Payment = Omit<Tables['payments'], 'state'> & { readonly state: PaymentState }
