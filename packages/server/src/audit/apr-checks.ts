/**
 * The signed annual percentage rate (A7), verified with the schedule. Nothing is searched: at the
 * published rate minus half of its last digit the payments are worth at least the loan, at plus
 * half a digit at most, so the true rate rounds to the published one. Directive (EU) 2023/2225,
 * Annex III, with time counted in months back from each payment.
 */
import { ROWS, sweep } from './check.ts'

/** The relative error of a double. */
const BLUR = '1e-10'

/** A day that the month lacks is its last one, from whichever end it is counted. */
const months = (day: string, by: string): string =>
  `(${day} + make_interval(months => ${by}))::date`

/** Each step is separate (`OFFSET 0`): merged, they would compute every day many times. */
const TIMES = `SELECT s.amount, s.whole / 12::float8 + CASE WHEN s.stop = d.signed THEN 0
      ELSE (d.signed - s.stop) / (${months('s.stop', '-12')} - s.stop)::float8 END AS years
  FROM (SELECT n.amount, n.whole, CASE WHEN n.even THEN d.signed
        ELSE ${months('n.due', '-n.whole')} END AS stop
    FROM (SELECT m.*, CASE WHEN m.even OR ${months('m.due', '-m.most')} >= d.signed
          THEN m.most ELSE m.most - 1 END AS whole
      FROM (SELECT p.*, extract(day FROM d.signed) >= extract(day FROM p.due)
            AND ${months('d.signed', 'p.most')} = p.due AS even
        FROM (SELECT r.amount, r.due, (12 * (extract(year FROM r.due) - extract(year FROM d.signed))
            + extract(month FROM r.due) - extract(month FROM d.signed))::integer AS most
          FROM (SELECT (p ->> 'amount')::float8 AS amount,
              CASE WHEN p ->> 'due_date'
                ~ '^\\d{4}-\\d\\d-\\d\\d$' THEN (p ->> 'due_date')::date END
                AS due
            FROM jsonb_array_elements(d.offer -> 'schedule') p OFFSET 0) r OFFSET 0) p OFFSET 0) m
        OFFSET 0) n OFFSET 0) s`

const worth = (rate: string): string => `sum(t.amount * power(1 + ${rate}, -t.years))`

const RATE = `((d.offer ->> 'annual_equivalent')::float8 / 10000)`
const FACTS = `SELECT d.store_id, d.order_id, d.batch_position, d.batch_end,
    (SELECT ${worth(`(${RATE} - 0.00005 - ${BLUR})`)} < d.lent
        OR ${worth(`(${RATE} + 0.00005 + ${BLUR})`)} > d.lent FROM (${TIMES}) t) AS misrated
  FROM (SELECT b.*, (SELECT o.approved_amount FROM orders o
        WHERE o.store_id = b.store_id AND o.id = b.order_id) AS lent,
      (SELECT (c.created_at AT TIME ZONE l.time_zone)::date FROM documents c JOIN loans l
          ON l.store_id = c.store_id AND l.order_id = c.order_id
            AND l.time_zone = b.loan_terms ->> 'timeZone'
        WHERE c.store_id = b.store_id AND c.order_id = b.order_id LIMIT 1) AS signed
    FROM batch b) d`

export const aprSweep = sweep({
  table: 'order_details',
  keys: ['store_id', 'order_id'],
  rows: ROWS / 4,
  where: 'offer IS NOT NULL AND signed_hash IS NOT NULL',
  facts: FACTS,
  checks: [
    {
      invariant: 'A7',
      title: 'the signed annual rate is that of the signed payments',
      broken: 'coalesce(f.misrated, false)',
    },
  ],
})
