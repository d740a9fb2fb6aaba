/** Plants in the stream of a store of its own, whose events are placed and sealed. */
import { ORDER_ITSELF, type Plant, ROW_OF_ORDER } from './plant.ts'

const STREAM = 'store_id = $1 AND $2::text IS NOT NULL'
const SEAL = 'seal 1'

/** The text of an entry, as it is hashed. */
const ENTRY = (previous: string, at: string): string => `encode(sha256(convert_to(concat_ws('|',
  ${previous}, n.store_id, n.order_id, n.sequence, n.kind, n.effect_id, n.currency,
  to_char((${at}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), (
    SELECT string_agg(p.number || ':' || p.debit || '>' || p.credit || ':' || p.amount, ','
      ORDER BY p.number)
    FROM ledger_postings p WHERE p.store_id = n.store_id AND p.order_id = n.order_id
      AND p.sequence = n.sequence), n.content_hash), 'UTF8')), 'hex')`

/** All but the confirmation, which is bound to the signature. */
const LATER = `n.created_at + CASE WHEN n.sequence > 1 THEN interval '1 ms' ELSE interval '0' END`

/** Another past of an order that is as sound as the one before it: only a seal knows better. */
export const REWRITTEN_CHAIN: readonly string[] = [
  `WITH RECURSIVE chain AS (
     SELECT n.sequence, ''::text AS previous, ${ENTRY(`''`, LATER)} AS hash
     FROM ledger_entries n WHERE n.${ROW_OF_ORDER} AND n.sequence = 1
     UNION ALL
     SELECT n.sequence, c.hash, ${ENTRY('c.hash', LATER)}
     FROM chain c JOIN ledger_entries n ON n.${ROW_OF_ORDER} AND n.sequence = c.sequence + 1)
   UPDATE ledger_entries n SET created_at = ${LATER}, previous_hash = c.previous, hash = c.hash
   FROM chain c WHERE n.${ROW_OF_ORDER} AND n.sequence = c.sequence`,
  `UPDATE events SET created_at = created_at + interval '1 ms'
   WHERE ${ROW_OF_ORDER} AND ledger_sequence > 1`,
  ...['settlement_lines', 'captures', 'voids', 'refunds', 'capture_refunds'].map(
    (table) =>
      `UPDATE ${table} SET created_at = created_at + interval '1 ms' WHERE ${ROW_OF_ORDER}`,
  ),
  `UPDATE orders o SET ledger_head = (SELECT n.hash FROM ledger_entries n
     WHERE n.${ROW_OF_ORDER} ORDER BY n.sequence DESC LIMIT 1) WHERE ${ORDER_ITSELF}`,
]

const streamPlants: readonly Plant[] = [
  {
    name: 'a place that nothing has',
    expected: ['A12'],
    statements: [
      `UPDATE events SET position = position + 1000 WHERE ${ROW_OF_ORDER} AND sequence = 4`,
    ],
  },
  {
    name: 'a place that two events have',
    expected: ['A12'],
    statements: [
      'DROP INDEX events_placed',
      `UPDATE events SET position = position - 1 WHERE ${ROW_OF_ORDER} AND sequence = 4`,
    ],
  },
  {
    name: 'an event placed before the one before it',
    expected: ['A12'],
    statements: [
      'DROP INDEX events_placed',
      `UPDATE events SET position = 9 - position WHERE ${ROW_OF_ORDER} AND position IN (4, 5)`,
    ],
  },
  {
    name: 'an event whose turn was skipped',
    expected: ['A12'],
    statements: [`UPDATE events SET position = NULL WHERE ${ROW_OF_ORDER} AND sequence = 4`],
  },
  {
    name: 'an event of the other mode',
    expected: ['A12', 'A14'],
    statements: [
      `UPDATE events SET sandbox = false, position = 1 WHERE ${ROW_OF_ORDER} AND sequence = 1`,
    ],
  },
  {
    name: 'an event of nothing',
    expected: ['A12'],
    statements: [
      `INSERT INTO events (store_id, sandbox, id, type, data, created_at)
       VALUES ($1, true, $2, 'webhook.disabled', '{}', now())`,
    ],
  },
  {
    name: 'an event of a store that does not exist',
    expected: ['A14'],
    statements: [
      `INSERT INTO events (store_id, sandbox, id, type, subject, data, created_at)
       SELECT 'nowhere', true, 'lost', 'webhook.disabled', $2, '{}', now() FROM stores
         WHERE id = $1`,
    ],
  },
  {
    name: 'a stream that ends before its last event',
    expected: ['A12', 'A13'],
    statements: [`UPDATE event_streams SET position = position - 1 WHERE ${STREAM}`],
    found: 'sandbox',
  },
  {
    name: 'events beyond the end of the stream',
    expected: ['A12'],
    statements: [`UPDATE event_streams SET position = 2 WHERE ${STREAM}`],
  },
  {
    name: 'a stream of a store that does not exist',
    expected: ['A12', 'A14'],
    statements: [
      `INSERT INTO event_streams SELECT 'nowhere', true, 7 FROM stores WHERE id = $1
         AND $2::text IS NOT NULL`,
    ],
    found: 'sandbox',
  },
  {
    name: 'an event that tells of another end of the ledger',
    expected: ['A12'],
    statements: [
      `UPDATE events SET ledger_sequence = 2 WHERE ${ROW_OF_ORDER} AND ledger_sequence = 3`,
    ],
  },
]

const sealPlants: readonly Plant[] = [
  {
    name: 'a seal of what is no longer there',
    expected: ['A13'],
    statements: [`DELETE FROM events WHERE ${ROW_OF_ORDER} AND sequence = 5`],
    found: SEAL,
  },
  {
    name: 'a ledger that was rewritten as a whole after it was sealed',
    expected: ['A13'],
    statements: REWRITTEN_CHAIN,
    found: SEAL,
  },
  {
    name: 'a seal that was changed',
    expected: ['A13'],
    statements: [`UPDATE seals SET created_at = created_at - interval '1 day' WHERE ${STREAM}`],
    found: SEAL,
  },
  {
    name: 'a seal that does not follow the one before it',
    expected: ['A13'],
    statements: [`UPDATE seals SET previous_hash = repeat('0', 64) WHERE ${STREAM}`],
    found: SEAL,
  },
  {
    name: 'the last seal taken away',
    expected: ['A13'],
    statements: [`DELETE FROM seals WHERE ${STREAM}`],
    found: 'sandbox',
  },
  {
    name: 'seals taken away together with the note of the last',
    expected: ['A13'],
    statements: [
      `INSERT INTO seal_heads SELECT 'another', true, 1, 1, repeat('0', 64),
         now() + interval '1 hour' FROM stores WHERE id = $1 AND $2::text IS NOT NULL`,
      `DELETE FROM seals WHERE ${STREAM}`,
      `DELETE FROM seal_heads WHERE ${STREAM}`,
    ],
    found: 'sandbox',
  },
  {
    name: 'an end of seals of a store that does not exist',
    expected: ['A14'],
    statements: [
      `INSERT INTO seal_heads SELECT 'nowhere', true FROM stores
         WHERE id = $1 AND $2::text IS NOT NULL`,
    ],
    found: 'sandbox',
  },
  {
    name: 'a seal of a store that does not exist',
    expected: ['A13', 'A14'],
    statements: [`UPDATE seals SET store_id = 'nowhere' WHERE ${STREAM}`],
    found: SEAL,
  },
]

export const placedPlants: readonly Plant[] = [...streamPlants, ...sealPlants].map((plant) => ({
  ...plant,
  from: 'sealed',
}))
