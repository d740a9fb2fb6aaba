/**
 * Allocations to instalments (A7): each allocation and reduction belongs to the operation of its
 * event and entry, and together they equal the reduction of the debt in that entry.
 */
import { type Check, LOANS, sweep } from './check.ts'
import { ofLoan } from './loan-money.ts'

const EFFECT = `(SELECT e.data ->> 'effect_id' FROM events e WHERE ${ofLoan('e')}
  AND e.sequence = x.event_sequence)`

const SOURCES = `SELECT coalesce(bool_or(CASE
      WHEN x.source IN ('credit', 'write_off') THEN x.source_id <> ''
      WHEN x.source = 'reversal' AND x.source_id = '' THEN false
      ELSE x.source_id IS DISTINCT FROM ${EFFECT} END), false) AS misattributed
  FROM (SELECT a.event_sequence, a.source, a.source_id FROM allocations a WHERE ${ofLoan('a')}
    UNION ALL SELECT r.event_sequence, 'reduction', r.source_id FROM reductions r
      WHERE ${ofLoan('r')}) x`

/** A waiver is reported as one, or comes with a backdated payment. */
const RELIEVED = `SELECT EXISTS (SELECT 1 FROM allocations a LEFT JOIN events e
    ON e.store_id = a.store_id AND e.order_id = a.order_id AND e.sequence = a.event_sequence
  WHERE ${ofLoan('a')} AND a.source IN ('waiver', 'given_back')
    AND (e.type = 'loan.waived') IS NOT TRUE
    AND NOT EXISTS (SELECT 1 FROM manual_payments m WHERE m.store_id = a.store_id
      AND m.order_id = a.order_id AND m.id = a.source_id)) AS relieved_by_nobody`

/** The paid part of a given-up fee or interest is credit, and no more than that. */
const GIVEN_BACK = `SELECT EXISTS (SELECT 1 FROM allocations a WHERE ${ofLoan('a')}
    AND a.source IN ('waiver', 'given_back') GROUP BY a.event_sequence, a.number, a.component
  HAVING bool_or(a.source = 'given_back' AND a.component NOT IN ('late_charge', 'interest'))
    OR sum(a.amount) < 0) AS given_back_too_much`

const NUMBERED = `SELECT coalesce(bool_or((a.first, a.last) <> (1, a.count)), false) AS misnumbered
  FROM (SELECT min(a.position) AS first, max(a.position) AS last, count(*) AS count
    FROM allocations a
    WHERE ${ofLoan('a')} GROUP BY a.event_sequence) a`

/**
 * The account that reduces the debt, by the source of the allocation. Income is given up by a
 * waiver, or with a payment received before it was booked.
 */
const SOURCE = `CASE p.debit WHEN 'cash' THEN 'payment' WHEN 'buyer_credit' THEN 'credit'
  WHEN 'credit_loss' THEN 'write_off' WHEN 'uncaptured' THEN 'reduction'
  WHEN 'store_payable' THEN 'reduction'
  ELSE CASE WHEN n.kind = 'waiver' OR n.kind = 'payment'
      AND p.debit IN ('late_income', 'interest_income') THEN 'waiver' ELSE 'reversal' END END`
/** Reopened amounts are booked in reverse; the buyer owes them, or has paid them. */
const OPENED = `p.debit = 'buyer_receivable' AND (p.credit = 'credit_loss'
  OR p.credit = 'buyer_credit' AND n.kind = 'payment')`
const OPENER = `CASE n.kind WHEN 'payment' THEN 'given_back' ELSE 'write_off_undo' END`

/** The allocations of each operation, and the amounts of its entry. */
const SETTLED = `SELECT coalesce(bool_or(coalesce(a.amount, 0) <> coalesce(p.amount, 0)), false)
    AS settled_otherwise
  FROM (SELECT x.event_sequence, x.source, sum(x.amount) AS amount FROM (
      SELECT a.event_sequence, a.source, abs(a.amount) AS amount FROM allocations a
      WHERE ${ofLoan('a')} AND a.source <> 'charge_back'
      UNION ALL SELECT r.event_sequence, 'reduction', r.lowered FROM reductions r
      WHERE ${ofLoan('r')}) x GROUP BY 1, 2) a
    FULL JOIN (SELECT e.sequence, p.source, sum(p.amount) AS amount FROM (
        SELECT p.sequence, p.amount,
          CASE WHEN ${OPENED} THEN ${OPENER} ELSE ${SOURCE} END AS source
        FROM ledger_postings p JOIN ledger_entries n ON ${ofLoan('n')} AND n.sequence = p.sequence
          AND n.kind <> 'charge_back'
        WHERE ${ofLoan('p')} AND (p.credit = 'buyer_receivable' OR ${OPENED})) p
      JOIN LATERAL (SELECT min(e.sequence) AS sequence FROM events e
        WHERE ${ofLoan('e')} AND e.ledger_sequence = p.sequence) e ON true
      GROUP BY 1, 2) p
    ON p.sequence = a.event_sequence AND p.source = a.source`

const checks: readonly Check[] = [
  {
    invariant: 'A7',
    title: 'what settled or lowered a debt names the operation that did it',
    broken: 'f.misattributed OR f.misnumbered',
  },
  {
    invariant: 'A7',
    title: 'what an operation settled is what its entry took off the debt',
    broken: 'f.settled_otherwise',
  },
  {
    invariant: 'L13',
    title: 'income is given up by a waiver, or with a payment by hand of an earlier day',
    broken: 'f.relieved_by_nobody',
  },
  {
    invariant: 'L13',
    title: 'what was paid of a late charge or of interest is given back with it, once',
    broken: 'f.given_back_too_much',
  },
]

export const settlingSweep = sweep({
  table: 'loans',
  keys: ['store_id', 'order_id'],
  rows: LOANS,
  facts: `SELECT l.*, s.*, n.*, t.*, r.*, g.*
    FROM batch l CROSS JOIN LATERAL (${SOURCES}) s CROSS JOIN LATERAL (${NUMBERED}) n
      CROSS JOIN LATERAL (${SETTLED}) t CROSS JOIN LATERAL (${RELIEVED}) r
      CROSS JOIN LATERAL (${GIVEN_BACK}) g`,
  checks,
})
