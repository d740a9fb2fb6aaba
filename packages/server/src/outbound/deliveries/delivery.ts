import type { EventType } from '@svc/api'
import type { SealedText } from '../../platform/secrets/sealed-columns.ts'
import type { Verdict } from '../endpoints/rules.ts'
import type { EndpointKey } from '../endpoints/webhook.ts'
import type { Event } from '../events/event.ts'
import type { Attempt } from '../sending/message.ts'

/**
 * Of an order's open ones that are in turn one waits, the others are queued behind it; the last
 * three states are the end.
 */
type DeliveryState = 'queued' | 'waiting' | 'delivered' | 'failed' | 'cancelled'

/** One event for one endpoint. */
export type Delivery = EndpointKey & {
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

/** An endpoint to which something is due. */
export type DueEndpoint = EndpointKey & { readonly failing: boolean }

/** A delivery that a worker has taken, with all that an attempt needs. */
export type Claimed = {
  readonly delivery: Delivery
  /** Null: an example. */
  readonly event: Event | null
  readonly sandbox: boolean
  readonly url: string
  readonly version: string
  /** Those that sign now, encrypted, the newest first. */
  readonly secrets: readonly SealedText[]
  readonly failingSince: Date | null
}

export type Outcome = {
  readonly claimed: Claimed
  readonly verdict: Verdict
  readonly retryAfter: Date | undefined
  readonly attempt: Attempt
}
