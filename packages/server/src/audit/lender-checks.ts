/**
 * Manual entries of the lender's staff (decision 0118): a payment under its reference (L13), and
 * notes and promises of actions.
 */

import { ACCOUNT_MISSING } from './bank-account-checks.ts'
import { ROWS, type Sweep, sweep } from './check.ts'
import { TERMS_MISSING } from './terms-checks.ts'

const VALUE_DAYS_MAX = 30

const manualPayments = sweep({
  table: 'manual_payments',
  keys: ['store_id', 'order_id', 'id'],
  rows: ROWS,
  facts: `SELECT m.store_id, m.order_id, m.id, m.batch_position, m.batch_end,
      EXISTS (SELECT 1 FROM manual_payments x
        WHERE (x.sandbox, x.method, x.reference) = (m.sandbox, m.method, m.reference)
          AND (x.store_id, x.id) <> (m.store_id, m.id)) AS twice,
      p.id IS NULL OR (p.order_id, p.sandbox, p.kind, p.created_at)
        IS DISTINCT FROM (m.order_id, m.sandbox, 'transfer', m.created_at) AS strange,
      p.amount IS DISTINCT FROM (SELECT sum(l.amount) FROM ledger_entries e
          JOIN ledger_postings l ON l.store_id = e.store_id AND l.order_id = e.order_id
            AND l.sequence = e.sequence
        WHERE e.store_id = m.store_id AND e.order_id = m.order_id AND e.kind = 'payment'
          AND e.effect_id = m.id AND l.debit = 'cash') AS unequal,
      (SELECT (m.created_at AT TIME ZONE l.time_zone)::date - m.value_on FROM loans l
        WHERE l.store_id = m.store_id AND l.order_id = m.order_id) AS days,
      (SELECT a.action IN ('loan.pay', 'loan.repay_early') AND a.outcome = 'done'
          AND a.store_id = m.store_id AND a.object_id = m.order_id
        FROM actions a WHERE a.id = m.action_id) AS done,
      EXISTS (SELECT 1 FROM allocations a JOIN instalments i ON i.store_id = a.store_id
          AND i.order_id = a.order_id AND i.number = a.number
        WHERE a.store_id = m.store_id AND a.order_id = m.order_id
          AND a.source IN ('waiver', 'given_back') AND a.source_id = m.id
          AND CASE a.component WHEN 'late_charge' THEN i.late_on <= m.value_on
            WHEN 'interest' THEN i.due_on <= m.value_on ELSE true END) AS unprevented
    FROM batch m LEFT JOIN payments p ON p.store_id = m.store_id AND p.id = m.id`,
  checks: [
    { invariant: 'L13', title: 'a reference of a payment by hand is used once', broken: 'f.twice' },
    {
      invariant: 'L13',
      title: 'the details of a payment by hand belong to a transfer of its loan',
      broken: 'f.strange',
    },
    {
      invariant: 'L13',
      title: 'a payment by hand is booked as cash, in its full amount',
      broken: 'f.unequal',
    },
    {
      invariant: 'L13',
      title: 'a payment by hand came within the days before it was booked',
      broken: `coalesce(f.days NOT BETWEEN 0 AND ${VALUE_DAYS_MAX}, true)`,
    },
    {
      invariant: 'L13',
      title: 'a payment by hand takes back only late charges and interest of after it came',
      broken: 'f.unprevented',
    },
    {
      invariant: 'L2',
      title: 'a payment by hand was booked by an action that was done',
      broken: 'f.done IS NOT TRUE',
    },
  ],
})

const notes = sweep({
  table: 'loan_notes',
  keys: ['store_id', 'order_id', 'id'],
  since: 'all',
  rows: ROWS,
  facts: `SELECT n.*, (SELECT a.action = 'loan.' || n.kind AND a.outcome = 'done'
          AND a.store_id = n.store_id AND a.object_id = n.order_id AND a.mode
            = CASE WHEN n.sandbox THEN 'sandbox' ELSE 'live' END
        FROM actions a WHERE a.id = n.action_id)
        AND NOT EXISTS (SELECT 1 FROM loan_notes x WHERE x.store_id = n.store_id
          AND x.order_id = n.order_id AND x.action_id = n.action_id AND x.id <> n.id) AS done
    FROM batch n`,
  checks: [
    {
      invariant: 'L2',
      title: 'a note on a loan was written by an action that was done, which wrote one',
      broken: 'f.done IS NOT TRUE',
    },
  ],
})

/** For the action `a`: it reports a manual entry that does not exist. */
export const NOT_WRITTEN = `CASE
  WHEN a.outcome <> 'done' THEN false
  WHEN a.action = 'loan.pay' AND a.principal_kind IN ('lender_key', 'lender_person')
    THEN NOT EXISTS (SELECT 1 FROM manual_payments m
      WHERE m.store_id = a.store_id AND m.order_id = a.object_id AND m.action_id = a.id)
  WHEN a.action IN ('loan.note', 'loan.promise')
    THEN NOT EXISTS (SELECT 1 FROM loan_notes n
      WHERE n.store_id = a.store_id AND n.order_id = a.object_id AND n.action_id = a.id)
  ELSE ${TERMS_MISSING} OR ${ACCOUNT_MISSING} END`

export const lenderSweeps: readonly Sweep[] = [manualPayments, notes]
