import type { AnyEventType, Cents, EventType, OrderEventType } from '@svc/api'

/** What a store receives, once it has its position in the stream. */
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

/** What is read of an event to give it its position, and to find who receives it. */
export type Unplaced = Pick<Event, 'storeId' | 'id' | 'orderId'> & {
  readonly type: AnyEventType
  /** What is posted, where no row says it. */
  readonly body?: string
}
export type Placed = Unplaced & Pick<PlacedEvent, 'position'>

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
