import { type Cents, cents } from '@svc/api'
import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import { listPending, paymentRow } from '../../kernel/payments/store.ts'
import { returnCredit as returned } from '../../model/loan/end.ts'
import type { Loan } from '../../model/loan/loan.ts'
import { newPayment } from '../../model/payment/request.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { accept, existing } from '../../platform/refusal.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import { loadLoan, recordOnLoan } from './load.ts'
import { paymentOperation } from './payment-operations.ts'
import { decideLoan, decideReturn } from './rules.ts'

type Returning = Writing & {
  /** The provider of a store's payments, by its name. */
  readonly providers: (scope: StreamKey, clock: Clock) => { readonly name: string } | undefined
}

type ReturnInput = {
  readonly ref: string
  readonly amount: Cents
}

/**
 * Gives credit back to the buyer, before it goes back by itself. It is written down as a request
 * that the provider has not seen, which the lane of payments sends. Refusals:
 * `loan_no_credit`, `amount_exceeds_remaining`.
 */
export function returnCredit(
  { writer, clock, ids, acting, providers }: Returning,
  { store, sandbox }: OfStore,
  { ref, amount: wanted }: ReturnInput,
): Promise<Loan> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = accept(decideLoan(existing(await lockOrder(tx, key), 'order', ref)))
    const at = clock.now()
    const loaded = await loadLoan(tx, before, { at, ids })
    const pending = await listPending(tx, { storeId: store.id, orderIds: [before.id] })
    const amount = accept(decideReturn(loaded.loan, pending, cents(wanted)))
    const provider = providers({ storeId: store.id, sandbox }, clock)
    if (provider === undefined) throw new Error(`nobody returns money of store ${store.id}`)
    const { name } = provider
    const made = newPayment(before, { kind: 'return', id: ids.next(), amount, provider: name, at })
    // Nobody sends it but the lane.
    const payment = { ...made, askAt: at }
    const step = returned(loaded.loan, amount, loaded.today)
    const { rowSets } = recordOnLoan(loaded, { before, at, ids }, () =>
      paymentOperation(before, 'credit.returned', { payment, step }),
    )
    const rows = [...rowSets, paymentRow(payment)]
    return tx.commit(step.loan, actedOn({ acting, ids }, before, 'loan.return_credit', ...rows))
  })
}
