import type { Tables } from '../../platform/database/tables.ts'
import { placeOf, type SealedPlace } from '../../platform/secrets/sealed-columns.ts'

export type FailureReason =
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'invalid_card'
  | 'refused'

/** The result that a provider reports. */
export type Outcome =
  | {
      readonly state: 'succeeded'
      readonly reference: string
      /** It may still be revised: the caller queries again. */
      readonly provisional?: boolean
    }
  | { readonly state: 'failed'; readonly reason: FailureReason }
  | { readonly state: 'unknown' }

/** The result for a key; `never_seen` if the provider does not know it. */
export type FoundOutcome = Outcome | { readonly state: 'never_seen' }

/** The parts of a card that may be shown. */
export type Card = { readonly brand: string; readonly last4: string; readonly expiry: string }

/** The buyer's means of payment for an order. */
export type PaymentMethod = Card & {
  readonly provider: string
  /** The provider's token of the card, encrypted. */
  readonly sealedToken: string
}

export function tokenPlace(storeId: string, orderId: string): SealedPlace {
  return placeOf('payment_methods.token', storeId, orderId)
}

/**
 * `held`: the amount is reserved. `used`: a charge of it has been requested. `charged_back`: it had
 * succeeded, and the provider reversed it.
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

/** One movement of the buyer's money, or its reservation. */
export type Payment = Omit<Tables['payments'], 'state'> & { readonly state: PaymentState }
