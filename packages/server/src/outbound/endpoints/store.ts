import type { StreamKey } from '../../model/streams/stream-key.ts'
import type {
  Insert,
  Reader,
  Row,
  Transaction,
  Update,
  Upsert,
} from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { assert } from '../../platform/refusal.ts'
import type { Stream } from '../events/event.ts'
import type { Endpoint, EndpointKey, ListedWebhook, Secrets, Webhook } from './webhook.ts'

export type WebhookKey = StreamKey & { readonly webhookId: string }

/** More is only "many": counting all would cost the more, the worse a receiver does. */
const PENDING_MAX = 10_000

export const COLUMNS = `w.store_id, w.sandbox, w.id, w.name, w.url, to_jsonb(w.types) AS types,
  w.version, w.state, w.disabled_reason, w.disabled_at, w.failing_since, w.failures, w.created_at`

export const PENDING = `(SELECT count(*) FROM (
    SELECT 1 FROM webhook_deliveries d WHERE d.store_id = w.store_id AND d.endpoint_id = w.id
      AND d.state IN ('queued', 'waiting') LIMIT ${PENDING_MAX}) open) AS pending`

const BY_ID = `FROM webhook_endpoints w
  WHERE w.store_id = $1 AND w.sandbox = $2 AND w.id = $3 AND w.state <> 'deleted'`

export async function findWebhook(
  reader: Reader,
  key: WebhookKey,
): Promise<ListedWebhook | undefined> {
  const [row] = await byId(reader, key, `SELECT ${COLUMNS}, ${PENDING} ${BY_ID}`)
  return row && listedWebhookOf(row)
}

/** Whoever changes what a webhook is told of holds the stream first. */
export async function lockWebhook(
  tx: Transaction,
  key: WebhookKey,
): Promise<(Webhook & Secrets) | undefined> {
  const text = `SELECT ${COLUMNS}, w.secret, w.secret_previous, w.secret_previous_until
    ${BY_ID} FOR NO KEY UPDATE`
  const [row] = await byId(tx, key, text)
  return (
    row && {
      ...webhookOf(row),
      secret: row.secret,
      previous: row.secret_previous,
      previousUntil: row.secret_previous_until,
    }
  )
}

const ENDPOINT = `SELECT ${COLUMNS} FROM webhook_endpoints w WHERE w.store_id = $1 AND w.id = $2`

/** The endpoint as it is at the moment, also one that is deleted. */
export async function getEndpoint(reader: Reader, key: EndpointKey): Promise<Endpoint> {
  const [row] = await reader.query(ENDPOINT, [key.storeId, key.endpointId])
  assert(row !== undefined, `there is no endpoint ${key.endpointId}`)
  return webhookOf(row)
}

/** The same, as it stays until the transaction ends. */
export async function lockEndpoint(tx: Transaction, key: EndpointKey): Promise<Endpoint> {
  // What is to be sent to it only refers to it, and need not wait.
  const [row] = await tx.query(`${ENDPOINT} FOR NO KEY UPDATE`, [key.storeId, key.endpointId])
  assert(row !== undefined, `there is no endpoint ${key.endpointId}`)
  return webhookOf(row)
}

async function byId(reader: Reader, key: WebhookKey, text: string): Promise<Row[]> {
  const { storeId, sandbox, webhookId } = key
  return isId(webhookId) ? reader.query(text, [storeId, sandbox, webhookId]) : []
}

export async function countWebhooks(
  tx: Transaction,
  { storeId, sandbox }: StreamKey,
): Promise<number> {
  const [row] = await tx.query(
    `SELECT count(*) AS count FROM webhook_endpoints
     WHERE store_id = $1 AND sandbox = $2 AND state <> 'deleted'`,
    [storeId, sandbox],
  )
  return row?.count ?? 0
}

/** How many deliveries are open, up to the bound. */
export async function countPending(tx: Transaction, { storeId, id }: Webhook): Promise<number> {
  const [row] = await tx.query(
    `SELECT ${PENDING} FROM webhook_endpoints w WHERE w.store_id = $1 AND w.id = $2`,
    [storeId, id],
  )
  return row?.pending ?? 0
}

export function webhookRow(webhook: Webhook, secret: string): Insert {
  const { storeId, sandbox, id, createdAt, version } = webhook
  const key = { store_id: storeId, sandbox, id, version, secret, created_at: createdAt }
  return { table: 'webhook_endpoints', rows: [{ ...key, ...columnsOf(webhook) }] }
}

export function webhookUpdate(webhook: Endpoint): Update {
  return { table: 'webhook_endpoints', where: keyOf(webhook), set: columnsOf(webhook) }
}

/** It is kept, so that its deliveries stay those of something; nobody sees it any more. */
export function webhookEnd(webhook: Webhook): Update {
  const set = { state: 'deleted', disabled_reason: null, disabled_at: null }
  return { table: 'webhook_endpoints', where: keyOf(webhook), set }
}

export function secretUpdate(webhook: Webhook, secrets: Secrets): Update {
  return {
    table: 'webhook_endpoints',
    where: keyOf(webhook),
    set: {
      secret: secrets.secret,
      secret_previous: secrets.previous,
      secret_previous_until: secrets.previousUntil,
    },
  }
}

export type Subscription = {
  readonly enabled: boolean
  readonly types: readonly string[] | null
  readonly at: Date
}

/** What it is told of from the end of the stream on; one that began there as well is overtaken. */
export function subscriptionRow(
  { storeId, position }: Stream,
  { id }: Endpoint,
  { enabled, types, at }: Subscription,
): Upsert {
  return {
    table: 'webhook_subscriptions',
    key: ['store_id', 'endpoint_id', 'from_position'],
    changed: ['enabled', 'types', 'created_at'],
    rows: [
      {
        store_id: storeId,
        endpoint_id: id,
        from_position: position,
        enabled,
        types,
        created_at: at,
      },
    ],
  }
}

const keyOf = ({ storeId, sandbox, id }: Endpoint) => ({ store_id: storeId, sandbox, id })

function columnsOf(webhook: Endpoint): Record<string, unknown> {
  return {
    name: webhook.name,
    url: webhook.url,
    types: webhook.types,
    state: webhook.state,
    disabled_reason: webhook.disabledReason,
    disabled_at: webhook.disabledAt,
    failing_since: webhook.failingSince,
    failures: webhook.failures,
  }
}

function webhookOf(row: Row): Webhook {
  return {
    storeId: row.store_id,
    sandbox: row.sandbox,
    id: row.id,
    name: row.name,
    url: row.url,
    types: row.types,
    version: row.version,
    state: row.state,
    disabledReason: row.disabled_reason,
    disabledAt: row.disabled_at,
    failingSince: row.failing_since,
    failures: row.failures,
    createdAt: row.created_at,
  }
}

export function listedWebhookOf(row: Row): ListedWebhook {
  return { ...webhookOf(row), pending: row.pending }
}
