import type { Buyer } from '@svc/api'
import type { Caller, Writing } from '../context.ts'
import { detailsUpdate } from '../details/store.ts'
import { recordOperation } from '../orders/record.ts'
import { lockOrder, orderQueue } from '../orders/store.ts'
import { accept, existing, Refused } from '../refusal.ts'
import { decideBuyer } from './rules.ts'

export type SaveInput = { readonly checkoutId: string; readonly buyer: Buyer }

/** Keeps what the buyer says of himself while he has not signed. */
export function saveBuyer(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  { checkoutId, buyer: given }: SaveInput,
): Promise<void> {
  const buyer = accept(decideBuyer(given))
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = existing(await lockOrder(tx, key), 'checkout', checkoutId)
    if (before.state !== 'in_process') {
      throw new Refused('checkout_finished', { values: { state: before.state } })
    }
    const { order, rowSets } = recordOperation({
      before,
      after: before,
      at: clock.now(),
      ids,
      event: 'checkout.updated',
      effectId: ids.next(),
    })
    return tx.commit(undefined, ...rowSets, detailsUpdate(order, { buyer }))
  })
}
