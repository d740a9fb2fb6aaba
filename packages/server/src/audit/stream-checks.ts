/**
 * The stream of each store and mode (A12): its positions from 1 to its end, those of each order in
 * the order of its sequence. For an event without an order a finding names its object, and if its
 * position is wrong the event itself.
 */
import { ORDERS, ROWS, type Sweep, sweep } from './check.ts'
import { UNSENT } from './delivery-checks.ts'

/** In the order of positions, so that the previous one is adjacent. */
const places = sweep({
  table: 'events',
  keys: ['store_id', 'sandbox', 'position'],
  since: 'place',
  rows: ROWS,
  where: 'position IS NOT NULL',
  facts: `WITH unsent AS MATERIALIZED (${UNSENT})
    SELECT e.store_id, e.sandbox, e.position, e.id, e.batch_position, e.batch_end,
      coalesce(e.order_id, e.id) AS order_id,
      (e.store_id, e.id) IN (SELECT u.store_id, u.id FROM unsent u) AS unsent,
      CASE WHEN (lag(e.store_id, 1, $1) OVER w, lag(e.sandbox, 1, $2) OVER w)
          = (e.store_id, e.sandbox) THEN lag(e.position, 1, $3) OVER w ELSE 0 END AS before,
      (SELECT s.position FROM event_streams s
        WHERE s.store_id = e.store_id AND s.sandbox = e.sandbox) AS stream_end,
      coalesce(e.sequence, 0) > 1 AND (SELECT p.position FROM events p WHERE p.store_id = e.store_id
        AND p.order_id = e.order_id AND p.sequence = e.sequence - 1) < e.position IS NOT TRUE
        AS overtakes,
      EXISTS (SELECT 1 FROM events d WHERE d.store_id = e.store_id AND d.sandbox = e.sandbox
        AND d.position = e.position AND d.id <> e.id) AS doubled
    FROM batch e WINDOW w AS (ORDER BY e.batch_position)`,
  checks: [
    {
      invariant: 'A12',
      title: 'places of a stream follow each other from 1 without a gap, none twice',
      broken: 'f.position <> f.before + 1 OR f.doubled',
    },
    {
      invariant: 'A12',
      title: 'no event is placed beyond the end of its stream',
      broken: '(f.position <= f.stream_end) IS NOT TRUE',
    },
    {
      invariant: 'A12',
      title: 'an event is placed after the one before it of its order',
      broken: 'f.overtakes',
    },
    {
      invariant: 'A12',
      title: 'each endpoint that was subscribed to an event at its place has a delivery of it',
      broken: 'f.unsent',
    },
  ],
})

const all = sweep({
  table: 'events',
  keys: ['store_id', 'id'],
  since: 'id',
  rows: ROWS,
  facts: `SELECT e.store_id, e.id, e.batch_position, e.batch_end,
      coalesce(e.order_id, e.subject, e.id) AS order_id,
      (e.order_id IS NULL, e.order_id IS NULL) <> (e.sequence IS NULL, e.subject IS NOT NULL)
        OR (e.ledger_sequence IS NULL) <> (e.order_id IS NULL AND e.type <> 'payout.created')
        OR e.type = 'payout.created' AND coalesce((SELECT p.ledger_sequence <> e.ledger_sequence
          FROM payouts p WHERE p.store_id = e.store_id AND p.id = e.subject), false) AS uneven,
      (SELECT true FROM stores s WHERE s.id = e.store_id) AS has_store,
      e.order_id IS NOT NULL AND (SELECT o.sandbox FROM orders o WHERE o.store_id = e.store_id
        AND o.id = e.order_id) IS DISTINCT FROM e.sandbox AS other_mode
    FROM batch e`,
  checks: [
    { invariant: 'A14', title: 'an event belongs to a store', broken: 'f.has_store IS NULL' },
    { invariant: 'A14', title: 'an event is of its order’s mode', broken: 'f.other_mode' },
    {
      invariant: 'A12',
      title: 'an event has an order and a sequence, or another object; it names its booking',
      broken: 'f.uneven',
    },
  ],
})

const ends = sweep({
  table: 'event_streams',
  keys: ['store_id', 'sandbox'],
  rows: ORDERS,
  facts: `SELECT s.*, CASE WHEN s.sandbox THEN 'sandbox' ELSE 'live' END AS order_id,
      (SELECT true FROM stores t WHERE t.id = s.store_id) AS has_store,
      coalesce((SELECT e.position FROM events e WHERE e.store_id = s.store_id
        AND e.sandbox = s.sandbox AND e.position IS NOT NULL
        ORDER BY e.position DESC LIMIT 1), 0) AS last_place
    FROM batch s`,
  checks: [
    { invariant: 'A14', title: 'a stream belongs to a store', broken: 'f.has_store IS NULL' },
    {
      invariant: 'A12',
      title: 'a stream ends at its last event',
      broken: 'f.position <> f.last_place',
    },
  ],
})

export const streamSweeps: readonly Sweep[] = [places, all, ends]
