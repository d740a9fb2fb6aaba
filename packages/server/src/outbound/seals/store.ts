import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Reader, Row, RowSet, Transaction } from '../../platform/database/database.ts'
import { SEAL_EVERY_MS, SEALED_AT_ONCE } from './rules.ts'
import type { Covered, Seal, SealHead } from './seal.ts'

/** The streams that are to be sealed now, across stores (`isSealDue`). */
export async function listStreamsToSeal(
  reader: Reader,
  now: Date,
  limit: number,
): Promise<StreamKey[]> {
  const rows = await reader.query(
    `SELECT s.store_id, s.sandbox
     FROM event_streams s
       LEFT JOIN seal_heads h ON h.store_id = s.store_id AND h.sandbox = s.sandbox
     WHERE s.position > coalesce(h.position, 0)
       AND (h.sealed_at IS NULL OR h.sealed_at > $1 OR h.sealed_at <= $2
         OR s.position - h.position >= $3)
     ORDER BY s.store_id, s.sandbox LIMIT $4`,
    [now, new Date(now.getTime() - SEAL_EVERY_MS), SEALED_AT_ONCE, limit],
  )
  return rows.map((row) => ({ storeId: row.store_id, sandbox: row.sandbox }))
}

/** Whoever seals a stream holds this row, which is made with its first seal. */
export async function lockSealHead(tx: Transaction, key: StreamKey): Promise<SealHead> {
  const lock = () =>
    tx.query(
      `SELECT number, position, hash, sealed_at FROM seal_heads
       WHERE store_id = $1 AND sandbox = $2 FOR UPDATE`,
      [key.storeId, key.sandbox],
    )
  const [found] = await lock()
  if (found !== undefined) return headOf(key, found)
  await tx.query(
    'INSERT INTO seal_heads (store_id, sandbox) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [key.storeId, key.sandbox],
  )
  const [made] = await lock()
  return headOf(key, made ?? {})
}

function headOf({ storeId, sandbox }: StreamKey, row: Row): SealHead {
  const { number, position, hash, sealed_at: sealedAt } = row
  return { storeId, sandbox, number, position, hash, sealedAt }
}

/**
 * What follows the last seal. An entry of a ledger is found by its key, so an order with any number
 * of them costs the same. Both are append-only: the same question gets the same answer ever after.
 */
export async function listCovered(
  reader: Reader,
  { storeId, sandbox, position }: SealHead,
): Promise<Covered[]> {
  const rows = await reader.query(
    `SELECT e.position, e.id, e.type, e.order_id, e.sequence, e.ledger_sequence, e.created_at,
       e.subject, e.data,
       CASE WHEN e.order_id IS NULL THEN (
         SELECT n.hash FROM store_entries n WHERE n.store_id = e.store_id
           AND n.sandbox = e.sandbox AND n.sequence = e.ledger_sequence)
       ELSE (
         SELECT n.hash FROM ledger_entries n WHERE n.store_id = e.store_id
           AND n.order_id = e.order_id AND n.sequence = e.ledger_sequence) END AS ledger_hash
     FROM events e WHERE e.store_id = $1 AND e.sandbox = $2 AND e.position > $3
     ORDER BY e.position LIMIT $4`,
    [storeId, sandbox, position, SEALED_AT_ONCE],
  )
  return rows.map((row) => ({
    position: row.position,
    id: row.id,
    type: row.type,
    orderId: row.order_id,
    sequence: row.sequence,
    ledgerSequence: row.ledger_sequence,
    ledgerHash: row.ledger_hash,
    createdAt: row.created_at,
    subject: row.subject,
    data: row.data,
  }))
}

/** The seal, and the stream's end of them. */
export function sealRows(seal: Seal): RowSet[] {
  const { storeId: store_id, sandbox, number, hash, createdAt } = seal
  const row = {
    ...{ store_id, sandbox, number },
    first_position: seal.firstPosition,
    last_position: seal.lastPosition,
    content_version: seal.contentVersion,
    content_hash: seal.contentHash,
    previous_hash: seal.previousHash,
    hash,
    created_at: createdAt,
  }
  const set = { number, position: seal.lastPosition, hash, sealed_at: createdAt }
  return [
    { table: 'seals', rows: [row] },
    { table: 'seal_heads', where: { store_id, sandbox }, set },
  ]
}

/** The newest seal of every stream, across stores. */
export async function listNewestSeals(reader: Reader): Promise<Seal[]> {
  const rows = await reader.query(
    `SELECT z.* FROM seal_heads h JOIN seals z
       ON z.store_id = h.store_id AND z.sandbox = h.sandbox AND z.number = h.number
     ORDER BY z.store_id, z.sandbox`,
    [],
  )
  return rows.map((row) => ({
    storeId: row.store_id,
    sandbox: row.sandbox,
    number: row.number,
    firstPosition: row.first_position,
    lastPosition: row.last_position,
    contentVersion: row.content_version,
    contentHash: row.content_hash,
    previousHash: row.previous_hash,
    hash: row.hash,
    createdAt: row.created_at,
  }))
}
