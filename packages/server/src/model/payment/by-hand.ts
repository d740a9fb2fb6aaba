import type { Cents } from '@svc/api'
import type { Tables } from '../../platform/database/tables.ts'
import type { Order } from '../order/order.ts'
import type { Payment } from './payment.ts'

/** A manual payment: its method, its reference, and its day in the store's time zone. */
export type Arrival = Pick<Tables['manual_payments'], 'method' | 'reference' | 'valueOn'>

/** A manual payment is received when it is reported. */
export function transferOf(
  { storeId, sandbox, id: orderId, currency }: Order,
  { id, amount, at }: { id: string; amount: Cents; at: Date },
): Payment {
  const ours = { authorisationId: null, reference: null, reason: null, provisional: false }
  const times = { asks: 0, askAt: null, createdAt: at, settledAt: at }
  const whose = { storeId, sandbox, orderId, currency, provider: null }
  return { ...whose, ...ours, ...times, id, amount, kind: 'transfer', state: 'succeeded' }
}

/** The payer's bank has reversed it. */
export function chargedBack(payment: Payment, at: Date): Payment {
  return { ...payment, state: 'charged_back', provisional: false, askAt: null, settledAt: at }
}
