import { eventTypes, limits } from '@svc/api'
import type { Transaction } from '../../platform/database/database.ts'
import { accept, existing, Refused } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { lockWebhook } from '../endpoints/store.ts'
import type { PlacedEvent, Stream } from '../events/event.ts'
import {
  findLastUpTo,
  findPosition,
  findPositionBefore,
  listEventsOfTypes,
  lockStream,
  streamQueue,
} from '../events/store.ts'
import { about } from './action.ts'
import type { RecoverInput } from './delivery.ts'
import { listDelivered, lockUndelivered, reopenedRows } from './list-store.ts'
import { decideSending, missedEvents, recovered } from './requests.ts'
import { linesOf } from './rules.ts'
import { deliveryRows, lockOpenLines } from './store.ts'

type Recovery = {
  readonly count: number
  readonly more: boolean
  readonly next: string | null
}

/** Events have their places in the order of time but for moments; this is far more. */
const SLACK_MS = 3_600_000

/**
 * Reopens the events that a webhook missed: failed, cancelled, or never subscribed. One call scans
 * a limited number of events.
 */
export function recoverDeliveries(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: Caller,
  { webhookId, ...range }: RecoverInput,
): Promise<Recovery> {
  const key = { storeId: store.id, sandbox }
  return writer.transaction(streamQueue(key), async (tx) => {
    const stream = await lockStream(tx, key)
    const row = existing(await lockWebhook(tx, { ...key, webhookId }), 'webhook', webhookId)
    const webhook = accept(decideSending(row))
    const { after, end } = await boundsOf(tx, stream, range)
    const upTo = Math.min(after + limits.recoveredMax, end)
    const part = { ...key, after, upTo, limit: limits.recoveredMax }
    const types = webhook.types ?? eventTypes
    const listed = await listEventsOfTypes(tx, { ...part, types })
    const undelivered = await lockUndelivered(tx, webhook, part)
    const delivered = await listDelivered(tx, webhook, part)
    const within = listed.filter((event) => isWithin(event, range))
    const events = missedEvents({ webhook, events: within, undelivered, delivered })
    const lines = linesOf(events.map((event) => ({ endpointId: webhook.id, event })))
    const open = await lockOpenLines(tx, store.id, lines)
    const when = { at: clock.now(), newId: ids.next }
    const { reopened, added } = recovered({ webhook, undelivered }, { events, open }, when)
    const last = await findLastUpTo(tx, key, upTo)
    return tx.commit(
      { count: events.length, more: upTo < end, next: last?.id ?? null },
      acted(
        ...([{ acting, ids }, about({ ...key, webhookId }, 'delivery.recover')] as const),
        ...[reopenedRows(reopened), deliveryRows(added)],
      ),
    )
  })
}

type Range = Omit<RecoverInput, 'webhookId'>

/** The places to look through: behind the first, up to the second. */
async function boundsOf(tx: Transaction, stream: Stream, { from, until }: Range) {
  const shifted = (date: Date, ms: number) => new Date(date.getTime() + ms)
  const after =
    'since' in from
      ? await findPositionBefore(tx, stream, shifted(from.since, -SLACK_MS))
      : await findPosition(tx, stream, from.after)
  if (after === undefined) {
    const fields = { after: ['is not the id of an event of this store and mode'] }
    throw new Refused('body_invalid', { fields })
  }
  const end =
    until === undefined
      ? stream.position
      : await findPositionBefore(tx, stream, shifted(until, SLACK_MS))
  return { after, end: Math.max(after, end) }
}

function isWithin({ createdAt }: PlacedEvent, { from, until }: Range): boolean {
  if ('since' in from && createdAt < from.since) return false
  return until === undefined || createdAt < until
}
