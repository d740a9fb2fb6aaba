/**
 * The payments of a loan and the events that report them (A11, A12): the request, its amount, and
 * the time of its result.
 */
import { LOANS, sweep } from './check.ts'
import { ofLoan } from './loan-money.ts'

/** A return is reported when it is requested, everything else with its result. */
const EVENTS = `SELECT e.type, e.created_at,
    e.data ->> 'payment_id' AS id, e.data ->> 'kind' AS kind,
    e.data ->> 'amount' AS amount, e.data ->> 'reason' AS reason,
    row_number() OVER (PARTITION BY e.data ->> 'payment_id', e.type = 'credit.returned'
      ORDER BY e.sequence DESC) = 1 AS last
  FROM events e WHERE ${ofLoan('e')}
    AND e.type IN ('payment.received', 'payment.failed', 'payment.charged_back', 'credit.returned')`

const FIRST = `CASE p.kind WHEN 'return' THEN 'credit.returned'
  ELSE CASE p.state WHEN 'failed' THEN 'payment.failed' ELSE 'payment.received' END END`

/** The state after its last event; a requested return may have arrived, unreported, or failed. */
const LEFT = `CASE t.type WHEN 'payment.received' THEN p.state = 'succeeded'
  WHEN 'payment.failed' THEN p.state = 'failed'
  WHEN 'payment.charged_back' THEN p.state = 'charged_back'
  ELSE p.state IN ('open', 'succeeded', 'failed') END`

/** A used hold is the source of a charge. */
const UNUSED = `EXISTS (SELECT 1 FROM payments a WHERE ${ofLoan('a')} AND a.kind = 'authorisation'
  AND a.state = 'used' AND NOT EXISTS (SELECT 1 FROM payments c
    WHERE c.store_id = a.store_id AND c.authorisation_id = a.id AND c.kind = 'charge'))`

const PAYMENTS = `SELECT coalesce(bool_or(p.id IS NULL
      OR (t.kind, t.amount) IS DISTINCT FROM (p.kind, p.amount::text)
      OR t.type = 'payment.failed' AND t.reason IS DISTINCT FROM p.reason
      OR t.last AND NOT ${LEFT}), false)
      AS event_differs,
    coalesce(bool_or(CASE WHEN t.type = 'credit.returned' THEN t.created_at <> p.created_at
      WHEN t.last THEN t.created_at IS DISTINCT FROM p.settled_at END), false) AS misdated,
    coalesce(bool_or(p.created_at > p.settled_at OR p.kind = 'transfer'
      AND t.type = 'payment.received' AND t.created_at <> p.created_at), false) AS settled_early,
    EXISTS (SELECT 1 FROM payments p WHERE ${ofLoan('p')} AND p.kind <> 'authorisation'
      AND (p.kind = 'return' OR p.state <> 'open') AND NOT EXISTS (SELECT 1 FROM (${EVENTS}) t
        WHERE t.id = p.id AND t.type = ${FIRST})) AS without_event,
    ${UNUSED} AS unused
  FROM (${EVENTS}) t LEFT JOIN payments p ON ${ofLoan('p')} AND p.id = t.id`

export const paymentSweep = sweep({
  table: 'loans',
  keys: ['store_id', 'order_id'],
  rows: LOANS,
  facts: `SELECT l.*, p.* FROM batch l CROSS JOIN LATERAL (${PAYMENTS}) p`,
  checks: [
    {
      invariant: 'A12',
      title: 'a payment is as its events say, and each one has them',
      broken: 'f.event_differs OR f.without_event',
    },
    {
      invariant: 'A14',
      title: 'a hold that was used was taken by one of its order’s charges',
      broken: 'f.unused',
    },
    {
      invariant: 'A12',
      title: 'a payment is settled at the moment of its event, and not before it was made',
      broken: 'f.misdated OR f.settled_early',
    },
  ],
})
