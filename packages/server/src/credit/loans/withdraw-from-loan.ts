import { detailsUpdate, getDetails } from '../../kernel/details/store.ts'
import { informationRow } from '../../kernel/notifications/outbox.ts'
import { recordOperation } from '../../kernel/orders/record.ts'
import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import { withdrawLoan } from '../../model/loan/end.ts'
import type { Loan } from '../../model/loan/loan.ts'
import { withdrawnUnconfirmed } from '../../model/loan/withdrawal.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import { loadLoan, recordOnLoan } from './load.ts'
import { decideLoan, decideWithdrawal } from './rules.ts'

/**
 * The buyer withdraws from the credit (Directive 2023/2225, article 26). Before the store has
 * confirmed this ends the order, and there is no loan to answer.
 */
export function withdrawFromLoan(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: OfStore,
  ref: string,
): Promise<Loan | undefined> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = existing(await lockOrder(tx, key), 'order', ref)
    const at = clock.now()
    const effectId = ids.next()
    const after = withdrawnUnconfirmed(before, at)
    if (after !== undefined) {
      const event = 'checkout.updated'
      const recorded = recordOperation({ before, after, at, ids, event, effectId })
      const details = await getDetails(tx, before)
      const information = informationRow(recorded.order, details, { at, ids })
      const why = detailsUpdate(before, { rejectionReason: 'the buyer has withdrawn' })
      const rows = [...recorded.rowSets, information, why]
      return tx.commit(undefined, actedOn({ acting, ids }, before, 'loan.withdraw', ...rows))
    }
    accept(decideLoan(before))
    const loaded = await loadLoan(tx, before, { at, ids })
    const loan = accept(decideWithdrawal(before, loaded.loan, loaded.today))
    const step = withdrawLoan(loan, effectId, loaded.today)
    const { rowSets } = recordOnLoan(loaded, { before, at, ids }, () => ({
      after: before,
      event: 'loan.withdrawn',
      effectId,
      entry: { kind: 'withdrawal', postings: [] },
      step,
    }))
    return tx.commit(step.loan, actedOn({ acting, ids }, before, 'loan.withdraw', ...rowSets))
  })
}
