import type { EventType } from '@svc/api'

/**
 * Of an order's open ones that are in turn the oldest waits, the others are queued behind it; the
 * last three states are the end.
 */
export type DeliveryState = 'queued' | 'waiting' | 'delivered' | 'failed' | 'cancelled'

/** One event for one endpoint. */
export type Delivery = {
  readonly storeId: string
  readonly endpointId: string
  readonly id: string
  readonly eventId: string
  readonly eventType: EventType
  readonly orderId: string | null
  /** Of the event in its stream; null for an example, which carries its own body. */
  readonly position: number | null
  readonly exampleBody: string | null
  readonly state: DeliveryState
  readonly attempts: number
  /** Attempts since it was last asked for. */
  readonly tries: number
  /** It waits for no other of its order, and none waits for it. */
  readonly outOfTurn: boolean
  readonly nextAttemptAt: Date | null
  readonly deadline: Date
  readonly createdAt: Date
  readonly settledAt: Date | null
}

/** Who is told of the events of a stream that get their places now. */
export type Subscriber = {
  readonly endpointId: string
  /** Null: of all. */
  readonly types: readonly string[] | null
}

/** What is sent to an endpoint in order: that of one order. */
export type Line = { readonly endpointId: string; readonly orderId: string }
