import { listAllocations } from '../../kernel/loans/store.ts'
import { lockOrder, orderQueue } from '../../kernel/orders/store.ts'
import { findPayment, paymentUpdate } from '../../kernel/payments/store.ts'
import { chargeBackLoan } from '../../model/loan/charge-back.ts'
import type { Loan } from '../../model/loan/loan.ts'
import { chargedBack } from '../../model/payment/by-hand.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import { loadLoan, recordOnLoan } from './load.ts'
import { paymentOperation } from './payment-operations.ts'
import { decideChargeBack, decideLoan } from './rules.ts'

type ChargeBackInput = { readonly ref: string; readonly paymentId: string }

/** The payer's bank reversed a payment: the amounts it settled are owed again. */
export function takePaymentBack(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: OfStore,
  { ref, paymentId }: ChargeBackInput,
): Promise<Loan> {
  const key = { storeId: store.id, sandbox, ref }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = accept(decideLoan(existing(await lockOrder(tx, key), 'order', ref)))
    const at = clock.now()
    const row = await findPayment(tx, { storeId: store.id, id: paymentId })
    const ofOrder = row?.orderId === before.id ? row : undefined
    const payment = existing(ofOrder, 'payment', paymentId)
    accept(decideChargeBack(payment))
    const loaded = await loadLoan(tx, before, { at, ids })
    const settledBefore = await listAllocations(tx, before, paymentId)
    const back = { id: paymentId, amount: payment.amount, settledBefore }
    const step = chargeBackLoan(loaded.loan, back, loaded.today)
    const { rowSets } = recordOnLoan(loaded, { before, at, ids }, () =>
      paymentOperation(before, 'payment.charged_back', { payment, step }),
    )
    const rows = [...rowSets, paymentUpdate(chargedBack(payment, at))]
    return tx.commit(step.loan, actedOn({ acting, ids }, before, 'loan.charge_back', ...rows))
  })
}
