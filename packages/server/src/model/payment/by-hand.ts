import type { Cents } from '@svc/api'
import type { Tables } from '../../platform/database/tables.ts'
import type { Order } from '../order/order.ts'
import type { Payment } from './payment.ts'

/** How money came in: by which way, under which reference, on which day of the store's zone. */
export type Arrival = Pick<Tables['manual_payments'], 'method' | 'reference' | 'valueOn'>

/** What was received by hand: it is there when it is reported. */
export function transferOf(
  { storeId, sandbox, id: orderId, currency }: Order,
  { id, amount, at }: { id: string; amount: Cents; at: Date },
): Payment {
  const ours = { authorisationId: null, reference: null, reason: null, provisional: false }
  const times = { asks: 0, askAt: null, createdAt: at, settledAt: at }
  const whose = { storeId, sandbox, orderId, currency, provider: null }
  return { ...whose, ...ours, ...times, id, amount, kind: 'transfer', state: 'succeeded' }
}

/** The payer's bank took it back. */
export function takenBack(payment: Payment, at: Date): Payment {
  return { ...payment, state: 'charged_back', provisional: false, askAt: null, settledAt: at }
}
