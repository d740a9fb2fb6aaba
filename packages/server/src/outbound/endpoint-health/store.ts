import type { Reader, Row, Transaction, Update, Upsert } from '../../platform/database/database.ts'
import type { Endpoint, EndpointKey } from '../deliveries/delivery.ts'

const ENDPOINT = `SELECT store_id, id, sandbox, name, url, to_jsonb(types) AS types, state,
  failing_since, failures FROM webhook_endpoints WHERE store_id = $1 AND id = $2`

/** The endpoint as it is at the moment. */
export async function getEndpoint(reader: Reader, key: EndpointKey): Promise<Endpoint> {
  const [row] = await reader.query(ENDPOINT, [key.storeId, key.endpointId])
  return endpointOf(row)
}

/** The same, as it stays until the transaction ends. */
export async function lockEndpoint(tx: Transaction, key: EndpointKey): Promise<Endpoint> {
  // Who tells it of something only refers to it, and need not wait.
  const [row] = await tx.query(`${ENDPOINT} FOR NO KEY UPDATE`, [key.storeId, key.endpointId])
  return endpointOf(row)
}

export function healthUpdate({ storeId, endpointId, failingSince, failures }: Endpoint): Update {
  return {
    table: 'webhook_endpoints',
    where: { store_id: storeId, id: endpointId },
    set: { failing_since: failingSince, failures },
  }
}

/** The endpoint is told of nothing from this place of its stream on. */
export function disabledRows(
  { storeId: store_id, endpointId, types }: Endpoint,
  { position, reason, at }: { position: number; reason: 'gone' | 'failing'; at: Date },
): [Update, Upsert] {
  return [
    {
      table: 'webhook_endpoints',
      where: { store_id, id: endpointId },
      set: {
        state: 'disabled',
        disabled_reason: reason,
        disabled_at: at,
        failing_since: null,
        failures: 0,
      },
    },
    {
      table: 'webhook_subscriptions',
      key: ['store_id', 'endpoint_id', 'from_position'],
      changed: ['enabled', 'types', 'created_at'],
      rows: [
        {
          store_id,
          endpoint_id: endpointId,
          from_position: position,
          enabled: false,
          types,
          created_at: at,
        },
      ],
    },
  ]
}

function endpointOf(row: Row | undefined): Endpoint {
  return {
    storeId: row?.store_id,
    endpointId: row?.id,
    sandbox: row?.sandbox,
    name: row?.name,
    url: row?.url,
    types: row?.types,
    enabled: row?.state === 'enabled',
    failingSince: row?.failing_since,
    failures: row?.failures,
  }
}

/** Endpoints that are not told of anything any more, but have something open. */
export async function listLeftOpen(
  reader: Reader,
  limit: number,
): Promise<(EndpointKey & { readonly sandbox: boolean })[]> {
  const rows = await reader.query(
    `WITH RECURSIVE steps AS (
       (SELECT store_id, endpoint_id FROM webhook_deliveries WHERE state IN ('queued', 'waiting')
        ORDER BY store_id, endpoint_id LIMIT 1)
       UNION ALL
       SELECT n.* FROM steps s CROSS JOIN LATERAL (
         SELECT d.store_id, d.endpoint_id FROM webhook_deliveries d
         WHERE d.state IN ('queued', 'waiting')
           AND (d.store_id, d.endpoint_id) > (s.store_id, s.endpoint_id)
         ORDER BY d.store_id, d.endpoint_id LIMIT 1) n)
     SELECT s.store_id, s.endpoint_id, w.sandbox FROM steps s
       JOIN webhook_endpoints w ON w.store_id = s.store_id AND w.id = s.endpoint_id
     WHERE w.state <> 'enabled' LIMIT $1`,
    [limit],
  )
  return rows.map((row) => ({
    storeId: row.store_id,
    endpointId: row.endpoint_id,
    sandbox: row.sandbox,
  }))
}
