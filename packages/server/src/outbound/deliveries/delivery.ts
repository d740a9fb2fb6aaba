import type { AnyEventType } from '@svc/api'
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
  readonly eventType: AnyEventType
  readonly orderId: string | null
  /** Of the event in its stream; null for an example. */
  readonly position: number | null
  /** What is posted, of an example and of an event of the lender; null: the event says it. */
  readonly exampleBody: string | null
  readonly state: DeliveryState
  readonly attempts: number
  /** Attempts since it was last requested. */
  readonly tries: number
  /** It waits for no other of its order, and none waits for it. */
  readonly outOfTurn: boolean
  readonly nextAttemptAt: Date | null
  readonly deadline: Date
  readonly createdAt: Date
  readonly settledAt: Date | null
}

/** Who receives the events of a stream that get their positions now. */
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

/** Which events a webhook should know of. */
export type RecoverInput = {
  readonly webhookId: string
  /** From a time on, or after an event: of the lender after a place of the chain of actions. */
  readonly from: { readonly since: Date } | { readonly after: string }
  /** Before this time; undefined: up to now. */
  readonly until: Date | undefined
}
