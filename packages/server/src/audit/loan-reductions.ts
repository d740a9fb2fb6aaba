/** The expected and actual effects of refunds, voids and lowered totals on the loan `l`. */
import { ofLoan } from './loan-money.ts'

/**
 * The number of captures that the refund of an event took from: the uncaptured amount comes last.
 */
const PIECES = `SELECT count(*) FROM refunds r JOIN capture_refunds c ON ${ofLoan('c')}
    AND c.refund_id = r.id WHERE ${ofLoan('r')} AND r.sequence = x.sequence`

/** The credit by a refund in addition to that of its captures. */
const REST_OF_CREDIT = `r.credit_to_customer - (SELECT coalesce(sum(c.credit_to_customer), 0)
    FROM capture_refunds c WHERE ${ofLoan('c')} AND c.refund_id = r.id)`

const total = (alias: string): string => `(${alias}.data ->> 'total_amount')::bigint`

/** An event contains the new total. */
const EDITS = `SELECT e.sequence, ${total('b')} - ${total('e')} AS amount
  FROM events e JOIN events b ON ${ofLoan('b')} AND b.sequence = e.sequence - 1
  WHERE ${ofLoan('e')} AND e.type = 'order.edited' AND ${total('e')} < ${total('b')}`

/** The expected reductions of the debt: for pay_later nothing is owed for uncaptured amounts. */
const WANTED = `SELECT r.sequence, c.position::bigint, c.amount, c.credit_to_customer AS credit
  FROM refunds r JOIN capture_refunds c ON ${ofLoan('c')} AND c.refund_id = r.id
  WHERE ${ofLoan('r')}
  UNION ALL SELECT x.sequence, (${PIECES}) + 1, x.amount, x.credit FROM (
    SELECT r.sequence, r.from_uncaptured AS amount, ${REST_OF_CREDIT} AS credit
    FROM refunds r WHERE ${ofLoan('r')} AND r.from_uncaptured > 0
    UNION ALL SELECT v.sequence, v.amount, NULL FROM voids v WHERE ${ofLoan('v')}
    UNION ALL SELECT s.sequence, s.amount, NULL FROM (${EDITS}) s) x
  WHERE l.product <> 'pay_later'`

export const REDUCTIONS = `SELECT coalesce(sum(r.lowered), 0) AS lowered,
    coalesce(sum(r.settled), 0) AS settled, coalesce(sum(r.credit), 0) AS credited,
    coalesce(sum(r.recovered), 0) AS recovered,
    coalesce(bool_or(r.amount <> r.lowered + r.settled + r.credit + r.recovered), false)
      AS reductions_uneven,
    count(*) FILTER (WHERE r.amount IS NOT NULL AND (w.amount IS DISTINCT FROM r.amount
      OR w.credit <> r.credit)) AS unfounded,
    count(*) FILTER (WHERE r.amount IS NULL) AS unreduced
  FROM (${WANTED}) w (sequence, position, amount, credit)
    FULL JOIN (SELECT * FROM reductions r WHERE ${ofLoan('r')}) r
    ON r.event_sequence = w.sequence AND r.position = w.position`

export const CREDITS = `SELECT coalesce(bool_or(${REST_OF_CREDIT} <> 0), false) AS credit_uneven
  FROM refunds r WHERE ${ofLoan('r')} AND (r.from_uncaptured = 0 OR l.product = 'pay_later')`

export const SETTLED = `SELECT coalesce(bool_or(coalesce(r.amount, 0) <> coalesce(a.amount, 0)),
    false) AS reduction_unsettled
  FROM (SELECT r.event_sequence, sum(r.settled) AS amount FROM reductions r
      WHERE ${ofLoan('r')} GROUP BY 1) r
    FULL JOIN (SELECT a.event_sequence, sum(a.amount) AS amount FROM allocations a
      WHERE ${ofLoan('a')} AND a.source = 'reduction' GROUP BY 1) a
    ON a.event_sequence = r.event_sequence`
