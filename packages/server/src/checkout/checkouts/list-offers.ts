import type { Offer } from '../../model/financing/offers.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, TimedReading } from '../../tenancy/caller/context.ts'
import { checkoutOffers } from './offered.ts'
import { findCheckout } from './store.ts'

/** What the buyer may choose from if they sign today. */
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
  return checkoutOffers(store, checkout, clock.now())
}
