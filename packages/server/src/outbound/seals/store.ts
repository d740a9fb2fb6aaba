import type { StreamKey } from '../../model/streams/stream-key.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import { countBacklog } from '../../platform/database/count-backlog.ts'
import type { Reader, RowSet, Transaction } from '../../platform/database/database.ts'
import { assert } from '../../platform/refusal.ts'
import type { Backlog } from '../../platform/work/backlog.ts'
import { SEAL_EVERY_MS, SEALED_AT_ONCE } from './rules.ts'
import type { Covered, Seal, SealHead } from './seal.ts'

const TO_SEAL = `FROM event_streams s
    LEFT JOIN seal_heads h ON h.store_id = s.store_id AND h.sandbox = s.sandbox
  WHERE s.position > coalesce(h.position, 0)
    AND (h.sealed_at IS NULL OR h.sealed_at > $1 OR h.sealed_at <= $2
      OR s.position - h.position >= $3)`
const whenToSeal = (now: Date) => [now, new Date(now.getTime() - SEAL_EVERY_MS), SEALED_AT_ONCE]

/** The streams that are to be sealed now, across stores (`isSealDue`). */
export function listStreamsToSeal(reader: Reader, now: Date, limit: number): Promise<StreamKey[]> {
  return reader.query(
    select(
      columns('event_streams', 's').only('storeId', 'sandbox'),
      `${TO_SEAL} ORDER BY s.store_id, s.sandbox LIMIT $4`,
    ),
    [...whenToSeal(now), limit],
  )
}

/** For a stream without a seal the time counts from its first event. */
export function countToSeal(reader: Reader, now: Date): Promise<Backlog> {
  const at = `coalesce(h.sealed_at, (SELECT e.created_at FROM events e
    WHERE e.store_id = s.store_id AND e.sandbox = s.sandbox AND e.position = 1))`
  return countBacklog(reader, { at, from: TO_SEAL }, whenToSeal(now))
}

/** Sealing a stream holds this row, which is made with its first seal. */
export async function lockSealHead(tx: Transaction, key: StreamKey): Promise<SealHead> {
  const lock = () =>
    tx.query(
      select(
        columns('seal_heads', 'h'),
        'FROM seal_heads h WHERE h.store_id = $1 AND h.sandbox = $2 FOR UPDATE',
      ),
      [key.storeId, key.sandbox],
    )
  const [row] = await lock()
  if (row !== undefined) return row
  await tx.query(
    'INSERT INTO seal_heads (store_id, sandbox) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [key.storeId, key.sandbox],
  )
  const [made] = await lock()
  assert(made !== undefined, 'a head that was just made')
  return made
}

const LEDGER_HASH = computed<Pick<Covered, 'ledgerHash'>>({
  ledgerHash: `CASE WHEN e.order_id IS NULL THEN (
      SELECT n.hash FROM store_entries n WHERE n.store_id = e.store_id
        AND n.sandbox = e.sandbox AND n.sequence = e.ledger_sequence)
    ELSE (
      SELECT n.hash FROM ledger_entries n WHERE n.store_id = e.store_id
        AND n.order_id = e.order_id AND n.sequence = e.ledger_sequence) END`,
})
const COVERED = columns<'events', { position: number }>('events', 'e')
  .without('storeId', 'sandbox')
  .and(LEDGER_HASH)

/**
 * The events after the last seal. An entry of a ledger is found by its key, so an order with any
 * number of them costs the same. Both are append-only: the same query gets the same answer for
 * ever.
 */
export function listCovered(
  reader: Reader,
  { storeId, sandbox, position }: SealHead,
): Promise<Covered[]> {
  return reader.query(
    select(
      COVERED,
      `FROM events e WHERE e.store_id = $1 AND e.sandbox = $2 AND e.position > $3
       ORDER BY e.position LIMIT $4`,
    ),
    [storeId, sandbox, position, SEALED_AT_ONCE],
  )
}

/** The seal, and the stream's end of them. */
export function sealRows(seal: Seal): RowSet[] {
  const { storeId, sandbox, number, hash, createdAt } = seal
  const set = { number, position: seal.lastPosition, hash, sealedAt: createdAt }
  return [
    { table: 'seals', rows: [seal] },
    { table: 'seal_heads', where: { storeId, sandbox }, set },
  ]
}

/** The newest seal of every stream, across stores. */
export function listNewestSeals(reader: Reader): Promise<Seal[]> {
  return reader.query(
    select(
      columns<'seals', Pick<Seal, 'contentVersion'>>('seals', 'z'),
      `FROM seal_heads h JOIN seals z
         ON z.store_id = h.store_id AND z.sandbox = h.sandbox AND z.number = h.number
       ORDER BY z.store_id, z.sandbox`,
    ),
    [],
  )
}
