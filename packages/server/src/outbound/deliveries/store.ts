import { type AnyEventType, isStoresEvent } from '@svc/api'
import { type Owners, tablesOf, tablesOfAll } from '../../model/streams/owners.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Changes, Insert, Reader, Transaction } from '../../platform/database/database.ts'
import { assert } from '../../platform/refusal.ts'
import { inRealTime } from '../../tenancy/test-clocks/store.ts'
import type { EndpointKey } from '../endpoints/webhook.ts'
import { signingSecrets } from '../endpoints/webhook.ts'
import type { Event } from '../events/event.ts'
import type { Claimed, Delivery, DueEndpoint, Line, Outcome, Subscriber } from './delivery.ts'
import type { Room } from './rooms.ts'
import { lineKey } from './rules.ts'

export const DELIVERY = columns<'webhook_deliveries', { eventType: AnyEventType }>(
  'webhook_deliveries',
  'd',
)
const ENDPOINT = columns('webhook_endpoints', 'w')

/**
 * The endpoints that receive what gets its position next. The caller holds the stream's lock, under
 * which alone this changes.
 */
export async function listSubscribers(
  tx: Transaction,
  { storeId, sandbox }: StreamKey,
): Promise<Subscriber[]> {
  const rows = await tx.query(
    select(
      ENDPOINT.only('id', 'types'),
      `FROM ${tablesOf(storeId).endpoints} w
       WHERE store_id = $1 AND sandbox = $2 AND state = 'enabled' ORDER BY created_at, id`,
    ),
    [storeId, sandbox],
  )
  return rows.map(({ id, types }) => ({ endpointId: id, types }))
}

/**
 * Those of the lines on which something is open, held open until the transaction ends: what waits
 * on each is locked. Settling it locks it first and looks for the next afterwards; so
 * either they see what is added here, or it is seen here that the line has become free. A turn may
 * pass on while the lock is waited for: then it is asked again.
 */
export async function lockOpenLines(
  tx: Transaction,
  storeId: string,
  lines: readonly Line[],
): Promise<Line[]> {
  const held: Line[] = []
  let rest = lines
  while (rest.length > 0) {
    const locked = new Set((await lockHeads(tx, storeId, rest)).map(lineKey))
    held.push(...rest.filter((line) => locked.has(lineKey(line))))
    const others = rest.filter((line) => !locked.has(lineKey(line)))
    rest = others.length === 0 ? [] : await listWaiting(tx, storeId, others)
  }
  return held
}

// Each line is looked up by itself (LATERAL): as one set the planner would hash all that waits.
const LINES = `unnest($2::text[], $3::text[]) l (endpoint_id, order_id)`
const ON_LINE = `d.store_id = $1 AND d.endpoint_id = l.endpoint_id AND d.order_id = l.order_id
  AND NOT d.out_of_turn`

const LINE = computed<Line>({ endpointId: 'l.endpoint_id', orderId: 'l.order_id' })

function lockHeads(tx: Transaction, storeId: string, lines: readonly Line[]): Promise<Line[]> {
  return tx.query(
    select(
      LINE,
      `FROM ${LINES} CROSS JOIN LATERAL (
         SELECT 1 FROM ${tablesOf(storeId).deliveries} d WHERE ${ON_LINE} AND d.state = 'waiting'
         ORDER BY d.position FOR UPDATE) h`,
    ),
    [storeId, ...columnsOf(lines)],
  )
}

function listWaiting(tx: Transaction, storeId: string, lines: readonly Line[]): Promise<Line[]> {
  return tx.query(
    select(
      LINE,
      `FROM ${LINES} CROSS JOIN LATERAL (
         SELECT 1 FROM ${tablesOf(storeId).deliveries} d
         WHERE ${ON_LINE} AND d.state = 'waiting' LIMIT 1) h`,
    ),
    [storeId, ...columnsOf(lines)],
  )
}

/** The next delivery of each line, locked. To be called after the waiting ones are locked. */
export async function lockNext(
  tx: Transaction,
  storeId: string,
  lines: readonly Line[],
): Promise<Delivery[]> {
  if (lines.length === 0) return []
  return tx.query(
    select(
      DELIVERY,
      `FROM ${LINES} CROSS JOIN LATERAL (
         SELECT d.* FROM ${tablesOf(storeId).deliveries} d WHERE ${ON_LINE} AND d.state = 'queued'
         ORDER BY d.position LIMIT 1 FOR UPDATE) d`,
    ),
    [storeId, ...columnsOf(lines)],
  )
}

const columnsOf = (lines: readonly Line[]) => [
  lines.map(({ endpointId }) => endpointId),
  lines.map(({ orderId }) => orderId),
]

/**
 * Endpoints to which something is due, across stores, of those behind `after`. Each is found by a
 * step of its own along the index, so that much that waits for one costs the others nothing. Here
 * and in `lockDue` only the next attempt says what waits: another condition would let the planner
 * take another index, and look through all that is open.
 */
export async function listDueEndpoints(
  reader: Reader,
  { owners, now, after, limit }: { owners: Owners; now: Date; after: string; limit: number },
): Promise<{ due: DueEndpoint[]; last: string | undefined }> {
  const { deliveries, endpoints } = tablesOfAll(owners)
  const rows = await reader.query<DueEndpoint & { readonly due: boolean }>(
    `WITH RECURSIVE steps AS (
       (SELECT store_id, endpoint_id, next_attempt_at FROM ${deliveries}
        WHERE next_attempt_at IS NOT NULL AND endpoint_id > $2
        ORDER BY endpoint_id, next_attempt_at LIMIT 1)
       UNION ALL
       SELECT n.* FROM steps s CROSS JOIN LATERAL (
         SELECT d.store_id, d.endpoint_id, d.next_attempt_at FROM ${deliveries} d
         WHERE d.next_attempt_at IS NOT NULL AND d.endpoint_id > s.endpoint_id
         ORDER BY d.endpoint_id, d.next_attempt_at LIMIT 1) n)
     SELECT s.store_id AS "storeId", s.endpoint_id AS "endpointId", w.failures >= 5 AS failing,
       s.next_attempt_at <= $1 AND w.state = 'enabled' AND ${inRealTime('w')} AS due
     FROM (SELECT * FROM steps LIMIT $3) s
       JOIN ${endpoints} w ON w.store_id = s.store_id AND w.id = s.endpoint_id`,
    [now, after, limit],
  )
  const last = rows.length < limit ? undefined : rows.at(-1)?.endpointId
  return { due: rows.filter(({ due }) => due), last }
}

/** Null in each where the delivery is an example. */
export const OF_EVENT = columns<'events', Pick<Event, 'data'>>('events', 'e')
  .only('sequence', 'data', 'createdAt')
  .as('event')

const CLAIMED = DELIVERY.as('delivery')
  .and(ENDPOINT.only('sandbox', 'url', 'version', 'secret', 'failingSince'))
  .and(
    computed<{ secretPrevious: string | null }>({
      secretPrevious: 'CASE WHEN w.secret_previous_until > $4 THEN w.secret_previous END',
    }),
  )
  .and(OF_EVENT)

type Due = {
  readonly owners: Owners
  readonly now: Date
  readonly real: Date
  readonly rooms: readonly Room[]
}

/**
 * The due deliveries of each endpoint, up to its slots, skipping locked ones. Their events are
 * looked up one by one: for a set of unknown size the planner would scan all events each time.
 */
export async function lockDue(
  tx: Transaction,
  { owners, now, real, rooms }: Due,
): Promise<Claimed[]> {
  const { deliveries, endpoints } = tablesOfAll(owners)
  const rows = await tx.query(
    select(
      CLAIMED,
      `FROM unnest($2::text[], $3::int[]) r (endpoint_id, room) CROSS JOIN LATERAL (
         SELECT d.* FROM ${deliveries} d WHERE d.endpoint_id = r.endpoint_id
           AND d.next_attempt_at <= $1
         ORDER BY d.next_attempt_at LIMIT r.room FOR UPDATE SKIP LOCKED) d
       CROSS JOIN LATERAL (
         SELECT * FROM ${endpoints} w
         WHERE w.store_id = d.store_id AND w.id = d.endpoint_id AND w.state = 'enabled' LIMIT 1) w
       LEFT JOIN LATERAL (
         SELECT * FROM events e
         WHERE e.store_id = d.store_id AND e.id = d.event_id AND d.position > 0 LIMIT 1) e ON true`,
    ),
    [now, rooms.map(({ endpointId }) => endpointId), rooms.map(({ room }) => String(room)), real],
  )
  return rows.map(({ secret, secretPrevious, event, ...row }) => {
    const { delivery, sandbox } = row
    const endpoint = { storeId: delivery.storeId, id: delivery.endpointId }
    const secrets = signingSecrets(endpoint, { secret, secretPrevious })
    return { ...row, secrets, event: eventOfDelivery(delivery, { ...event, sandbox }) }
  })
}

/** The deliveries of an endpoint, locked in the order in which they are named. */
export function lockDeliveries(
  tx: Transaction,
  { storeId, endpointId }: EndpointKey,
  ids: readonly string[],
): Promise<Delivery[]> {
  return tx.query(
    select(
      DELIVERY,
      `FROM unnest($3::text[]) i (id) CROSS JOIN LATERAL (
         SELECT d.* FROM ${tablesOf(storeId).deliveries} d
         WHERE d.store_id = $1 AND d.endpoint_id = $2 AND d.id = i.id FOR UPDATE) d`,
    ),
    [storeId, endpointId, ids],
  )
}

/**
 * The open deliveries of an endpoint, the newest first, skipping locked ones. So if only some are
 * ended, every line keeps its head, and continues if the endpoint is enabled again.
 */
export function lockOpen(
  tx: Transaction,
  { storeId, endpointId }: EndpointKey,
  limit: number,
): Promise<Delivery[]> {
  return tx.query(
    select(
      DELIVERY,
      `FROM ${tablesOf(storeId).deliveries} d WHERE d.store_id = $1 AND d.endpoint_id = $2
         AND d.state IN ('queued', 'waiting')
       ORDER BY d.position DESC NULLS FIRST LIMIT $3 FOR UPDATE SKIP LOCKED`,
    ),
    [storeId, endpointId, limit],
  )
}

/** Those written together are of one owner. */
export const tableOf = ([first]: readonly Delivery[]) => tablesOf(first?.storeId ?? '').deliveries

/** New deliveries. */
export function deliveryRows(deliveries: readonly Delivery[]): Insert {
  return { table: tableOf(deliveries), rows: deliveries, many: true }
}

/** The changes of deliveries by an attempt or by a change of the endpoint. */
export function progressRows(deliveries: readonly Delivery[]): Changes {
  return {
    table: tableOf(deliveries),
    by: ['storeId', 'endpointId', 'id'],
    changes: deliveries.map((delivery) => {
      const { storeId, endpointId, id, state, attempts, tries, ...more } = delivery
      const { nextAttemptAt, settledAt } = more
      return { storeId, endpointId, id, state, attempts, tries, nextAttemptAt, settledAt }
    }),
  }
}

type Numbered = { readonly number: number; readonly outcome: Outcome }

export function attemptRows(storeId: string, attempts: readonly Numbered[]): Insert {
  return {
    table: tablesOf(storeId).attempts,
    many: true,
    rows: attempts.map(({ number, outcome: { claimed, attempt } }) => {
      const { storeId, endpointId, id } = claimed.delivery
      return { storeId, endpointId, deliveryId: id, number, ...attempt }
    }),
  }
}

/** The event of a delivery; null: it has its own body, as an example does. */
export function eventOfDelivery(
  { exampleBody, storeId, eventId: id, eventType: type, orderId }: Delivery,
  event: Pick<Event, 'sandbox' | 'sequence' | 'data' | 'createdAt'>,
): Event | null {
  if (exampleBody !== null) return null
  assert(isStoresEvent(type), `${id} carries no body`)
  const { sandbox, sequence, data, createdAt } = event
  return { storeId, sandbox, id, type, sequence, orderId, data, createdAt }
}
