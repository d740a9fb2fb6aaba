/**
 * Deliveries at a store's request: pure. Invariants: 1. nothing is sent to a disabled webhook. 2.
 * An open delivery is not opened again. 3. A reopened one starts its retries afresh.
 */
import { type AnyEventType, exampleEvent, exampleLenderEvent, isStoresEvent } from '@svc/api'
import { isLenders } from '../../model/streams/owners.ts'
import type { Decision } from '../../platform/refusal.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Webhook } from '../endpoints/webhook.ts'
import type { Placed } from '../events/event.ts'
import { TRIED_MS } from '../sending/retry.ts'
import type { Delivery, Line } from './delivery.ts'
import { deliveriesOf, type When } from './rules.ts'

/** Refused while the webhook is disabled. */
export function decideSending(webhook: Webhook): Decision<Webhook> {
  if (webhook.state === 'enabled') return { plan: webhook }
  return { refused: 'webhook_disabled', detail: { values: { state: webhook.state } } }
}

/** Once more, by itself: regardless of later deliveries of its order. */
export function decideReplay(delivery: Delivery, at: Date): Decision<Delivery> {
  const { state } = delivery
  if (state === 'queued' || state === 'waiting') {
    return { refused: 'delivery_open', detail: { values: { state } } }
  }
  const deadline = new Date(at.getTime() + TRIED_MS)
  const anew = { tries: 0, nextAttemptAt: at, deadline, settledAt: null }
  return { plan: { ...delivery, ...anew, state: 'waiting', outOfTurn: true } }
}

type Missed<E extends Placed> = {
  readonly webhook: Webhook
  readonly events: readonly E[]
  /** Failed or cancelled deliveries, which may be opened again. */
  readonly undelivered: readonly Delivery[]
  /** Every place of which there is a delivery. */
  readonly delivered: readonly number[]
}

/** Of the events of its types those without an open or delivered delivery. */
export function missedEvents<E extends Placed>({
  webhook,
  events,
  undelivered,
  delivered,
}: Missed<E>): E[] {
  const again = new Set(undelivered.map(({ position }) => position))
  const known = new Set(delivered)
  return events.filter(
    ({ type, position }) =>
      (webhook.types === null || webhook.types.includes(type)) &&
      (again.has(position) || !known.has(position)),
  )
}

/** The deliveries of these events, in turn: those that there were once, and new ones. */
export function recovered(
  { webhook, undelivered }: Pick<Missed<Placed>, 'webhook' | 'undelivered'>,
  { events, open }: { events: readonly Placed[]; open: readonly Line[] },
  when: When,
): { reopened: Delivery[]; added: Delivery[] } {
  const before = new Map(undelivered.map((delivery) => [delivery.position, delivery]))
  const recipients = events.map((event) => ({ endpointId: webhook.id, event }))
  const reopened: Delivery[] = []
  const added: Delivery[] = []
  for (const delivery of deliveriesOf(recipients, open, when)) {
    const { state, tries, outOfTurn, nextAttemptAt, deadline, settledAt } = delivery
    const known = before.get(delivery.position)
    const anew = { state, tries, outOfTurn, nextAttemptAt, deadline, settledAt }
    if (known === undefined) added.push(delivery)
    else reopened.push({ ...known, ...anew })
  }
  return { reopened, added }
}

/** An example by itself: of no stream, and in nobody's way. */
export function exampleDelivery(
  { storeId, endpointId }: Pick<Delivery, 'storeId' | 'endpointId'>,
  eventType: AnyEventType,
  { at, newId }: When,
): Delivery {
  const eventId = newId()
  const made = { id: eventId, created: utcMicros(at) }
  const body =
    isLenders(storeId) || !isStoresEvent(eventType)
      ? exampleLenderEvent(eventType, made)
      : exampleEvent(eventType, made)
  return {
    ...{ storeId, endpointId, id: newId(), eventId, eventType, orderId: null, position: null },
    exampleBody: JSON.stringify(body),
    ...{ state: 'waiting', attempts: 0, tries: 0, outOfTurn: true, nextAttemptAt: at },
    deadline: new Date(at.getTime() + TRIED_MS),
    ...{ createdAt: at, settledAt: null },
  }
}
