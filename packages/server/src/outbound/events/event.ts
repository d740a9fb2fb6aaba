import type { AnyEventType, Cents, EventType, OrderEventType } from '@svc/api'

/** An event for a store, once it has its position in the stream. */
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

/** The columns of an event that placing it and finding its receivers need. */
export type Unplaced = Pick<Event, 'storeId' | 'id' | 'orderId'> & {
  readonly type: AnyEventType
  /** The posted body, if it is stored in no row. */
  readonly body?: string
}
export type Placed = Unplaced & Pick<PlacedEvent, 'position'>

/** The events of a store in one mode, one after the other. */
export type Stream = {
  readonly storeId: string
  readonly sandbox: boolean
  /** Position of the last placed event; 0 before the first. */
  readonly position: number
}

export type EventInput = {
  readonly id: string
  readonly sequence: number
  readonly type: OrderEventType
  readonly at: Date
  readonly effectId: string
  readonly amount?: Cents
  /** Members of this type besides the amounts. */
  readonly more?: Readonly<Record<string, unknown>>
}
