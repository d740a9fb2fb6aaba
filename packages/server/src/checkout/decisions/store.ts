import { cents, type ReviewOutcome } from '@svc/api'
import type { Insert, Reader, Row } from '../../platform/database/database.ts'
import type { Decision, Overturned, Past, Reason, ReviewedDecision } from './decision.ts'

type OfOrder = { readonly storeId: string; readonly id: string }

export type PastQuery = {
  readonly storeId: string
  readonly sandbox: boolean
  /** The order that is signed: it does not count itself. */
  readonly orderId: string
  /** Null: nobody knows him. */
  readonly buyerId: string | null
  readonly currency: string
  /** From when on signatures and overturned refusals count. */
  readonly attemptsSince: Date
  readonly overturnedSince: Date
}

/** More overturned refusals than these, the newest, lift nothing more. */
const OVERTURNED_MAX = 20

const HISTORY = `SELECT count(*) AS entries,
    count(*) FILTER (WHERE status = 'complete') AS complete,
    count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
    count(*) FILTER (WHERE status = 'processing') AS processing,
    count(*) FILTER (WHERE status = 'pending') AS pending,
    sum(due) FILTER (WHERE currency = $5) AS due
  FROM history_entries WHERE store_id = $1 AND order_id = $3`

/** What was not captured yet; of pay_later it is no debt before. */
const UNCAPTURED = `o.total_amount - o.voided_amount - o.refunded_uncaptured_amount
  - o.captured_amount`

/** An order that may still be confirmed counts with its total, a loan with what is owed on it. */
const OWED = `CASE WHEN o.state <> 'confirmed' OR l.order_id IS NULL
    THEN ${UNCAPTURED} + o.captured_amount - o.refunded_captured_amount
  WHEN l.product = 'pay_later' THEN l.receivable + ${UNCAPTURED} ELSE l.receivable END`

const PAID_OFF = `o.state = 'confirmed' AND l.paid_amount > 0 AND l.receivable = 0
  AND l.written_off = 0 AND ${UNCAPTURED} = 0`

const LOANS = `SELECT sum(${OWED}) FILTER (WHERE o.state
      IN ('challenge_required', 'confirmation_required', 'confirmed')) AS open_amount,
    sum(l.written_off) AS written_off_amount, count(*) FILTER (WHERE ${PAID_OFF}) AS paid_off,
    sum((SELECT count(*) FROM instalments i WHERE i.store_id = l.store_id
      AND i.order_id = l.order_id AND i.late_on IS NOT NULL AND i.paid_on IS NULL))
      AS late_instalments
  FROM orders o LEFT JOIN loans l ON l.store_id = o.store_id AND l.order_id = o.id
  WHERE o.store_id = $1 AND o.sandbox = $2 AND o.buyer_id = $4 AND o.id <> $3
    AND o.currency = $5`

const OF_BUYER = `d.store_id = $1 AND d.sandbox = $2 AND d.buyer_id = $4 AND d.order_id <> $3`

const REVIEW = `LEFT JOIN decision_reviews r ON r.store_id = d.store_id
  AND r.order_id = d.order_id AND r.decision_id = d.id`

/**
 * A checkout counts once its buyer has signed or was declined: both write them on the order. A
 * refusal that was wrong is not held against them.
 */
const ATTEMPTS = `SELECT count(*) AS attempts FROM orders o
  WHERE o.store_id = $1 AND o.sandbox = $2 AND o.buyer_id = $4 AND o.id <> $3
    AND EXISTS (SELECT 1 FROM decisions d WHERE d.store_id = o.store_id AND d.order_id = o.id
      AND d.created_at > $6)
    AND NOT EXISTS (SELECT 1 FROM decision_reviews r WHERE r.store_id = o.store_id
      AND r.order_id = o.id AND r.outcome = 'overturned')`

const OVERTURNED = `SELECT jsonb_agg(to_jsonb(newest)) AS overturned FROM (
    SELECT d.id AS decision_id, d.inputs -> 'amount' AS amount, d.reasons
    FROM decisions d ${REVIEW}
    WHERE ${OF_BUYER} AND r.outcome = 'overturned' AND r.created_at > $7
      AND d.inputs ->> 'currency' = $5
    ORDER BY r.created_at DESC, d.id DESC LIMIT ${OVERTURNED_MAX}) newest`

/** What the buyer did before, as of one moment. */
export async function getPast(reader: Reader, query: PastQuery): Promise<Past> {
  const [row] = await reader.query(
    `SELECT h.*, o.*, a.*, v.* FROM (${HISTORY}) h, (${LOANS}) o, (${ATTEMPTS}) a,
       (${OVERTURNED}) v`,
    [
      query.storeId,
      query.sandbox,
      query.orderId,
      query.buyerId,
      query.currency,
      query.attemptsSince,
      query.overturnedSince,
    ],
  )
  return pastOf(row ?? {})
}

function pastOf(row: Row): Past {
  const [entries, complete, cancelled, processing, pending] = [
    Number(row.entries),
    Number(row.complete),
    Number(row.cancelled),
    Number(row.processing),
    Number(row.pending),
  ] as const
  const unknown = entries - complete - cancelled - processing - pending
  const due = cents(row.due ?? 0)
  return {
    history: { entries, complete, cancelled, processing, pending, unknown, due },
    loans: {
      open_amount: cents(row.open_amount ?? 0),
      late_instalments: Number(row.late_instalments ?? 0),
      written_off_amount: cents(row.written_off_amount ?? 0),
      paid_off: Number(row.paid_off),
    },
    attempts: Number(row.attempts),
    overturned: (row.overturned ?? []).map(overturnedOf),
  }
}

/** Of a refusal's reasons those count that a rule gave. */
function overturnedOf({ decision_id, amount, reasons }: Row): Overturned {
  const given: readonly Reason[] = reasons
  const refusing = given.filter(({ source, effect }) => source === 'rules' && effect === 'refused')
  return { decision_id, codes: refusing.map(({ code }) => code), amount: cents(amount) }
}

export function decisionRow(decision: Decision): Insert {
  return {
    table: 'decisions',
    rows: [
      {
        store_id: decision.storeId,
        order_id: decision.orderId,
        id: decision.id,
        number: decision.number,
        sandbox: decision.sandbox,
        buyer_id: decision.buyerId,
        outcome: decision.outcome,
        decider: decision.decider,
        version: decision.version,
        reasons: JSON.stringify(decision.reasons),
        inputs: JSON.stringify(decision.inputs),
        created_at: decision.createdAt,
      },
    ],
  }
}

/** The decisions on an order, oldest first. */
export async function listOfOrder(reader: Reader, order: OfOrder): Promise<ReviewedDecision[]> {
  const rows = await reader.query(
    `SELECT d.store_id, d.order_id, d.id, d.number, d.sandbox, d.buyer_id, d.outcome, d.decider,
       d.version, d.reasons, d.inputs, d.created_at, r.outcome AS review_outcome,
       r.note AS review_note, r.created_at AS reviewed_at
     FROM decisions d ${REVIEW} WHERE d.store_id = $1 AND d.order_id = $2
     ORDER BY d.number`,
    [order.storeId, order.id],
  )
  return rows.map(decisionOf)
}

function decisionOf(row: Row): ReviewedDecision {
  const { review_outcome: outcome, review_note: note, reviewed_at: createdAt } = row
  return {
    storeId: row.store_id,
    orderId: row.order_id,
    sandbox: row.sandbox,
    id: row.id,
    number: row.number,
    buyerId: row.buyer_id,
    outcome: row.outcome,
    decider: row.decider,
    version: row.version,
    reasons: row.reasons,
    inputs: row.inputs,
    createdAt: row.created_at,
    review: outcome === null ? null : { outcome, note, createdAt },
  }
}

export type NewReview = {
  readonly decision: Decision
  readonly outcome: ReviewOutcome
  readonly note: string
  readonly at: Date
}

export function reviewRow({ decision, outcome, note, at }: NewReview): Insert {
  const { storeId, orderId, id } = decision
  return {
    table: 'decision_reviews',
    rows: [
      {
        store_id: storeId,
        order_id: orderId,
        decision_id: id,
        outcome,
        note,
        created_at: at,
      },
    ],
  }
}
