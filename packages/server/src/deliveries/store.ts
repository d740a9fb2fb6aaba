import type { Row, Transaction, Upsert } from '../database/database.ts'
import type { StreamKey } from '../events/event.ts'
import type { Delivery, Line, Subscriber } from './delivery.ts'

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
 * Those of the lines on which something is open, held open until the transaction ends: of each the
 * last delivery is locked. Whoever settles one locks it first and looks for the next afterwards; so
 * either he sees what is added here, or it is seen here that the line has become free.
 */
export async function lockOpenLines(
  tx: Transaction,
  storeId: string,
  lines: readonly Line[],
): Promise<Line[]> {
  if (lines.length === 0) return []
  const rows = await tx.query(
    `SELECT l.endpoint_id, l.order_id
     FROM unnest($2::text[], $3::text[]) WITH ORDINALITY l (endpoint_id, order_id, number)
       CROSS JOIN LATERAL (
         SELECT 1 FROM webhook_deliveries d
         WHERE d.store_id = $1 AND d.endpoint_id = l.endpoint_id AND d.order_id = l.order_id
           AND d.state IN ('queued', 'waiting') AND NOT d.out_of_turn
         ORDER BY d.position DESC LIMIT 1 FOR UPDATE) o`,
    [storeId, lines.map(({ endpointId }) => endpointId), lines.map(({ orderId }) => orderId)],
  )
  return rows.map((row) => ({ endpointId: row.endpoint_id, orderId: row.order_id }))
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
