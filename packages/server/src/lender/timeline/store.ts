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

type Sending = {
  readonly attempts: number
  readonly status: number | null
  readonly durationMs: number | null
  readonly failure: string | null
}

export type TimelineEntry = TimelinePlace & {
  readonly kind: TimelineKind
  readonly id: string
  readonly type: string
  readonly state: string | null
  readonly amount: number | null
  readonly createdAt: Date
  readonly by: { readonly kind: string; readonly name: string | null } | null
  readonly reasonCode: string | null
  readonly reasonNote: string | null
  readonly note: string | null
  readonly promisedOn: string | null
  readonly postings: readonly Posting[] | null
  readonly sending: Sending | null
  readonly nextAttemptAt: Date | null
}

type Posting = { readonly debit: string; readonly credit: string; readonly amount: number }

/**
 * Each kind: when, key, id, type, state, amount, the entry that it booked, the action that it is
 * of, and what else names it; `$1` is the store, `$2` the order.
 */
const KINDS: Readonly<Record<TimelineKind, string>> = {
  event: `SELECT e.created_at, e.id, e.id, e.type, NULL::text, NULL::bigint, e.ledger_sequence::int,
      e.action_id, NULL::text
    FROM events e WHERE e.store_id = $1 AND e.order_id = $2`,
  action: `SELECT a.at, a.id, a.id, a.action, a.outcome, NULL::bigint, a.entry_sequence::int,
      a.id, NULL::text
    FROM actions a WHERE (a.object_kind, a.object_id) = ('order', $2)`,
  entry: `SELECT l.created_at, lpad(l.sequence::text, 20, '0'), l.sequence::text, l.kind,
      NULL::text, NULL::bigint, l.sequence::int, l.action_id, NULL::text
    FROM ledger_entries l WHERE l.store_id = $1 AND l.order_id = $2`,
  payment: `SELECT p.created_at, p.id, p.id, p.kind, p.state, p.amount, NULL::int, NULL::text,
      NULL::text
    FROM payments p WHERE p.store_id = $1 AND p.order_id = $2`,
  // By the events that they carry: there is no other way from an order to what is settled.
  delivery: `SELECT d.created_at, d.id, d.id, d.event_type, d.state, NULL::bigint, NULL::int,
      NULL::text, d.endpoint_id
    FROM events e JOIN webhook_endpoints w ON w.store_id = e.store_id
      JOIN webhook_deliveries d ON d.store_id = e.store_id AND d.endpoint_id = w.id
        AND d.position = e.position
    WHERE e.store_id = $1 AND e.order_id = $2 AND w.sandbox = e.sandbox`,
  notification: `SELECT n.created_at, n.id, n.id, n.kind, n.state, NULL::bigint, NULL::int,
      NULL::text, n.sequence::text
    FROM notifications n WHERE n.store_id = $1 AND n.order_id = $2`,
  note: `SELECT n.created_at, n.id, n.id, n.kind, NULL::text, n.amount, NULL::int, n.action_id,
      NULL::text
    FROM loan_notes n WHERE n.store_id = $1 AND n.order_id = $2`,
}

const POSTING = `FROM ledger_postings g WHERE g.store_id = $1 AND g.order_id = $2
  AND g.sequence = x.entry`
/** An event names the last entry before it, which another action may have booked. */
const OWN_ENTRY = `EXISTS (SELECT 1 FROM ledger_entries l WHERE l.store_id = $1
  AND l.order_id = $2 AND l.sequence = x.entry AND l.action_id = x.action)`
const NOTE = 'FROM loan_notes n WHERE n.store_id = $1 AND n.order_id = $2 AND n.id = x.id'
const DELIVERY = 'm.store_id = $1 AND m.endpoint_id = x.ref AND m.id = x.id'
const NOTIFICATION = 'm.store_id = $1 AND m.order_id = $2 AND m.sequence = x.ref::int'
const SENDING = `jsonb_build_object('attempts', m.attempts, 'status', t.status,
  'durationMs', t.duration_ms, 'failure', t.failure)`
/** Of a message how often it was tried, and what the last attempt brought. */
const DELIVERY_SENDING = `(SELECT ${SENDING} FROM webhook_deliveries m
  LEFT JOIN webhook_attempts t ON t.store_id = m.store_id AND t.endpoint_id = m.endpoint_id
    AND t.delivery_id = m.id AND t.number = m.attempts WHERE ${DELIVERY})`
const NOTIFICATION_SENDING = `(SELECT ${SENDING} FROM notifications m
  LEFT JOIN notification_attempts t ON t.store_id = m.store_id AND t.order_id = m.order_id
    AND t.sequence = m.sequence AND t.number = m.attempts WHERE ${NOTIFICATION})`

const ENTRY = computed<TimelineEntry>({
  at: `to_char(x.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  kind: 'x.kind',
  key: 'x.key',
  id: 'x.id',
  type: 'x.type',
  state: 'x.state',
  amount: `coalesce(x.amount, (SELECT g.amount ${POSTING} AND ${OWN_ENTRY}
    ORDER BY g.number LIMIT 1))`,
  createdAt: 'x.at',
  by: `CASE WHEN b.id IS NOT NULL
    THEN jsonb_build_object('kind', b.principal_kind, 'name', b.principal_name) END`,
  reasonCode: `CASE x.kind WHEN 'action' THEN b.reason_code END`,
  reasonNote: `CASE x.kind WHEN 'action' THEN b.reason_note END`,
  note: `CASE x.kind WHEN 'note' THEN (SELECT n.note ${NOTE}) END`,
  promisedOn: `CASE x.kind WHEN 'note' THEN (SELECT n.promised_on::text ${NOTE}) END`,
  postings: `CASE x.kind WHEN 'entry' THEN (SELECT jsonb_agg(jsonb_build_object('debit', g.debit,
    'credit', g.credit, 'amount', g.amount) ORDER BY g.number) ${POSTING}) END`,
  sending: `CASE x.kind WHEN 'delivery' THEN ${DELIVERY_SENDING}
    WHEN 'notification' THEN ${NOTIFICATION_SENDING} END`,
  nextAttemptAt: `CASE x.kind
    WHEN 'delivery' THEN (SELECT m.next_attempt_at FROM webhook_deliveries m WHERE ${DELIVERY})
    WHEN 'notification' THEN (SELECT m.next_attempt_at FROM notifications m
      WHERE ${NOTIFICATION}) END`,
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
    y (at, key, id, type, state, amount, entry, action, ref)`,
  )
  return reader.search(
    select(
      ENTRY,
      // What else is shown of an entry is read of those that are shown.
      `FROM (SELECT * FROM (${parts.join(' UNION ALL ')}) z
         WHERE $3::timestamptz IS NULL
           OR (z.at, z.kind, z.key) > ($3::timestamptz, $4::text, $5::text)
             AND $1::text IS NOT NULL AND $2::text IS NOT NULL
         ORDER BY z.at, z.kind, z.key LIMIT $6) x
       LEFT JOIN actions b ON b.id = x.action
       ORDER BY x.at, x.kind, x.key`,
    ),
    [order.storeId, order.id, after?.at ?? null, after?.kind ?? '', after?.key ?? '', limit],
  )
}
