import type { Caller, Writing } from '../context.ts'
import { lockOrder, orderQueue } from '../orders/store.ts'
import { accept, existing } from '../refusal.ts'
import { withdrawLoan } from './end.ts'
import { loadLoan, recordOnLoan } from './load.ts'
import type { Loan } from './loan.ts'
import { decideLoan, decideWithdrawal } from './rules.ts'

/** The buyer withdraws from the credit (Directive 2023/2225, article 26). */
export function withdrawFromLoan(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  ref: string,
): Promise<Loan> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = accept(decideLoan(existing(await lockOrder(tx, key), 'order', ref)))
    const at = clock.now()
    const loaded = await loadLoan(tx, before, { at, ids })
    const loan = accept(decideWithdrawal(before, loaded.loan, loaded.today))
    const effectId = ids.next()
    const step = withdrawLoan(loan, effectId, loaded.today)
    const { rowSets } = recordOnLoan(loaded, { before, at, ids }, () => ({
      after: before,
      event: 'loan.withdrawn',
      effectId,
      entry: { kind: 'withdrawal', postings: [] },
      step,
    }))
    return tx.commit(step.loan, ...rowSets)
  })
}
