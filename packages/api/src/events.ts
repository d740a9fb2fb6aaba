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

export type EventType = (typeof eventTypes)[number]
