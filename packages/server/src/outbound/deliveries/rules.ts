/**
 * The receivers of events, and the times. Invariants: 1. an event has one delivery for each
 * endpoint that was subscribed to it at its place. 2. Of an order's open deliveries to an endpoint
 * in order, exactly one is pending; the others are queued.
 */
import type { Placed } from '../events/event.ts'
import { TRIED_MS } from '../sending/retry.ts'
import type { Delivery, Line, Subscriber } from './delivery.ts'

/** An event for an endpoint that is to receive it. */
type Recipient = { readonly endpointId: string; readonly event: Placed }

export function isSubscribed({ types }: Pick<Subscriber, 'types'>, type: string): boolean {
  return types === null || types.includes(type)
}

/** Each event for each endpoint that is subscribed to it, in the order of the stream. */
export function recipientsOf(
  subscribers: readonly Subscriber[],
  events: readonly Placed[],
): Recipient[] {
  return events.flatMap((event) =>
    subscribers
      .filter((subscriber) => isSubscribed(subscriber, event.type))
      .map(({ endpointId }) => ({ endpointId, event })),
  )
}

/** The lines that these join, each once and in one order for everybody who locks them. */
export function linesOf(recipients: readonly Recipient[]): Line[] {
  const lines = new Map<string, Line>()
  for (const { endpointId, event } of recipients) {
    if (event.orderId === null) continue
    lines.set(lineKey({ endpointId, orderId: event.orderId }), {
      endpointId,
      orderId: event.orderId,
    })
  }
  return [...lines].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line)
}

export type When = { readonly at: Date; readonly newId: () => string }

/**
 * The deliveries of a batch of events: the first of a line without open ones waits and is due
 * immediately, the others queue behind it. Events without an order have no sequence.
 */
export function deliveriesOf(
  recipients: readonly Recipient[],
  open: readonly Line[],
  { at, newId }: When,
): Delivery[] {
  const busy = new Set(open.map(lineKey))
  const deadline = new Date(at.getTime() + TRIED_MS)
  return recipients.map(({ endpointId, event }) => {
    const { storeId, orderId } = event
    const line = orderId === null ? undefined : lineKey({ endpointId, orderId })
    const queued = line !== undefined && busy.has(line)
    if (line !== undefined) busy.add(line)
    return {
      storeId,
      endpointId,
      id: newId(),
      eventId: event.id,
      eventType: event.type,
      orderId,
      position: event.position,
      exampleBody: event.body ?? null,
      state: queued ? 'queued' : 'waiting',
      attempts: 0,
      tries: 0,
      outOfTurn: false,
      nextAttemptAt: queued ? null : at,
      deadline,
      createdAt: at,
      settledAt: null,
    }
  })
}

export function lineKey({ endpointId, orderId }: Line): string {
  return `${endpointId}/${orderId}`
}
