import { timingSafeEqual } from 'node:crypto'
import type { Caller, Reading } from '../context.ts'
import { isId } from '../ids.ts'
import { findOrderAnywhere } from '../orders/store.ts'
import { existing, Refused } from '../refusal.ts'
import { findStore } from '../stores/store.ts'
import type { Vault } from '../vault.ts'

/** The store and mode of a checkout for the holder of its token; a wrong token tells nothing. */
export async function findBuyersCheckout(
  { database }: Reading,
  { checkoutId, token, vault }: { checkoutId: string; token: string; vault: Vault },
): Promise<Caller> {
  const expected = Buffer.from(vault.token('checkout', checkoutId))
  const given = Buffer.from(token)
  const right = given.length === expected.length && timingSafeEqual(given, expected)
  if (!right || !isId(checkoutId)) throw new Refused('token_invalid')
  const order = existing(await findOrderAnywhere(database, checkoutId), 'checkout', checkoutId)
  const store = existing(await findStore(database, order.storeId), 'checkout', checkoutId)
  return { store, sandbox: order.sandbox }
}
