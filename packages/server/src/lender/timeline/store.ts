import type { timelineKinds } from '@svc/api'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'

export type TimelineKind = (typeof timelineKinds)[number]

/** Where an entry stands: by time, of one moment by kind, of one kind by its key. */
export type TimelinePlace = {
  readonly at: string
  readonly kind: string
  readonly key: string
}

export type TimelineEntry = TimelinePlace & {
  readonly kind: TimelineKind
  readonly id: string
  readonly type: string
  readonly state: string | null
  readonly amount: number | null
  readonly createdAt: Date
}

/** Each kind: when, key, id, type, state, amount; `$1` is the store, `$2` the order. */
const KINDS: Readonly<Record<TimelineKind, string>> = {
  event: `SELECT e.created_at, e.id, e.id, e.type, NULL::text, NULL::bigint
    FROM events e WHERE e.store_id = $1 AND e.order_id = $2`,
  action: `SELECT a.at, a.id, a.id, a.action, a.outcome, NULL::bigint
    FROM actions a WHERE (a.object_kind, a.object_id) = ('order', $2)`,
  entry: `SELECT l.created_at, lpad(l.sequence::text, 20, '0'), l.sequence::text, l.kind,
      NULL::text, NULL::bigint
    FROM ledger_entries l WHERE l.store_id = $1 AND l.order_id = $2`,
  payment: `SELECT p.created_at, p.id, p.id, p.kind, p.state, p.amount
    FROM payments p WHERE p.store_id = $1 AND p.order_id = $2`,
  // By the events that they carry: there is no other way from an order to what is settled.
  delivery: `SELECT d.created_at, d.id, d.id, d.event_type, d.state, NULL::bigint
    FROM events e JOIN webhook_endpoints w ON w.store_id = e.store_id
      JOIN webhook_deliveries d ON d.store_id = e.store_id AND d.endpoint_id = w.id
        AND d.position = e.position
    WHERE e.store_id = $1 AND e.order_id = $2 AND w.sandbox = e.sandbox`,
  notification: `SELECT n.created_at, n.id, n.id, n.kind, n.state, NULL::bigint
    FROM notifications n WHERE n.store_id = $1 AND n.order_id = $2`,
  note: `SELECT n.created_at, n.id, n.id, n.kind, NULL::text, n.amount
    FROM loan_notes n WHERE n.store_id = $1 AND n.order_id = $2`,
}

const ENTRY = computed<TimelineEntry>({
  at: `to_char(x.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  kind: 'x.kind',
  key: 'x.key',
  id: 'x.id',
  type: 'x.type',
  state: 'x.state',
  amount: 'x.amount',
  createdAt: 'x.at',
})

type Part = {
  readonly order: { readonly storeId: string; readonly id: string }
  readonly kinds: readonly TimelineKind[]
  readonly after: TimelinePlace | null
  readonly limit: number
}

/** What happened to an order after a place, the oldest first, of one moment. */
export function listTimeline(reader: Reader, part: Part): Promise<TimelineEntry[]> {
  const { order, kinds, after, limit } = part
  const parts = kinds.map(
    (kind) => `SELECT '${kind}' AS kind, y.* FROM (${KINDS[kind]})
    y (at, key, id, type, state, amount)`,
  )
  return reader.search(
    select(
      ENTRY,
      `FROM (${parts.join(' UNION ALL ')}) x
       WHERE $3::timestamptz IS NULL
         OR (x.at, x.kind, x.key) > ($3::timestamptz, $4::text, $5::text)
           AND $1::text IS NOT NULL AND $2::text IS NOT NULL
       ORDER BY x.at, x.kind, x.key LIMIT $6`,
    ),
    [order.storeId, order.id, after?.at ?? null, after?.kind ?? '', after?.key ?? '', limit],
  )
}
