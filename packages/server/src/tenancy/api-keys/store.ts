import type { ApiKey } from '../../model/keys/api-key.ts'
import type { Store } from '../../model/stores/store-account.ts'
import type { Insert, Reader, Row, Transaction, Update } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { storeOf } from '../stores/store.ts'

const COLUMNS = `k.store_id AS key_store_id, k.id AS key_id, k.kind, k.name AS key_name,
  to_jsonb(k.scopes) AS scopes, k.hint, k.created_at AS key_created_at, k.last_used_at,
  k.expires_at, k.revoked_at, k.mode, to_jsonb(k.addresses) AS addresses, k.maker_id`

function keyOf(row: Row): ApiKey {
  return {
    storeId: row.key_store_id,
    id: row.key_id,
    kind: row.kind,
    name: row.key_name,
    scopes: row.scopes,
    hint: row.hint,
    createdAt: row.key_created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    mode: row.mode,
    addresses: row.addresses,
    makerId: row.maker_id,
  }
}

/** A key by its hash, with its store. */
export async function findKeyByHash(
  reader: Reader,
  hash: string,
): Promise<{ key: ApiKey; store: Store } | undefined> {
  const [row] = await reader.query(
    `SELECT ${COLUMNS}, s.id, s.name, s.time_zone, s.settings
     FROM api_keys k JOIN stores s ON s.id = k.store_id WHERE k.hash = $1`,
    [hash],
  )
  return row && { key: keyOf(row), store: storeOf(row) }
}

export async function findKey(
  reader: Reader,
  { storeId, id }: { storeId: string; id: string },
): Promise<ApiKey | undefined> {
  if (!isId(id)) return undefined
  const [row] = await reader.query(
    `SELECT ${COLUMNS} FROM api_keys k WHERE k.store_id = $1 AND k.id = $2`,
    [storeId, id],
  )
  return row && keyOf(row)
}

/** The keys that are neither expired nor revoked: at most as many as a store may have. */
export async function listActiveKeys(
  reader: Reader,
  storeId: string,
  now: Date,
): Promise<ApiKey[]> {
  const rows = await reader.query(
    `SELECT ${COLUMNS} FROM api_keys k WHERE k.store_id = $1 AND k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > $2)`,
    [storeId, now],
  )
  return rows.map(keyOf)
}

/** All keys of a store, also those that have ended, newest first. */
export async function listKeys(
  reader: Reader,
  storeId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ count: number; keys: ApiKey[] }> {
  const [total] = await reader.query(
    'SELECT count(*) AS count FROM api_keys k WHERE k.store_id = $1',
    [storeId],
  )
  const rows = await reader.query(
    `SELECT ${COLUMNS} FROM api_keys k WHERE k.store_id = $1
     ORDER BY k.created_at DESC, k.id DESC LIMIT $2 OFFSET $3`,
    [storeId, pageSize, (page - 1) * pageSize],
  )
  return { count: Number(total?.count ?? 0), keys: rows.map(keyOf) }
}

/** The newest valid public key; null where none is kept in plain text. */
export async function findPublicKey(
  reader: Reader,
  storeId: string,
  now: Date,
): Promise<string | null> {
  const [row] = await reader.query(
    `SELECT k.public_key FROM api_keys k WHERE k.store_id = $1 AND k.public_key IS NOT NULL
       AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)
     ORDER BY k.created_at DESC, k.id DESC LIMIT 1`,
    [storeId, now],
  )
  return row?.public_key ?? null
}

export type KeyRow = {
  readonly key: ApiKey
  readonly hash: string
  /** A public key itself: whoever looks at the store's page sees it. */
  readonly publicKey: string | null
}

export function keyRows(rows: readonly KeyRow[]): Insert {
  return {
    table: 'api_keys',
    rows: rows.map(({ key, hash, publicKey }) => ({
      store_id: key.storeId,
      id: key.id,
      kind: key.kind,
      name: key.name,
      hash,
      public_key: publicKey,
      hint: key.hint,
      scopes: key.scopes,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      mode: key.mode,
      addresses: key.addresses,
      maker_id: key.makerId,
    })),
  }
}

/** Keys that work and that a key has made, or that were made by those, the oldest first. */
export async function listMinted(
  reader: Reader,
  { storeId, id, now }: { storeId: string; id: string; now: Date },
): Promise<ApiKey[]> {
  const rows = await reader.query(
    `WITH RECURSIVE minted AS (
       SELECT m.id FROM api_keys m WHERE m.store_id = $1 AND m.maker_id = $2
       UNION
       SELECT m.id FROM api_keys m JOIN minted ON m.store_id = $1 AND m.maker_id = minted.id)
     SELECT ${COLUMNS} FROM api_keys k WHERE k.store_id = $1 AND k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > $3) AND k.id IN (SELECT id FROM minted)
     ORDER BY k.created_at, k.id`,
    [storeId, id, now],
  )
  return rows.map(keyOf)
}

/** Keys that work, have not been used since then, and whose store has not been told so since. */
export async function listUnused(
  reader: Reader,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<ApiKey[]> {
  const rows = await reader.query(
    `SELECT ${COLUMNS} FROM api_keys k WHERE k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > $1) AND ${UNUSED}
     ORDER BY k.store_id, k.id LIMIT $3`,
    [now, since, limit],
  )
  return rows.map(keyOf)
}

const UNUSED = `coalesce(k.last_used_at, k.created_at) <= $2
  AND (k.unused_at IS NULL OR k.unused_at < k.last_used_at)`

/** Whether the locked key is still one of those. */
export async function isUnused(
  tx: Transaction,
  { storeId, id }: ApiKey,
  { now, since }: { now: Date; since: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 AS found FROM api_keys k WHERE k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > $1) AND ${UNUSED}
       AND k.store_id = $3 AND k.id = $4`,
    [now, since, storeId, id],
  )
  return rows.length > 0
}

export function unusedUpdate({ storeId, id }: ApiKey, at: Date): Update {
  return { table: 'api_keys', where: { store_id: storeId, id }, set: { unused_at: at } }
}

export function keyEndUpdate({ storeId, id, expiresAt, revokedAt }: ApiKey): Update {
  return {
    table: 'api_keys',
    where: { store_id: storeId, id },
    set: { expires_at: expiresAt, revoked_at: revokedAt },
  }
}

/** Notes that a key was used, unless another process has just done so. */
export async function touchKey(
  reader: Reader,
  { storeId, id }: ApiKey,
  { at, unlessAfter }: { at: Date; unlessAfter: Date },
): Promise<void> {
  await reader.query(
    `UPDATE api_keys SET last_used_at = $3 WHERE store_id = $1 AND id = $2
       AND (last_used_at IS NULL OR last_used_at <= $4)`,
    [storeId, id, at, unlessAfter],
  )
}

/** Serialises what is written about a key. */
export async function lockKey(tx: Transaction, { storeId, id }: ApiKey): Promise<void> {
  await tx.query(
    'SELECT 1 AS locked FROM api_keys WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [storeId, id],
  )
}
