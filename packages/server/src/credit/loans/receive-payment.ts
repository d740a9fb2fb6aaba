import type { Cents } from '@svc/api'
import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import type { Loan, Spread } from '../../model/loan/loan.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import { type ArrivalInput, arrivalOf, findRelief, recordByHand } from './by-hand.ts'
import { loadLoan } from './load.ts'
import { decideLoan } from './rules.ts'

type ReceivedInput = {
  readonly ref: string
  readonly amount: Cents
  /** Which instalments become smaller by what comes early. */
  readonly spread: Spread
  /** The lender's details of it. */
  readonly arrival?: ArrivalInput | undefined
}

/** Books what the buyer paid by hand, such as a transfer. */
export function receivePayment(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: OfStore,
  { ref, amount, spread, arrival: wish }: ReceivedInput,
): Promise<Loan> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = accept(decideLoan(existing(await lockOrder(tx, key), 'order', ref)))
    const at = clock.now()
    const loaded = await loadLoan(tx, before, { at, ids })
    const arrival = await arrivalOf(tx, { sandbox, wish, today: loaded.today })
    const relief = await findRelief(tx, loaded, { amount, spread, arrival })
    const paying = { before, amount, spread, arrival, relief, at, ids }
    const { loan, rowSets } = recordByHand(loaded, paying)
    return tx.commit(loan, actedOn({ acting, ids }, before, 'loan.pay', ...rowSets))
  })
}
