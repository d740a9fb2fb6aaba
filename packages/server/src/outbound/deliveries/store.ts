import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Changes, Reader, Row, Transaction, Upsert } from '../../platform/database/database.ts'
import { inRealTime } from '../../tenancy/test-clocks/store.ts'
import type { EndpointKey } from '../endpoints/webhook.ts'
import { signingSecrets } from '../endpoints/webhook.ts'
import { attemptColumns } from '../sending/rows.ts'
import type { Claimed, Delivery, DueEndpoint, Line, Outcome, Subscriber } from './delivery.ts'
import type { Room } from './rooms.ts'
import { lineKey } from './rules.ts'

export const COLUMNS = `d.store_id, d.endpoint_id, d.id, d.event_id, d.event_type, d.order_id,
  d.position, d.example_body, d.state, d.attempts, d.tries, d.out_of_turn, d.next_attempt_at,
  d.deadline, d.created_at, d.settled_at`

/**
 * The endpoints that are told of what gets its place next. Who asks holds the stream's lock, under
 * which alone this changes.
 */
export async function listSubscribers(
  tx: Transaction,
  { storeId, sandbox }: StreamKey,
): Promise<Subscriber[]> {
  const rows = await tx.query(
    `SELECT id, to_jsonb(types) AS types FROM webhook_endpoints
     WHERE store_id = $1 AND sandbox = $2 AND state = 'enabled' ORDER BY created_at, id`,
    [storeId, sandbox],
  )
  return rows.map((row) => ({ endpointId: row.id, types: row.types }))
}

/**
 * Those of the lines on which something is open, held open until the transaction ends: what waits
 * on each is locked. Whoever settles it locks it first and looks for the next afterwards; so either
 * he sees what is added here, or it is seen here that the line has become free. A turn may pass on
 * while the lock is waited for: then it is asked again.
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

const LINES = `unnest($2::text[], $3::text[]) l (endpoint_id, order_id)`
const ON_LINE = `d.store_id = $1 AND d.endpoint_id = l.endpoint_id AND d.order_id = l.order_id
  AND NOT d.out_of_turn`

async function lockHeads(tx: Transaction, storeId: string, lines: readonly Line[]) {
  const rows = await tx.query(
    `SELECT l.endpoint_id, l.order_id FROM ${LINES} CROSS JOIN LATERAL (
       SELECT 1 FROM webhook_deliveries d WHERE ${ON_LINE} AND d.state = 'waiting'
       ORDER BY d.position FOR UPDATE) h`,
    [storeId, ...columnsOf(lines)],
  )
  return rows.map(lineOf)
}

async function listWaiting(tx: Transaction, storeId: string, lines: readonly Line[]) {
  const rows = await tx.query(
    `SELECT l.endpoint_id, l.order_id FROM ${LINES} WHERE EXISTS (
       SELECT 1 FROM webhook_deliveries d
       WHERE ${ON_LINE} AND d.state = 'waiting')`,
    [storeId, ...columnsOf(lines)],
  )
  return rows.map(lineOf)
}

/** What comes next on each of the lines, locked. To be asked after what waited there was locked. */
export async function lockNext(
  tx: Transaction,
  storeId: string,
  lines: readonly Line[],
): Promise<Delivery[]> {
  if (lines.length === 0) return []
  const rows = await tx.query(
    `SELECT n.* FROM ${LINES} CROSS JOIN LATERAL (
       SELECT ${COLUMNS} FROM webhook_deliveries d WHERE ${ON_LINE} AND d.state = 'queued'
       ORDER BY d.position LIMIT 1 FOR UPDATE) n`,
    [storeId, ...columnsOf(lines)],
  )
  return rows.map(deliveryOf)
}

const columnsOf = (lines: readonly Line[]) => [
  lines.map(({ endpointId }) => endpointId),
  lines.map(({ orderId }) => orderId),
]

/**
 * Endpoints to which something is due, across stores, of those behind `after`. Each is found by a
 * step of its own along the index, so that much that waits for one costs the others nothing.
 */
export async function listDueEndpoints(
  reader: Reader,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<{ due: DueEndpoint[]; last: string | undefined }> {
  const rows = await reader.query(
    `WITH RECURSIVE steps AS (
       (SELECT store_id, endpoint_id, next_attempt_at FROM webhook_deliveries
        WHERE state = 'waiting' AND endpoint_id > $2
        ORDER BY endpoint_id, next_attempt_at LIMIT 1)
       UNION ALL
       SELECT n.* FROM steps s CROSS JOIN LATERAL (
         SELECT d.store_id, d.endpoint_id, d.next_attempt_at FROM webhook_deliveries d
         WHERE d.state = 'waiting' AND d.endpoint_id > s.endpoint_id
         ORDER BY d.endpoint_id, d.next_attempt_at LIMIT 1) n)
     SELECT s.store_id, s.endpoint_id, w.failures >= 5 AS failing,
       s.next_attempt_at <= $1 AND w.state = 'enabled' AND ${inRealTime('w')} AS due
     FROM (SELECT * FROM steps LIMIT $3) s
       JOIN webhook_endpoints w ON w.store_id = s.store_id AND w.id = s.endpoint_id`,
    [now, after, limit],
  )
  const due = rows.filter((row) => row.due).map((row) => ({ ...keyOf(row), failing: row.failing }))
  return { due, last: rows.length < limit ? undefined : rows.at(-1)?.endpoint_id }
}

/** What is due to each of the endpoints, so many as it has room for, skipping what others hold. */
export async function lockDue(
  tx: Transaction,
  { now, real, rooms }: { now: Date; real: Date; rooms: readonly Room[] },
): Promise<Claimed[]> {
  const rows = await tx.query(
    `SELECT d.*, w.sandbox, w.url, w.version, w.secret, w.failing_since,
       CASE WHEN w.secret_previous_until > $4 THEN w.secret_previous END AS secret_previous,
       e.sequence, e.data, e.created_at AS event_created_at
     FROM unnest($2::text[], $3::int[]) r (endpoint_id, room) CROSS JOIN LATERAL (
       SELECT ${COLUMNS} FROM webhook_deliveries d WHERE d.endpoint_id = r.endpoint_id
         AND d.state = 'waiting' AND d.next_attempt_at <= $1
       ORDER BY d.next_attempt_at LIMIT r.room FOR UPDATE SKIP LOCKED) d
     JOIN webhook_endpoints w
       ON w.store_id = d.store_id AND w.id = d.endpoint_id AND w.state = 'enabled'
     LEFT JOIN events e ON e.store_id = d.store_id AND e.id = d.event_id AND d.position > 0`,
    [now, rooms.map(({ endpointId }) => endpointId), rooms.map(({ room }) => String(room)), real],
  )
  return rows.map(claimedOf)
}

/** The deliveries of an endpoint, locked in the order in which they are named. */
export async function lockDeliveries(
  tx: Transaction,
  { storeId, endpointId }: EndpointKey,
  ids: readonly string[],
): Promise<Delivery[]> {
  const rows = await tx.query(
    `SELECT d.* FROM unnest($3::text[]) i (id) CROSS JOIN LATERAL (
       SELECT ${COLUMNS} FROM webhook_deliveries d
       WHERE d.store_id = $1 AND d.endpoint_id = $2 AND d.id = i.id FOR UPDATE) d`,
    [storeId, endpointId, ids],
  )
  return rows.map(deliveryOf)
}

/**
 * What is open to an endpoint, the newest first, skipping what others hold. So where only a part is
 * ended, every line keeps its head, and goes on should the endpoint be enabled again.
 */
export async function lockOpen(
  tx: Transaction,
  { storeId, endpointId }: EndpointKey,
  limit: number,
): Promise<Delivery[]> {
  const rows = await tx.query(
    `SELECT ${COLUMNS} FROM webhook_deliveries d WHERE d.store_id = $1 AND d.endpoint_id = $2
       AND d.state IN ('queued', 'waiting')
     ORDER BY d.position DESC NULLS FIRST LIMIT $3 FOR UPDATE SKIP LOCKED`,
    [storeId, endpointId, limit],
  )
  return rows.map(deliveryOf)
}

/** New deliveries. */
export function deliveryRows(deliveries: readonly Delivery[]): Upsert {
  return {
    table: 'webhook_deliveries',
    key: ['store_id', 'endpoint_id', 'id'],
    changed: [],
    rows: deliveries.map(deliveryRow),
  }
}

function deliveryRow(delivery: Delivery): Row {
  return {
    store_id: delivery.storeId,
    endpoint_id: delivery.endpointId,
    id: delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    order_id: delivery.orderId,
    position: delivery.position,
    example_body: delivery.exampleBody,
    state: delivery.state,
    attempts: delivery.attempts,
    tries: delivery.tries,
    out_of_turn: delivery.outOfTurn,
    next_attempt_at: delivery.nextAttemptAt,
    deadline: delivery.deadline,
    created_at: delivery.createdAt,
    settled_at: delivery.settledAt,
  }
}

/** What an attempt or a change of the endpoint makes of deliveries. */
export function progressRows(deliveries: readonly Delivery[]): Changes {
  return {
    table: 'webhook_deliveries',
    by: ['store_id', 'endpoint_id', 'id'],
    changes: deliveries.map((delivery) => ({
      store_id: delivery.storeId,
      endpoint_id: delivery.endpointId,
      id: delivery.id,
      state: delivery.state,
      attempts: delivery.attempts,
      tries: delivery.tries,
      next_attempt_at: delivery.nextAttemptAt,
      settled_at: delivery.settledAt,
    })),
  }
}

export type Numbered = { readonly number: number; readonly outcome: Outcome }

export function attemptRows(attempts: readonly Numbered[]): Upsert {
  return {
    table: 'webhook_attempts',
    key: ['store_id', 'endpoint_id', 'delivery_id', 'number'],
    changed: [],
    rows: attempts.map(({ number, outcome: { claimed, attempt } }) => ({
      store_id: claimed.delivery.storeId,
      endpoint_id: claimed.delivery.endpointId,
      delivery_id: claimed.delivery.id,
      ...attemptColumns({ number, ...attempt }),
    })),
  }
}

const keyOf = (row: Row): EndpointKey => ({ storeId: row.store_id, endpointId: row.endpoint_id })

const lineOf = (row: Row): Line => ({ endpointId: row.endpoint_id, orderId: row.order_id })

export function deliveryOf(row: Row): Delivery {
  return {
    ...keyOf(row),
    id: row.id,
    eventId: row.event_id,
    eventType: row.event_type,
    orderId: row.order_id,
    position: row.position,
    exampleBody: row.example_body,
    state: row.state,
    attempts: row.attempts,
    tries: row.tries,
    outOfTurn: row.out_of_turn,
    nextAttemptAt: row.next_attempt_at,
    deadline: row.deadline,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  }
}

function claimedOf(row: Row): Claimed {
  const delivery = deliveryOf(row)
  const { storeId, eventId: id, eventType: type, orderId } = delivery
  const { sandbox, sequence, data, event_created_at: createdAt } = row
  const endpoint = { storeId, id: delivery.endpointId }
  const isExample = delivery.position === null
  return {
    delivery,
    event: isExample ? null : { storeId, sandbox, id, type, sequence, orderId, data, createdAt },
    sandbox,
    url: row.url,
    version: row.version,
    secrets: signingSecrets(endpoint, { secret: row.secret, previous: row.secret_previous }),
    failingSince: row.failing_since,
  }
}
