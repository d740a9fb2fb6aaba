import { ZERO } from '@svc/api'
import type { Capture } from '../../kernel/captures/capture.ts'
import { captureRow } from '../../kernel/captures/store.ts'
import {
  type Operation,
  type Recorded,
  recordOperations,
  type When,
} from '../../kernel/orders/record.ts'
import { capturePostings, confirmPostings } from '../../model/ledger/rules.ts'
import { captureLoan, type Opening, openLoan } from '../../model/loan/open.ts'
import { type Order, remainingCaptureAmount } from '../../model/order/order.ts'
import type { RowSet } from '../../platform/database/database.ts'
import { accept } from '../../platform/refusal.ts'
import { decideCapture } from '../captures/rules.ts'
import { withDeadline } from '../lapses/rules.ts'

type Confirming = {
  readonly before: Order
  readonly confirmed: Order
  readonly opening: Opening
  /** Over what its buyer signed. */
  readonly signedHash: string | null
}

/**
 * The rows of a confirmation with the loan that it opens, and of the capture of the whole if the
 * store's terms make it automatic (contract §7): two operations with consecutive events in one
 * transaction.
 */
export function recordConfirmation(
  { before, confirmed, opening, signedHash }: Confirming,
  when: When,
): Recorded {
  const captures: RowSet[] = []
  const step = openLoan(opening)
  const confirm = (): Operation => ({
    after: withDeadline(confirmed, when.at),
    event: 'order.confirmed',
    effectId: when.ids.next(),
    entry: {
      kind: 'confirm',
      postings: confirmPostings(confirmed.product, confirmed.totalAmount),
      contentHash: signedHash,
    },
    step,
  })
  const capture = (order: Order): Operation => {
    const amount = remainingCaptureAmount(order)
    const made: Capture = {
      id: when.ids.next(),
      sequence: order.eventSequence + 1,
      amount,
      refundedAmount: ZERO,
      createdAt: when.at,
    }
    captures.push(captureRow(order, made))
    return {
      after: accept(decideCapture(order, amount)),
      event: 'order.captured',
      effectId: made.id,
      amount,
      entry: { kind: 'capture', postings: capturePostings(order.product, amount) },
      step: captureLoan(step.loan, amount, opening.confirmedOn),
    }
  }
  const operations = confirmed.automaticCapture ? [confirm, capture] : [confirm]
  const recorded = recordOperations({ order: before }, when, operations)
  return { ...recorded, rowSets: [...recorded.rowSets, ...captures] }
}
