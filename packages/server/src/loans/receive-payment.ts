import type { Cents } from '@svc/api'
import type { Caller, Writing } from '../context.ts'
import { lockOrder, orderQueue } from '../orders/store.ts'
import { accept, existing } from '../refusal.ts'
import { recordByHand } from './by-hand.ts'
import { loadLoan } from './load.ts'
import type { Loan, Spread } from './loan.ts'
import { decideLoan } from './rules.ts'

export type ReceivedInput = {
  readonly ref: string
  readonly amount: Cents
  /** Which instalments become smaller by what comes early. */
  readonly spread: Spread
}

/** Books what the buyer paid by hand, such as a transfer. */
export function receivePayment(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  { ref, amount, spread }: ReceivedInput,
): Promise<Loan> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = accept(decideLoan(existing(await lockOrder(tx, key), 'order', ref)))
    const at = clock.now()
    const loaded = await loadLoan(tx, before, { at, ids })
    const { loan, rowSets } = recordByHand(loaded, { before, amount, spread, at, ids })
    return tx.commit(loan, ...rowSets)
  })
}
