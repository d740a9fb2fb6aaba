import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import type { Loan, Spread } from '../../model/loan/loan.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import { type ArrivalInput, arrivalOf, recordByHand } from './by-hand.ts'
import { loadLoan } from './load.ts'
import { decideEarlyRepayment, decideLoan } from './rules.ts'

type EarlyRepaymentInput = {
  readonly ref: string
  /** Absent: everything. */
  readonly amount: number | undefined
  readonly spread: Spread
  /** The lender's details of the money, if it has arrived. */
  readonly arrival?: ArrivalInput | undefined
}

/**
 * The buyer repays early, all or a part: interest ends with the capital, and of the opening fee the
 * part for the time not used comes back (Directive 2023/2225, article 29).
 */
export function repayEarly(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: OfStore,
  { ref, amount: wanted, spread, arrival: wish }: EarlyRepaymentInput,
): Promise<Loan> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = accept(decideLoan(existing(await lockOrder(tx, key), 'order', ref)))
    const at = clock.now()
    const loaded = await loadLoan(tx, before, { at, ids })
    const amount = accept(decideEarlyRepayment(loaded.loan, wanted, loaded.today))
    const arrival = await arrivalOf(tx, { sandbox, wish, today: loaded.today })
    const { loan, rowSets } = recordByHand(loaded, { before, amount, spread, arrival, at, ids })
    return tx.commit(loan, actedOn({ acting, ids }, before, 'loan.repay_early', ...rowSets))
  })
}
