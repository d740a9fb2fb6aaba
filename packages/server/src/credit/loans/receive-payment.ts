import type { Cents } from '@svc/api'
import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import type { Loan, Spread } from '../../model/loan/loan.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { recordByHand } from './by-hand.ts'
import { loadLoan } from './load.ts'
import { decideLoan } from './rules.ts'

type ReceivedInput = {
  readonly ref: string
  readonly amount: Cents
  /** Which instalments become smaller by what comes early. */
  readonly spread: Spread
}

/** Books what the buyer paid by hand, such as a transfer. */
export function receivePayment(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: Caller,
  { ref, amount, spread }: ReceivedInput,
): Promise<Loan> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = accept(decideLoan(existing(await lockOrder(tx, key), 'order', ref)))
    const at = clock.now()
    const loaded = await loadLoan(tx, before, { at, ids })
    const { loan, rowSets } = recordByHand(loaded, { before, amount, spread, at, ids })
    return tx.commit(loan, actedOn({ acting, ids }, before, 'loan.pay', ...rowSets))
  })
}
