import { type Cents, ZERO } from '@svc/api'
import type { Caller, Writing } from '../context.ts'
import { capturePostings } from '../ledger/rules.ts'
import type { Order } from '../orders/order.ts'
import { recordOperation } from '../orders/record.ts'
import { lockOrder, orderQueue } from '../orders/store.ts'
import { accept, existing } from '../refusal.ts'
import type { Capture } from './capture.ts'
import { decideCapture } from './rules.ts'
import { captureRow } from './store.ts'

export type CaptureInput = { readonly ref: string; readonly amount: Cents }

/** Releases an amount of a confirmed order to the store. */
export function captureOrder(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  { ref, amount }: CaptureInput,
): Promise<{ order: Order; capture: Capture }> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = existing(await lockOrder(tx, key), 'order', ref)
    const after = accept(decideCapture(before, amount, store.settings.capture_policy))
    const at = clock.now()
    const capture: Capture = {
      id: ids.next(),
      sequence: before.eventSequence + 1,
      amount,
      refundedAmount: ZERO,
      createdAt: at,
    }
    const { order, rowSets } = recordOperation({
      before,
      after,
      at,
      ids,
      event: 'order.captured',
      effectId: capture.id,
      amount,
      entry: { kind: 'capture', postings: capturePostings(before.product, amount) },
    })
    return tx.commit({ order, capture }, ...rowSets, captureRow(order, capture))
  })
}
