/**
 * The members of the pieces of a refund (A8): the rest of their capture, their day, and whether
 * nothing was owed any more. Written from contract §7.
 */
import { type Check, ROWS, sweep } from './check.ts'

const ofPiece = (alias: string): string =>
  `${alias}.store_id = c.store_id AND ${alias}.order_id = c.order_id`

/** All refunds of the capture, including this piece. */
const TAKEN = `SELECT sum(p.amount) FROM capture_refunds p
    JOIN refunds r ON r.store_id = p.store_id AND r.order_id = p.order_id AND r.id = p.refund_id
  WHERE ${ofPiece('p')} AND p.capture_id = c.capture_id
    AND (r.sequence, p.position) <= (c.sequence, c.position)`

const OWED = `SELECT coalesce(sum(CASE WHEN p.debit = 'buyer_receivable' THEN p.amount
    WHEN p.credit = 'buyer_receivable' THEN -p.amount END), 0)
  FROM ledger_postings p WHERE ${ofPiece('p')} AND p.sequence <= e.ledger_sequence`
/** The parts of its operation after the piece: the following pieces, and returned costs. */
const LATER = `(SELECT coalesce(sum(x.lowered + x.settled), 0) FROM reductions x
    WHERE ${ofPiece('x')} AND x.event_sequence = c.sequence AND x.position > c.position)
  + (SELECT coalesce(sum(a.amount), 0) FROM allocations a WHERE ${ofPiece('a')}
    AND a.event_sequence = c.sequence AND a.source = 'reversal')`
const LATE = `SELECT coalesce(sum(p.amount), 0)
    - (SELECT coalesce(sum(a.amount), 0) FROM allocations a WHERE ${ofPiece('a')}
      AND a.component = 'late_charge' AND a.event_sequence < c.sequence)
  FROM ledger_postings p WHERE ${ofPiece('p')} AND p.sequence < e.ledger_sequence
    AND (p.debit, p.credit) = ('buyer_receivable', 'late_income')`

const FACTS = `SELECT c.*, k.amount - (${TAKEN}) AS pending,
    (c.created_at AT TIME ZONE l.zone)::date AS day,
    e.data -> 'remaining_capture_amount' = '0' AS captured, (${OWED}) + ${LATER} AS owed,
    (${LATE}) AS late
  FROM (SELECT c.*, r.sequence, r.created_at AS refunded_at, r.origin FROM batch c
      LEFT JOIN LATERAL (SELECT r.sequence, r.created_at, r.origin FROM refunds r
        WHERE ${ofPiece('r')} AND r.id = c.refund_id LIMIT 1) r ON true) c
    LEFT JOIN LATERAL (SELECT k.amount FROM captures k
      WHERE ${ofPiece('k')} AND k.id = c.capture_id LIMIT 1) k ON true
    LEFT JOIN LATERAL (SELECT e.data, e.ledger_sequence FROM events e
      WHERE ${ofPiece('e')} AND e.sequence = c.sequence LIMIT 1) e ON true
    LEFT JOIN LATERAL (SELECT l.time_zone AS zone FROM loans l JOIN order_details d
        ON d.store_id = l.store_id AND d.order_id = l.order_id
          AND d.loan_terms ->> 'timeZone' = l.time_zone
      WHERE ${ofPiece('l')} LIMIT 1) l ON true`

const checks: readonly Check[] = [
  {
    invariant: 'A8',
    title: 'a piece of a refund has the remainder of its capture',
    broken: 'f.pending_amount IS DISTINCT FROM f.pending',
  },
  {
    invariant: 'A8',
    title: 'a piece of a refund has its refund’s time, and counts on that day',
    broken: `f.created_at IS DISTINCT FROM f.refunded_at
      OR coalesce(f.accrual_date <> f.day, false)`,
  },
  {
    invariant: 'A8',
    title: 'a piece of a refund says whether it completed the order',
    broken: `coalesce((f.completed, f.completed_but_defaults) <>
      (f.captured AND f.owed = 0, f.captured AND f.owed = f.late), false)`,
  },
]

const pieces = sweep({
  table: 'capture_refunds',
  keys: ['store_id', 'order_id', 'id'],
  rows: ROWS / 2,
  facts: FACTS,
  checks,
})

/** For a refund on a capture, its only piece has the refund’s own id. */
const refunds = sweep({
  table: 'refunds',
  keys: ['store_id', 'order_id', 'id'],
  rows: ROWS,
  facts: `SELECT c.*, p.pieces, p.last, p.own FROM batch c CROSS JOIN LATERAL (
      SELECT count(*) AS pieces, coalesce(max(p.position), 0) AS last,
        count(*) FILTER (WHERE p.id = c.id) AS own
      FROM capture_refunds p WHERE ${ofPiece('p')} AND p.refund_id = c.id) p`,
  checks: [
    {
      invariant: 'A8',
      title: 'the pieces of a refund are numbered; a refund of a capture is its one piece',
      broken: `f.pieces <> f.last OR f.own <> (f.origin = 'capture')::int`,
    },
  ],
})

export const refundSweeps = [pieces, refunds] as const
