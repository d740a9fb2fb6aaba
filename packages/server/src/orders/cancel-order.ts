import { add, subtract, ZERO } from '@svc/api'
import { listCaptures } from '../captures/store.ts'
import type { Caller, Writing } from '../context.ts'
import type { RowSet } from '../database/database.ts'
import { getDetails } from '../details/store.ts'
import { captureRefundPostings, uncapturedPostings } from '../ledger/rules.ts'
import { informationRow } from '../notifications/outbox.ts'
import { refundRows } from '../refunds/rows.ts'
import { takeFromCaptures } from '../refunds/rules.ts'
import { accept, existing } from '../refusal.ts'
import { voidRow } from '../voids/store.ts'
import { recordOperation } from './record.ts'
import { decideCancel } from './rules.ts'
import { lockOrder, orderQueue } from './store.ts'

/** Ends an order: a pending one ko, a confirmed one with its whole rest voided and refunded. */
export function cancelOrder(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  ref: string,
): Promise<void> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = existing(await lockOrder(tx, key), 'order', ref)
    const at = clock.now()
    const after = accept(decideCancel(before, at))
    const effectId = ids.next()
    if (before.state !== 'confirmed') {
      const details = await getDetails(tx, before)
      const { order, rowSets } = recordOperation({
        before,
        after,
        at,
        ids,
        event: 'checkout.updated',
        effectId,
      })
      const told = informationRow(order, details, { at, ids })
      return tx.commit(undefined, ...rowSets, told)
    }
    const uncaptured = subtract(after.voidedAmount, before.voidedAmount)
    const captures = await listCaptures(tx, before)
    const captured = subtract(before.capturedAmount, before.refundedCapturedAmount)
    const pieces = takeFromCaptures(captures, captured)
    const { order, rowSets } = recordOperation({
      before,
      after,
      at,
      ids,
      event: 'order.cancelled',
      effectId,
      amount: add(uncaptured, captured),
      entry: {
        kind: 'cancel',
        postings: [
          ...uncapturedPostings(before.product, uncaptured),
          ...captureRefundPostings(captured),
        ],
      },
    })
    const sequence = before.eventSequence + 1
    const rows: RowSet[] = []
    if (uncaptured > 0) {
      const voided = {
        id: ids.next(),
        sequence,
        amount: uncaptured,
        origin: 'cancel',
        createdAt: at,
      } as const
      rows.push(voidRow(order, voided))
    }
    if (captured > 0) {
      const refund = {
        order,
        pieces,
        fromUncaptured: ZERO,
        origin: 'cancel',
        id: ids.next(),
      } as const
      rows.push(...refundRows({ ...refund, sequence, at, timeZone: store.timeZone, ids }).rowSets)
    }
    return tx.commit(undefined, ...rowSets, ...rows)
  })
}
