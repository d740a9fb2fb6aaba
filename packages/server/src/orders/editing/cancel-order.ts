import { add, subtract, ZERO } from '@svc/api'
import { type LoadedLoan, loadLoan, recordOnLoan } from '../../credit/loans/load.ts'
import type { Capture } from '../../kernel/captures/capture.ts'
import { listCaptures } from '../../kernel/captures/store.ts'
import { getDetails } from '../../kernel/details/store.ts'
import { informationRow } from '../../kernel/notifications/outbox.ts'
import { recordOperation, type When } from '../../kernel/orders/record.ts'
import { decideCancel } from '../../kernel/orders/rules.ts'
import { changeOrder } from '../../kernel/orders/store.ts'
import { reduceDebt } from '../../model/loan/debt.ts'
import type { Piece } from '../../model/loan/reduce.ts'
import type { Order } from '../../model/order/order.ts'
import type { RowSet } from '../../platform/database/database.ts'
import { accept } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { refundRows } from '../refunds/rows.ts'
import { takeFromCaptures } from '../refunds/rules.ts'
import { voidRow } from '../voids/store.ts'

/** Ends an order: a pending one ko, a confirmed one with its whole rest voided and refunded. */
export function cancelOrder(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: Caller,
  ref: string,
): Promise<void> {
  const key = { storeId: store.id, sandbox, ref, power: 'open' } as const
  return changeOrder(writer, key, async (tx, before) => {
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
      const information = informationRow(order, details, { at, ids })
      const rows = [...rowSets, information]
      return tx.commit(undefined, actedOn({ acting, ids }, order, 'order.cancel', ...rows))
    }
    const captures = await listCaptures(tx, before)
    const loaded = await loadLoan(tx, before, { at, ids })
    const { timeZone } = loaded.loan
    const rowSets = cancelledRows(loaded, { before, after, captures, timeZone, at, ids, effectId })
    return tx.commit(undefined, actedOn({ acting, ids }, before, 'order.cancel', ...rowSets))
  })
}

type Cancelling = When & {
  readonly before: Order
  readonly after: Order
  readonly captures: readonly Capture[]
  readonly timeZone: string
  readonly effectId: string
}

/**
 * The rows of a confirmed order's cancellation: its captures are refunded, and the rest is voided.
 */
function cancelledRows(loaded: LoadedLoan, cancelling: Cancelling): RowSet[] {
  const { before, after, captures, timeZone, at, ids, effectId } = cancelling
  const uncaptured = subtract(after.voidedAmount, before.voidedAmount)
  const captured = subtract(before.capturedAmount, before.refundedCapturedAmount)
  const pieces = takeFromCaptures(captures, captured)
  const given = pieces.map(({ amount }): Piece => {
    return { from: 'store_payable', amount, sourceId: effectId }
  })
  if (uncaptured > 0) given.push({ from: 'uncaptured', amount: uncaptured, sourceId: effectId })
  const debt = reduceDebt(loaded.loan, given, { today: loaded.today, cancels: true })
  const { order, sequence, rowSets } = recordOnLoan(loaded, { before, at, ids }, () => ({
    after,
    event: 'order.cancelled',
    effectId,
    amount: add(uncaptured, captured),
    entry: { kind: 'cancel', postings: debt.postings },
    step: debt.step,
  }))
  const origin = 'cancel'
  if (uncaptured > 0) {
    const voided = { id: ids.next(), sequence, amount: uncaptured, origin, createdAt: at } as const
    rowSets.push(voidRow(order, voided))
  }
  if (captured > 0) {
    const reductions = debt.step.reductions.slice(0, pieces.length)
    const refund = { order, pieces, fromUncaptured: ZERO, reductions, origin, sequence } as const
    rowSets.push(...refundRows({ ...refund, id: ids.next(), at, timeZone, ids }).rowSets)
  }
  return rowSets
}
