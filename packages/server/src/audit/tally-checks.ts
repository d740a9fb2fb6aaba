/** The tallies that lists, statements and balances use instead of counting (A9, A12, L12). */
import { sweep, type WholeCheck } from './check.ts'

/** For each of them all rows are counted again. */
const STORES = 8

const ofHead = (alias: string): string =>
  `${alias}.store_id = h.store_id AND ${alias}.sandbox = h.sandbox`
const DAY = `(r.created_at AT TIME ZONE 'UTC')::date`

const ORDERS = `EXISTS (SELECT 1 FROM (
      SELECT t.day, t.status, t.financing_status, t.count FROM order_tallies t WHERE ${ofHead('t')}
      UNION ALL SELECT ${DAY}, r.status, r.financing_status, -count(*) FROM orders r
        WHERE ${ofHead('r')} AND r.state <> 'in_process' GROUP BY 1, 2, 3) x
    GROUP BY x.day, x.status, x.financing_status HAVING sum(x.count) <> 0)`
const LINES = `EXISTS (SELECT 1 FROM (
      SELECT t.day, t.currency, t.type, t.count, t.amount, t.net FROM line_tallies t
        WHERE ${ofHead('t')}
      UNION ALL SELECT ${DAY}, r.currency, r.type, -count(*), -sum(r.amount), -sum(r.net)
        FROM settlement_lines r WHERE ${ofHead('r')} GROUP BY 1, 2, 3) x
    GROUP BY x.day, x.currency, x.type
    HAVING (sum(x.count), sum(x.amount), sum(x.net)) IS DISTINCT FROM (0, 0, 0))`

export const tallySweep = sweep({
  table: 'tally_heads',
  keys: ['store_id', 'sandbox'],
  since: 'stream',
  rows: STORES,
  where: 'counted_at IS NOT NULL',
  facts: `SELECT h.*, CASE WHEN h.sandbox THEN 'sandbox' ELSE 'live' END AS order_id,
      (SELECT true FROM stores s WHERE s.id = h.store_id) AS has_store,
      ${ORDERS} AS orders_differ, ${LINES} AS lines_differ
    FROM batch h`,
  checks: [
    { invariant: 'A14', title: 'tallies belong to a store', broken: 'f.has_store IS NULL' },
    {
      invariant: 'A12',
      title: 'the tallies of a store’s orders are those of its orders',
      broken: 'f.orders_differ',
    },
    {
      invariant: 'A9',
      title: 'the tallies of a store’s lines are those of its lines',
      broken: 'f.lines_differ',
    },
  ],
})

const SIDES = `CROSS JOIN LATERAL (VALUES (p.debit, p.amount, 0::bigint),
    (p.credit, 0::bigint, p.amount)) side (account, debit, credit)`
const OF_ENTRY = `(n.created_at AT TIME ZONE 'UTC')::date, side.account, n.currency, -side.debit,
    -side.credit`

/** Of each order the last entry that an event up to the positions of the tallies names. */
const REACHED = `SELECT e.store_id, e.order_id, e.sandbox, max(e.ledger_sequence) AS sequence
  FROM tally_heads h JOIN events e ON e.store_id = h.store_id AND e.sandbox = h.sandbox
    AND e.position <= h.booked_position
  WHERE e.order_id IS NOT NULL GROUP BY 1, 2, 3`

const ACCOUNTS = `SELECT x.sandbox, x.day FROM (
    SELECT t.sandbox, t.day, t.account, t.currency, t.debit, t.credit FROM account_tallies t
    UNION ALL SELECT r.sandbox, ${OF_ENTRY} FROM (${REACHED}) r
      JOIN ledger_entries n ON n.store_id = r.store_id AND n.order_id = r.order_id
        AND n.sequence <= r.sequence
      JOIN ledger_postings p ON (p.store_id, p.order_id, p.sequence)
        = (n.store_id, n.order_id, n.sequence) ${SIDES}
    UNION ALL SELECT n.sandbox, ${OF_ENTRY} FROM tally_heads h
      JOIN events e ON e.store_id = h.store_id AND e.sandbox = h.sandbox
        AND e.position <= h.booked_position AND e.order_id IS NULL
      JOIN store_entries n ON n.store_id = e.store_id AND n.sandbox = e.sandbox
        AND n.sequence = e.ledger_sequence
      JOIN store_postings p ON (p.store_id, p.sandbox, p.sequence)
        = (n.store_id, n.sandbox, n.sequence) ${SIDES}) x
  GROUP BY x.sandbox, x.day, x.account, x.currency
  HAVING (sum(x.debit), sum(x.credit)) IS DISTINCT FROM (0, 0)`

/** Over all stores: instead of an order a finding names the day, or the mode of a stream. */
export const accountTallies: readonly WholeCheck[] = [
  {
    invariant: 'L12',
    title: 'the tallies of accounts are the sums of what was booked up to their positions',
    query: `SELECT '' AS store_id, day::text AS order_id FROM (${ACCOUNTS}) f`,
    inFull: true,
  },
  {
    invariant: 'L12',
    title: 'no tally of accounts is ahead of its stream',
    query: `SELECT h.store_id, CASE WHEN h.sandbox THEN 'sandbox' ELSE 'live' END AS order_id
      FROM tally_heads h LEFT JOIN event_streams s
        ON s.store_id = h.store_id AND s.sandbox = h.sandbox
      WHERE h.booked_position > coalesce(s.position, 0)`,
  },
]
