/**
 * What must hold of ledger entries, kept answers and references between rows, for the orders of one
 * batch.
 */
import { type Check, listBroken, ORDERS_OF_BATCH } from './check.ts'

/**
 * The hash chain of an order, recomputed: SHA-256 over the previous hash and everything the entry
 * says, joined by `|`, with its postings as `number:debit>credit:amount`, joined by commas.
 */
const ENTRY_TEXT = `concat_ws('|', lag(n.hash, 1, '') OVER w, n.store_id, n.order_id,
  n.sequence, n.kind,
  n.effect_id, n.currency, to_char(n.created_at AT TIME ZONE 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), p.moved)`

const CHAIN_FACTS = `WITH ${ORDERS_OF_BATCH},
  postings_of AS (
    SELECT p.store_id, p.order_id, p.sequence, min(p.amount) AS least,
      string_agg(p.number || ':' || p.debit || '>' || p.credit || ':' || p.amount,
        ',' ORDER BY p.number) AS moved
    FROM ledger_postings p JOIN o ON o.store_id = p.store_id AND o.id = p.order_id
    GROUP BY p.store_id, p.order_id, p.sequence),
  entries AS (
    SELECT n.store_id, n.order_id, n.sequence, n.hash, n.currency, p.moved IS NULL
      OR p.least <= 0 AS empty,
      n.hash IS DISTINCT FROM encode(sha256(convert_to(${ENTRY_TEXT}, 'UTF8')), 'hex') AS rewritten,
      n.previous_hash <> lag(n.hash, 1, '') OVER w AS unchained,
      n.sequence <> row_number() OVER w AS gap
    FROM ledger_entries n JOIN o ON o.store_id = n.store_id AND o.id = n.order_id
      LEFT JOIN postings_of p ON p.store_id = n.store_id AND p.order_id = n.order_id
        AND p.sequence = n.sequence
    WINDOW w AS (PARTITION BY n.store_id, n.order_id ORDER BY n.sequence)),
  facts AS (
    SELECT o.store_id, o.id AS order_id,
      coalesce(bool_or(n.empty), false) AS empty, coalesce(bool_or(n.currency <> o.currency),
        false) AS foreign_currency,
      coalesce(bool_or(n.rewritten OR n.unchained OR n.gap), false) AS broken_chain,
      coalesce(max(n.sequence), 0) <> o.ledger_sequence
        OR coalesce((array_agg(n.hash ORDER BY n.sequence DESC))[1], '') <> o.ledger_head
          AS wrong_head
    FROM o LEFT JOIN entries n ON n.store_id = o.store_id AND n.order_id = o.id
    GROUP BY o.store_id, o.id, o.ledger_sequence, o.ledger_head)`

export const chainChecks: readonly Check[] = [
  {
    invariant: 'A1',
    title: 'each entry moves money, each posting more than nothing',
    broken: 'f.empty',
  },
  { invariant: 'A1', title: 'entries are in the order’s currency', broken: 'f.foreign_currency' },
  { invariant: 'A13', title: 'the hash chain of the order verifies', broken: 'f.broken_chain' },
  { invariant: 'A13', title: 'the order knows the end of its chain', broken: 'f.wrong_head' },
]
export const CHAIN_QUERY = listBroken(CHAIN_FACTS, chainChecks)

/** Kept answers, by the order that they name. */
const REFERENCE_FACTS = `WITH ${ORDERS_OF_BATCH},
  answers AS (
    SELECT o.store_id, o.id AS order_id, k.effect_sequence, bool_or(k.sandbox <> o.sandbox)
      AS other_mode,
      count(*) AS number, bool_or(e.sequence IS NULL) AS no_effect
    FROM o JOIN idempotency_keys k ON k.store_id = o.store_id AND k.order_id = o.id
      LEFT JOIN events e ON e.store_id = k.store_id AND e.order_id = k.order_id
        AND e.sequence = k.effect_sequence
    GROUP BY o.store_id, o.id, k.effect_sequence),
  answers_of AS (
    SELECT store_id, order_id, bool_or(number > 1) AS doubled, bool_or(no_effect) AS no_effect,
      bool_or(other_mode) AS other_mode
    FROM answers GROUP BY store_id, order_id),
  facts AS (
    SELECT o.store_id, o.id AS order_id, coalesce(a.doubled, false) AS doubled,
      coalesce(a.no_effect, false) AS no_effect, coalesce(a.other_mode, false) AS other_mode
    FROM o LEFT JOIN answers_of a ON a.store_id = o.store_id AND a.order_id = o.id)`

export const referenceChecks: readonly Check[] = [
  { invariant: 'A11', title: 'a kept answer points at an effect', broken: 'f.no_effect' },
  { invariant: 'A11', title: 'an effect has at most one key', broken: 'f.doubled' },
  { invariant: 'A14', title: 'a kept answer is of the order’s mode', broken: 'f.other_mode' },
]
export const REFERENCE_QUERY = listBroken(REFERENCE_FACTS, referenceChecks)
