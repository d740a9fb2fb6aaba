/** The tallies that lists and statements use instead of counting (A9, A12). */
import { sweep } from './check.ts'

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
