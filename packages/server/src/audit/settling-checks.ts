/**
 * What settled parts of instalments (A7): each allocation and reduction is of the operation whose
 * event and entry stand beside it, and together they are what that entry took off the debt.
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

/** A waiver is reported as one, or comes with a payment that somebody dated back. */
const RELIEVED = `SELECT EXISTS (SELECT 1 FROM allocations a LEFT JOIN events e
    ON e.store_id = a.store_id AND e.order_id = a.order_id AND e.sequence = a.event_sequence
  WHERE ${ofLoan('a')} AND a.source IN ('waiver', 'given_back')
    AND (e.type = 'loan.waived') IS NOT TRUE
    AND NOT EXISTS (SELECT 1 FROM manual_payments m WHERE m.store_id = a.store_id
      AND m.order_id = a.order_id AND m.id = a.source_id)) AS relieved_by_nobody`

/** What was paid of a late charge is credit where the charge is given up, and no more of it. */
const GIVEN_BACK = `SELECT EXISTS (SELECT 1 FROM allocations a WHERE ${ofLoan('a')}
    AND a.source IN ('waiver', 'given_back') GROUP BY a.event_sequence, a.number
  HAVING bool_or(a.source = 'given_back' AND a.component <> 'late_charge')
    OR sum(a.amount) < 0) AS given_back_too_much`

const NUMBERED = `SELECT coalesce(bool_or((a.first, a.last) <> (1, a.count)), false) AS misnumbered
  FROM (SELECT min(a.position) AS first, max(a.position) AS last, count(*) AS count
    FROM allocations a
    WHERE ${ofLoan('a')} GROUP BY a.event_sequence) a`

/**
 * From which account the debt is lowered, by whom it is settled. Income is given up by a waiver, or
 * with a payment that came before a late charge was booked.
 */
const SOURCE = `CASE p.debit WHEN 'cash' THEN 'payment' WHEN 'buyer_credit' THEN 'credit'
  WHEN 'credit_loss' THEN 'write_off' WHEN 'uncaptured' THEN 'reduction'
  WHEN 'store_payable' THEN 'reduction'
  ELSE CASE WHEN n.kind = 'waiver' OR n.kind = 'payment' AND p.debit = 'late_income'
    THEN 'waiver' ELSE 'reversal' END END`
/** What is opened again is booked the other way round; the buyer owes it, or has paid it. */
const OPENED = `p.debit = 'buyer_receivable' AND (p.credit = 'credit_loss'
  OR p.credit = 'buyer_credit' AND n.kind = 'payment')`
const OPENER = `CASE n.kind WHEN 'payment' THEN 'given_back' ELSE 'write_off_undo' END`

/** What each operation settled, and what its entry says. */
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
    title: 'what was paid of a late charge is given back with the charge, once',
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
