import type { Operation } from '../../kernel/orders/record.ts'
import type { LoanStep } from '../../model/loan/draft.ts'
import type { Order } from '../../model/order/order.ts'
import type { Payment } from '../../model/payment/payment.ts'

type PaymentEvent =
  | 'payment.received'
  | 'payment.failed'
  | 'payment.charged_back'
  | 'credit.returned'

const kinds = {
  'payment.received': 'payment',
  'payment.charged_back': 'charge_back',
  'credit.returned': 'credit_return',
  // Only returns are booked before their outcome is known.
  'payment.failed': 'failed_return',
} as const

/** An event of a payment, as an operation on its order; a step books it. */
export function paymentOperation(
  after: Order,
  event: PaymentEvent,
  { payment, step }: { readonly payment: Payment; readonly step?: LoanStep },
): Operation {
  const { id, kind, reason } = payment
  return {
    after,
    event,
    effectId: id,
    amount: payment.amount,
    more: { payment_id: id, kind, ...(reason === null ? {} : { reason }) },
    ...(step === undefined ? {} : { step, entry: { kind: kinds[event], postings: [] } }),
  }
}
