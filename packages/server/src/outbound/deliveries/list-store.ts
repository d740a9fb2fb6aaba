import { limits } from '@svc/api'
import { type Owners, tablesOf, tablesOfAll } from '../../model/streams/owners.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Changes, Reader, Transaction } from '../../platform/database/database.ts'
import { raw, sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { isId } from '../../platform/ids.ts'
import type { EndpointKey, WebhookId } from '../endpoints/webhook.ts'
import type { Event } from '../events/event.ts'
import type { NumberedAttempt } from '../sending/message.ts'
import type { Delivery } from './delivery.ts'
import { DELIVERY, eventOfDelivery, OF_EVENT, tableOf } from './store.ts'

/** The filters and orderings of the deliveries of a webhook. */
export const deliveryList: ListTable = {
  properties: {
    id: { kind: 'text', sql: 'd.id' },
    event_id: { kind: 'text', sql: 'd.event_id' },
    type: { kind: 'text', sql: 'd.event_type' },
    order_id: { kind: 'text', sql: 'd.order_id', nullable: true },
    state: { kind: 'text', sql: 'd.state' },
    attempt_count: { kind: 'number', sql: 'd.attempts', decimal: false },
    created: { kind: 'date', sql: 'd.created_at' },
    settled: { kind: 'date', sql: 'd.settled_at' },
  },
  orderings: { created: 'd.created_at', settled: 'd.settled_at', attempt_count: 'd.attempts' },
  q: [],
  created: 'd.created_at',
  id: 'd.id',
}

export async function listDeliveries(
  reader: Reader,
  { storeId, id: endpointId }: WebhookId,
  query: ListQuery,
): Promise<{ count: number; deliveries: Delivery[] }> {
  const { count, ids } = await listPage(
    reader,
    {
      table: deliveryList,
      from: () => sql`${raw(tablesOf(storeId).deliveries)} d`,
      where: sql`d.store_id = ${storeId} and d.endpoint_id = ${endpointId}`,
    },
    query,
  )
  const rows = await reader.query(
    select(
      DELIVERY,
      `FROM ${tablesOf(storeId).deliveries} d
       WHERE d.store_id = $1 AND d.endpoint_id = $2 AND d.id = ANY($3::text[])`,
    ),
    [storeId, endpointId, ids],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { count, deliveries: ids.flatMap((id) => byId.get(id) ?? []) }
}

/** A delivery with its event; null: it is an example. */
export type DeliveryWithEvent = { readonly delivery: Delivery; readonly event: Event | null }

export async function findDelivery(
  reader: Reader,
  { storeId, id: endpointId }: WebhookId,
  id: string,
): Promise<DeliveryWithEvent | undefined> {
  if (!isId(id)) return undefined
  const [row] = await reader.query(
    select(
      DELIVERY.as('delivery').and(columns('events', 'e').only('sandbox')).and(OF_EVENT),
      `FROM ${tablesOf(storeId).deliveries} d
         LEFT JOIN events e ON e.store_id = d.store_id AND e.id = d.event_id AND d.position > 0
       WHERE d.store_id = $1 AND d.endpoint_id = $2 AND d.id = $3`,
    ),
    [storeId, endpointId, id],
  )
  if (row === undefined) return undefined
  const { delivery, sandbox, event } = row
  return { delivery, event: eventOfDelivery(delivery, { ...event, sandbox }) }
}

export async function lockDelivery(
  tx: Transaction,
  { storeId, id: endpointId }: WebhookId,
  id: string,
): Promise<Delivery | undefined> {
  if (!isId(id)) return undefined
  const [row] = await tx.query(
    select(
      DELIVERY,
      `FROM ${tablesOf(storeId).deliveries} d
       WHERE d.store_id = $1 AND d.endpoint_id = $2 AND d.id = $3 FOR UPDATE`,
    ),
    [storeId, endpointId, id],
  )
  return row
}

/** The newest first. */
export function listAttempts(
  reader: Reader,
  { storeId, endpointId, id }: Delivery,
): Promise<NumberedAttempt[]> {
  return reader.query(
    select(
      columns('webhook_attempts', 'a').without('storeId', 'endpointId', 'deliveryId'),
      `FROM ${tablesOf(storeId).attempts} a
       WHERE store_id = $1 AND endpoint_id = $2 AND delivery_id = $3
       ORDER BY number DESC LIMIT $4`,
    ),
    [storeId, endpointId, id, limits.attemptsShownMax],
  )
}

type Window = { readonly after: number; readonly upTo: number }

/** Failed and cancelled deliveries between two places of the stream, locked. */
export function lockUndelivered(
  tx: Transaction,
  { storeId, id: endpointId }: WebhookId,
  { after, upTo }: Window,
): Promise<Delivery[]> {
  return tx.query(
    select(
      DELIVERY,
      `FROM ${tablesOf(storeId).deliveries} d
       WHERE d.store_id = $1 AND d.endpoint_id = $2 AND d.position > $3 AND d.position <= $4
         AND d.state IN ('failed', 'cancelled') ORDER BY d.order_id, d.id FOR UPDATE`,
    ),
    [storeId, endpointId, after, upTo],
  )
}

/** The places of which there are deliveries at all, in whatever state. */
export async function listDelivered(
  tx: Transaction,
  { storeId, id: endpointId }: WebhookId,
  { after, upTo }: Window,
): Promise<number[]> {
  const rows = await tx.query(
    select(
      computed<{ position: number }>({ position: 'd.position' }),
      `FROM ${tablesOf(storeId).deliveries} d
       WHERE d.store_id = $1 AND d.endpoint_id = $2 AND d.position > $3 AND d.position <= $4`,
    ),
    [storeId, endpointId, after, upTo],
  )
  return rows.map(({ position }) => position)
}

/** Reopened deliveries. */
export function reopenedRows(deliveries: readonly Delivery[]): Changes {
  return {
    table: tableOf(deliveries),
    by: ['storeId', 'endpointId', 'id'],
    changes: deliveries.map((delivery) => {
      const { storeId, endpointId, id, state, tries, outOfTurn, ...more } = delivery
      const { nextAttemptAt, deadline, settledAt } = more
      const anew = { state, tries, outOfTurn, nextAttemptAt, deadline, settledAt }
      return { storeId, endpointId, id, ...anew }
    }),
  }
}

/** The endpoints of one store and mode to which something is due. */
export async function listDueEndpointsOf(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
  now: Date,
): Promise<string[]> {
  const rows = await reader.lookUp(
    select(
      columns('webhook_endpoints', 'w').only('id'),
      `FROM webhook_endpoints w
     WHERE w.store_id = $1 AND w.sandbox = $2 AND w.state = 'enabled' AND EXISTS (
       SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = w.id
         AND d.next_attempt_at <= $3)`,
    ),
    [storeId, sandbox, now],
  )
  return rows.map(({ id }) => id)
}

/** When something is to be sent to one of them next, if that is no later than the moment. */
export async function findNextAttempt(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
  upTo: Date,
): Promise<Date | null> {
  const [row] = await reader.lookUp(
    select(
      computed<{ at: Date | null }>({ at: 'min(n.next_attempt_at)' }),
      `FROM webhook_endpoints w
       CROSS JOIN LATERAL (
         SELECT d.next_attempt_at FROM webhook_deliveries d
         WHERE d.endpoint_id = w.id AND d.next_attempt_at <= $3
         ORDER BY d.next_attempt_at LIMIT 1) n
     WHERE w.store_id = $1 AND w.sandbox = $2 AND w.state = 'enabled'`,
    ),
    [storeId, sandbox, upTo],
  )
  return row?.at ?? null
}

/** Moves the ends of claims, but of those that somebody else has settled or is settling. */
export async function renewClaims(
  reader: Reader,
  claimed: readonly Delivery[],
  until: Date,
): Promise<void> {
  const table = tableOf(claimed)
  await reader.query(
    `UPDATE ${table} SET next_attempt_at = $1
     WHERE (store_id, endpoint_id, id) IN (
       SELECT d.store_id, d.endpoint_id, d.id
       FROM unnest($2::text[], $3::text[], $4::text[], $5::int[])
         c (store_id, endpoint_id, id, attempts)
       JOIN ${table} d USING (store_id, endpoint_id, id)
       WHERE d.state = 'waiting' AND d.attempts = c.attempts FOR UPDATE OF d SKIP LOCKED)`,
    [
      until,
      claimed.map(({ storeId }) => storeId),
      claimed.map(({ endpointId }) => endpointId),
      claimed.map(({ id }) => id),
      claimed.map(({ attempts }) => String(attempts)),
    ],
  )
}

/** Endpoints that no longer receive anything, but have something open. */
export function listLeftOpen(
  reader: Reader,
  owners: Owners,
  limit: number,
): Promise<(EndpointKey & { readonly sandbox: boolean })[]> {
  const { deliveries, endpoints } = tablesOfAll(owners)
  return reader.query(
    `WITH RECURSIVE steps AS (
       (SELECT store_id, endpoint_id FROM ${deliveries} WHERE state IN ('queued', 'waiting')
        ORDER BY store_id, endpoint_id LIMIT 1)
       UNION ALL
       SELECT n.* FROM steps s CROSS JOIN LATERAL (
         SELECT d.store_id, d.endpoint_id FROM ${deliveries} d
         WHERE d.state IN ('queued', 'waiting')
           AND (d.store_id, d.endpoint_id) > (s.store_id, s.endpoint_id)
         ORDER BY d.store_id, d.endpoint_id LIMIT 1) n)
     SELECT s.store_id AS "storeId", s.endpoint_id AS "endpointId", w.sandbox FROM steps s
       JOIN ${endpoints} w ON w.store_id = s.store_id AND w.id = s.endpoint_id
     WHERE w.state <> 'enabled' LIMIT $1`,
    [limit],
  )
}
