/**
 * The terms of a loan, and the dates of its operations (A4, A7, A12): its terms are the signed
 * ones, its dates follow from them and from its events, as days in its time zone. Written from
 * contract §7 and decision 0035.
 */
import { type Check, LOANS, sweep } from './check.ts'
import { ofLoan } from './loan-money.ts'

/** A loan in an unsigned time zone has no valid days, and is found by its terms. */
const ZONE = `CASE WHEN d.zone = l.time_zone THEN l.time_zone ELSE 'UTC' END`
const day = (at: string): string => `(${at} AT TIME ZONE ${ZONE})::date`
/** A day in the data of an event `e`; null if it is not a day. */
const said = (member: string): string =>
  `CASE WHEN e.data #>> '{instalment,${member}}' ~ '^\\d{4}-\\d\\d-\\d\\d$'
    THEN (e.data #>> '{instalment,${member}}')::date END`

/** The loan's columns and the members of its terms, both as JSON: no cast can fail. */
const TERMS: Readonly<Record<string, string>> = {
  product: 'product',
  nominal_rate: 'nominalRate',
  term_days: 'termDays',
  time_zone: 'timeZone',
  spread: 'spread',
  opening_fee: 'openingFee',
  late_charge: 'lateCharge',
  retry_days: 'retryDays',
  late_after_days: 'lateAfterDays',
  write_off_after_days: 'writeOffAfterDays',
  event_on: 'eventOn',
}
const built = (value: (column: string, member: string) => string): string =>
  `jsonb_build_object(${Object.entries(TERMS)
    .map(([column, member]) => `'${member}', ${value(column, member)}`)
    .join(', ')})`

const DETAILS = `SELECT d.loan_terms AS terms,
    coalesce(d.loan_terms ->> 'timeZone', l.time_zone) AS zone
  FROM order_details d WHERE ${ofLoan('d')}`

const AGREED = `SELECT ${built((column) => `l.${column}`)}
    <> ${built((_column, member) => `d.terms -> '${member}'`)} AS otherwise`

const at = (type: string): string => `min(e.created_at) FILTER (WHERE e.type = '${type}')`
const WRITTEN_OFF = `greatest(${said('due_date')}, ${said('reopened_on')}) + l.write_off_after_days`

const EVENTS = `SELECT ${day(at('order.confirmed'))} AS confirmed_day,
    ${day(at('order.captured'))} AS captured_day, ${day(at('order.cancelled'))} AS cancelled_day,
    ${day(at('loan.withdrawn'))} AS withdrawn_day,
    max(${WRITTEN_OFF}) FILTER (WHERE e.type = 'loan.written_off' AND e.stands) AS write_off_due,
    count(*) FILTER (WHERE e.type = 'loan.written_off' AND e.stands) AS write_offs,
    coalesce(bool_or(${day('e.created_at')} = l.written_off_on OR e.type = 'loan.written_off'
      AND ${said('late_on')} = l.written_off_on), false) AS written_off_then,
    count(*) FILTER (WHERE e.type IN ('payment.charged_back', 'loan.written_off')) = 0
      AS undisturbed
  FROM (SELECT e.*, e.sequence > coalesce(max(e.sequence) FILTER (
        WHERE e.type = 'loan.write_off_undone') OVER (), 0) AS stands
      FROM events e WHERE ${ofLoan('e')}) e`

const TRIES = `SELECT max(${day('p.created_at')}) AS tried FROM payments p
  WHERE ${ofLoan('p')} AND p.kind = 'charge' AND p.state <> 'open'`

/** Since when there has been credit without interruption. */
const CREDIT = `SELECT ${day('min(c.created_at)')} AS since FROM (
    SELECT c.created_at, c.balance, count(*) FILTER (WHERE c.balance = 0) OVER (
      ORDER BY c.sequence ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS later_zeros
    FROM (SELECT n.sequence, n.created_at, sum(p.change) OVER (ORDER BY n.sequence) AS balance
      FROM ledger_entries n CROSS JOIN LATERAL (
        SELECT coalesce(sum(CASE WHEN p.credit = 'buyer_credit' THEN p.amount
          WHEN p.debit = 'buyer_credit' THEN -p.amount END), 0) AS change
        FROM ledger_postings p WHERE ${ofLoan('p')} AND p.sequence = n.sequence) p
      WHERE ${ofLoan('n')}) c) c
  WHERE c.balance > 0 AND c.later_zeros = 0`

const BASE = `coalesce(l.starts_on, greatest(l.confirmed_on,
  CASE l.product WHEN 'instalments' THEN l.event_on END))`
const CAPTURED = `(SELECT ${day('k.created_at')} FROM captures k WHERE ${ofLoan('k')}
  ORDER BY k.sequence OFFSET i.of_kind - 1 LIMIT 1)`

/** The due date of an instalment by its terms. */
const AGREED_DAY = `CASE i.kind WHEN 'downpayment' THEN l.confirmed_on
  WHEN 'withdrawal' THEN l.withdrawn_on + 30
  WHEN 'capture' THEN ${CAPTURED} + l.term_days
  WHEN 'instalment' THEN CASE WHEN l.product = 'instalments'
      THEN (${BASE} + make_interval(months => i.number))::date
    WHEN i.number = 1 THEN l.confirmed_on
    ELSE ${BASE} + (i.number - 1) * l.term_days END END`

/** A day on which an event ended the loan's plan, or opened settled amounts again. */
const ON_EVENT = (types: string): string => `EXISTS (SELECT 1 FROM events e WHERE ${ofLoan('e')}
  AND e.type IN (${types}) AND ${day('e.created_at')} = i.due_on)`
const ENDING = `'payment.received', 'order.refunded', 'order.voided', 'order.lapsed',
  'order.edited', 'order.cancelled', 'order.captured'`

const BACK_ON = (on: string, types = `'payment.charged_back'`): string => `EXISTS (SELECT 1
  FROM events e WHERE ${ofLoan('e')} AND e.type IN (${types}) AND ${day('e.created_at')} = ${on})`
/** The events that open a settled instalment again. */
const OPENING = `'payment.charged_back', 'loan.write_off_undone'`

/** It has been late, for the first time before any event that ends its costs. */
const LATE_AT_COST = `coalesce((SELECT min(e.sequence) < coalesce((
      SELECT min(c.sequence) FROM events c WHERE ${ofLoan('c')} AND c.type = 'order.cancelled'),
      min(e.sequence) + 1)
    FROM events e WHERE ${ofLoan('e')} AND e.type = 'instalment.late'
      AND e.data #>> '{instalment,number}' = i.number::text), false)`

/** The latest state of each instalment in any event. */
const LATEST = `SELECT DISTINCT ON (e.number) e.*, ${said('due_date')} AS due_date,
    ${said('late_on')} AS late, ${said('paid_on')} AS paid,
    ${said('reopened_on')} AS reopened_on
  FROM (SELECT e.*, (e.data #>> '{instalment,number}')::numeric AS number FROM events e
    WHERE ${ofLoan('e')} AND e.type LIKE 'instalment.%') e
  ORDER BY e.number, e.sequence DESC`

const REOPENED = `EXISTS (SELECT 1 FROM allocations a WHERE ${ofLoan('a')} AND a.number = i.number
  AND a.source IN ('charge_back', 'write_off_undo') AND a.event_sequence > t.sequence)`

/** The first capture moves all future dates. */
const MOVED = `t.sequence < (SELECT min(k.sequence) FROM captures k WHERE ${ofLoan('k')})`

const INSTALMENTS = `SELECT
    coalesce(bool_or(CASE WHEN i.agreed IS NULL THEN NOT (i.kind = 'charge_back'
        AND ${BACK_ON('i.due_on')})
      ELSE i.due_on <> i.agreed AND NOT (i.due AND i.due_on < i.agreed
        AND ${ON_EVENT(ENDING)}) END), false) AS due_otherwise,
    coalesce(bool_or(t.sequence IS NULL AND (i.late_on IS NOT NULL OR i.paid_on IS NOT NULL)
      OR t.kind <> i.kind OR NOT t.reopened
        AND (i.paid_on IS DISTINCT FROM t.paid
          OR NOT t.moved AND i.due_on IS DISTINCT FROM t.due_date)
      OR i.late_on IS DISTINCT FROM t.late AND (i.late_on IS NOT NULL OR NOT t.reopened)
      OR i.reopened_on IS DISTINCT FROM t.reopened_on AND NOT t.reopened
      OR i.reopened_on IS NOT NULL AND NOT ${BACK_ON('i.reopened_on', OPENING)}), false)
      AS event_differs,
    coalesce(bool_or(i.late_charge <> CASE WHEN ${LATE_AT_COST} THEN l.late_charge ELSE 0 END),
      false) AS charged_otherwise,
    coalesce(bool_or(CASE
      -- What a charge-back opened, and whose interest is paid, has the day of its plan again.
      WHEN i.due THEN i.due_on > l.booked_on AND i.kind <> 'withdrawal' AND i.reopened_on IS NULL
        OR l.starts_on IS NULL AND i.kind = 'instalment'
          AND (l.product, i.number) <> ('pay_in_4', 1)
      ELSE i.due_on <= l.booked_on AND l.starts_on IS NOT NULL END), false) AS due_untimely
  FROM (SELECT i.*, ${AGREED_DAY} AS agreed FROM (
      SELECT i.*, row_number() OVER (PARTITION BY i.kind ORDER BY i.number) AS of_kind
      FROM instalments i WHERE ${ofLoan('i')}) i) i
    LEFT JOIN LATERAL (SELECT t.*, t.data #>> '{instalment,kind}' AS kind, ${REOPENED} AS reopened,
        ${MOVED} AS moved
      FROM (${LATEST}) t WHERE t.number = i.number) t ON true`

/**
 * Some of it was returned, or would have been but for half a cent, with a payment before its day.
 */
const FEE_RETURNED = `(EXISTS (SELECT 1 FROM ledger_postings p JOIN ledger_entries n
    ON ${ofLoan('n')} AND n.sequence = p.sequence AND n.kind = 'payment'
  WHERE ${ofLoan('p')} AND p.debit = 'buyer_fee_income')
  OR EXISTS (SELECT 1 FROM allocations a
    JOIN events e ON ${ofLoan('e')} AND e.sequence = a.event_sequence
    JOIN instalments i ON ${ofLoan('i')} AND i.number = a.number
  WHERE ${ofLoan('a')} AND a.source = 'payment' AND a.component = 'capital'
    AND ${day('e.created_at')} < i.due_on))`

/** For a plan that nothing has reduced, each part is the signed one. */
const REPLANNED = `EXISTS (SELECT 1 FROM order_details x
    CROSS JOIN LATERAL jsonb_array_elements(x.offer -> 'schedule') s
    JOIN instalments i ON ${ofLoan('i')} AND i.number::text = s ->> 'number'
      AND i.kind IN ('downpayment', 'instalment') AND i.capital::text <> s ->> 'capital'
  WHERE ${ofLoan('x')}) AND NOT EXISTS (SELECT 1 FROM reductions r
    WHERE ${ofLoan('r')} AND r.lowered > 0)`

/**
 * The plan at the last entry with its hash (decision 0074). If the buyer withdrew and nothing had
 * to be booked, nothing records the plan after that.
 */
const PLAN = `SELECT encode(sha256(convert_to(string_agg(concat_ws('|', i.number, i.kind, i.due_on,
    coalesce(i.reopened_on::text, ''), i.capital, CASE WHEN i.due THEN i.interest ELSE 0 END, i.fee,
    i.late_charge, i.settled_capital, i.settled_interest, i.settled_fee, i.settled_late_charge),
    E'\\n' ORDER BY i.number), 'UTF8')), 'hex') FROM instalments i WHERE ${ofLoan('i')}`
const UNBOOKED = `EXISTS (SELECT 1 FROM events e WHERE ${ofLoan('e')} AND e.type = 'loan.withdrawn'
  AND e.ledger_sequence >= n.sequence AND n.kind <> 'withdrawal')`
const OTHER_PLAN = `coalesce((SELECT n.content_hash <> (${PLAN}) AND NOT ${UNBOOKED}
  FROM ledger_entries n WHERE ${ofLoan('n')} AND n.kind <> 'confirm' AND n.content_hash IS NOT NULL
  ORDER BY n.sequence DESC LIMIT 1), false)`

const FACTS = `SELECT l.*, ${OTHER_PLAN} AS other_plan, ${REPLANNED} AS replanned,
    ${FEE_RETURNED} AS fee_returned,
    g.otherwise, e.*, t.tried, c.since, i.*
  FROM batch l
    LEFT JOIN LATERAL (${DETAILS}) d ON true
    CROSS JOIN LATERAL (${AGREED}) g CROSS JOIN LATERAL (${EVENTS}) e
    CROSS JOIN LATERAL (${TRIES}) t CROSS JOIN LATERAL (${CREDIT}) c
    CROSS JOIN LATERAL (${INSTALMENTS}) i`

const checks: readonly Check[] = [
  {
    invariant: 'A7',
    title: 'the terms of a loan are those that were signed',
    broken: 'f.otherwise',
  },
  {
    invariant: 'A4',
    title: 'a loan’s dates are the days of its events',
    broken: `(f.confirmed_on, f.cancelled_on, f.withdrawn_on)
        IS DISTINCT FROM (f.confirmed_day, f.cancelled_day, f.withdrawn_day)
      OR (f.written_off_on IS NULL) <> (f.write_offs = 0)
      OR coalesce(f.written_off_on < f.write_off_due, false)
      OR f.written_off_on IS DISTINCT FROM f.write_off_due AND NOT f.written_off_then
      OR f.starts_on IS DISTINCT FROM CASE WHEN f.captured_day IS NOT NULL
        THEN greatest(f.captured_day, f.confirmed_day,
          CASE f.product WHEN 'instalments' THEN f.event_on END) END`,
  },
  {
    invariant: 'A4',
    title: 'charges go on until one is taken back or the loan is written off',
    broken: 'f.collecting <> f.undisturbed OR f.tried_on IS DISTINCT FROM f.tried',
  },
  {
    invariant: 'A4',
    title: 'credit waits from the entry that left it',
    broken: 'f.credit_since IS DISTINCT FROM f.since',
  },
  {
    invariant: 'A7',
    title: 'an instalment is due on the day that was agreed, unless the loan ended before it',
    broken: 'f.due_otherwise',
  },
  {
    invariant: 'A7',
    title: 'the capital of an instalment that nothing has lowered is the one that was signed',
    broken: 'f.replanned AND f.withdrawn_on IS NULL',
  },
  {
    invariant: 'A7',
    title: 'the plan of a loan is the one that its last entry left',
    broken: 'f.other_plan',
  },
  {
    invariant: 'A4',
    title: 'everything due by the loan’s last operation is marked so, and nothing else',
    broken: 'f.due_untimely',
  },
  {
    invariant: 'A7',
    title: 'of the opening fee only an early repayment, or an end, leaves less to look at',
    broken: `f.fee_base > f.opening_fee OR f.fee_base <> CASE
      WHEN f.cancelled_on IS NULL AND f.withdrawn_on IS NULL THEN f.opening_fee ELSE 0 END
      AND NOT f.fee_returned`,
  },
  {
    invariant: 'A12',
    title: 'an instalment’s kind and days are those of its last event',
    broken: 'f.event_differs',
  },
  {
    invariant: 'A7',
    title: 'an instalment that was ever late bears the charge that was agreed, any other none',
    broken: 'f.charged_otherwise',
  },
]

export const loanDateSweep = sweep({
  table: 'loans',
  keys: ['store_id', 'order_id'],
  rows: LOANS,
  facts: FACTS,
  checks,
})
