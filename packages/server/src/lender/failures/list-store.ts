import { type Owners, tablesOfAll } from '../../model/streams/owners.ts'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { raw, sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import type { Failure, FailureGroup } from './failure.ts'

/** The filters and orderings of failures. */
export const failureList: ListTable = {
  properties: {
    id: { kind: 'text', sql: 'f.id' },
    kind: { kind: 'text', sql: 'f.kind' },
    state: { kind: 'text', sql: 'f.state' },
    cause: { kind: 'text', sql: 'f.cause' },
    'store-id': { kind: 'text', sql: 'f.store_id', nullable: true },
    'order-id': { kind: 'text', sql: 'f.order_id', nullable: true },
    'person-id': { kind: 'text', sql: 'f.person_id', nullable: true },
    'webhook-id': { kind: 'text', sql: 'f.webhook_id', nullable: true },
    attempts: { kind: 'number', decimal: false, sql: 'f.attempts' },
    at: { kind: 'date', sql: 'f.at' },
    next_attempt: { kind: 'date', sql: 'f.next_at' },
  },
  orderings: { at: 'f.at', next_attempt: 'f.next_at', attempts: 'f.attempts' },
  q: [],
  created: 'f.at',
  id: 'f.id',
}

/** Older failures cannot be repaired any more. */
const SINCE = "now() - interval '30 days'"
/** So many attempts at the provider without an answer: until then it is only slow. */
const ASKS_MIN = 3

const CAUSE = `CASE WHEN t.status IS NOT NULL THEN 'status_' || t.status
    WHEN t.number IS NULL THEN 'not_tried' ELSE 'no_answer' END`

type Delivery = { readonly of: Owners; readonly state: string; readonly where: string }

/** To a webhook of a store, or of the lender, which is of no store. */
function delivery({ of, state, where }: Delivery): string {
  const { deliveries, endpoints, attempts } = tablesOfAll(of)
  const [kind, store] = of === 'stores' ? ['delivery', 'd.store_id'] : ['lender_delivery', 'NULL']
  return `SELECT '${kind}.' || d.store_id || '.' || d.endpoint_id || '.' || d.id AS id,
    '${kind}' AS kind, '${state}' AS state, ${CAUSE} AS cause, t.failure AS detail,
    d.attempts, coalesce(t.started_at, d.created_at) AS at, d.next_attempt_at AS next_at,
    ${store} AS store_id, d.order_id, w.sandbox, NULL AS person_id, d.endpoint_id AS webhook_id
  FROM ${deliveries} d
    JOIN ${endpoints} w ON w.store_id = d.store_id AND w.id = d.endpoint_id
    LEFT JOIN ${attempts} t ON t.store_id = d.store_id AND t.endpoint_id = d.endpoint_id
      AND t.delivery_id = d.id AND t.number = d.attempts
  WHERE w.state <> 'deleted' AND ${where}`
}
const OF_NOBODY = 'NULL, NULL'

/** A message that an order no longer waits for, or that was overtaken, is missed by nobody. */
const notification = (state: string, where: string): string =>
  `SELECT 'notification.' || n.store_id || '.' || n.order_id || '.' || n.id, 'notification',
    '${state}', ${CAUSE}, t.failure, n.attempts, coalesce(t.started_at, n.created_at),
    n.next_attempt_at, n.store_id, n.order_id, o.sandbox, ${OF_NOBODY}
  FROM notifications n JOIN orders o ON o.store_id = n.store_id AND o.id = n.order_id
    LEFT JOIN notification_attempts t ON t.store_id = n.store_id AND t.order_id = n.order_id
      AND t.sequence = n.sequence AND t.number = n.attempts
  WHERE n.overtaken_by IS NULL AND ${where}
    AND (n.kind = 'information' OR o.state = 'confirmation_required')`

const PAYMENT = `'payment.' || p.store_id || '.' || p.order_id || '.' || p.id, 'payment'`
const LAST = `NOT EXISTS (SELECT 1 FROM payments e WHERE e.store_id = p.store_id
    AND e.order_id = p.order_id AND e.kind = p.kind
    AND (e.created_at, e.id) > (p.created_at, p.id))`

/** Each with what names it, why it failed and when; of both modes. */
const ALL = [
  ...(['stores', 'lender'] as const).flatMap((of) => [
    delivery({ of, state: 'given_up', where: `d.state = 'failed' AND d.settled_at > ${SINCE}` }),
    delivery({ of, state: 'failing', where: `d.state = 'waiting' AND d.tries > 0` }),
  ]),
  notification('given_up', `n.state = 'abandoned' AND n.deadline > ${SINCE}`),
  notification('failing', `n.state = 'waiting' AND n.attempts > 0`),
  // A card is charged again when the loan says so; credit is given back again by hand.
  `SELECT ${PAYMENT}, CASE WHEN l.due_at IS NULL THEN 'given_up' ELSE 'failing' END,
    p.reason, NULL, p.asks, p.settled_at, l.due_at, p.store_id, p.order_id, p.sandbox,
    ${OF_NOBODY}
  FROM payments p JOIN loans l ON l.store_id = p.store_id AND l.order_id = p.order_id
  WHERE p.state = 'failed' AND p.kind IN ('charge', 'return') AND p.settled_at > ${SINCE}
    AND ${LAST} AND (p.kind = 'return' OR l.overdue_amount IS DISTINCT FROM 0)`,
  `SELECT ${PAYMENT}, 'failing', 'no_answer', NULL, p.asks, p.created_at, p.ask_at, p.store_id,
    p.order_id, p.sandbox, ${OF_NOBODY}
  FROM payments p
  WHERE p.ask_at IS NOT NULL AND p.state = 'open' AND p.asks >= ${ASKS_MIN}`,
  // A lane works for both modes, and for all stores.
  `SELECT 'job.' || l.name, 'job', 'failing', l.failure, NULL, 0, l.failed_at, NULL, NULL, NULL,
    m.sandbox, ${OF_NOBODY}
  FROM lanes l CROSS JOIN (VALUES (true), (false)) m (sandbox)
  WHERE coalesce(l.failed_at > l.succeeded_at, l.failed_at IS NOT NULL)`,
  // Two people decided it, and a rule refused: the person exists until it is retried.
  `SELECT 'erasure.' || a.id, 'erasure', 'given_up', a.failure, NULL, 1, a.ended_at, NULL, NULL,
    NULL, r.sandbox, a.object_id, NULL
  FROM approvals a JOIN persons r ON r.id = a.object_id
  WHERE a.status = 'failed' AND a.action = 'person_erase' AND a.ended_at > ${SINCE}
    AND r.erased_at IS NULL AND NOT EXISTS (SELECT 1 FROM approvals e
      WHERE (e.object_kind, e.object_id) = (a.object_kind, a.object_id) AND e.action = a.action
        AND (e.created_at, e.id) > (a.created_at, a.id))`,
].join(' UNION ALL ')

const FAILURES = `(${ALL}) f`

export async function listFailures(
  reader: Reader,
  sandbox: boolean,
  query: ListQuery,
): Promise<{ count: number; rows: Failure[] }> {
  const { count, ids } = await listPage(
    reader,
    { table: failureList, from: () => raw(FAILURES), where: sql`f.sandbox = ${sandbox}` },
    query,
  )
  const rows = ids.length === 0 ? [] : await findFailures(reader, { sandbox, ids })
  return { count, rows: inOrder(ids, rows, ({ id }) => id) }
}

const FAILURE = computed<Failure>({
  ...{ id: 'f.id', kind: 'f.kind', state: 'f.state', cause: 'f.cause', detail: 'f.detail' },
  ...{ attempts: 'f.attempts', at: 'f.at', nextAt: 'f.next_at', orderId: 'f.order_id' },
  ...{ personId: 'f.person_id', webhookId: 'f.webhook_id' },
  store: `CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'name', s.name) END`,
} satisfies Record<keyof Failure, string>)

/** By their ids, in the mode. */
export function findFailures(
  reader: Reader,
  { sandbox, ids }: { readonly sandbox: boolean; readonly ids: readonly string[] },
): Promise<Failure[]> {
  return reader.query(
    select(
      FAILURE,
      `FROM ${FAILURES} LEFT JOIN stores s ON s.id = f.store_id
       WHERE f.id = ANY($1::text[]) AND f.sandbox = $2`,
    ),
    [ids, sandbox],
  )
}

const GROUPS_MAX = 100
const GROUP = computed<FailureGroup>({
  ...{ kind: 'f.kind', cause: 'f.cause', count: 'count(*)' },
  stores: 'count(DISTINCT f.store_id)',
  orders: 'count(DISTINCT f.order_id)',
  ...{ oldestAt: 'min(f.at)', newestAt: 'max(f.at)' },
})

/** All of the mode by kind and cause, the most first. */
export function groupFailures(reader: Reader, sandbox: boolean): Promise<FailureGroup[]> {
  return reader.query(
    select(
      GROUP,
      `FROM ${FAILURES} WHERE f.sandbox = $1 GROUP BY f.kind, f.cause
       ORDER BY count(*) DESC, f.kind, f.cause LIMIT ${GROUPS_MAX}`,
    ),
    [sandbox],
  )
}
