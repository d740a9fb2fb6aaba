import type { Order } from '../order/order.ts'
import type { Payment } from './payment.ts'

/** Longer than any request to a provider: until then its sender records the result. */
const FIRST_LOOK_MS = 60_000

type NewRequest = Pick<Payment, 'kind' | 'id' | 'amount'> & {
  readonly provider: string
  readonly authorisationId?: string | null
  readonly at: Date
}

/** A request as it is stored before it is sent. */
export function newPayment(
  { storeId, sandbox, id: orderId, currency }: Order,
  { at, ...request }: NewRequest,
): Payment {
  return {
    storeId,
    sandbox,
    orderId,
    currency,
    authorisationId: null,
    ...request,
    state: 'open',
    reference: null,
    reason: null,
    provisional: false,
    asks: 0,
    askAt: new Date(at.getTime() + FIRST_LOOK_MS),
    createdAt: at,
    settledAt: null,
  }
}
