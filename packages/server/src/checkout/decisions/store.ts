import type { Cents, ReviewOutcome } from '@svc/api'
import type { PersonPast } from '../../model/exposure/exposure.ts'
import {
  columns,
  computed,
  type RowOf,
  select,
  statement,
} from '../../platform/database/columns.ts'
import type { Insert, Reader } from '../../platform/database/database.ts'
import { assert } from '../../platform/refusal.ts'
import type { Decision, Overturned, Past, Reason, Review, ReviewedDecision } from './decision.ts'

type OfOrder = { readonly storeId: string; readonly id: string }

type PastQuery = {
  readonly storeId: string
  readonly sandbox: boolean
  /** The order that is signed: it does not count itself. */
  readonly orderId: string
  /** Null: a first-time buyer. */
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
    coalesce(sum(due) FILTER (WHERE currency = $5), 0)::bigint AS due
  FROM history_entries WHERE store_id = $1 AND order_id = $3`

/** The uncaptured part; for pay_later it is not a debt yet. */
const UNCAPTURED = `o.total_amount - o.voided_amount - o.refunded_uncaptured_amount
  - o.captured_amount`

/** An order that may still be confirmed counts with its total, a loan with its debt. */
export const OWED = `CASE WHEN o.state <> 'confirmed' OR l.order_id IS NULL
    THEN ${UNCAPTURED} + o.captured_amount - o.refunded_captured_amount
  WHEN l.product = 'pay_later' THEN l.receivable + ${UNCAPTURED} ELSE l.receivable END`

export const OPEN_STATES = `('challenge_required', 'confirmation_required', 'confirmed')`

const PAID_OFF = `o.state = 'confirmed' AND l.paid_amount > 0 AND l.receivable = 0
  AND l.written_off = 0 AND ${UNCAPTURED} = 0`

const LOANS = `SELECT
    coalesce(sum(${OWED}) FILTER (WHERE o.state IN ${OPEN_STATES}), 0)::bigint AS open_amount,
    coalesce(sum(l.written_off), 0)::bigint AS written_off_amount,
    count(*) FILTER (WHERE ${PAID_OFF}) AS paid_off,
    coalesce(sum((SELECT count(*) FROM instalments i WHERE i.store_id = l.store_id
      AND i.order_id = l.order_id AND i.late_on IS NOT NULL AND i.paid_on IS NULL)), 0)::bigint
      AS late_instalments
  FROM orders o LEFT JOIN loans l ON l.store_id = o.store_id AND l.order_id = o.id
  WHERE o.store_id = $1 AND o.sandbox = $2 AND o.buyer_id = $4 AND o.id <> $3
    AND o.currency = $5`

/** The person at every store; rows that wait for the worker are found by their document. */
export const THEIRS = `SELECT store_id, sandbox, id FROM buyers WHERE person_id = $1
  UNION ALL SELECT b.store_id, b.sandbox, b.id FROM persons p JOIN buyers b ON b.person_id IS NULL
    AND b.document_number = p.document_number AND b.document_type = p.document_type
    AND b.document_country = p.document_country AND b.sandbox = p.sandbox
    AND b.store_id = coalesce(p.store_id, b.store_id) WHERE p.id = $1 OR p.merged_into = $1`

/**
 * The orders of the person $1 but for the one of store $2 with id $3. A statement of its own, after
 * the person's lock: its snapshot has what others have committed.
 */
export const EXPOSURE = `WITH theirs AS (${THEIRS}),
  orders_of AS (SELECT o.store_id, o.id, o.currency, coalesce(l.written_off, 0) AS written_off,
      CASE WHEN o.state IN ${OPEN_STATES} THEN ${OWED} ELSE 0 END AS open_amount,
      (SELECT count(*) FROM instalments i WHERE i.store_id = o.store_id AND i.order_id = o.id
        AND i.late_on IS NOT NULL AND i.paid_on IS NULL) AS late
    FROM theirs b JOIN orders o
        ON o.store_id = b.store_id AND o.sandbox = b.sandbox AND o.buyer_id = b.id
      LEFT JOIN loans l ON l.store_id = o.store_id AND l.order_id = o.id
    WHERE (o.store_id, o.id) <> ($2, $3))`
const OWED_BY_CURRENCY = `(SELECT coalesce(jsonb_agg(to_jsonb(s) ORDER BY s.currency), '[]') FROM
    (SELECT currency, sum(open_amount)::bigint AS open_amount,
      sum(written_off)::bigint AS written_off_amount
     FROM orders_of GROUP BY currency HAVING sum(open_amount) + sum(written_off) > 0) s)`
const ATTEMPTS_OF_PERSON = `(SELECT count(*) FROM orders_of o
    WHERE EXISTS (SELECT 1 FROM decisions d WHERE d.store_id = o.store_id AND d.order_id = o.id
        AND d.created_at > $4)
      AND NOT EXISTS (SELECT 1 FROM decision_reviews r WHERE r.store_id = o.store_id
        AND r.order_id = o.id AND r.outcome = 'overturned'))`

const PERSON_PAST = computed<PersonPast>({
  owed: OWED_BY_CURRENCY,
  orders: '(SELECT count(*) FROM orders_of WHERE open_amount > 0)',
  stores: '(SELECT count(DISTINCT store_id) FROM orders_of WHERE open_amount > 0)',
  elsewhere: '(SELECT coalesce(bool_or(open_amount > 0 AND store_id <> $2), false) FROM orders_of)',
  late_instalments: '(SELECT coalesce(sum(late), 0)::bigint FROM orders_of)',
  attempts: ATTEMPTS_OF_PERSON,
  blocked: `EXISTS (SELECT 1 FROM person_blocks k WHERE k.person_id = $1 AND k.lifted_at IS NULL
    AND coalesce(k.blocked_until > $5, true))`,
})

/** A person's debt over all stores; null: they are not known yet. */
export async function getPersonPast(
  reader: Reader,
  personId: string | null,
  query: Pick<PastQuery, 'storeId' | 'orderId' | 'attemptsSince'> & { readonly at: Date },
): Promise<PersonPast> {
  const [past] = await reader.query(
    statement(PERSON_PAST, (list) => `${EXPOSURE} SELECT ${list}`),
    [personId, query.storeId, query.orderId, query.attemptsSince, query.at],
  )
  assert(past !== undefined, 'sums are always one row')
  return past
}

const OF_BUYER = `d.store_id = $1 AND d.sandbox = $2 AND d.buyer_id = $4 AND d.order_id <> $3`

/** The review of the decision `d`, if there is one. */
export const REVIEW = `LEFT JOIN decision_reviews r ON r.store_id = d.store_id
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

const OVERTURNED = `SELECT coalesce(jsonb_agg(to_jsonb(newest)), '[]') AS overturned FROM (
    SELECT d.id AS decision_id, d.inputs -> 'amount' AS amount, d.reasons
    FROM decisions d ${REVIEW}
    WHERE ${OF_BUYER} AND r.outcome = 'overturned' AND r.created_at > $7
      AND d.inputs ->> 'currency' = $5
    ORDER BY r.created_at DESC, d.id DESC LIMIT ${OVERTURNED_MAX}) newest`

/** The buyer's history, as of one moment. */
export async function getPast(reader: Reader, query: PastQuery): Promise<Past> {
  const [past] = await reader.query(
    select(PAST, `FROM (${HISTORY}) h, (${LOANS}) o, (${ATTEMPTS}) a, (${OVERTURNED}) v`),
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
  assert(past !== undefined, 'sums are always one row')
  const { history, loans, attempts, overturned } = past
  const { entries, complete, cancelled, processing, pending, due } = history
  const unknown = entries - complete - cancelled - processing - pending
  return {
    history: { entries, complete, cancelled, processing, pending, unknown, due },
    loans,
    attempts,
    overturned: overturned.map(overturnedOf),
  }
}

type StoredOverturned = {
  readonly decision_id: string
  readonly amount: Cents
  readonly reasons: readonly Reason[]
}

const PAST = computed<Omit<Past['history'], 'unknown'>>({
  entries: 'h.entries',
  complete: 'h.complete',
  cancelled: 'h.cancelled',
  processing: 'h.processing',
  pending: 'h.pending',
  due: 'h.due',
})
  .as('history')
  .and(
    computed<Past['loans']>({
      open_amount: 'o.open_amount',
      late_instalments: 'o.late_instalments',
      written_off_amount: 'o.written_off_amount',
      paid_off: 'o.paid_off',
    }).as('loans'),
  )
  .and(
    computed<{ attempts: number; overturned: readonly StoredOverturned[] }>({
      attempts: 'a.attempts',
      overturned: 'v.overturned',
    }),
  )

/** Of a refusal's reasons those count that a rule gave. */
function overturnedOf({ decision_id, amount, reasons }: StoredOverturned): Overturned {
  const refusing = reasons.filter(
    ({ source, effect }) => source === 'rules' && effect === 'refused',
  )
  return { decision_id, codes: refusing.map(({ code }) => code), amount }
}

export const decisionRow = (decision: Decision): Insert => ({
  table: 'decisions',
  rows: [decision],
})

type OfDecision = Pick<Decision, 'decider' | 'reasons' | 'inputs'>
/** A decision and its review, with REVIEW behind its table. */
export const DECISION = columns<'decisions', OfDecision>('decisions', 'd')
  .as('decision')
  .and(
    computed<{ [K in keyof Review]: Review[K] | null }>({
      outcome: 'r.outcome',
      note: 'r.note',
      createdAt: 'r.created_at',
    }).as('review'),
  )

/** The decisions on an order, oldest first. */
export async function listOfOrder(reader: Reader, order: OfOrder): Promise<ReviewedDecision[]> {
  const rows = await reader.query(
    select(
      DECISION,
      `FROM decisions d ${REVIEW} WHERE d.store_id = $1 AND d.order_id = $2 ORDER BY d.number`,
    ),
    [order.storeId, order.id],
  )
  return rows.map(reviewedOf)
}

export function reviewedOf({ decision, review }: RowOf<typeof DECISION>): ReviewedDecision {
  const { outcome, note, createdAt } = review
  const isReviewed = outcome !== null && createdAt !== null
  return { ...decision, review: isReviewed ? { outcome, note, createdAt } : null }
}

type NewReview = {
  readonly decision: Decision
  readonly outcome: ReviewOutcome
  readonly note: string
  readonly at: Date
}

export function reviewRow({ decision, outcome, note, at }: NewReview): Insert {
  const { storeId, orderId, id: decisionId } = decision
  return {
    table: 'decision_reviews',
    rows: [{ storeId, orderId, decisionId, outcome, note, createdAt: at }],
  }
}
