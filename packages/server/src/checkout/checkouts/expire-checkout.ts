import { getDetails } from '../../kernel/details/store.ts'
import { expiredRows } from '../../kernel/orders/rows.ts'
import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Writing } from '../../tenancy/caller/context.ts'

/** Ends one checkout whose deadline has passed; nothing happens when it moved on meanwhile. */
export function expireCheckout(
  { writer, clock, ids, acting }: Writing,
  { storeId, sandbox, id }: { storeId: string; sandbox: boolean; id: string },
): Promise<void> {
  const key = { storeId, sandbox, ref: id }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = await lockOrder(tx, key)
    const at = clock.now()
    if (!before?.expiresAt || before.expiresAt > at) return tx.commit(undefined)
    const details = await getDetails(tx, before)
    const rows = expiredRows(before, { details, at, ids })
    return tx.commit(undefined, actedOn({ acting, ids }, before, 'checkout.expire', ...rows))
  })
}
