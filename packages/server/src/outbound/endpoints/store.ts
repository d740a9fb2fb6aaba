import { tablesOf } from '../../model/streams/owners.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { COUNT, columns, computed, type Query, select } from '../../platform/database/columns.ts'
import type {
  Insert,
  Reader,
  Transaction,
  Update,
  Upsert,
} from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { assert } from '../../platform/refusal.ts'
import type { Stream } from '../events/event.ts'
import type { Endpoint, EndpointKey, ListedWebhook, Secrets, Webhook } from './webhook.ts'

type WebhookKey = StreamKey & { readonly webhookId: string }

/** More is only "many": counting all would cost the more, the worse a receiver does. */
const PENDING_MAX = 10_000

const ROW = columns<'webhook_endpoints', Pick<Webhook, 'types'>>('webhook_endpoints', 'w')
const ENDPOINT = ROW.without('secret', 'secretPrevious', 'secretPreviousUntil')
/** Those that are not deleted. */
const WEBHOOK = ENDPOINT.without('state').and(
  computed<Pick<Webhook, 'state'>>({ state: 'w.state' }),
)

const pendingOf = (storeId: string) =>
  computed<{ pending: number }>({
    pending: `(SELECT count(*) FROM (
      SELECT 1 FROM ${tablesOf(storeId).deliveries} d
      WHERE d.store_id = w.store_id AND d.endpoint_id = w.id
        AND d.state IN ('queued', 'waiting') LIMIT ${PENDING_MAX}) open)`,
  })
export const listedOf = (storeId: string) => WEBHOOK.and(pendingOf(storeId))

const byIdOf = (storeId: string) => `FROM ${tablesOf(storeId).endpoints} w
  WHERE w.store_id = $1 AND w.sandbox = $2 AND w.id = $3 AND w.state <> 'deleted'`

export async function findWebhook(
  reader: Reader,
  key: WebhookKey,
): Promise<ListedWebhook | undefined> {
  const [row] = await byId(reader, key, select(listedOf(key.storeId), byIdOf(key.storeId)))
  return row
}

/** A change of a webhook's types locks the stream first. */
export async function lockWebhook(
  tx: Transaction,
  key: WebhookKey,
): Promise<(Webhook & Secrets) | undefined> {
  const list = WEBHOOK.and(ROW.only('secret', 'secretPrevious', 'secretPreviousUntil'))
  const [row] = await byId(tx, key, select(list, `${byIdOf(key.storeId)} FOR NO KEY UPDATE`))
  return row
}

const byKeyOf = (storeId: string) =>
  `FROM ${tablesOf(storeId).endpoints} w WHERE w.store_id = $1 AND w.id = $2`

/** The current endpoint, also if it is deleted. */
export async function getEndpoint(reader: Reader, key: EndpointKey): Promise<Endpoint> {
  const { storeId, endpointId } = key
  const [row] = await reader.query(select(ENDPOINT, byKeyOf(storeId)), [storeId, endpointId])
  assert(row !== undefined, `there is no endpoint ${key.endpointId}`)
  return row
}

/** The same, as it stays until the transaction ends. */
export async function lockEndpoint(tx: Transaction, key: EndpointKey): Promise<Endpoint> {
  // New deliveries only refer to it, and need not wait.
  const [row] = await tx.query(select(ENDPOINT, `${byKeyOf(key.storeId)} FOR NO KEY UPDATE`), [
    key.storeId,
    key.endpointId,
  ])
  assert(row !== undefined, `there is no endpoint ${key.endpointId}`)
  return row
}

async function byId<R>(reader: Reader, key: WebhookKey, text: Query<R>): Promise<R[]> {
  const { storeId, sandbox, webhookId } = key
  return isId(webhookId) ? reader.query(text, [storeId, sandbox, webhookId]) : []
}

export async function countWebhooks(
  tx: Transaction,
  { storeId, sandbox }: StreamKey,
): Promise<number> {
  const [row] = await tx.query(
    select(
      COUNT,
      `FROM ${tablesOf(storeId).endpoints} w
       WHERE w.store_id = $1 AND w.sandbox = $2 AND w.state <> 'deleted'`,
    ),
    [storeId, sandbox],
  )
  return row?.count ?? 0
}

/** How many deliveries are open, up to the bound. */
export async function countPending(tx: Transaction, { storeId, id }: Webhook): Promise<number> {
  const [row] = await tx.query(select(pendingOf(storeId), byKeyOf(storeId)), [storeId, id])
  return row?.pending ?? 0
}

export function webhookRow(webhook: Webhook, secret: string): Insert {
  return { table: tablesOf(webhook.storeId).endpoints, rows: [{ ...webhook, secret }] }
}

export function webhookUpdate(webhook: Endpoint): Update {
  const { name, url, types, state, failingSince, failures, disabledReason, disabledAt } = webhook
  const health = { state, failingSince, failures, disabledReason, disabledAt }
  return {
    ...{ table: tablesOf(webhook.storeId).endpoints, where: keyOf(webhook) },
    set: { name, url, types, ...health },
  }
}

/** The row stays for its deliveries; nobody sees it any more. */
export function webhookEnd(webhook: Webhook): Update {
  const set = { state: 'deleted', disabledReason: null, disabledAt: null } as const
  return { table: tablesOf(webhook.storeId).endpoints, where: keyOf(webhook), set }
}

export function secretUpdate(webhook: Webhook, set: Secrets): Update {
  return { table: tablesOf(webhook.storeId).endpoints, where: keyOf(webhook), set }
}

type Subscription = {
  readonly enabled: boolean
  readonly types: readonly string[] | null
  readonly at: Date
}

/** Its types from the end of the stream on; another one from there is overtaken. */
export function subscriptionRow(
  { storeId, position }: Stream,
  { id }: Endpoint,
  { enabled, types, at }: Subscription,
): Upsert {
  return {
    table: tablesOf(storeId).subscriptions,
    key: ['storeId', 'endpointId', 'fromPosition'],
    changed: ['enabled', 'types', 'createdAt'],
    rows: [{ storeId, endpointId: id, fromPosition: position, enabled, types, createdAt: at }],
  }
}

const keyOf = ({ storeId, sandbox, id }: Endpoint) => ({ storeId, sandbox, id })
