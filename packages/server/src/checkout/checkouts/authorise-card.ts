import { ZERO } from '@svc/api'
import { authorise } from '../../credit/payments/authorising.ts'
import type { Authorising } from '../../credit/payments/provider-calls.ts'
import { upfrontAmount } from '../../credit/payments/rules.ts'
import { decideOpen } from '../../model/order/moves.ts'
import { type PaymentMethod, tokenPlace } from '../../model/payment/payment.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Caller } from '../../tenancy/caller/context.ts'
import { underTermsOf } from '../../tenancy/terms/under-order.ts'
import { liveRefusal } from './checkout-service.ts'
import { checkoutOffers } from './offered.ts'
import { decideOffer, type Wish } from './rules.ts'
import { findCheckout } from './store.ts'

type AuthoriseInput = {
  readonly checkoutId: string
  readonly wish: Wish
  readonly token: string | undefined
  /** The request's member for the card, which a refusal names. */
  readonly field: 'card' | 'card_token'
}

/**
 * Asks the bank of the buyer's card before they sign, and answers how they are going to pay;
 * undefined where the signature is going to be refused for another reason.
 */
export async function authoriseCard(
  authorising: Authorising,
  caller: Caller,
  input: AuthoriseInput,
): Promise<PaymentMethod | undefined> {
  const { database, clock, vault, providers } = authorising
  const scope = { storeId: caller.store.id, sandbox: caller.sandbox }
  const provider = providers(scope, clock)
  if (provider === undefined) throw await liveRefusal(database)
  const checkout = await findCheckout(database, { ...scope, ref: input.checkoutId })
  if (checkout === undefined || decideOpen(checkout.order, clock.now()).refused !== undefined) {
    return undefined
  }
  const { order } = checkout
  const store = await underTermsOf(database, caller.store, order)
  const offer = decideOffer(checkoutOffers(store, checkout, clock.now()), input.wish)
  if (offer.refused !== undefined) return undefined
  const token = input.token ?? provider.standardToken
  const card = token === undefined ? undefined : await provider.card(token)
  if (token === undefined || card === undefined) {
    const sentence = token === undefined ? 'is required' : 'is not the token of a card'
    throw new Refused('body_invalid', { fields: { [input.field]: [sentence] } })
  }
  const method = {
    provider: provider.name,
    sealedToken: vault.seal(token, tokenPlace(scope.storeId, order.id)),
    ...card,
  }
  const amount = upfrontAmount(offer.plan)
  // With nothing to pay and no card given there is nothing to authorise.
  if (amount === ZERO && input.token === undefined) return method
  const { field } = input
  await authorise(authorising, { order, field, provider, method, amount })
  return method
}
