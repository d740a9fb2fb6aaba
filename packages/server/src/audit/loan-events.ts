/** The data of the events of the loan `l`, compared with the entries of each. */
import { LOAN_KINDS, ofLoan, POSTED } from './loan-money.ts'

const RECORD = `(number integer, capital bigint, interest bigint, fee bigint, late_charge bigint,
  settled_amount bigint)`
const AMOUNTS = ['capital', 'interest', 'fee', 'late_charge']
const named = (alias: string): string => AMOUNTS.map((each) => `${alias}.${each}`).join(', ')

/** A paid instalment is still as it was when it was last reported. */
export const PAID = `SELECT coalesce(bool_or((${named('i')}, ${AMOUNTS.map(
  (each) => `i.settled_${each}`,
).join(' + ')}) IS DISTINCT FROM (${named('t')}, t.settled_amount)), false) AS paid_otherwise
  FROM instalments i LEFT JOIN (
    SELECT DISTINCT ON (x.number) x.* FROM events e
      CROSS JOIN LATERAL jsonb_to_record(e.data -> 'instalment') AS x ${RECORD}
    WHERE ${ofLoan('e')} AND e.type = 'instalment.paid'
    ORDER BY x.number, e.sequence DESC) t ON t.number = i.number
  WHERE ${ofLoan('i')} AND i.paid_on IS NOT NULL`

const KIND = `CASE e.type WHEN 'instalment.due' THEN 'due' WHEN 'instalment.late' THEN 'late'
    WHEN 'payment.received' THEN 'payment' WHEN 'payment.charged_back' THEN 'charge_back'
    WHEN 'credit.returned' THEN 'credit_return' WHEN 'payment.failed' THEN 'failed_return'
    WHEN 'loan.withdrawn' THEN 'withdrawal' WHEN 'loan.written_off' THEN 'write_off'
    WHEN 'loan.waived' THEN 'waiver' WHEN 'loan.write_off_undone' THEN 'write_off_undo' END`

/**
 * Each event, its entry, and the amounts of the entry. If an instalment is late again, its fee was
 * owed before.
 */
const BOOKED = `SELECT e.type, e.booked, e.stands, n.kind,
    e.data ? 'instalment' AS of_time, ${KIND} AS wanted,
    n.effect_id IS DISTINCT FROM e.data ->> 'effect_id' AS of_another,
    coalesce((e.data ->> 'amount')::bigint, 0) AS amount, e.data ->> 'kind' AS payment_kind,
    coalesce((e.data #>> '{instalment,interest}')::bigint, 0) AS interest,
    CASE WHEN e.nth > 1 THEN 0 ELSE coalesce((e.data #>> '{instalment,late_charge}')::bigint, 0)
      END AS late_charge, m.*
  FROM (SELECT e.*, e.ledger_sequence > lag(e.ledger_sequence, 1, 0::bigint) OVER w AS booked,
      row_number() OVER (PARTITION BY e.type, e.data #>> '{instalment,number}' ORDER BY e.sequence)
        AS nth,
      e.sequence > coalesce(max(e.sequence) FILTER (WHERE e.type = 'loan.write_off_undone') OVER (),
        0) AS stands
      FROM events e WHERE ${ofLoan('e')} WINDOW w AS (ORDER BY e.sequence)) e
    LEFT JOIN ledger_entries n ON ${ofLoan('n')} AND e.booked AND n.sequence = e.ledger_sequence
    LEFT JOIN (${POSTED}) m ON e.booked AND m.sequence = e.ledger_sequence`

/** The reported amount of money is that of its entry; if nothing was booked, nothing was moved. */
const MISTOLD = `CASE s.type
    WHEN 'instalment.due' THEN coalesce(s.interest_income, 0) <> s.interest
    WHEN 'instalment.late' THEN coalesce(s.late_income, 0) <> s.late_charge
    WHEN 'payment.received' THEN coalesce(s.cash, 0) <> s.amount
    WHEN 'payment.charged_back' THEN coalesce(s.cash, 0) <> -s.amount
    WHEN 'credit.returned' THEN coalesce(s.cash, 0) <> -s.amount
    WHEN 'payment.failed' THEN coalesce(s.cash, 0) <> CASE s.payment_kind
      WHEN 'return' THEN s.amount ELSE 0 END
    WHEN 'loan.written_off' THEN coalesce(s.loss, 0) <= 0
      OR NOT s.of_time AND s.loss <> s.amount
    WHEN 'loan.write_off_undone' THEN coalesce(s.loss, 0) <> -s.amount
    WHEN 'loan.waived' THEN coalesce(CASE s.payment_kind WHEN 'interest' THEN s.interest_income
      WHEN 'late_charge' THEN s.late_income END, 0) <> -s.amount
    ELSE false END`

/** An instalment that was late and no longer is has been opened again. */
const LATE_WITHOUT_EVENT = `(SELECT bool_or(CASE WHEN i.late_on IS NOT NULL THEN t.number IS NULL
      ELSE t.number IS NOT NULL AND i.reopened_on IS NULL END)
    FROM instalments i LEFT JOIN (
      SELECT DISTINCT (e.data #>> '{instalment,number}')::integer AS number FROM events e
       WHERE ${ofLoan('e')} AND e.type = 'instalment.late') t ON t.number = i.number
    WHERE ${ofLoan('i')})`

export const EVENTS = `SELECT coalesce(bool_or(s.booked AND CASE WHEN s.wanted IS NULL
      THEN s.kind IN (${LOAN_KINDS}) ELSE s.kind IS DISTINCT FROM s.wanted OR s.of_another END),
      false) AS booked_otherwise,
    coalesce(bool_or(${MISTOLD}), false) AS mistold,
    count(*) FILTER (WHERE s.type = 'loan.withdrawn') AS withdrawn_events,
    count(*) FILTER (WHERE s.type = 'loan.written_off' AND s.stands) AS written_off_events,
    coalesce(${LATE_WITHOUT_EVENT}, false) AS late_without_event
  FROM (${BOOKED}) s`
