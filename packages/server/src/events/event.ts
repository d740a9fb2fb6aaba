import type { Cents, EventType } from '@svc/api'
import { amountsView, type Order } from '../orders/order.ts'

export type EventInput = {
  readonly id: string
  readonly sequence: number
  readonly type: EventType
  readonly at: Date
  readonly effectId: string
  readonly amount?: Cents
  /** What this type tells beside the amounts. */
  readonly more?: Readonly<Record<string, unknown>>
}

/** The event's row: what happened, and the order's amounts after it. */
export function eventRow(order: Order, event: EventInput): Record<string, unknown> {
  return {
    store_id: order.storeId,
    order_id: order.id,
    sequence: event.sequence,
    id: event.id,
    type: event.type,
    data: {
      effect_id: event.effectId,
      ...(event.amount === undefined ? {} : { amount: event.amount }),
      ...event.more,
      ...amountsView(order),
    },
    created_at: event.at,
  }
}
