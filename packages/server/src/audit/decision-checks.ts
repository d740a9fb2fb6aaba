/**
 * Decisions on a buyer's data and signature: they exist, with the outcome that the order had, and
 * agree with their own reasons and figures (decisions 0037, 0076).
 */
import { ORDERS, ROWS, type Sweep, sweep } from './check.ts'
import { DECISION_TEXT } from './document-checks.ts'

/** The first event after a signature or a refusal reports the decision. */
const EVENT_REASON = `SELECT CASE e.data ->> 'status_reason' WHEN 'ko_generic' THEN 'refused'
    WHEN 'challenge_required' THEN 'checked' ELSE 'accepted' END
  FROM events e WHERE e.store_id = o.store_id AND e.order_id = o.id AND e.data ->> 'status_reason'
    IN ('ko_generic', 'challenge_required', 'confirmation_required')
  ORDER BY e.sequence LIMIT 1`

const signed = sweep({
  table: 'orders',
  keys: ['store_id', 'id'],
  rows: ORDERS,
  facts: `SELECT o.*, o.id AS order_id, (${EVENT_REASON}) AS event_reason, d.*
    FROM batch o CROSS JOIN LATERAL (
      SELECT count(*) AS decisions, coalesce(max(d.number), 0) AS latest,
        coalesce((array_agg(d.outcome ORDER BY d.number DESC))[1], '') AS outcome,
        (array_agg(d.buyer_id ORDER BY d.number DESC))[1] AS judged,
        count(*) FILTER (WHERE d.outcome = 'refused') AS refusals,
        coalesce(bool_or(d.sandbox <> o.sandbox), false) AS strange
      FROM decisions d WHERE d.store_id = o.store_id AND d.order_id = o.id) d`,
  checks: [
    {
      invariant: 'A4',
      title: 'a signed order has a decision, and an unsigned one has none that ends it',
      broken: 'CASE WHEN f.event_reason IS NULL THEN f.refusals > 0 ELSE f.decisions = 0 END',
    },
    {
      invariant: 'A4',
      title: 'the decisions of a checkout are numbered without a gap',
      broken: 'f.latest <> f.decisions',
    },
    {
      invariant: 'A4',
      title: 'a refusal is the last decision',
      broken: `f.refusals > (f.outcome = 'refused')::int`,
    },
    {
      invariant: 'A4',
      title: 'an order took the state that its decision led to',
      broken: `f.event_reason IS NOT NULL AND f.decisions > 0
        AND f.outcome IS DISTINCT FROM f.event_reason`,
    },
    {
      invariant: 'A14',
      title: 'a decision is of its order’s mode and buyer',
      broken: `f.strange OR f.event_reason IS NOT NULL AND f.decisions > 0
        AND f.judged IS DISTINCT FROM f.buyer_id`,
    },
  ],
})

const REASONS = 'jsonb_array_elements(b.reasons) reason'
const counts = (effect: string): string => `EXISTS (SELECT 1 FROM ${REASONS}
  WHERE reason ->> 'effect' = '${effect}' AND reason ->> 'advisory' = 'false')`
const gives = (code: string): string => `EXISTS (SELECT 1 FROM ${REASONS}
  WHERE reason ->> 'code' = '${code}' AND reason ->> 'source' = 'rules')`
const amount = (...path: readonly string[]): string => `(b.inputs #>> '{${path}}')::numeric`
const limit = (name: string): string => amount('limits', name)
const lender = (name: string): string => amount('lender', name)

/** Anyone who reads a decision can compute it again; the auditor does so for figures. */
const UNREASONED = `(${amount('age')} < ${limit('age_min')}) <> ${gives('age_below_minimum')}
  OR (${amount('loans', 'open_amount')} + ${amount('amount')} > ${limit('open_amount_max')})
    <> ${gives('open_amount_exceeded')}
  OR (${amount('attempts')} >= ${limit('attempts_per_day_max')}) <> ${gives('attempts_exceeded')}
  OR (${amount('loans', 'late_instalments')} > ${limit('late_instalments_max')})
    <> ${gives('late_instalments_exceeded')}
  OR (${amount('loans', 'written_off_amount')} > ${limit('written_off_max')})
    <> ${gives('written_off_exceeded')}
  OR coalesce(${lender('open_amount')} + ${lender('amount')} > ${lender('exposure_max')}, false)
    <> ${gives('exposure_exceeded')}`

const ofDecision = (alias: string): string =>
  `${alias}.store_id = b.store_id AND ${alias}.order_id = b.order_id`
/** Whether the signature covers it (D1). */
const SIGNED_WITH = `EXISTS (SELECT 1 FROM order_details d WHERE ${ofDecision('d')}
    AND d.offer IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM decisions l WHERE ${ofDecision('l')} AND l.number > b.number)`
/** Whether an event, which is sealed, reports exactly this decision. */
const HAS_EVENT = `EXISTS (SELECT 1 FROM events e, decisions c
  WHERE ${ofDecision('e')} AND ${ofDecision('c')} AND c.id = b.id AND e.data ->> 'effect_id' =
    left(encode(sha256(convert_to(${DECISION_TEXT}, 'UTF8')), 'hex'), 32))`

const reasoned = sweep({
  table: 'decisions',
  keys: ['store_id', 'order_id', 'id'],
  rows: ROWS,
  facts: `SELECT b.*, CASE WHEN ${counts('refused')} THEN 'refused'
      WHEN ${counts('checked')} THEN 'checked' ELSE 'accepted' END AS reasoned,
      (${UNREASONED}) IS NOT FALSE AS unreasoned,
      ${SIGNED_WITH} OR ${HAS_EVENT} AS covered
    FROM batch b`,
  checks: [
    {
      invariant: 'A4',
      title: 'a decision is the one that was signed with, or the one in its event',
      broken: 'NOT f.covered',
    },
    {
      invariant: 'A4',
      title: 'a decision follows from its reasons',
      broken: 'f.outcome <> f.reasoned',
    },
    {
      invariant: 'A4',
      title: 'the reasons of a decision follow from what was judged',
      broken: 'f.unreasoned',
    },
  ],
})

const reviewed = sweep({
  table: 'decision_reviews',
  keys: ['store_id', 'order_id', 'decision_id'],
  rows: ROWS,
  facts: `SELECT b.*, (SELECT d.outcome FROM decisions d WHERE d.store_id = b.store_id
      AND d.order_id = b.order_id AND d.id = b.decision_id) AS reviewed
    FROM batch b`,
  checks: [
    {
      invariant: 'A14',
      title: 'a review belongs to a refusal of its order',
      broken: `f.reviewed IS DISTINCT FROM 'refused'`,
    },
  ],
})

export const decisionSweeps: readonly Sweep[] = [signed, reasoned, reviewed]
