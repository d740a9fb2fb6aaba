import type { Caller, Writing } from '../context.ts'
import { detailsUpdate, getDetails } from '../details/store.ts'
import { informationRow } from '../notifications/outbox.ts'
import { recordOperation } from '../orders/record.ts'
import { lockOrder, orderQueue } from '../orders/store.ts'
import { accept, existing } from '../refusal.ts'
import { withdrawLoan } from './end.ts'
import { loadLoan, recordOnLoan } from './load.ts'
import type { Loan } from './loan.ts'
import { decideLoan, decideWithdrawal } from './rules.ts'
import { withdrawnUnconfirmed } from './withdrawal.ts'

/**
 * The buyer withdraws from the credit (Directive 2023/2225, article 26). Before the store has
 * confirmed this ends the order, and there is no loan to answer.
 */
export function withdrawFromLoan(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
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
      const told = informationRow(recorded.order, details, { at, ids })
      const why = detailsUpdate(before, { rejectionReason: 'the buyer has withdrawn' })
      return tx.commit(undefined, ...recorded.rowSets, told, why)
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
    return tx.commit(step.loan, ...rowSets)
  })
}
