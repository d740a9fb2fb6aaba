/** The events of an order, each written in the transaction of its operation. */
export const orderEventTypes = [
  'checkout.updated',
  'order.confirmed',
  'order.captured',
  'order.voided',
  'order.refunded',
  'order.edited',
  'order.cancelled',
  'order.lapsing',
  'order.lapsed',
  'instalment.due',
  'instalment.paid',
  'instalment.late',
  'payment.received',
  'payment.failed',
  'payment.charged_back',
  'credit.returned',
  'loan.withdrawn',
  'loan.written_off',
  'loan.write_off_undone',
  'loan.waived',
] as const

/** Events of a store that concern no order. */
export const storeEventTypes = [
  'payout.created',
  'bank_account.changed',
  'api_key.exposed',
  'api_key.unused',
  'webhook.disabled',
] as const

/** All events that a store can receive (contract §9). */
export const eventTypes = [...orderEventTypes, ...storeEventTypes] as const

export type OrderEventType = (typeof orderEventTypes)[number]
export type StoreEventType = (typeof storeEventTypes)[number]
export type EventType = OrderEventType | StoreEventType
