/**
 * What must hold of every order: its rows, its sums, its events and its ledger balances, all read
 * by one statement and so as of one moment. Written from contract §7 and the ledger's table, not
 * from the code that keeps them.
 *
 * T total, V voided, C captured, Rc refunded on captures, Ru refunded of what is not captured.
 * Ledger balances are debits minus credits: what the buyer owes is positive, what the store is owed
 * is negative.
 */
import { type Check, listBroken, ORDERS_OF_BATCH } from './check.ts'

const FACTS = `WITH ${ORDERS_OF_BATCH},
  pieces AS (
    SELECT p.* FROM capture_refunds p JOIN o ON o.store_id = p.store_id AND o.id = p.order_id),
  captures_of AS (
    SELECT k.store_id, k.order_id, sum(k.amount) AS amount, sum(k.refunded_amount) AS refunded,
      bool_or(k.refunded_amount > k.amount OR k.refunded_amount <> coalesce(p.amount, 0)) AS uneven,
      max(k.sequence) AS last
    FROM captures k JOIN o ON o.store_id = k.store_id AND o.id = k.order_id
      LEFT JOIN (SELECT store_id, order_id, capture_id, sum(amount) AS amount FROM pieces
        GROUP BY store_id, order_id, capture_id) p
      ON p.store_id = k.store_id AND p.order_id = k.order_id AND p.capture_id = k.id
    GROUP BY k.store_id, k.order_id),
  voids_of AS (
    SELECT v.store_id, v.order_id, sum(v.amount) AS amount, max(v.sequence) AS last
    FROM voids v JOIN o ON o.store_id = v.store_id AND o.id = v.order_id GROUP BY v.store_id,
      v.order_id),
  refunds_of AS (
    SELECT r.store_id, r.order_id, sum(r.amount) AS amount, sum(r.from_captures) AS from_captures,
      sum(r.from_uncaptured) AS from_uncaptured, max(r.sequence) AS last,
      bool_or(r.amount <> r.from_captures + r.from_uncaptured
        OR r.from_captures <> coalesce(p.amount, 0)) AS uneven
    FROM refunds r JOIN o ON o.store_id = r.store_id AND o.id = r.order_id
      LEFT JOIN (SELECT store_id, order_id, refund_id, sum(amount) AS amount FROM pieces
        GROUP BY store_id, order_id, refund_id) p
      ON p.store_id = r.store_id AND p.order_id = r.order_id AND p.refund_id = r.id
    GROUP BY r.store_id, r.order_id),
  events_of AS (
    SELECT e.store_id, e.order_id, count(*) AS number, min(e.sequence) AS first,
      max(e.sequence) AS last,
      min(e.sequence) FILTER (WHERE e.type = 'order.cancelled') AS cancelled,
      (array_agg(e.data ORDER BY e.sequence DESC))[1] AS last_data
    FROM events e JOIN o ON o.store_id = e.store_id AND o.id = e.order_id GROUP BY e.store_id,
      e.order_id),
  effects AS (
    SELECT k.store_id, k.order_id, k.sequence, 'order.captured' AS type
    FROM captures k JOIN o ON o.store_id = k.store_id AND o.id = k.order_id
    UNION ALL SELECT v.store_id, v.order_id, v.sequence,
      CASE v.origin WHEN 'cancel' THEN 'order.cancelled' ELSE 'order.voided' END
    FROM voids v JOIN o ON o.store_id = v.store_id AND o.id = v.order_id
    UNION ALL SELECT r.store_id, r.order_id, r.sequence,
      CASE r.origin WHEN 'cancel' THEN 'order.cancelled' ELSE 'order.refunded' END
    FROM refunds r JOIN o ON o.store_id = r.store_id AND o.id = r.order_id),
  effects_of AS (
    SELECT o.store_id, o.id AS order_id,
      count(*) FILTER (WHERE e.sequence IS NULL OR x.sequence IS NULL) AS unmatched
    FROM o JOIN effects x ON x.store_id = o.store_id AND x.order_id = o.id
      LEFT JOIN events e ON e.store_id = x.store_id AND e.order_id = x.order_id
        AND e.sequence = x.sequence AND e.type = x.type
    GROUP BY o.store_id, o.id),
  happened AS (
    SELECT o.store_id, o.id AS order_id,
      count(*) FILTER (WHERE e.type = 'order.captured') AS captured,
      count(*) FILTER (WHERE e.type = 'order.voided') AS voided,
      count(*) FILTER (WHERE e.type = 'order.refunded') AS refunded
    FROM o JOIN events e ON e.store_id = o.store_id AND e.order_id = o.id GROUP BY o.store_id,
      o.id),
  written AS (
    SELECT o.store_id, o.id AS order_id,
      count(*) FILTER (WHERE x.type = 'order.captured') AS captured,
      count(*) FILTER (WHERE x.type = 'order.voided') AS voided,
      count(*) FILTER (WHERE x.type = 'order.refunded') AS refunded
    FROM o JOIN effects x ON x.store_id = o.store_id AND x.order_id = o.id GROUP BY o.store_id,
      o.id),
  moved AS (
    SELECT p.store_id, p.order_id, a.account, sum(a.amount) AS amount
    FROM ledger_postings p JOIN o ON o.store_id = p.store_id AND o.id = p.order_id
      CROSS JOIN LATERAL (VALUES (p.debit, p.amount), (p.credit, -p.amount)) a (account, amount)
    GROUP BY p.store_id, p.order_id, a.account),
  balances AS (
    SELECT store_id, order_id, sum(amount) AS everything,
      coalesce(sum(amount) FILTER (WHERE account = 'buyer_receivable'), 0) AS buyer_receivable,
      coalesce(sum(amount) FILTER (WHERE account = 'commitment'), 0) AS commitment,
      coalesce(-sum(amount) FILTER (WHERE account = 'uncaptured'), 0) AS uncaptured,
      coalesce(-sum(amount) FILTER (WHERE account = 'store_payable'), 0) AS store_payable,
      bool_or(account NOT IN ('buyer_receivable', 'commitment', 'uncaptured',
        'store_payable')) AS unknown
    FROM moved GROUP BY store_id, order_id),
  facts AS (
    SELECT o.store_id, o.id AS order_id, o.state, o.product, o.total_amount AS t, o.approved_amount,
      o.confirmed_at IS NOT NULL AS confirmed, o.event_sequence, o.status_reason,
      o.voided_amount, o.captured_amount, o.refunded_captured_amount, o.refunded_uncaptured_amount,
      coalesce(k.amount, 0) AS c, coalesce(k.refunded, 0) AS capture_refunded,
        coalesce(k.uneven, false) AS captures_uneven,
      coalesce(v.amount, 0) AS v, coalesce(r.amount, 0) AS r, coalesce(r.from_captures, 0) AS rc,
      coalesce(r.from_uncaptured, 0) AS ru, coalesce(r.uneven, false) AS refunds_uneven,
      greatest(coalesce(k.last, 0), coalesce(v.last, 0), coalesce(r.last, 0)) AS last_effect,
      coalesce(e.number, 0) AS events, coalesce(e.first, 0) AS first_event, coalesce(e.last,
        0) AS last_event,
      e.cancelled AS cancel_event, e.last_data, coalesce(x.unmatched, 0) AS unmatched,
      coalesce(h.captured, 0) <> coalesce(w.captured, 0) OR coalesce(h.voided, 0)
        <> coalesce(w.voided, 0)
        OR coalesce(h.refunded, 0) <> coalesce(w.refunded, 0) AS effects_miscounted,
      b.store_id IS NOT NULL AS has_ledger, coalesce(b.everything, 0) AS everything,
      coalesce(b.unknown, false) AS unknown_account, coalesce(b.buyer_receivable, 0)
        AS buyer_receivable,
      coalesce(b.commitment, 0) AS commitment, coalesce(b.uncaptured, 0) AS uncaptured,
      coalesce(b.store_payable, 0) AS store_payable
    FROM o
      LEFT JOIN captures_of k ON k.store_id = o.store_id AND k.order_id = o.id
      LEFT JOIN voids_of v ON v.store_id = o.store_id AND v.order_id = o.id
      LEFT JOIN refunds_of r ON r.store_id = o.store_id AND r.order_id = o.id
      LEFT JOIN events_of e ON e.store_id = o.store_id AND e.order_id = o.id
      LEFT JOIN effects_of x ON x.store_id = o.store_id AND x.order_id = o.id
      LEFT JOIN happened h ON h.store_id = o.store_id AND h.order_id = o.id
      LEFT JOIN written w ON w.store_id = o.store_id AND w.order_id = o.id
      LEFT JOIN balances b ON b.store_id = o.store_id AND b.order_id = o.id)`

/** `f` is the order's row of facts. */
export const orderChecks: readonly Check[] = [
  { invariant: 'A1', title: 'an order’s postings sum to zero', broken: 'f.everything <> 0' },
  { invariant: 'A1', title: 'postings name known accounts', broken: 'f.unknown_account' },
  {
    invariant: 'A1',
    title: 'a confirmed order, and no other, has a ledger',
    broken: 'f.confirmed <> f.has_ledger',
  },
  {
    invariant: 'A2',
    title: 'captures + voids ≤ approved total',
    broken: 'f.c + f.v > f.approved_amount',
  },
  { invariant: 'A2', title: 'refunds ≤ approved total', broken: 'f.r > f.approved_amount' },
  {
    invariant: 'A2',
    title: 'refunds of a capture = its pieces ≤ the capture',
    broken: 'f.captures_uneven',
  },
  {
    invariant: 'A3',
    title: 'sums on the order = sums of its rows',
    broken: `f.captured_amount <> f.c OR f.voided_amount <> f.v OR f.refunded_captured_amount
      <> f.rc
      OR f.refunded_uncaptured_amount <> f.ru OR f.capture_refunded <> f.rc`,
  },
  {
    invariant: 'A3',
    title: 'a refund = its pieces + its uncaptured part',
    broken: 'f.refunds_uneven',
  },
  {
    invariant: 'A3',
    title: 'remaining_capture_amount = balance of uncaptured',
    broken: `f.uncaptured <> CASE WHEN f.confirmed THEN f.t - f.v - f.ru - f.c ELSE 0 END`,
  },
  {
    invariant: 'A3',
    title: 'C − Rc = balance of store_payable',
    broken: 'f.store_payable <> f.c - f.rc',
  },
  {
    invariant: 'A3',
    title: 'what the buyer owes = balance of buyer_receivable and commitment',
    broken: `(f.buyer_receivable, f.commitment) IS DISTINCT FROM CASE WHEN NOT f.confirmed
      THEN (0::numeric, 0::numeric)
      WHEN f.product = 'pay_later' THEN (f.c - f.rc, f.t - f.v - f.ru - f.c)
        ELSE (f.t - f.v - f.r, 0::numeric) END`,
  },
  {
    invariant: 'A5',
    title: 'V + R = T if and only if cancelled after confirmation',
    broken: `f.confirmed AND (f.v + f.r = f.t) <> (f.state = 'cancelled')`,
  },
  {
    invariant: 'A5',
    title: 'a cancelled order has its event, and nothing after it',
    broken: `f.state = 'cancelled' AND (f.cancel_event IS NULL OR f.cancel_event <> f.last_event
      OR f.last_effect > f.cancel_event)`,
  },
  {
    invariant: 'A5',
    title: 'only a cancelled order has the event',
    broken: `f.state <> 'cancelled' AND f.cancel_event IS NOT NULL`,
  },
  {
    invariant: 'A5',
    title: 'confirmed_at is set if and only if the order was confirmed',
    broken: `f.confirmed <> (f.state IN ('confirmed', 'cancelled'))`,
  },
  {
    invariant: 'A6',
    title: 'T − V − R = (C − Rc) + (T − V − Ru − C), no part negative',
    broken: `f.t - f.v - f.r <> (f.c - f.rc) + (f.t - f.v - f.ru - f.c) OR f.c < f.rc
      OR f.t - f.v - f.ru - f.c < 0 OR least(f.v, f.c, f.rc, f.ru) < 0`,
  },
  {
    invariant: 'A10',
    title: 'clearing accounts of finished orders are zero',
    broken: `f.state IN ('cancelled', 'ko') AND (f.uncaptured <> 0 OR f.commitment <> 0
      OR f.store_payable <> 0
      OR f.buyer_receivable <> 0)`,
  },
  {
    invariant: 'A12',
    title: 'events are gapless from 1',
    broken: 'f.first_event <> 1 OR f.last_event <> f.events OR f.event_sequence <> f.events',
  },
  {
    invariant: 'A12',
    title: 'each capture, void and refund has exactly its event',
    broken: 'f.unmatched > 0 OR f.effects_miscounted',
  },
  {
    invariant: 'A12',
    title: 'the last event tells the order’s amounts and reason',
    broken: `(f.last_data ->> 'total_amount')::bigint <> f.t
      OR (f.last_data ->> 'captured_amount')::bigint <> f.c
      OR (f.last_data ->> 'voided_amount')::bigint <> f.v
        OR (f.last_data ->> 'refunded_amount')::bigint <> f.r
      OR (f.last_data ->> 'status_reason') <> f.status_reason`,
  },
]

export const ORDER_QUERY = listBroken(FACTS, orderChecks)
