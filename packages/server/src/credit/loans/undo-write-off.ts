import { listWrittenOff } from '../../kernel/loans/store.ts'
import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import type { Loan } from '../../model/loan/loan.ts'
import { reopenLoan } from '../../model/loan/reopen.ts'
import { passTime } from '../../model/loan/time.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import { loadLoan, recordOnLoan } from './load.ts'
import { decideLoan, decideUndo } from './rules.ts'

/** A written-off amount that is still lost is owed again, even if time wrote it off. */
export function undoWriteOff(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: OfStore,
  ref: string,
): Promise<Loan> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = accept(decideLoan(existing(await lockOrder(tx, key), 'order', ref)))
    const at = clock.now()
    const loaded = await loadLoan(tx, before, { at, ids })
    const loan = accept(decideUndo(loaded.loan))
    const id = ids.next()
    const stored = await listWrittenOff(tx, before)
    // Write-offs by time meanwhile are recorded with it.
    const passed = passTime(loaded.stored, loaded.today).flatMap(({ step }) => step.allocations)
    const writtenOff = [...stored, ...passed.filter(({ source }) => source === 'write_off')]
    const step = reopenLoan(loan, { id, writtenOff }, loaded.today)
    const { rowSets } = recordOnLoan(loaded, { before, at, ids }, () => ({
      ...{ after: before, event: 'loan.write_off_undone', effectId: id, amount: loan.writtenOff },
      ...{ entry: { kind: 'write_off_undo', postings: [] }, step },
    }))
    return tx.commit(step.loan, actedOn({ acting, ids }, before, 'loan.undo_write_off', ...rowSets))
  })
}
