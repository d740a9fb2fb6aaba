import type { Writing } from '../context.ts'
import { getDetails } from '../details/store.ts'
import { informationRow } from '../notifications/outbox.ts'
import { recordOperation } from '../orders/record.ts'
import { lockOrder, orderQueue } from '../orders/store.ts'
import { accept } from '../refusal.ts'
import { decideMove } from './rules.ts'

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
    const after = accept(decideMove(before, 'timed_out', { at, expiresAt: null }))
    const effectId = ids.next()
    const { order, rowSets } = recordOperation({
      before,
      after,
      at,
      ids,
      event: 'checkout.updated',
      effectId,
    })
    const told = informationRow(order, await getDetails(tx, order), { at, ids })
    return tx.commit(undefined, ...rowSets, told)
  })
}
