/**
 * Persons across all stores: their buyers (L8), the facts of their decisions (L9), and that nothing
 * is left of erased persons (L23).
 */
import { ROWS, type Sweep, sweep } from './check.ts'

/** By present rows: those of a version without persons wait for the worker. */
const buyers = sweep({
  table: 'buyers',
  keys: ['store_id', 'sandbox', 'id'],
  rows: ROWS,
  where: 'person_id IS NOT NULL',
  facts: `SELECT b.*, b.person_id AS order_id,
      EXISTS (SELECT 1 FROM persons p WHERE (p.id = b.person_id OR p.merged_into = b.person_id)
        AND (CASE WHEN p.erased_at IS NULL THEN p.document_number ELSE b.id END,
            p.document_type, p.document_country, p.sandbox)
          = (b.document_number, b.document_type, b.document_country, b.sandbox)
        AND coalesce(p.store_id, b.store_id) = b.store_id)
      AND (SELECT p.merged_into IS NULL FROM persons p WHERE p.id = b.person_id) AS theirs
    FROM batch b`,
  checks: [
    {
      invariant: 'L8',
      title: 'a buyer is the person of their document, at every store of the mode',
      broken: 'f.theirs IS NOT TRUE',
    },
  ],
})

const lender = (name: string): string => `d.inputs -> 'lender' ->> '${name}'`
const AMOUNT = `(d.inputs ->> 'amount')::numeric`
const CURRENCY = `d.inputs ->> 'currency'`
const CONVERTED = `CASE WHEN ${CURRENCY} = ${lender('currency')} THEN ${AMOUNT}
  ELSE ceil(${AMOUNT} * (p.rates ->> (${CURRENCY}))::numeric / 1000000) END`

/** The debt in each currency, converted by the policy; null: a rate is missing. */
const added = (name: string): string => `(SELECT CASE WHEN bool_or(x.amount IS NULL) THEN NULL
    ELSE coalesce(sum(x.amount), 0) END FROM (SELECT CASE
      WHEN o ->> 'currency' = ${lender('currency')} OR o ->> '${name}' = '0'
        THEN (o ->> '${name}')::numeric
      ELSE ceil((o ->> '${name}')::numeric * (p.rates ->> (o ->> 'currency'))::numeric / 1000000)
      END AS amount FROM jsonb_array_elements(d.inputs #> '{lender,owed}') o) x)`
const MISADDED = ['open_amount', 'written_off_amount']
  .map((name) => `(${lender(name)})::numeric IS DISTINCT FROM ${added(name)}`)
  .join(' OR ')

const judged = sweep({
  table: 'decisions',
  keys: ['store_id', 'order_id', 'id'],
  rows: ROWS,
  where: `inputs ? 'lender'`,
  facts: `SELECT d.*,
      (${lender('amount')})::numeric IS DISTINCT FROM ${CONVERTED}
        OR (${lender('policy_version')})::integer > 0 AND (p.version IS NULL
          OR p.currency <> ${lender('currency')}
          OR p.exposure_max IS NOT NULL
            AND p.exposure_max IS DISTINCT FROM (${lender('exposure_max')})::bigint)
        OR d.inputs #> '{lender,owed}' IS NOT NULL AND (${MISADDED}) AS misjudged
    FROM batch d LEFT JOIN exposure_policies p
      ON p.version = (${lender('policy_version')})::integer`,
  checks: [
    {
      invariant: 'L9',
      title: 'a person’s limit is that of the policy by which they were judged',
      broken: 'f.misjudged',
    },
  ],
})

/** Processes have several clocks, and a signature reads the block after its own time. */
const SKEW = `interval '5 seconds'`

/** The persons that the owner of the buyer's document has been, by any number of merges. */
const HAVE_BEEN = `WITH RECURSIVE been AS (
    SELECT m.id FROM persons m WHERE m.merged_into = b.person_id
      AND (m.document_number = y.document_number OR m.erased_at IS NOT NULL)
    UNION SELECT g.changes #>> '{merged_into,new}' FROM been JOIN actions g
      ON (g.object_kind, g.object_id) = ('person', been.id) AND g.action = 'person.merge')
  SELECT id FROM been WHERE id <> b.person_id`
/** The blocked person was merged when the action `a` was done, and split after it. */
const WAS_MERGED = `SELECT 1 FROM actions g
  WHERE (g.object_kind, g.object_id) = ('person', b.person_id) AND g.action = 'person.merge'
    AND g.at <= a.at + ${SKEW} AND NOT EXISTS (SELECT 1 FROM actions s
      WHERE (s.object_kind, s.object_id) = ('person', b.person_id) AND s.action = 'person.split'
        AND s.at > g.at AND s.at < a.at - ${SKEW})`
/**
 * The first event after a signature contains the decision. A person merged with another one, before
 * or after it, was not blocked as the other.
 */
const OUTCOMES = `('ko_generic', 'challenge_required', 'confirmation_required')`
const SIGNED = `SELECT 1 FROM buyers y
    JOIN orders o ON o.store_id = y.store_id AND o.sandbox = y.sandbox AND o.buyer_id = y.id
    JOIN LATERAL (SELECT e.action_id, e.created_at, e.data FROM events e
      WHERE e.store_id = o.store_id AND e.order_id = o.id
        AND e.data ->> 'status_reason' IN ${OUTCOMES} ORDER BY e.sequence LIMIT 1) e ON true
    JOIN actions a ON a.id = e.action_id
  WHERE y.person_id = b.person_id AND e.data ->> 'status_reason' <> 'ko_generic'
    AND NOT EXISTS (SELECT 1 FROM (${HAVE_BEEN}) m JOIN actions g
        ON (g.object_kind, g.object_id) = ('person', m.id) AND g.action = 'person.merge'
      WHERE g.at >= a.at - ${SKEW})
    AND NOT EXISTS (${WAS_MERGED})`
const LOGGED = `SELECT 1 FROM actions a
  WHERE (a.object_kind, a.object_id) = ('person', b.person_id) AND a.outcome = 'done'`
const isoText = (moment: string): string =>
  `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const blocks = sweep({
  table: 'person_blocks',
  keys: ['person_id', 'number'],
  rows: ROWS,
  facts: `SELECT b.*, '' AS store_id, b.person_id AS order_id,
      EXISTS (${SIGNED} AND a.at > b.blocked_at + ${SKEW}
        AND a.at < coalesce(b.lifted_at - ${SKEW}, 'infinity')
        AND e.created_at < coalesce(b.blocked_until, 'infinity')) AS signed,
      (b.number > 1) <> EXISTS (SELECT 1 FROM person_blocks p WHERE p.person_id = b.person_id
        AND p.number = b.number - 1 AND p.lifted_at <= b.blocked_at) AS doubled,
      NOT EXISTS (${LOGGED} AND a.action = 'person.block' AND a.reason_code = b.reason_code
          AND a.changes #>> '{block,new}' = b.number::text
          AND a.changes #>> '{at,new}' = ${isoText('b.blocked_at')}
          AND a.changes #>> '{until,new}' IS NOT DISTINCT FROM ${isoText('b.blocked_until')})
        OR (b.lifted_at IS NULL) = EXISTS (${LOGGED}
          AND a.changes #>> '{block,old}' = b.number::text
          AND a.changes #>> '{at,new}' = coalesce(${isoText('b.lifted_at')},
            a.changes #>> '{at,new}')) AS unlogged
    FROM batch b`,
  checks: [
    {
      invariant: 'L10',
      title: 'nothing was lent to a person while they were blocked',
      broken: 'f.signed',
    },
    {
      invariant: 'L10',
      title: 'a person is blocked once at a time, and the log says by whom, until when, and why',
      broken: 'f.doubled OR f.unlogged',
    },
  ],
})

/** For the orders `o` of the person `b`: data that would identify them. */
const TELLING = `o.account_email <> 'erased@erased.invalid'
  OR num_nonnulls(o.account_id, o.account_first_name, o.account_last_name, o.account_type,
    o.account_gender, o.account_last_login, o.account_date_joined) > 0
  OR num_nonnulls(d.buyer, d.shipping, d.billing, d.rejection_reason) > 0
  OR (d.request, d.articles) IS DISTINCT FROM ('{}'::jsonb, '[]'::jsonb)
  OR d.customer IS DISTINCT FROM '{"email": "erased@erased.invalid"}'::jsonb
  OR EXISTS (SELECT 1 FROM history_entries h WHERE h.store_id = o.store_id AND h.order_id = o.id
    AND num_nonnulls(h.billing, h.shipping) > 0)
  OR EXISTS (SELECT 1 FROM documents p WHERE p.store_id = o.store_id AND p.order_id = o.id
    AND p.erased_at IS DISTINCT FROM b.erased_at)
  OR EXISTS (SELECT 1 FROM decision_reviews r WHERE r.store_id = o.store_id AND r.order_id = o.id
    AND r.note IS NOT NULL)
  OR EXISTS (SELECT 1 FROM loan_notes n WHERE n.store_id = o.store_id AND n.order_id = o.id
    AND n.note IS NOT NULL)
  OR EXISTS (SELECT 1 FROM payment_methods m WHERE m.store_id = o.store_id AND m.order_id = o.id)`

const erased = sweep({
  table: 'persons',
  keys: ['id'],
  rows: ROWS,
  since: 'all',
  where: 'erased_at IS NOT NULL',
  facts: `SELECT b.id, b.batch_position, b.batch_end, coalesce(b.store_id, '') AS store_id,
      b.id AS order_id,
      b.document_number <> b.id OR EXISTS (SELECT 1 FROM buyers y
        WHERE y.person_id = b.id AND (y.phone_number <> y.id OR y.phone_country IS NOT NULL))
        OR EXISTS (SELECT 1 FROM buyers y JOIN orders o ON o.store_id = y.store_id
            AND o.sandbox = y.sandbox AND o.buyer_id = y.id
          JOIN order_details d ON d.store_id = o.store_id AND d.order_id = o.id
          WHERE y.person_id = b.id AND (${TELLING})) AS left_over,
      NOT EXISTS (SELECT 1 FROM actions a WHERE (a.object_kind, a.object_id) = ('person', b.id)
        AND a.action = 'person.erase' AND a.outcome = 'done' AND a.reason_code IS NOT NULL
        AND (b.sandbox OR a.approval_id IS NOT NULL OR a.principal_kind = 'cli')
        AND abs(('x' || left(a.id, 8))::bit(32)::bigint - extract(epoch FROM b.erased_at)) < 300)
        AS unexplained
    FROM batch b`,
  checks: [
    {
      invariant: 'L23',
      title: 'nothing left of an erased person identifies them',
      broken: 'f.left_over IS NOT FALSE',
    },
    {
      invariant: 'L23',
      title: 'a person was erased with a reason, in live mode by two people',
      broken: 'f.unexplained',
    },
  ],
})

const merged = sweep({
  table: 'persons',
  keys: ['id'],
  rows: ROWS,
  since: 'all',
  where: 'merged_into IS NOT NULL',
  facts: `SELECT b.id, b.batch_position, b.batch_end, coalesce(b.store_id, '') AS store_id,
      b.id AS order_id,
      NOT EXISTS (SELECT 1 FROM actions a WHERE (a.object_kind, a.object_id) = ('person', b.id)
        AND a.action = 'person.merge' AND a.outcome = 'done' AND a.reason_code IS NOT NULL)
      OR NOT EXISTS (SELECT 1 FROM persons p WHERE p.id = b.merged_into AND p.merged_into IS NULL
        AND p.sandbox = b.sandbox AND p.store_id IS NOT DISTINCT FROM b.store_id) AS astray
    FROM batch b`,
  checks: [
    {
      invariant: 'L8',
      title: 'a person was merged by an action, into a person who exists',
      broken: 'f.astray',
    },
  ],
})

export const personSweeps: readonly Sweep[] = [buyers, judged, blocks, erased, merged]
