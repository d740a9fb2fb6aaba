import type { Offer } from '../../model/financing/offers.ts'
import { decideOpen } from '../../model/order/moves.ts'
import { decidePower } from '../../model/stores/store-state.ts'
import { accept, existing } from '../../platform/refusal.ts'
import type { Caller, TimedReading } from '../../tenancy/caller/context.ts'
import { findStoreState } from '../../tenancy/store-states/store.ts'
import { underTermsOf } from '../../tenancy/terms/under-order.ts'
import { checkoutOffers } from './offered.ts'
import { findCheckout } from './store.ts'

/** The buyer's choices if they sign today. */
export async function listOffers(
  { database, clock }: TimedReading,
  { store, sandbox }: Caller,
  checkoutId: string,
): Promise<readonly Offer[]> {
  const checkout = existing(
    await findCheckout(database, { storeId: store.id, sandbox, ref: checkoutId }),
    'checkout',
    checkoutId,
  )
  const now = clock.now()
  if (decideOpen(checkout.order, now).refused === undefined) {
    accept(decidePower(await findStoreState(database, checkout.order), 'newCredit'))
  }
  const offering = await underTermsOf(database, store, checkout.order)
  return checkoutOffers(offering, checkout, now)
}
