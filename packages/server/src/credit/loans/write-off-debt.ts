import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import { writeOffLoan } from '../../model/loan/end.ts'
import type { Loan } from '../../model/loan/loan.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import { loadLoan, recordOnLoan } from './load.ts'
import { decideLoan, decideWriteOff } from './rules.ts'

/** All that the buyer owes is a loss, before its time has come. */
export function writeOffDebt(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: OfStore,
  ref: string,
): Promise<Loan> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = accept(decideLoan(existing(await lockOrder(tx, key), 'order', ref)))
    const at = clock.now()
    const loaded = await loadLoan(tx, before, { at, ids })
    const loan = accept(decideWriteOff(loaded.loan))
    const step = writeOffLoan(loan, '', loaded.today)
    const { rowSets } = recordOnLoan(loaded, { before, at, ids }, () => ({
      ...{ after: before, event: 'loan.written_off', effectId: ids.next() },
      ...{ amount: loan.receivable, entry: { kind: 'write_off', postings: [] }, step },
    }))
    return tx.commit(step.loan, actedOn({ acting, ids }, before, 'loan.write_off', ...rowSets))
  })
}
