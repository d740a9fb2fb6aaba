/**
 * Seals (A13), recomputed: in each stream they follow each other without a gap, and the rows that
 * they cover exist unchanged. Instead of an order a finding names the seal, or the stream’s mode.
 */
import { ORDERS, type Sweep, sweep } from './check.ts'

/** A seal covers at most 1,000 events. */
const SEALS = 50

const MICROS = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`
const MODE = (alias: string): string => `CASE WHEN ${alias}.sandbox THEN 'sandbox' ELSE 'live' END`

/** SHA-256 over the previous hash and all members of the seal, joined by `|`. */
export const SEAL_TEXT = `concat_ws('|', z.previous_hash, z.store_id, ${MODE('z')}, z.number,
  z.first_position, z.last_position, z.content_hash,
  to_char(z.created_at AT TIME ZONE 'UTC', ${MICROS}), z.content_version)`

const SHA256 = (text: string): string => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

/**
 * A line for each event, with the hash of the entry at the end of its order's ledger, its time and
 * its content.
 */
export const SEALED_LINE = `concat_ws('|', e.position, e.id, e.type, coalesce(e.order_id, ''),
  coalesce(e.sequence::text, ''), coalesce(e.ledger_sequence::text, ''), coalesce((
    SELECT n.hash FROM ledger_entries n WHERE n.store_id = e.store_id
      AND n.order_id = e.order_id AND n.sequence = e.ledger_sequence), (
    SELECT n.hash FROM store_entries n WHERE e.order_id IS NULL AND n.store_id = e.store_id
      AND n.sandbox = e.sandbox AND n.sequence = e.ledger_sequence), ''),
  to_char(e.created_at AT TIME ZONE 'UTC', ${MICROS}), coalesce(e.subject, ''),
  ${SHA256('e.data::text')})`

const seals = sweep({
  table: 'seals',
  keys: ['store_id', 'sandbox', 'number'],
  since: 'place',
  rows: SEALS,
  facts: `SELECT z.*, 'seal ' || z.number AS order_id,
      (SELECT true FROM stores s WHERE s.id = z.store_id) AS has_store,
      z.hash <> ${SHA256(SEAL_TEXT)} AS rewritten,
      (SELECT ${SHA256(`string_agg(${SEALED_LINE}, E'\\n' ORDER BY e.position)`)} FROM events e
        WHERE e.store_id = z.store_id AND e.sandbox = z.sandbox
          AND e.position BETWEEN z.first_position AND z.last_position) AS content,
      CASE WHEN z.number = 1 THEN (z.first_position, z.previous_hash) = (1, '')
        ELSE (SELECT (z.first_position, z.previous_hash) = (p.last_position + 1, p.hash)
          FROM seals p WHERE p.store_id = z.store_id AND p.sandbox = z.sandbox
            AND p.number = z.number - 1) END AS follows
    FROM batch z`,
  checks: [
    { invariant: 'A14', title: 'a seal belongs to a store', broken: 'f.has_store IS NULL' },
    {
      invariant: 'A13',
      title: 'the hash of a seal covers all of its values',
      broken: 'f.rewritten',
    },
    {
      invariant: 'A13',
      title: 'a seal follows the one before it, without a gap',
      broken: 'f.follows IS NOT TRUE',
    },
    {
      invariant: 'A13',
      title: 'the events that a seal covers are present and unchanged',
      broken: 'f.content_hash IS DISTINCT FROM f.content',
    },
  ],
})

const heads = sweep({
  table: 'seal_heads',
  keys: ['store_id', 'sandbox'],
  rows: ORDERS,
  facts: `SELECT h.*, ${MODE('h')} AS order_id,
      (SELECT true FROM stores s WHERE s.id = h.store_id) AS has_store,
      coalesce(h.position > (SELECT s.position FROM event_streams s WHERE s.store_id = h.store_id
        AND s.sandbox = h.sandbox), h.position > 0) AS beyond,
      CASE WHEN h.number = 0 THEN (h.position, h.hash) = (0, '')
        ELSE (SELECT (z.last_position, z.hash, z.created_at) = (h.position, h.hash, h.sealed_at)
          FROM seals z WHERE z.store_id = h.store_id AND z.sandbox = h.sandbox
            AND z.number = h.number) END AS last,
      EXISTS (SELECT 1 FROM seals z WHERE z.store_id = h.store_id AND z.sandbox = h.sandbox
        AND z.number > h.number) AS ends_early
    FROM batch h`,
  checks: [
    {
      invariant: 'A14',
      title: 'the end of the seals belongs to a store',
      broken: 'f.has_store IS NULL',
    },
    {
      invariant: 'A13',
      title: 'a stream names its last seal',
      broken: 'f.last IS NOT TRUE OR f.ends_early',
    },
    {
      invariant: 'A13',
      title: 'no seal covers an unplaced event',
      broken: 'f.beyond',
    },
  ],
})

/**
 * The time is that of the newest seal of any stream: a service that stopped, or a backup, is not
 * late. An event created before the stream's last seal was placed after it. With a test clock, the
 * event's own time does not tell how long it has waited.
 */
const unsealed = sweep({
  table: 'event_streams',
  keys: ['store_id', 'sandbox'],
  rows: ORDERS,
  facts: `SELECT s.*, ${MODE('s')} AS order_id,
      (SELECT e.created_at FROM events e WHERE e.store_id = s.store_id AND e.sandbox = s.sandbox
        AND e.position = coalesce(h.position, 0) + 1) AS waits_since,
      coalesce(h.sealed_at, '-infinity') AS sealed_at,
      (SELECT max(n.sealed_at) FROM seal_heads n WHERE n.number > 0) AS newest
    FROM batch s LEFT JOIN LATERAL (SELECT h.position, h.sealed_at FROM seal_heads h
      WHERE h.store_id = s.store_id AND h.sandbox = s.sandbox LIMIT 1) h ON true`,
  checks: [
    {
      invariant: 'A13',
      title: 'a placed event is sealed within ten minutes',
      broken: `coalesce(f.waits_since > f.sealed_at
        AND f.waits_since < f.newest - interval '10 minutes', false)
        AND NOT EXISTS (SELECT 1 FROM test_clocks t
          WHERE (t.store_id, t.sandbox) = (f.store_id, f.sandbox))`,
    },
  ],
})

export const sealSweeps: readonly Sweep[] = [seals, heads, unsealed]
