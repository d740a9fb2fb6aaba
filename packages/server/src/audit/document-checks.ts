/**
 * Documents (D1): what was signed is kept, whole and unchanged. An order that was created before
 * there was an archive has none.
 */
import { ROWS, type Sweep, sweep } from './check.ts'

const SHA256 = `encode(sha256(convert_to(f.html, 'UTF8')), 'hex')`

/** A page is some kilobytes: a batch stays far below the time limit. */
const PAGES = 200

const pages = sweep({
  table: 'documents',
  keys: ['store_id', 'order_id', 'kind'],
  rows: PAGES,
  facts: `SELECT b.*, (SELECT o.sandbox = b.sandbox FROM orders o
        WHERE o.store_id = b.store_id AND o.id = b.order_id) AS same_mode,
      (SELECT (d.language, d.created_at) = (b.language, b.created_at) FROM documents d
        WHERE d.store_id = b.store_id AND d.order_id = b.order_id AND d.kind <> b.kind) AS alike
    FROM batch b`,
  checks: [
    { invariant: 'D1', title: 'a document is what was signed', broken: `f.sha256 <> ${SHA256}` },
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

/** An offer is kept with the signature; who was refused at once has signed nothing. */
const signatures = sweep({
  table: 'order_details',
  keys: ['store_id', 'order_id'],
  rows: ROWS,
  where: 'offer IS NOT NULL',
  facts: `SELECT b.store_id, b.order_id, b.batch_position, b.batch_end,
      (SELECT o.status_reason <> 'ko_generic' AND o.created_at >
        (SELECT m.applied_at FROM schema_migrations m WHERE m.number = 22) FROM orders o
        WHERE o.store_id = b.store_id AND o.id = b.order_id) AS signed,
      (SELECT count(*) FROM documents d
        WHERE d.store_id = b.store_id AND d.order_id = b.order_id) AS kept
    FROM batch b`,
  checks: [
    {
      invariant: 'D1',
      title: 'who signed has the information and the agreement kept',
      broken: 'coalesce(f.signed, false) AND f.kept <> 2',
    },
  ],
})

export const documentSweeps: readonly Sweep[] = [pages, signatures]
