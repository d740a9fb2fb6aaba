import type { Caller, Writing } from '../context.ts'
import type { RowSet } from '../database/database.ts'
import { lockOrder, orderQueue } from '../orders/store.ts'
import { transferOf } from '../payments/by-hand.ts'
import { paymentRow } from '../payments/store.ts'
import { accept, existing } from '../refusal.ts'
import { loadLoan, recordOnLoan } from './load.ts'
import type { Loan, Spread } from './loan.ts'
import { payLoan } from './pay.ts'
import { paymentOperation } from './payment-operations.ts'
import { decideEarlyRepayment, decideLoan } from './rules.ts'

export type EarlyRepaymentInput = {
  readonly ref: string
  /** Absent: everything. */
  readonly amount: number | undefined
  readonly spread: Spread
}

/**
 * The buyer repays early, all or a part: interest ends with the capital, and of the opening fee the
 * part for the time not used comes back (Directive 2023/2225, article 29).
 */
export function repayEarly(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  { ref, amount: wanted, spread }: EarlyRepaymentInput,
): Promise<Loan> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = accept(decideLoan(existing(await lockOrder(tx, key), 'order', ref)))
    const at = clock.now()
    const loaded = await loadLoan(tx, before, { at, ids })
    const amount = accept(decideEarlyRepayment(loaded.loan, wanted, loaded.today))
    const payment = transferOf(before, { id: ids.next(), amount, at })
    const step = payLoan(loaded.loan, { id: payment.id, amount, spread }, loaded.today)
    const { rowSets } = recordOnLoan(loaded, { before, at, ids }, () =>
      paymentOperation(before, 'payment.received', { payment, step }),
    )
    // The fee that comes back may pay for all that is left.
    const rows: RowSet[] = amount > 0 ? [paymentRow(payment)] : []
    return tx.commit(step.loan, ...rowSets, ...rows)
  })
}
