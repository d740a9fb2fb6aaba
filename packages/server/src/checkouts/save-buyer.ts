import type { Buyer } from '@svc/api'
import type { Caller, Writing } from '../context.ts'
import { detailsUpdate } from '../details/store.ts'
import { recordOperation } from '../orders/record.ts'
import { lockOrder, orderQueue } from '../orders/store.ts'
import { Refused } from '../refusal.ts'
import { readDocument } from './document.ts'

/** Keeps what the buyer says of himself while he has not signed. */
export function saveBuyer(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  { checkoutId, buyer }: { checkoutId: string; buyer: Buyer },
): Promise<void> {
  const document = readDocument(buyer.document_id)
  if (document === undefined) {
    const fields = { document_id: ['is not a NIF or NIE whose check letter is right'] }
    throw new Refused('body_invalid', { fields })
  }
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = await lockOrder(tx, key)
    if (!before) throw new Refused('checkout_not_found', { fields: { checkout__id: checkoutId } })
    if (before.state !== 'in_process') {
      throw new Refused('checkout_finished', { values: { state: before.state } })
    }
    const at = clock.now()
    const effectId = ids.next()
    const { order, rowSets } = recordOperation({ before, after: before, at, ids, event: 'checkout.updated', effectId })
    const details = detailsUpdate(order, { buyer: { ...buyer, document_id: document } })
    return tx.commit(undefined, ...rowSets, details)
  })
}
