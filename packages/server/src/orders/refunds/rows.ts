import { add, type Cents, subtract, ZERO } from '@svc/api'
import { type Capture, captureRemaining } from '../../kernel/captures/capture.ts'
import { captureRefunded } from '../../kernel/captures/store.ts'
import type { Reduction } from '../../model/loan/reduce.ts'
import { type Order, remainingCaptureAmount } from '../../model/order/order.ts'
import type { RowSet } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import { dayOf } from '../../platform/time/calendar.ts'
import type { CaptureRefund, Refund } from './refund.ts'
import type { RefundPiece } from './rules.ts'
import { captureRefundRows, refundRow } from './store.ts'

type RefundWriting = {
  readonly order: Order
  readonly pieces: readonly RefundPiece[]
  readonly fromUncaptured: Cents
  /** The effect of its pieces on the debt, those on captures first. */
  readonly reductions: readonly Reduction[]
  readonly origin: Refund['origin']
  readonly id: string
  readonly sequence: number
  readonly at: Date
  readonly timeZone: string
  readonly ids: Ids
}

/**
 * The rows of one refund: itself, its pieces, and the captures' new sums. `order` is the order
 * after it.
 */
export function refundRows(writing: RefundWriting): {
  refund: Refund
  captureRefunds: CaptureRefund[]
  captures: Capture[]
  rowSets: RowSet[]
} {
  const { order, pieces, fromUncaptured, origin, id, sequence, at } = writing
  const fromCaptures = add(ZERO, ...pieces.map((piece) => piece.amount))
  const refund: Refund = {
    id,
    sequence,
    amount: add(fromCaptures, fromUncaptured),
    fromCaptures,
    fromUncaptured,
    creditToCustomer: add(ZERO, ...writing.reductions.map(({ credit }) => credit)),
    origin,
    createdAt: at,
  }
  const captured = remainingCaptureAmount(order) === 0
  const captures = pieces.map(({ capture, amount }) => ({
    ...capture,
    refundedAmount: add(capture.refundedAmount, amount),
  }))
  const captureRefunds = pieces.map(
    ({ capture, amount }, index): CaptureRefund => ({
      id: index === 0 && origin === 'capture' ? id : writing.ids.next(),
      refundId: id,
      captureId: capture.id,
      origin,
      position: index + 1,
      amount,
      pendingAmount: subtract(captureRemaining(capture), amount),
      accrualDate: dayOf(at, writing.timeZone),
      creditToCustomer: writing.reductions[index]?.credit ?? ZERO,
      completed: captured && writing.reductions[index]?.completed === true,
      completedButDefaults: captured && writing.reductions[index]?.completedButLateCharges === true,
      createdAt: at,
    }),
  )
  const updates = pieces.map(({ capture }, index) =>
    captureRefunded(order, capture, captures[index] ?? capture),
  )
  return {
    refund,
    captureRefunds,
    captures,
    rowSets: [refundRow(order, refund), ...captureRefundRows(order, captureRefunds), ...updates],
  }
}
