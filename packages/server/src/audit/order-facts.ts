/**
 * The facts of each order of a batch, from its rows, its events and its ledger entries.
 * Written from contract §7 and the ledger's table, not from the code that keeps them.
 *
 * T total, V voided, C captured, Rc refunded on captures, Ru refunded of what is not captured.
 * Ledger balances are debits minus credits: what the buyer owes is positive, what the store is owed
 * is negative.
 */

/** A condition for the rows of the order `o`. */
const ofOrder = (alias: string): string =>
  `${alias}.store_id = o.store_id AND ${alias}.order_id = o.id`

const CAPTURES = `SELECT coalesce(sum(k.amount), 0) AS c,
    coalesce(sum(k.refunded_amount), 0) AS capture_refunded,
    coalesce(max(k.sequence), 0) AS last_capture,
    coalesce(bool_or(k.refunded_amount > k.amount OR k.refunded_amount <> (
      SELECT coalesce(sum(p.amount), 0) FROM capture_refunds p
      WHERE ${ofOrder('p')} AND p.capture_id = k.id)), false) AS captures_uneven
  FROM captures k WHERE ${ofOrder('k')}`

const VOIDS = `SELECT coalesce(sum(v.amount), 0) AS v, coalesce(max(v.sequence), 0) AS last_void
  FROM voids v WHERE ${ofOrder('v')}`

const REFUNDS = `SELECT coalesce(sum(r.amount), 0) AS r, coalesce(sum(r.from_captures), 0) AS rc,
    coalesce(sum(r.from_uncaptured), 0) AS ru, coalesce(max(r.sequence), 0) AS last_refund,
    coalesce(bool_or(r.amount <> r.from_captures + r.from_uncaptured OR r.from_captures <> (
      SELECT coalesce(sum(p.amount), 0) FROM capture_refunds p
      WHERE ${ofOrder('p')} AND p.refund_id = r.id)), false) AS refunds_uneven
  FROM refunds r WHERE ${ofOrder('r')}`

/** The amounts of an event, next to those of the previous event. */
const AMOUNTS = `SELECT e.sequence, e.type, e.data ->> 'effect_id' AS effect_id,
    e.data ->> 'status' AS status, coalesce((e.data ->> 'amount')::bigint, 0) AS amount,
    (e.data ->> 'remaining_refund_amount')::bigint AS remaining, t, c, v, r,
    lag(t, 1, o.approved_amount) OVER w AS t0, lag(c, 1, 0) OVER w AS c0,
    lag(v, 1, 0) OVER w AS v0, lag(r, 1, 0) OVER w AS r0,
    e.ledger_sequence, lag(e.ledger_sequence, 1, 0) OVER w AS ledger_before
  FROM events e CROSS JOIN LATERAL (SELECT (e.data ->> 'total_amount')::bigint AS t,
    (e.data ->> 'captured_amount')::bigint AS c, (e.data ->> 'voided_amount')::bigint AS v,
    (e.data ->> 'refunded_amount')::bigint AS r) amounts
  WHERE ${ofOrder('e')} WINDOW w AS (ORDER BY e.sequence)`

/**
 * The effect of an event on the amounts. `order.cancelled` settles the whole rest, or follows the
 * operation that did and changes nothing itself; an unknown event changes nothing.
 */
const FOLLOWS = `CASE
    WHEN s.type = 'order.captured' THEN (s.t, s.c, s.v, s.r) = (s.t0, s.c0 + s.amount, s.v0, s.r0)
    WHEN s.type IN ('order.voided', 'order.lapsed')
      THEN (s.t, s.c, s.v, s.r) = (s.t0, s.c0, s.v0 + s.amount, s.r0)
    WHEN s.type = 'order.refunded' THEN (s.t, s.c, s.v, s.r) = (s.t0, s.c0, s.v0, s.r0 + s.amount)
    WHEN s.type = 'order.edited' THEN s.t <= s.t0 AND (s.c, s.v, s.r) = (s.c0, s.v0, s.r0)
    WHEN s.type = 'order.cancelled' THEN (s.t, s.c) = (s.t0, s.c0) AND s.v + s.r = s.t
      AND s.v >= s.v0 AND s.r >= s.r0 AND s.v + s.r - s.v0 - s.r0 IN (0, s.amount)
    ELSE (s.t, s.c, s.v, s.r) = (s.t0, s.c0, s.v0, s.r0) END
  AND s.remaining = CASE WHEN s.status IN ('processing', 'complete') THEN s.t - s.v - s.r
    ELSE 0 END`

const EVENTS = `SELECT count(*) AS events, coalesce(min(s.sequence), 0) AS first_event,
    coalesce(max(s.sequence), 0) AS last_event,
    max(s.sequence) FILTER (WHERE s.type LIKE 'order.%') AS last_order_event,
    min(s.sequence) FILTER (WHERE s.type = 'order.cancelled') AS cancel_event,
    count(*) FILTER (WHERE s.type = 'order.confirmed') AS confirmations,
    count(*) FILTER (WHERE s.type IN ('order.captured', 'order.voided', 'order.lapsed',
      'order.refunded')) AS operations,
    coalesce(bool_or((${FOLLOWS}) IS NOT TRUE), false) AS events_leap,
    coalesce(sum(s.ledger_sequence - s.ledger_before), 0) AS event_ledger,
    coalesce(bool_or((s.ledger_sequence - s.ledger_before IN (0, 1)) IS NOT TRUE), false)
      AS ledger_leaps
  FROM (${AMOUNTS}) s`

/** The amounts in the last event; all are NULL if there is none. */
const LAST_EVENT = `SELECT max(e.data ->> 'status') AS event_status,
    max(e.data ->> 'financing_status') AS event_financing,
    max(e.data ->> 'status_reason') AS event_reason,
    max((e.data ->> 'total_amount')::bigint) AS event_t,
    max((e.data ->> 'captured_amount')::bigint) AS event_c,
    max((e.data ->> 'voided_amount')::bigint) AS event_v,
    max((e.data ->> 'refunded_amount')::bigint) AS event_r,
    max((e.data ->> 'remaining_capture_amount')::bigint) AS event_remaining
  FROM (SELECT e.data FROM events e WHERE ${ofOrder('e')} ORDER BY e.sequence DESC LIMIT 1) e`

/**
 * Rows of captures, voids and refunds with their events. The rows of a cancellation share the event
 * `order.cancelled`; all others have an event of their own that names them.
 */
const EFFECTS = `SELECT count(*) AS effects,
    count(*) FILTER (WHERE x.origin <> 'cancel') AS own_effects,
    count(*) FILTER (WHERE e.sequence IS NULL OR x.origin <> 'cancel'
      AND (e.data ->> 'effect_id' <> x.id OR (e.data ->> 'amount')::bigint <> x.amount))
      AS unmatched,
    coalesce(sum(x.amount) FILTER (WHERE x.origin = 'cancel')
      <> max((e.data ->> 'amount')::bigint) FILTER (WHERE x.origin = 'cancel'), false)
      AS cancel_uneven
  FROM (
    SELECT k.id, k.sequence, k.amount, 'store' AS origin, 'order.captured' AS type
    FROM captures k WHERE ${ofOrder('k')}
    UNION ALL SELECT v.id, v.sequence, v.amount, v.origin, CASE v.origin
      WHEN 'cancel' THEN 'order.cancelled' WHEN 'lapse' THEN 'order.lapsed'
      ELSE 'order.voided' END
    FROM voids v WHERE ${ofOrder('v')}
    UNION ALL SELECT r.id, r.sequence, r.amount, r.origin,
      CASE r.origin WHEN 'cancel' THEN 'order.cancelled' ELSE 'order.refunded' END
    FROM refunds r WHERE ${ofOrder('r')}) x
  LEFT JOIN events e ON ${ofOrder('e')} AND e.sequence = x.sequence AND e.type = x.type`

/** The store's costs, and nothing else, are credited there. */
const INCOMES = `'store_fee_income', 'campaign_income'`

/** The other accounts of an order's loan besides the buyer's debt. */
const LOAN_ACCOUNTS = `'buyer_credit', 'interest_income', 'buyer_fee_income', 'late_income', 'cash',
  'credit_loss'`

const BALANCES = `SELECT count(*) > 0 AS has_ledger,
    coalesce(sum(a.amount) FILTER (WHERE a.account = 'buyer_receivable'), 0) AS buyer_receivable,
    coalesce(sum(a.amount) FILTER (WHERE a.account = 'commitment'), 0) AS commitment,
    coalesce(-sum(a.amount) FILTER (WHERE a.account = 'uncaptured'), 0) AS uncaptured,
    coalesce(-sum(a.amount) FILTER (WHERE a.account = 'store_payable'), 0) AS store_payable,
    coalesce(-sum(a.amount) FILTER (WHERE a.account IN (${INCOMES})), 0) AS income,
    coalesce(bool_or(a.account NOT IN ('buyer_receivable', 'commitment', 'uncaptured',
      'store_payable', ${INCOMES}, ${LOAN_ACCOUNTS})), false) AS unknown_account
  FROM ledger_postings p
    CROSS JOIN LATERAL (VALUES (p.debit, p.amount), (p.credit, -p.amount)) a (account, amount)
  WHERE ${ofOrder('p')}`

/** The expected postings of each event besides the store's share of its effect's entry. */
const BOOKINGS = `SELECT count(*) FILTER (WHERE n.amount IS DISTINCT FROM s.amount) AS misbooked,
    coalesce(bool_or(n.sequence <> s.ledger_sequence), false) AS entry_without_event
  FROM (
    SELECT s.effect_id, s.kind, s.amount, s.ledger_sequence FROM (
      SELECT s.effect_id, s.ledger_sequence,
        CASE s.type WHEN 'order.confirmed' THEN 'confirm' WHEN 'order.captured' THEN 'capture'
          WHEN 'order.refunded' THEN 'refund' WHEN 'order.edited' THEN 'edit'
          WHEN 'order.cancelled' THEN 'cancel' ELSE 'void' END AS kind,
        CASE s.type WHEN 'order.confirmed' THEN s.t WHEN 'order.edited' THEN s.t0 - s.t
          WHEN 'order.cancelled' THEN s.v + s.r - s.v0 - s.r0 ELSE s.amount END AS amount
      FROM (${AMOUNTS}) s WHERE s.type LIKE 'order.%') s
    WHERE s.amount <> 0) s
  FULL JOIN (
    SELECT n.effect_id, n.kind, n.sequence, (
      SELECT coalesce(sum(p.amount), 0) FROM ledger_postings p
      WHERE ${ofOrder('p')} AND p.sequence = n.sequence
        AND ('uncaptured' IN (p.debit, p.credit) OR 'store_payable' IN (p.debit, p.credit))
        AND p.debit NOT IN (${INCOMES}) AND p.credit NOT IN (${INCOMES}))
      AS amount
    FROM ledger_entries n WHERE ${ofOrder('n')}
      AND n.kind IN ('confirm', 'capture', 'void', 'refund', 'edit', 'cancel')) n
  ON n.effect_id = s.effect_id AND n.kind = s.kind`

/** A lapse was announced with a deadline that has passed; an automatic capture takes everything. */
const DEADLINES = `SELECT count(*) FILTER (WHERE e.type = 'order.lapsing') AS announcements,
    coalesce(bool_or(e.type = 'order.lapsed' AND NOT EXISTS (
      SELECT 1 FROM events a WHERE ${ofOrder('a')} AND a.type = 'order.lapsing'
        AND a.sequence < e.sequence AND (a.data ->> 'capture_before')::timestamptz <= e.created_at
      )), false) AS lapsed_early,
    coalesce(bool_or(e.type = 'order.confirmed' AND EXISTS (
      SELECT 1 FROM events a WHERE ${ofOrder('a')} AND a.type = 'order.captured'
        AND a.sequence = e.sequence + 1 AND a.data -> 'captured_amount' = e.data -> 'total_amount'
      )), false) AS captured_at_once
  FROM events e WHERE ${ofOrder('e')}`

/** The debt according to the loan; NULL before the confirmation. */
const LOAN = `SELECT max(l.receivable)::numeric AS owed, count(*) > 0 AS has_loan,
    max(l.receivable) FILTER (WHERE l.charged_back_amount > 0)::numeric AS reopened
  FROM loans l WHERE ${ofOrder('l')}`

const parts = [
  CAPTURES,
  VOIDS,
  REFUNDS,
  EVENTS,
  LAST_EVENT,
  EFFECTS,
  BALANCES,
  BOOKINGS,
  DEADLINES,
  LOAN,
]

export const ORDER_FACTS = `SELECT o.*, o.id AS order_id, o.total_amount AS t,
    o.confirmed_at IS NOT NULL AS confirmed,
    ${parts.map((_part, index) => `p${index}.*`).join(', ')}
  FROM batch o ${parts.map((part, index) => `CROSS JOIN LATERAL (${part}) p${index}`).join('\n')}`
