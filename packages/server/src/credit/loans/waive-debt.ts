import { type Cents, cents } from '@svc/api'
import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import type { Loan } from '../../model/loan/loan.ts'
import { type WaiverKind, waiveDebt as waive } from '../../model/loan/waive.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import { loadLoan, recordOnLoan } from './load.ts'
import { decideLoan, decideWaiver } from './rules.ts'

type WaiverInput = {
  readonly ref: string
  readonly kind: WaiverKind
  readonly amount: Cents
}

/** Gives up late charges or interest that the buyer owes: income is taken back. */
export function waiveDebt(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: OfStore,
  { ref, kind, amount: wanted }: WaiverInput,
): Promise<Loan> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = accept(decideLoan(existing(await lockOrder(tx, key), 'order', ref)))
    const at = clock.now()
    const loaded = await loadLoan(tx, before, { at, ids })
    const amount = accept(decideWaiver(loaded.loan, kind, cents(wanted)))
    const id = ids.next()
    const step = waive(loaded.loan, { id, kind, amount }, loaded.today)
    const { rowSets } = recordOnLoan(loaded, { before, at, ids }, () => ({
      ...{ after: before, event: 'loan.waived', effectId: id, amount },
      ...{ more: { kind }, entry: { kind: 'waiver', postings: [] }, step },
    }))
    return tx.commit(step.loan, actedOn({ acting, ids }, before, 'loan.waive', ...rowSets))
  })
}
