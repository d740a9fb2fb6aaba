import type { Caller, Reading } from '../context.ts'
import { findOrderAnywhere } from '../orders/store.ts'
import { existing } from '../refusal.ts'
import { findStore } from '../stores/store.ts'

/** The store and mode of a checkout, for the holder of its token. */
export async function findBuyersCheckout(
  { database }: Reading,
  checkoutId: string,
): Promise<Caller> {
  const order = existing(await findOrderAnywhere(database, checkoutId), 'checkout', checkoutId)
  const store = existing(await findStore(database, order.storeId), 'checkout', checkoutId)
  return { store, sandbox: order.sandbox }
}
