/**
 * Closings of live mode (L12, decision 0141), compared as a whole: instead of an order a finding
 * names the day.
 */
import type { WholeCheck } from './check.ts'

const SIDES = `CROSS JOIN LATERAL (VALUES (p.debit, p.amount, 0::bigint),
    (p.credit, 0::bigint, p.amount)) side (account, debit, credit)`
const DAY = `(e.created_at AT TIME ZONE 'UTC')::date`

/** The postings of each day; those before the first closing are part of it. */
const BOOKED = `SELECT greatest(x.day, (SELECT min(day) FROM closings)) AS day, x.account,
    x.currency, sum(x.debit) AS debit, sum(x.credit) AS credit
  FROM (SELECT ${DAY} AS day, side.*, e.currency FROM ledger_postings p
      JOIN ledger_entries e ON (e.store_id, e.order_id, e.sequence)
        = (p.store_id, p.order_id, p.sequence)
      JOIN orders o ON o.store_id = e.store_id AND o.id = e.order_id ${SIDES}
    WHERE NOT o.sandbox
    UNION ALL SELECT ${DAY}, side.*, e.currency FROM store_postings p
      JOIN store_entries e ON (e.store_id, e.sandbox, e.sequence)
        = (p.store_id, p.sandbox, p.sequence) ${SIDES}
    WHERE NOT e.sandbox) x
  WHERE x.day <= (SELECT max(day) FROM closings) GROUP BY 1, 2, 3`

/** The change of each day's figures. */
const CLOSED = `SELECT c.day, b.account, b.currency, b.balance, b.debit AS all_debit,
    b.credit AS all_credit,
    b.debit - coalesce(lag(b.debit) OVER w, 0) AS debit,
    b.credit - coalesce(lag(b.credit) OVER w, 0) AS credit
  FROM closings c CROSS JOIN LATERAL jsonb_to_recordset(c.balances)
    AS b (account text, currency text, debit numeric, credit numeric, balance numeric)
  WINDOW w AS (PARTITION BY b.account, b.currency ORDER BY c.day)`

const days = (query: string): string =>
  `SELECT '' AS store_id, day::text AS order_id FROM (${query}) f`

const CHAINED = `SELECT c.day,
    c.hash <> encode(sha256(convert_to(concat_ws('|', c.previous_hash, c.day,
      to_char(c.closed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), c.balances),
      'UTF8')), 'hex')
      OR c.previous_hash <> coalesce(lag(c.hash) OVER w, '')
      OR c.day <> coalesce(lag(c.day) OVER w + 1, c.day)
      OR c.closed_at < (c.day + 1) AT TIME ZONE 'UTC' AS broken
  FROM closings c WINDOW w AS (ORDER BY c.day)`

export const closingChecks: readonly WholeCheck[] = [
  {
    invariant: 'L12',
    title: 'a closing sums what was booked until the end of its day',
    query: days(`SELECT coalesce(c.day, b.day) AS day
      FROM (${CLOSED}) c FULL JOIN (${BOOKED}) b
        ON (b.day, b.account, b.currency) = (c.day, c.account, c.currency)
      WHERE (coalesce(c.debit, 0), coalesce(c.credit, 0))
        <> (coalesce(b.debit, 0), coalesce(b.credit, 0))`),
  },
  {
    invariant: 'L12',
    title: 'the accounts of a closing sum to zero in each currency',
    query: days(`SELECT c.day FROM (${CLOSED}) c GROUP BY c.day, c.currency
      HAVING sum(c.balance) <> 0 OR bool_or(c.balance <> c.all_debit - c.all_credit)`),
  },
  {
    invariant: 'L12',
    title: 'a closing follows the one of the day before, and its hash covers its values',
    query: days(`SELECT day FROM (${CHAINED}) c WHERE c.broken`),
  },
]
