/**
 * The facts about each loan of a batch: its columns and its order, its instalments and allocations,
 * the ledger and the payments. Written from contract §7 and the ledger's table, not from the code
 * that maintains them.
 */
import { EVENTS, PAID } from './loan-events.ts'
import { LEDGER, ofLoan, PAYMENTS } from './loan-money.ts'
import { CREDITS, REDUCTIONS, SETTLED } from './loan-reductions.ts'
import { halfEven } from './settlement-checks.ts'

const ORDER = `SELECT max(o.state) AS order_state, max(o.currency) AS order_currency,
    max(o.created_at) AS order_created_at,
    max(o.approved_amount) AS approved_amount,
    count(*) FILTER (WHERE (o.sandbox, o.product, coalesce(o.nominal_rate, 0))
      = (l.sandbox, l.product, l.nominal_rate)) AS same_orders
  FROM orders o
  WHERE o.store_id = l.store_id AND o.id = l.order_id`

const CAPTURES = `SELECT coalesce(sum(k.amount), 0) AS captured, count(*) > 0 AS ever_captured
  FROM captures k WHERE ${ofLoan('k')}`

const PARTS = ['capital', 'interest', 'fee', 'late_charge']
const settledBy = (part: string): string =>
  `coalesce(sum(a.amount) FILTER (WHERE a.component = '${part}'), 0) AS ${part}`
const openOf = (part: string): string => `i.${part} - i.settled_${part}`

const UNPAID = 'i.due AND i.paid_on IS NULL AND NOT i.dropped'

/** Interest counts from its due date, everything else from its creation. */
const INSTALMENTS = `SELECT
    coalesce(sum(i.capital) FILTER (WHERE i.kind <> 'charge_back'), 0) AS planned,
    coalesce(sum(w.open), 0) AS open_amount,
    coalesce(sum(${openOf('interest')}) FILTER (WHERE NOT i.due), 0) AS interest_ahead,
    coalesce(sum(w.open - CASE WHEN i.due THEN 0 ELSE ${openOf('interest')} END), 0) AS owed,
    coalesce(sum(i.interest) FILTER (WHERE i.due), 0) AS interest_due,
    coalesce(sum(i.interest), 0) AS interest_all,
    coalesce(sum(i.fee), 0) AS fees, coalesce(sum(i.late_charge), 0) AS late_charges,
    min(i.due_on) FILTER (WHERE NOT i.due) AS next_due_on,
    min(coalesce(i.reopened_on, i.due_on)) FILTER (WHERE ${UNPAID}) AS unpaid_since,
    coalesce(sum(w.open) FILTER (WHERE ${UNPAID}), 0) AS unpaid,
    coalesce(bool_or(i.late_on < greatest(i.due_on, i.reopened_on) + l.late_after_days), false)
      AS late_too_early,
    max(greatest(i.reopened_on, i.late_on, i.paid_on)) AS last_event_on,
    coalesce(bool_or(i.due AND w.open > 0), false) AS waiting,
    coalesce(bool_or(least(${PARTS.map((part) => `i.settled_${part}, ${openOf(part)}`).join(', ')})
      < 0), false) AS negative,
    coalesce(bool_or((i.paid_on IS NOT NULL)::int + i.dropped::int
      <> (w.open = 0 AND w.settled > 0)::int), false) AS paid_uneven,
    coalesce(bool_or(i.dropped), false) AS dropped,
    coalesce(max(i.number) - min(i.number) + 1 <> count(*) OR min(i.number) > 1, false)
      AS numbered_otherwise,
    coalesce(bool_or((${PARTS.map((part) => `i.settled_${part}`).join(', ')}) <>
      (${PARTS.map((part) => `coalesce(a.${part}, 0)`).join(', ')})), false) AS settled_uneven
  FROM instalments i
    CROSS JOIN LATERAL (SELECT ${PARTS.map(openOf).join(' + ')} AS open,
      ${PARTS.map((part) => `i.settled_${part}`).join(' + ')} AS settled) w
    LEFT JOIN (SELECT a.number, ${PARTS.map(settledBy).join(', ')}
      FROM allocations a WHERE ${ofLoan('a')} GROUP BY 1) a ON a.number = i.number
  WHERE ${ofLoan('i')}`

/** All capital is assumed to remain open until the instalment is due (design §4 "Changes"). */
const BEARS = `l.product = 'instalments' AND l.cancelled_on IS NULL AND l.withdrawn_on IS NULL
  AND l.written_off_on IS NULL`
const STARTS = 'coalesce(l.starts_on, l.confirmed_on)'
const BEGINS = `(${STARTS} + make_interval(months => i.number - 1))::date`
const PERIOD = `((${STARTS} + make_interval(months => i.number))::date - ${BEGINS})`
const RUN_UP = `(l.accrued + i.balance * greatest(0, i.due_on - l.accrued_until))::numeric`

const INTEREST = `SELECT coalesce(bool_or(i.interest <> CASE WHEN NOT (${BEARS}) THEN 0
      WHEN i.present AND l.accrued_until >= ${BEGINS}
        THEN ${halfEven(`(${RUN_UP} * l.nominal_rate)`, `(120000::numeric * ${PERIOD})`)}
      ELSE ${halfEven('(i.balance * l.nominal_rate)', '120000::numeric')} END), false)
    AS misprojected
  FROM (SELECT i.number, i.due_on, i.interest, i.number = min(i.number) OVER () AS present,
      sum(i.capital - i.settled_capital) OVER (ORDER BY i.number DESC)::numeric AS balance
    FROM instalments i WHERE ${ofLoan('i')} AND NOT i.due AND i.kind = 'instalment') i`

const parts = [
  ORDER,
  CAPTURES,
  INSTALMENTS,
  INTEREST,
  LEDGER,
  PAYMENTS,
  REDUCTIONS,
  CREDITS,
  SETTLED,
  PAID,
  EVENTS,
]

export const LOAN_FACTS = `SELECT l.*, ${parts.map((_part, index) => `p${index}.*`).join(', ')}
  FROM batch l ${parts.map((part, index) => `CROSS JOIN LATERAL (${part}) p${index}`).join('\n')}`
