import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import type { Loan, Spread } from '../../model/loan/loan.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { recordByHand } from './by-hand.ts'
import { loadLoan } from './load.ts'
import { decideEarlyRepayment, decideLoan } from './rules.ts'

type EarlyRepaymentInput = {
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
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: Caller,
  { ref, amount: wanted, spread }: EarlyRepaymentInput,
): Promise<Loan> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = accept(decideLoan(existing(await lockOrder(tx, key), 'order', ref)))
    const at = clock.now()
    const loaded = await loadLoan(tx, before, { at, ids })
    const amount = accept(decideEarlyRepayment(loaded.loan, wanted, loaded.today))
    const { loan, rowSets } = recordByHand(loaded, { before, amount, spread, at, ids })
    return tx.commit(loan, actedOn({ acting, ids }, before, 'loan.repay_early', ...rowSets))
  })
}
