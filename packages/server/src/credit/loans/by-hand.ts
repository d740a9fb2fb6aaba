import type { Cents } from '@svc/api'
import type { When } from '../../kernel/orders/record.ts'
import { paymentRow } from '../../kernel/payments/store.ts'
import type { Loan, Spread } from '../../model/loan/loan.ts'
import { payLoan } from '../../model/loan/pay.ts'
import type { Order } from '../../model/order/order.ts'
import { transferOf } from '../../model/payment/by-hand.ts'
import type { RowSet } from '../../platform/database/database.ts'
import { type LoadedLoan, recordOnLoan } from './load.ts'
import { paymentOperation } from './payment-operations.ts'

type Paying = When & {
  readonly before: Order
  readonly amount: Cents
  readonly spread: Spread
}

/**
 * What a payment that arrived by hand writes; none is kept where the fee that comes back pays for
 * all that is left.
 */
export function recordByHand(
  loaded: LoadedLoan,
  { before, amount, spread, at, ids }: Paying,
): { loan: Loan; rowSets: RowSet[] } {
  const payment = transferOf(before, { id: ids.next(), amount, at })
  const step = payLoan(loaded.loan, { id: payment.id, amount, spread }, loaded.today)
  const { rowSets } = recordOnLoan(loaded, { before, at, ids }, () =>
    paymentOperation(before, 'payment.received', { payment, step }),
  )
  const rows = amount > 0 ? [paymentRow(payment)] : []
  return { loan: step.loan, rowSets: [...rowSets, ...rows] }
}
