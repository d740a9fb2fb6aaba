import { type Cents, ZERO } from '@svc/api'
import { loadLoan, recordOnLoan } from '../../credit/loans/load.ts'
import type { Capture } from '../../kernel/captures/capture.ts'
import { captureRow } from '../../kernel/captures/store.ts'
import { type Operation, recordOperation } from '../../kernel/orders/record.ts'
import { changeOrder } from '../../kernel/orders/store.ts'
import { capturePostings } from '../../model/ledger/rules.ts'
import { captureLoan } from '../../model/loan/open.ts'
import type { Order } from '../../model/order/order.ts'
import { accept } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { decideCapture } from './rules.ts'

type CaptureInput = { readonly ref: string; readonly amount: Cents }

/** Releases an amount of a confirmed order to the store. */
export function captureOrder(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: Caller,
  { ref, amount }: CaptureInput,
): Promise<{ order: Order; capture: Capture }> {
  const key = { storeId: store.id, sandbox, ref, power: 'captures' } as const
  return changeOrder(writer, key, async (tx, before) => {
    const after = accept(decideCapture(before, amount, store.settings.capture_policy))
    const at = clock.now()
    const id = ids.next()
    const operation: Operation = {
      after,
      event: 'order.captured',
      effectId: id,
      amount,
      entry: { kind: 'capture', postings: capturePostings(before.product, amount) },
    }
    const recorded = changesLoan(before)
      ? recordOnLoan(await loadLoan(tx, before, { at, ids }), { before, at, ids }, (on) => {
          return { ...operation, step: captureLoan(on.loan, amount, on.today) }
        })
      : recordOperation({ before, at, ids, ...operation })
    const { order, sequence, rowSets } = recorded
    const capture: Capture = { id, sequence, amount, refundedAmount: ZERO, createdAt: at }
    const rows = [...rowSets, captureRow(order, capture)]
    return tx.commit({ order, capture }, actedOn({ acting, ids }, order, 'order.capture', ...rows))
  })
}

/** The first capture starts the loan; every one of pay_later adds to it. */
function changesLoan({ product, captureCount }: Order): boolean {
  return captureCount === 0 || product === 'pay_later'
}
