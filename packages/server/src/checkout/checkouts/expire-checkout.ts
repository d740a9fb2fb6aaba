import { getDetails } from '../../kernel/details/store.ts'
import { expiredRows } from '../../kernel/orders/rows.ts'
import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import type { Writing } from '../../tenancy/caller/context.ts'

/** Ends one checkout whose deadline has passed; nothing happens when it moved on meanwhile. */
export function expireCheckout(
  { writer, clock, ids }: Writing,
  { storeId, sandbox, id }: { storeId: string; sandbox: boolean; id: string },
): Promise<void> {
  const key = { storeId, sandbox, ref: id }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = await lockOrder(tx, key)
    const at = clock.now()
    if (!before?.expiresAt || before.expiresAt > at) return tx.commit(undefined)
    const details = await getDetails(tx, before)
    return tx.commit(undefined, ...expiredRows(before, { details, at, ids }))
  })
}
