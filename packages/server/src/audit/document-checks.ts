/**
 * Documents (D1): signed documents are stored, complete and unchanged. An order created before
 * there was an archive has none; for an erased person the hash remains, which the signature covers.
 */
import { ROWS, type Sweep, sweep } from './check.ts'

const SHA256 = `encode(sha256(convert_to(f.html, 'UTF8')), 'hex')`

/** A page is some kilobytes: a batch stays far below the time limit. */
const PAGES = 200

/** The buyer of the document `b`. */
const ERASED = `SELECT 1 FROM orders o JOIN buyers y
    ON y.store_id = o.store_id AND y.sandbox = o.sandbox AND y.id = o.buyer_id
  JOIN persons p ON p.id = y.person_id AND p.erased_at = b.erased_at
  WHERE o.store_id = b.store_id AND o.id = b.order_id`

const pages = sweep({
  table: 'documents',
  keys: ['store_id', 'order_id', 'kind'],
  rows: PAGES,
  facts: `SELECT b.*, (SELECT o.sandbox = b.sandbox FROM orders o
        WHERE o.store_id = b.store_id AND o.id = b.order_id) AS same_mode,
      (SELECT bool_and((d.language, d.created_at) = (b.language, b.created_at))
        FROM documents d WHERE d.store_id = b.store_id AND d.order_id = b.order_id
          AND d.kind <> b.kind) AS alike,
      b.erased_at IS NOT NULL AND NOT EXISTS (${ERASED}) AS blanked
    FROM batch b`,
  checks: [
    {
      invariant: 'D1',
      title: 'a document is what was signed',
      broken: `CASE WHEN f.erased_at IS NULL THEN f.sha256 <> ${SHA256}
        ELSE f.blanked OR f.html <> 'erased' END`,
    },
    {
      invariant: 'A14',
      title: 'a document belongs to an order of its mode',
      broken: 'f.same_mode IS NOT TRUE',
    },
    {
      invariant: 'D1',
      title: 'both documents of an order are of one signature and language',
      broken: 'f.alike IS FALSE',
    },
  ],
})

const MICROS = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`
const line = (...members: readonly string[]): string =>
  `concat_ws('|', ${members.map((each) => `coalesce((${each})::text, '')`).join(', ')})`

const AGREED = line(
  ...['o.store_id', 'o.id', `CASE WHEN o.sandbox THEN 'sandbox' ELSE 'live' END`, 'o.buyer_id'],
  ...['o.product', 'o.num_instalments', 'o.nominal_rate', 'o.currency', 'o.approved_amount'],
  ...[`CASE WHEN o.automatic_capture THEN 'automatic' ELSE 'manual' END`, 'o.capture_within'],
  ...['o.fee_rate', 'o.fee_fixed', 'o.fees_on_refund', 'o.campaign_cost'],
  ...['b.requested_product', 'b.event_date', 'b.tax_rate'],
)
const PAPERS = `SELECT string_agg(${line(
  ...['d.kind', 'd.id', 'd.language', 'd.sha256'],
  `to_char(d.created_at AT TIME ZONE 'UTC', ${MICROS})`,
)}, E'\\n' ORDER BY d.kind COLLATE "C") FROM documents d
  WHERE d.store_id = b.store_id AND d.order_id = b.order_id`
/** The text of the decision `c`, as it is hashed. */
export const DECISION_TEXT = `concat_ws(E'\\n', ${line(
  ...['c.id', 'c.outcome', 'c.decider', 'c.version'],
  `to_char(c.created_at AT TIME ZONE 'UTC', ${MICROS})`,
)}, c.reasons::text, coalesce(c.inputs::text, 'null'))`
const DECISION = `SELECT ${DECISION_TEXT} FROM decisions c
  WHERE c.store_id = b.store_id AND c.order_id = b.order_id ORDER BY c.number DESC LIMIT 1`
const VALUES = ['offer', 'loan_terms', 'campaign_discounts', 'merchant']

/** Everything that was signed, line by line, for the details `b` (decision 0064). */
export const SIGNED_TEXT = `(SELECT concat_ws(E'\\n', ${AGREED},
    ${VALUES.map((column) => `b.${column}::text`).join(', ')}, (${DECISION}), (${PAPERS}))
  FROM orders o WHERE o.store_id = b.store_id AND o.id = b.order_id)`
const SIGNED = `encode(sha256(convert_to(${SIGNED_TEXT}, 'UTF8')), 'hex')`

/** An offer is stored with the signature; a buyer declined before it has signed nothing. */
const signatures = sweep({
  table: 'order_details',
  keys: ['store_id', 'order_id'],
  rows: ROWS,
  where: 'offer IS NOT NULL',
  facts: `SELECT b.store_id, b.order_id, b.batch_position, b.batch_end,
      (SELECT o.status_reason <> 'ko_generic' FROM orders o
        WHERE o.store_id = b.store_id AND o.id = b.order_id) AS signed,
      b.signed_hash, ${SIGNED} AS signed_now,
      (SELECT true FROM ledger_entries n WHERE n.store_id = b.store_id AND n.order_id = b.order_id
        AND n.kind = 'confirm' AND n.content_hash IS DISTINCT FROM b.signed_hash LIMIT 1)
        AS confirmed_otherwise,
      (SELECT count(*) FROM documents d
        WHERE d.store_id = b.store_id AND d.order_id = b.order_id) AS stored
    FROM batch b`,
  checks: [
    {
      invariant: 'D1',
      title: 'a signed order has its information and its agreement archived',
      broken: 'coalesce(f.signed, false) AND f.stored <> 2',
    },
    {
      invariant: 'D1',
      title: 'offer, terms and documents are those that were signed',
      broken: `coalesce(f.signed_hash <> f.signed_now, f.signed IS NOT NULL)`,
    },
    {
      invariant: 'D1',
      title: 'the entry of the confirmation covers what was signed',
      broken: 'f.confirmed_otherwise IS TRUE',
    },
  ],
})

export const documentSweeps: readonly Sweep[] = [pages, signatures]
