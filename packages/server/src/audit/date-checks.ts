/**
 * The dates of an order's operations (A4, A12): each date of a row equals that of the event that
 * reports it, and of the entry that booked it. Written from contract §5 and §7.
 */
import { type Check, ORDERS, sweep } from './check.ts'

/** A condition for the rows of the order `o`. */
const ofOrder = (alias: string): string =>
  `${alias}.store_id = o.store_id AND ${alias}.order_id = o.id`

const ROWS_OF_STORE = (alias: string): string =>
  `FROM store_states ${alias} WHERE ${alias}.store_id = f.store_id AND ${alias}.sandbox = f.sandbox`
/** The periods in which captures of the order `f` were off. */
const PAUSED = `make_interval(secs => coalesce((SELECT sum(extract(epoch FROM r.store_at - (
    SELECT min(b.store_at) ${ROWS_OF_STORE('b')} AND b.version < r.version
      AND b.version > coalesce((SELECT max(c.version) ${ROWS_OF_STORE('c')} AND c.captures
        AND c.version < r.version), 0))))
  ${ROWS_OF_STORE('r')} AND r.captures AND r.store_at > f.confirmed_at), 0)::float8)`

const EVENTS = `SELECT min(e.created_at) FILTER (WHERE e.sequence = 1) AS began,
    min(e.created_at) FILTER (WHERE e.reason = 'confirmation_required') AS accepted,
    min(e.created_at) FILTER (WHERE e.reason = 'challenge_required') AS checked,
    min(e.created_at) FILTER (WHERE e.type = 'order.confirmed') AS confirmed,
    min(e.created_at) FILTER (WHERE e.type = 'order.cancelled') AS cancelled,
    min(e.created_at) FILTER (WHERE e.financing = 'ko') AS ended,
    count(*) FILTER (WHERE e.reason = 'ko_generic') > 0 AS declined,
    count(*) FILTER (WHERE e.type = 'order.lapsing') > 0 AS announced,
    (array_agg(e.mid ORDER BY e.sequence DESC))[1] AS event_mid,
    bool_or(e.data ->> 'currency' IS DISTINCT FROM o.currency) AS event_currency
  FROM (SELECT e.*, e.data ->> 'status_reason' AS reason, e.data ->> 'mid' AS mid,
      e.data ->> 'financing_status' AS financing FROM events e WHERE ${ofOrder('e')}) e`

const effects = (table: string): string =>
  `SELECT x.sequence, x.created_at FROM ${table} x WHERE ${ofOrder('x')}`

const EFFECTS = `SELECT coalesce(bool_or(x.created_at IS DISTINCT FROM e.created_at), false)
    AS misdated
  FROM (${['captures', 'voids', 'refunds'].map(effects).join(' UNION ALL ')}) x
    LEFT JOIN events e ON ${ofOrder('e')} AND e.sequence = x.sequence`

/** An entry and the event that reports it have the same time. */
const ENTRIES = `SELECT coalesce(bool_or(n.created_at IS DISTINCT FROM e.created_at), false)
    AS booked_at_other_time
  FROM (SELECT e.created_at, e.ledger_sequence,
      e.ledger_sequence > lag(e.ledger_sequence, 1, 0::bigint) OVER w AS booked
    FROM events e WHERE ${ofOrder('e')} WINDOW w AS (ORDER BY e.sequence)) e
    JOIN ledger_entries n ON ${ofOrder('n')} AND n.sequence = e.ledger_sequence
  WHERE e.booked`

const NAMES = `SELECT coalesce(bool_or(NOT EXISTS (SELECT 1 FROM events e WHERE ${ofOrder('e')}
      AND e.data ->> 'mid' = m.mid) OR NOT EXISTS (SELECT 1 FROM events e WHERE ${ofOrder('e')}
      AND e.created_at = m.created_at)), false) OR EXISTS (SELECT 1 FROM events e
      WHERE ${ofOrder('e')} AND e.data ->> 'mid' <> o.mid AND NOT EXISTS (
        SELECT 1 FROM earlier_mids m WHERE ${ofOrder('m')} AND m.mid = e.data ->> 'mid'))
    AS misnamed
  FROM earlier_mids m WHERE ${ofOrder('m')}`

const minutes = (member: string, standard: number): string =>
  `make_interval(mins => coalesce((d.merchant ->> '${member}')::int, ${standard}))`

const DETAILS = `SELECT count(*) AS details, max(d.signed_hash) IS NOT NULL AS hashed,
    bool_or(d.offer IS NOT NULL) AS signed,
    max(${minutes('timeout_checkout', 60)}) AS checkout_time,
    max(${minutes('timeout_extra', 2880)}) AS check_time
  FROM order_details d WHERE ${ofOrder('d')}`

const DEADLINE = `SELECT max(n.deadline) AS deadline_until FROM notifications n
  WHERE ${ofOrder('n')} AND n.kind = 'confirmation'`

/** The amount due with the confirmation, and whether it was paid. */
const FIRST_PART = `SELECT max(p.amount) AS first_amount, max(p.state) AS first_state FROM (
    SELECT i.capital + i.interest + i.fee + i.late_charge AS amount, CASE
      WHEN i.paid_on IS NOT NULL THEN 'paid' WHEN l.tried_on IS NULL THEN 'pending'
      ELSE 'failed' END AS state
    FROM loans l JOIN instalments i ON i.store_id = l.store_id AND i.order_id = l.order_id
    WHERE ${ofOrder('l')} AND i.number = CASE l.product WHEN 'pay_in_4' THEN 1 ELSE 0 END) p
  WHERE p.amount > 0`

const FACTS = `SELECT o.*, o.id AS order_id, p.*, e.*, x.*, n.*, m.*, d.*, a.*
  FROM batch o CROSS JOIN LATERAL (${EVENTS}) e CROSS JOIN LATERAL (${EFFECTS}) x
    CROSS JOIN LATERAL (${ENTRIES}) n CROSS JOIN LATERAL (${NAMES}) m
    CROSS JOIN LATERAL (${DETAILS}) d CROSS JOIN LATERAL (${DEADLINE}) a
    CROSS JOIN LATERAL (${FIRST_PART}) p`

const OVER = `'expired', 'expired_challenge', 'merchant_failed_to_confirm'`
const BY_STORE = `'confirmation_rejected_by_merchant'`

const checks: readonly Check[] = [
  {
    invariant: 'A4',
    title: 'an order’s dates are those of its events',
    broken: `(f.created_at, f.verified_at, f.confirmed_at) IS DISTINCT FROM
        (f.began, f.accepted, f.confirmed)
      OR f.expired_at IS DISTINCT FROM
        CASE WHEN f.status_reason IN (${OVER}) THEN f.ended END
      OR f.state <> 'ko' AND f.cancelled_at IS DISTINCT FROM f.cancelled
      OR f.state = 'ko' AND coalesce(f.cancelled_at <> f.ended
        OR f.status_reason <> ${BY_STORE}, false) AND f.cancelled_at IS NOT NULL`,
  },
  {
    invariant: 'A4',
    title: 'a pending order ends when its time is over',
    broken: `f.expires_at IS DISTINCT FROM CASE f.state
      WHEN 'in_process' THEN f.created_at + f.checkout_time
      WHEN 'challenge_required' THEN f.checked + f.check_time
      WHEN 'confirmation_required' THEN f.deadline_until END`,
  },
  {
    invariant: 'A4',
    title: 'the agreement on captures has the deadline for them',
    broken: `f.hashed AND f.capture_before IS NOT NULL AND (f.capture_before <> f.confirmed_at
        + make_interval(hours => 24 * coalesce(f.capture_within,
          CASE f.product WHEN 'pay_later' THEN 30 ELSE 90 END)) + ${PAUSED}
      OR f.lapse_due_at <> CASE WHEN f.announced THEN f.capture_before
        ELSE greatest(f.confirmed_at, f.capture_before - interval '168 hours') END)`,
  },
  {
    invariant: 'A12',
    title: 'captures, voids and refunds have the time of their events',
    broken: 'f.misdated',
  },
  {
    invariant: 'A12',
    title: 'an entry has the time of its event',
    broken: 'f.booked_at_other_time',
  },
  {
    invariant: 'A4',
    title:
      'an order has the name of its last event, and its earlier names are those of earlier ones',
    broken: 'f.mid IS DISTINCT FROM f.event_mid OR f.misnamed',
  },
  {
    invariant: 'A4',
    title: 'an order’s events have its currency',
    broken: 'f.event_currency IS NOT FALSE',
  },
  {
    invariant: 'A4',
    title: 'the first part is what the loan demands at signing, paid, pending or failed',
    broken: `(f.downpayment_amount, f.downpayment_state) IS DISTINCT FROM
      (f.first_amount, coalesce(f.first_state, 'none'))`,
  },
  { invariant: 'A14', title: 'an order has its details', broken: 'f.details <> 1' },
  {
    invariant: 'A4',
    title: 'nothing is agreed on an order that was not signed',
    broken: `NOT f.signed AND (f.product, f.num_instalments, f.nominal_rate,
        f.capture_within, f.automatic_capture, f.fee_rate, f.fee_fixed, f.fees_on_refund,
        f.campaign_cost) IS DISTINCT FROM (NULL::text, NULL::smallint, NULL::integer,
        NULL::smallint, false, 0, 0::bigint, 'return'::text, 0::bigint)`,
  },
  {
    invariant: 'A4',
    title: 'an order names no buyer before they signed or were declined',
    broken: 'f.buyer_id IS NOT NULL AND NOT f.signed AND NOT f.declined',
  },
]

export const dateSweep = sweep({
  table: 'orders',
  keys: ['store_id', 'id'],
  rows: ORDERS,
  facts: FACTS,
  checks,
})
