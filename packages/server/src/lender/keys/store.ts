import type { LenderScope } from '@svc/api'
import type { Mode } from '../../model/keys/api-key.ts'
import type { LenderKey } from '../../model/keys/lender-key.ts'
import { COUNT, columns, select } from '../../platform/database/columns.ts'
import type { Insert, Reader, Transaction, Update } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'

const KEY = columns<'lender_keys', { mode: Mode; scopes: readonly LenderScope[] }>(
  'lender_keys',
  'k',
).without('hash')

/** Undefined: also where the person who answers for it is disabled. */
export async function findLenderKeyByHash(
  reader: Reader,
  hash: string,
): Promise<LenderKey | undefined> {
  const text = `FROM lender_keys k WHERE k.hash = $1 AND NOT EXISTS (SELECT 1 FROM staff s
    WHERE s.id = k.owner_id AND s.disabled_at IS NOT NULL)`
  return (await reader.query(select(KEY, text), [hash]))[0]
}

export async function findLenderKey(reader: Reader, id: string): Promise<LenderKey | undefined> {
  if (!isId(id)) return undefined
  return (await reader.query(select(KEY, 'FROM lender_keys k WHERE k.id = $1'), [id]))[0]
}

/** Those that have ended too, the newest first. */
export function listLenderKeys(
  reader: Reader,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<LenderKey[]> {
  return reader.query(
    select(KEY, 'FROM lender_keys k ORDER BY k.created_at DESC, k.id DESC LIMIT $1 OFFSET $2'),
    [pageSize, (page - 1) * pageSize],
  )
}

export async function countLenderKeys(reader: Reader): Promise<number> {
  const [row] = await reader.query(select(COUNT, 'FROM lender_keys k'), [])
  return row?.count ?? 0
}

export async function countActiveLenderKeys(reader: Reader, now: Date): Promise<number> {
  const [row] = await reader.query(
    select(COUNT, 'FROM lender_keys k WHERE k.revoked_at IS NULL AND k.expires_at > $1'),
    [now],
  )
  return row?.count ?? 0
}

/** Serialises what makes keys, so that their number stays bounded. */
export async function lockLenderKeys(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('lender_keys', 0))`, [])
}

export function lenderKeyRow(key: LenderKey, hash: string): Insert {
  return { table: 'lender_keys', rows: [{ ...key, hash }] }
}

export function lenderKeyEnd({ id }: LenderKey, revokedAt: Date): Update {
  return { table: 'lender_keys', where: { id }, set: { revokedAt } }
}

/** For a rotated key: it works on for a while, or not at all. */
export function lenderKeyExpiry({ id, expiresAt, revokedAt }: LenderKey): Update {
  return { table: 'lender_keys', where: { id }, set: { expiresAt, revokedAt } }
}

/** Notes that a key was used, unless another process has just done so. */
export async function touchLenderKey(
  reader: Reader,
  { id }: LenderKey,
  { at, unlessAfter }: { at: Date; unlessAfter: Date },
): Promise<void> {
  await reader.query(
    `UPDATE lender_keys SET last_used_at = $2 WHERE id = $1
       AND (last_used_at IS NULL OR last_used_at <= $3)`,
    [id, at, unlessAfter],
  )
}
