/** What is checked once, not per order. Each query answers `store_id, order_id` of what offends. */
export type WholeCheck = {
  readonly invariant: string
  readonly title: string
  readonly query: string
}

const APPEND_ONLY = `SELECT '' AS store_id, t.name AS order_id
  FROM (VALUES ('ledger_entries'), ('ledger_postings')) t (name)
  WHERE NOT EXISTS (
    SELECT 1 FROM pg_trigger g WHERE g.tgrelid = t.name::regclass
      AND g.tgname = t.name || '_append_only'
      AND g.tgenabled IN ('O', 'A'))`

const LOST_ANSWERS = `SELECT k.store_id, k.order_id FROM idempotency_keys k
  WHERE k.order_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM orders o WHERE o.store_id = k.store_id AND o.id = k.order_id)`

const orphans = (table: string): string => `SELECT x.store_id, x.order_id FROM ${table} x
  WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.store_id = x.store_id AND o.id = x.order_id)`

const TABLES = [
  'order_details',
  'captures',
  'voids',
  'refunds',
  'capture_refunds',
  'events',
  'ledger_entries',
  'ledger_postings',
  'notifications',
]

const STRANGE_PIECES = `SELECT p.store_id, p.order_id FROM capture_refunds p
  WHERE NOT EXISTS (SELECT 1 FROM captures k
      WHERE k.store_id = p.store_id AND k.order_id = p.order_id AND k.id = p.capture_id)
    OR NOT EXISTS (SELECT 1 FROM refunds r
      WHERE r.store_id = p.store_id AND r.order_id = p.order_id AND r.id = p.refund_id)`

const SAME_ID = `SELECT min(store_id) AS store_id, id AS order_id FROM orders
  GROUP BY id HAVING count(*) > 1`

const KEYLESS = `SELECT k.store_id, k.id AS order_id FROM api_keys k
  WHERE NOT EXISTS (SELECT 1 FROM stores s WHERE s.id = k.store_id)`

export const wholeChecks: readonly WholeCheck[] = [
  { invariant: 'A1', title: 'ledger tables refuse changes', query: APPEND_ONLY },
  { invariant: 'A11', title: 'a kept answer names an order of its store', query: LOST_ANSWERS },
  ...TABLES.map((table) => ({
    invariant: 'A14',
    title: `each row of ${table} belongs to an order of its store`,
    query: orphans(table),
  })),
  {
    invariant: 'A14',
    title: 'a refund takes from captures of its own order',
    query: STRANGE_PIECES,
  },
  { invariant: 'A14', title: 'an order id belongs to one store', query: SAME_ID },
  { invariant: 'A14', title: 'a key belongs to a store', query: KEYLESS },
]
