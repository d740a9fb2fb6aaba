import type { Caller, TimedReading } from '../context.ts'
import type { Offer } from '../financing/offers.ts'
import { existing } from '../refusal.ts'
import { checkoutOffers } from './offered.ts'
import { findCheckout } from './store.ts'

/** What the buyer may choose from if he signs today. */
export async function listOffers(
  { database, clock }: TimedReading,
  { store, sandbox }: Caller,
  checkoutId: string,
): Promise<readonly Offer[]> {
  const found = existing(
    await findCheckout(database, { storeId: store.id, sandbox, ref: checkoutId }),
    'checkout',
    checkoutId,
  )
  return checkoutOffers(store, found, clock.now())
}
