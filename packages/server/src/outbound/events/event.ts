import type { Cents, EventType, OrderEventType } from '@svc/api'
import { amountsView, type Order } from '../../model/order/order.ts'

/** What a store is told of, once it has its place in the stream. */
export type Event = {
  readonly storeId: string
  readonly sandbox: boolean
  readonly id: string
  readonly type: EventType
  /** Gapless per order, from 1; null where no order has a part in it. */
  readonly sequence: number | null
  readonly orderId: string | null
  readonly data: Readonly<Record<string, unknown>>
  readonly createdAt: Date
}

/** An event with its place: gapless per stream, from 1. */
export type PlacedEvent = Event & { readonly position: number }

/** The events of a store in one mode, one after the other. */
export type Stream = {
  readonly storeId: string
  readonly sandbox: boolean
  /** Of the last event that has been placed; 0 before the first. */
  readonly position: number
}

export type EventInput = {
  readonly id: string
  readonly sequence: number
  readonly type: OrderEventType
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
    sandbox: order.sandbox,
    order_id: order.id,
    sequence: event.sequence,
    ledger_sequence: order.ledgerSequence,
    id: event.id,
    type: event.type,
    data: {
      effect_id: event.effectId,
      mid: order.mid,
      currency: order.currency,
      ...(event.amount === undefined ? {} : { amount: event.amount }),
      ...event.more,
      ...amountsView(order),
    },
    created_at: event.at,
  }
}
