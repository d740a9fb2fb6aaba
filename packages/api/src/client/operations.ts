/**
 * The operations of the client. Names, paths, bodies and answers are those of the service's route
 * table; a test compares them.
 */
import { AvailabilityAnswer } from '../schemas/availability.ts'
import { CheckoutAnswer, CheckoutCreated, CheckoutStatus } from '../schemas/checkout-answers.ts'
import { CompleteBody, CreateCheckoutBody } from '../schemas/checkouts.ts'
import type { TSchema } from '../schemas/common.ts'
import { EventsAnswer } from '../schemas/event-answers.ts'
import {
  CaptureAnswer,
  CapturesAnswer,
  NewCapture,
  RefundsAnswer,
  VoidsAnswer,
} from '../schemas/money-answers.ts'
import { OrderAnswer, OrderPage } from '../schemas/order-answers.ts'
import { AmountBody, EditOrderBody, ReplaceOrderBody } from '../schemas/orders.ts'
import { OpenedPayment, PaymentPage, PayoutAnswer, PayoutPage } from '../schemas/payment-answers.ts'
import { StoreAnswer } from '../schemas/store-answers.ts'

export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly body?: TSchema
  /** Null: the service answers 204. */
  readonly answer: TSchema | null
}

const get = <const Path extends string, Answer extends TSchema>(path: Path, answer: Answer) =>
  ({ method: 'GET', path, answer }) as const

const post = <const Path extends string, Body extends TSchema, Answer extends TSchema>(
  path: Path,
  body: Body,
  answer: Answer,
) => ({ method: 'POST', path, body, answer }) as const

export const operations = {
  findAccount: get('/me', StoreAnswer),
  checkAvailability: get('/checkout/button', AvailabilityAnswer),
  createCheckout: post('/checkout', CreateCheckoutBody, CheckoutCreated),
  createOfflineCheckout: post('/checkout/offline', CreateCheckoutBody, CheckoutCreated),
  getCheckout: get('/checkout/:checkoutId', CheckoutAnswer),
  getCheckoutStatus: get('/checkout/:checkoutId/status', CheckoutStatus),
  completeCheckout: post('/sandbox/checkouts/:checkoutId/complete', CompleteBody, CheckoutStatus),
  listOrders: get('/orders', OrderPage),
  getOrder: get('/orders/:orderId', OrderAnswer),
  replaceOrder: { method: 'PUT', path: '/orders/:orderId', body: ReplaceOrderBody, answer: null },
  editOrder: { method: 'PATCH', path: '/orders/:orderId', body: EditOrderBody, answer: null },
  cancelOrder: { method: 'POST', path: '/orders/:orderId/cancel', answer: null },
  listCaptures: get('/orders/:orderId/captures', CapturesAnswer),
  captureOrder: post('/orders/:orderId/captures', AmountBody, NewCapture),
  listVoids: get('/orders/:orderId/void', VoidsAnswer),
  voidOrder: post('/orders/:orderId/void', AmountBody, VoidsAnswer),
  listRefunds: get('/orders/:orderId/refund', RefundsAnswer),
  refundOrder: post('/orders/:orderId/refund', AmountBody, RefundsAnswer),
  listCaptureRefunds: get('/orders/:orderId/captures/:captureId/refunds', CaptureAnswer),
  refundCapture: post('/orders/:orderId/captures/:captureId/refunds', AmountBody, CaptureAnswer),
  listEvents: get('/me/events', EventsAnswer),
  listPayments: get('/me/payments', PaymentPage),
  getPayment: get('/me/payments/:paymentId', OpenedPayment),
  listPayouts: get('/me/payouts', PayoutPage),
  getPayout: get('/me/payouts/:payoutId', PayoutAnswer),
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations
