import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import { listAuthorisations, paymentUpdate } from '../../kernel/payments/store.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { withoutHold } from './rules.ts'

/** Releases the hold on the buyer's card for a checkout that cannot be signed. */
export function releaseHolds(
  { writer, clock, ids, acting }: Writing,
  { checkoutId, ...scope }: StreamKey & { readonly checkoutId: string },
): Promise<void> {
  const key = { ...scope, ref: checkoutId }
  return writer.transaction(orderQueue(key), async (tx) => {
    const order = await lockOrder(tx, key)
    const at = clock.now()
    const authorisations = order?.state === 'in_process' ? await listAuthorisations(tx, order) : []
    const held = authorisations.filter(({ state }) => state === 'held')
    if (order === undefined || held.length === 0) return tx.commit(undefined)
    const released = held.map((each) => paymentUpdate(withoutHold(each, at)))
    const name = 'checkout.release_holds'
    return tx.commit(undefined, actedOn({ acting, ids }, order, name, ...released))
  })
}
