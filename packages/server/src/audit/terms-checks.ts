/**
 * The lender's terms for stores (L6, L7; decisions 0130, 0131): each version has its action, none
 * takes effect before its creation, and orders signed under one have its costs. Instead of an order
 * a finding names the version.
 */

import { ORDERS, ROWS, type Sweep, sweep, type WholeCheck } from './check.ts'
import { MISNAMED, MISPRINTED } from './creditor-checks.ts'

const MADE_BY = `('terms.change', 'settings.change', 'store.create')`
/** How long its maker may have waited for others. */
const WAITED = `interval '1 minute'`
/** The service's format of a time: UTC, with microseconds. */
const said = (time: string): string =>
  `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const HASH = `encode(sha256(convert_to(t.terms::text, 'UTF8')), 'hex')`
/** For the action `a`: a version that it created is missing. */
export const TERMS_MISSING = `EXISTS (
  SELECT 1 FROM jsonb_array_elements_text(a.changes #> '{terms_hash,new}') h (hash)
  WHERE NOT EXISTS (SELECT 1 FROM store_terms t
    WHERE t.store_id = a.object_id AND t.action_id = a.id AND ${HASH} = h.hash))`
const NONE = '00000000000000000000000000000000'

const versions = sweep({
  table: 'store_terms',
  keys: ['store_id', 'sandbox', 'version'],
  since: 'all',
  rows: ROWS,
  facts: `SELECT t.*, t.version::text AS order_id,
      CASE WHEN t.action_id = '${NONE}' THEN true ELSE coalesce((
        SELECT a.action IN ${MADE_BY} AND a.outcome = 'done' AND a.object_id = t.store_id
          AND a.changes -> 'terms_hash' -> 'new'
            ? ${HASH}
        FROM actions a WHERE a.id = t.action_id), false) END AS done,
      EXISTS (SELECT 1 FROM actions a WHERE a.id = t.action_id AND a.mode = 'live'
        AND a.action = 'terms.change' AND a.principal_kind IN ('lender_person', 'lender_key')
        AND NOT EXISTS (SELECT 1 FROM approvals p WHERE p.id = a.approval_id
          AND p.action = 'terms' AND p.status = 'executed' AND p.object_id = t.store_id)) AS alone,
      t.effective_from <> t.made_at AND (SELECT a.changes -> 'effective_from' ->> 'new'
          FROM actions a WHERE a.id = t.action_id) IS DISTINCT FROM ${said('t.effective_from')}
        OR t.version = 1 AND t.effective_from
          IS DISTINCT FROM (SELECT s.created_at FROM stores s WHERE s.id = t.store_id)
        OR NOT t.sandbox AND t.action_id <> '${NONE}' AND abs(extract(epoch FROM t.made_at
          - (SELECT a.at FROM actions a WHERE a.id = t.action_id)))
            > extract(epoch FROM ${WAITED})
        OR t.due_at IS NOT NULL AND t.due_at <> t.effective_from AS misdated,
      t.version > 1 AND NOT EXISTS (SELECT 1 FROM store_terms x
        WHERE x.store_id = t.store_id AND x.version = t.version - 1) AS gap,
      (t.withdrawn_at IS NOT NULL) IS DISTINCT FROM EXISTS (SELECT 1 FROM actions a
        WHERE a.store_id = t.store_id AND a.action = 'terms.withdraw' AND a.outcome = 'done'
          AND a.changes -> 'version' ->> 'new' = t.version::text
          AND (t.sandbox OR a.mode = 'live' OR NOT EXISTS (SELECT 1 FROM store_terms x
            WHERE (x.store_id, x.version) = (t.store_id, t.version) AND x.sandbox)))
        OR coalesce(t.withdrawn_at NOT BETWEEN t.made_at AND t.effective_from, false) AS undone,
      ${MISPRINTED} AS misprinted
    FROM batch t`,
  checks: [
    {
      invariant: 'L6',
      title: 'a version of terms was made by an action, and is as it says',
      broken: 'NOT f.done',
    },
    {
      invariant: 'L6',
      title: 'terms apply from when they were made, or from a later moment that was named',
      broken: 'f.misdated',
    },
    {
      invariant: 'L6',
      title: 'in live mode terms of the lender were approved by a second person',
      broken: 'f.alone',
    },
    { invariant: 'L6', title: 'versions of terms have no gaps', broken: 'f.gap' },
    {
      invariant: 'L6',
      title: 'a version was withdrawn by an action, before it took effect',
      broken: 'f.undone',
    },
    {
      invariant: 'L6',
      title: 'terms print the version of the creditor that they name',
      broken: 'f.misprinted',
    },
  ],
})

const signed = (member: string, column: string): string =>
  `${column} IS DISTINCT FROM (p.product ->> '${member}')::bigint`

const orders = sweep({
  table: 'orders',
  keys: ['store_id', 'id'],
  rows: ORDERS,
  where: 'terms_version IS NOT NULL',
  facts: `SELECT o.store_id, o.id, o.id AS order_id, o.batch_position, o.batch_end,
      t.version IS NULL OR t.sandbox = o.sandbox AND (
        t.effective_from > o.created_at + ${WAITED} OR EXISTS (SELECT 1 FROM store_terms x
          WHERE x.store_id = t.store_id AND x.sandbox = t.sandbox AND x.withdrawn_at IS NULL
            AND (x.effective_from, x.version) > (t.effective_from, t.version)
            AND x.effective_from < o.created_at)) AS strange,
      o.product IS NOT NULL AND (${signed('fee_rate', 'o.fee_rate')}
        OR ${signed('fee_fixed', 'o.fee_fixed')}
        OR o.nominal_rate > coalesce((p.product ->> 'nominal_rate')::integer, -1)
        OR o.fees_on_refund IS DISTINCT FROM t.terms ->> 'fees_on_refund') AS dearer,
      l.order_id IS NOT NULL AND (${signed('late_charge', 'l.late_charge')}
        OR l.spread IS DISTINCT FROM t.terms ->> 'refund_spread'
        OR to_jsonb(l.retry_days) IS DISTINCT FROM t.terms #> '{collection,retry_days}'
        OR to_jsonb(l.late_after_days) IS DISTINCT FROM t.terms #> '{collection,late_after_days}'
        OR to_jsonb(l.write_off_after_days)
          IS DISTINCT FROM t.terms #> '{collection,write_off_after_days}') AS other,
      ${MISNAMED} AS misnamed
    FROM batch o
      LEFT JOIN loans l ON l.store_id = o.store_id AND l.order_id = o.id
      LEFT JOIN LATERAL (SELECT x.* FROM store_terms x
        WHERE x.store_id = o.store_id AND x.version = o.terms_version
          AND (x.sandbox = o.sandbox OR NOT x.sandbox)
        ORDER BY x.sandbox DESC LIMIT 1) t ON true
      LEFT JOIN LATERAL (SELECT e.value AS product
        FROM jsonb_array_elements(t.terms -> 'products') e
        WHERE e.value ->> 'type' = o.product AND e.value ->> 'currency' = o.currency
        LIMIT 1) p ON true`,
  checks: [
    {
      invariant: 'L6',
      title: 'a checkout goes by the version of terms that was in force when it was made',
      broken: 'f.strange',
    },
    {
      invariant: 'L6',
      title: 'a signed order costs what its version of the terms says',
      broken: 'f.dearer',
    },
    {
      invariant: 'L6',
      title: 'a loan is collected by its version of the terms',
      broken: 'f.other',
    },
    {
      invariant: 'L6',
      title: 'a signed order names the creditor of its version',
      broken: 'f.misnamed',
    },
  ],
})

export const termsSweeps: readonly Sweep[] = [versions, orders]

const LENDERS = ['decision', 'lender', 'collection', 'payout_schedule', 'refund_spread']
const KEPT = [...LENDERS, 'fees_on_refund']
  .map((each) => `s.settings -> '${each}' IS DISTINCT FROM t.terms -> '${each}'`)
  .join(' OR ')

/** Of those that do not wait, the one that took effect last. */
const last = (sandbox: boolean): string => `LEFT JOIN LATERAL (SELECT t.version, t.terms
  FROM store_terms t WHERE t.store_id = s.id AND t.sandbox = ${sandbox} AND t.due_at IS NULL
    AND t.withdrawn_at IS NULL ORDER BY t.effective_from DESC, t.version DESC LIMIT 1) t ON true`

const PRICES = ['nominal_rate', 'term_days', 'opening_fee_rate', 'opening_fee_fixed']
const FIXED = [...PRICES, 'downpayment_rate', 'late_charge', 'fee_rate', 'fee_fixed']
  .map((each) => `o.value -> '${each}' IS NOT DISTINCT FROM a.value -> '${each}'`)
  .join(' AND ')
const WITHIN = `a.value ->> 'type' = o.value ->> 'type'
  AND a.value ->> 'currency' = o.value ->> 'currency'
  AND (o.value ->> 'min_amount')::bigint >= (a.value ->> 'min_amount')::bigint
  AND (o.value ->> 'max_amount')::bigint <= (a.value ->> 'max_amount')::bigint
  AND o.value -> 'num_instalments' <@ (a.value -> 'num_instalments') AND ${FIXED}`

export const termsChecks: readonly WholeCheck[] = [
  {
    invariant: 'L6',
    title: 'a store has the terms of the version that is in force',
    query: `SELECT s.id AS store_id, 'live' AS order_id FROM stores s ${last(false)}
      WHERE t.version IS NOT NULL AND (s.terms_version <> t.version OR ${KEPT}
        OR coalesce(s.allowed_products, s.settings -> 'products')
          IS DISTINCT FROM t.terms -> 'products')
      UNION ALL SELECT s.id, 'sandbox' FROM stores s ${last(true)}
      WHERE s.sandbox_terms IS NOT NULL AND t.version IS NOT NULL
        AND (s.sandbox_terms_version, s.sandbox_terms - 'name')
          IS DISTINCT FROM (t.version, t.terms)`,
  },
  {
    invariant: 'L7',
    title: 'a store offers no more than its terms allow',
    query: `SELECT s.id AS store_id, 'live' AS order_id FROM stores s,
        jsonb_array_elements(s.settings -> 'products') o
      WHERE s.allowed_products IS NOT NULL AND NOT EXISTS (SELECT 1
        FROM jsonb_array_elements(s.allowed_products) a WHERE ${WITHIN})`,
  },
]
