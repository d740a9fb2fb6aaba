/**
 * The events that an order's operations write (contract §9), each in the operation's own
 * transaction.
 */
export const eventTypes = [
  'checkout.updated',
  'order.confirmed',
  'order.captured',
  'order.voided',
  'order.refunded',
  'order.edited',
  'order.cancelled',
  'order.lapsing',
  'order.lapsed',
] as const

/** Events of a store that no order has a part in (contract §9). */
export const storeEventTypes = ['api_key.exposed'] as const

export type StoreEventType = (typeof storeEventTypes)[number]

export type EventType = (typeof eventTypes)[number]
