/** The invariants of an order's ledger entries as a chain. */
import { type Check, ORDERS, sweep } from './check.ts'

/**
 * The hash chain of an order, recomputed: SHA-256 over the previous hash and all members of the
 * entry, joined by `|`, with its postings as `number:debit>credit:amount`, joined by commas.
 * Without a `content_hash`, `concat_ws` leaves it out.
 */
const ENTRY_TEXT = `concat_ws('|', lag(n.hash, 1, '') OVER w, n.store_id, n.order_id,
  n.sequence, n.kind, n.effect_id, n.currency,
  to_char(n.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), p.moved,
  n.content_hash)`

const FACTS = `SELECT o.*, o.id AS order_id, n.* FROM batch o CROSS JOIN LATERAL (
  SELECT coalesce(bool_or(e.empty), false) AS empty,
    coalesce(bool_or(e.currency <> o.currency), false) AS other_currency,
    coalesce(bool_or(e.rewritten OR e.unchained OR e.gap), false) AS broken_chain,
    coalesce(max(e.sequence), 0) <> o.ledger_sequence
      OR coalesce((array_agg(e.hash ORDER BY e.sequence DESC))[1], '') <> o.ledger_head
      AS wrong_head
  FROM (
    SELECT n.sequence, n.hash, n.currency, coalesce(p.empty, true) AS empty,
      n.hash IS DISTINCT FROM encode(sha256(convert_to(${ENTRY_TEXT}, 'UTF8')), 'hex')
        AS rewritten,
      n.previous_hash <> lag(n.hash, 1, '') OVER w AS unchained,
      n.sequence <> row_number() OVER w AS gap
    FROM ledger_entries n CROSS JOIN LATERAL (
      SELECT bool_or(p.amount <= 0 OR p.debit = p.credit) AS empty,
        string_agg(p.number || ':' || p.debit || '>' || p.credit || ':' || p.amount,
          ',' ORDER BY p.number) AS moved
      FROM ledger_postings p
      WHERE p.store_id = n.store_id AND p.order_id = n.order_id AND p.sequence = n.sequence) p
    WHERE n.store_id = o.store_id AND n.order_id = o.id
    WINDOW w AS (ORDER BY n.sequence)) e) n`

const checks: readonly Check[] = [
  {
    invariant: 'A1',
    title: 'each entry moves money, each posting more than zero from one account to another',
    broken: 'f.empty',
  },
  { invariant: 'A1', title: 'entries are in the order’s currency', broken: 'f.other_currency' },
  { invariant: 'A13', title: 'the hash chain of the order verifies', broken: 'f.broken_chain' },
  {
    invariant: 'A13',
    title: 'the order has the hash at the end of its chain',
    broken: 'f.wrong_head',
  },
]

export const chainSweep = sweep({
  table: 'orders',
  keys: ['store_id', 'id'],
  rows: ORDERS,
  facts: FACTS,
  checks,
})
