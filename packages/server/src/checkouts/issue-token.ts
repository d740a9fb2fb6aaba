import type { Caller, Writing } from '../context.ts'
import { accept, existing } from '../refusal.ts'
import type { Vault } from '../vault.ts'
import { decideAwaited } from './rules.ts'
import { findCheckout } from './store.ts'

/**
 * The token of a checkout for a page that has its id and a key of its store, while the buyer has
 * something left to do (decision 0045).
 */
export function issueToken(
  { writer, clock, vault }: Writing & { readonly vault: Vault },
  { store, sandbox }: Caller,
  checkoutId: string,
): Promise<string> {
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  return writer.transaction(null, async (tx) => {
    const { order } = existing(await findCheckout(tx, key), 'checkout', checkoutId)
    accept(decideAwaited(order, clock.now()))
    return tx.commit(vault.token('checkout', order.id))
  })
}
