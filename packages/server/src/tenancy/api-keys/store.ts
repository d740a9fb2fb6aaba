import type { Scope } from '@svc/api'
import type { ApiKey } from '../../model/keys/api-key.ts'
import type { StoredStore } from '../../model/stores/store-terms.ts'
import { COUNT, columns, select, statement } from '../../platform/database/columns.ts'
import type { Insert, Reader, Transaction, Update } from '../../platform/database/database.ts'
import { exists } from '../../platform/database/reader.ts'
import { isId } from '../../platform/ids.ts'
import { STORE } from '../accounts/store.ts'

const WHOLE = columns<'api_keys', { scopes: readonly Scope[] }>('api_keys', 'k')
const KEY = WHOLE.without('hash', 'publicKey', 'unusedAt')

/** A key by its hash, with its store. */
export async function findKeyByHash(
  reader: Reader,
  hash: string,
): Promise<{ key: ApiKey; store: StoredStore } | undefined> {
  const [row] = await reader.query(
    select(
      KEY.as('key').and(STORE.as('store')),
      'FROM api_keys k JOIN stores s ON s.id = k.store_id WHERE k.hash = $1',
    ),
    [hash],
  )
  return row
}

export async function findKey(
  reader: Reader,
  { storeId, id }: { storeId: string; id: string },
): Promise<ApiKey | undefined> {
  if (!isId(id)) return undefined
  const [key] = await reader.query(
    select(KEY, 'FROM api_keys k WHERE k.store_id = $1 AND k.id = $2'),
    [storeId, id],
  )
  return key
}

/** The keys that are neither expired nor revoked: at most as many as a store may have. */
export function listActiveKeys(reader: Reader, storeId: string, now: Date): Promise<ApiKey[]> {
  return reader.query(
    select(
      KEY,
      `FROM api_keys k WHERE k.store_id = $1 AND k.revoked_at IS NULL
         AND (k.expires_at IS NULL OR k.expires_at > $2)`,
    ),
    [storeId, now],
  )
}

/** All keys of a store, also those that have ended, newest first. */
export async function listKeys(
  reader: Reader,
  storeId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ count: number; keys: ApiKey[] }> {
  const [total] = await reader.query(select(COUNT, 'FROM api_keys k WHERE k.store_id = $1'), [
    storeId,
  ])
  const keys = await reader.query(
    select(
      KEY,
      `FROM api_keys k WHERE k.store_id = $1
       ORDER BY k.created_at DESC, k.id DESC LIMIT $2 OFFSET $3`,
    ),
    [storeId, pageSize, (page - 1) * pageSize],
  )
  return { count: total?.count ?? 0, keys }
}

/** The newest valid public key; null where none is stored in plain text. */
export async function findPublicKey(
  reader: Reader,
  storeId: string,
  now: Date,
): Promise<string | null> {
  const [row] = await reader.query(
    select(
      WHOLE.only('publicKey'),
      `FROM api_keys k WHERE k.store_id = $1 AND k.public_key IS NOT NULL
         AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)
       ORDER BY k.created_at DESC, k.id DESC LIMIT 1`,
    ),
    [storeId, now],
  )
  return row?.publicKey ?? null
}

export type KeyRow = {
  readonly key: ApiKey
  readonly hash: string
  /** A public key itself: anyone who looks at the store's page can see it. */
  readonly publicKey: string | null
}

export function keyRows(rows: readonly KeyRow[]): Insert {
  return {
    table: 'api_keys',
    rows: rows.map(({ key, hash, publicKey }) => ({ ...key, hash, publicKey })),
  }
}

/** Valid keys that a key has created, or that were created by those, the oldest first. */
export function listMinted(
  reader: Reader,
  { storeId, id, now }: { storeId: string; id: string; now: Date },
): Promise<ApiKey[]> {
  const text = statement(
    KEY,
    (list) => `WITH RECURSIVE minted AS (
       SELECT m.id FROM api_keys m WHERE m.store_id = $1 AND m.maker_id = $2
       UNION
       SELECT m.id FROM api_keys m JOIN minted ON m.store_id = $1 AND m.maker_id = minted.id)
     SELECT ${list} FROM api_keys k WHERE k.store_id = $1 AND k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > $3) AND k.id IN (SELECT id FROM minted)
     ORDER BY k.created_at, k.id`,
  )
  return reader.query(text, [storeId, id, now])
}

/** Valid keys that have not been used since then, and whose store has not been warned since. */
export function listUnused(
  reader: Reader,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<ApiKey[]> {
  return reader.query(
    select(
      KEY,
      `FROM api_keys k WHERE k.revoked_at IS NULL
         AND (k.expires_at IS NULL OR k.expires_at > $1) AND ${UNUSED}
       ORDER BY k.store_id, k.id LIMIT $3`,
    ),
    [now, since, limit],
  )
}

const UNUSED = `coalesce(k.last_used_at, k.created_at) <= $2
  AND (k.unused_at IS NULL OR k.unused_at < k.last_used_at)`

/** Whether the locked key is still one of those. */
export function isUnused(
  tx: Transaction,
  { storeId, id }: ApiKey,
  { now, since }: { now: Date; since: Date },
): Promise<boolean> {
  return exists(
    tx,
    `FROM api_keys k WHERE k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > $1) AND ${UNUSED}
       AND k.store_id = $3 AND k.id = $4`,
    [now, since, storeId, id],
  )
}

export function unusedUpdate({ storeId, id }: ApiKey, unusedAt: Date): Update {
  return { table: 'api_keys', where: { storeId, id }, set: { unusedAt } }
}

export function keyEndUpdate({ storeId, id, expiresAt, revokedAt }: ApiKey): Update {
  return { table: 'api_keys', where: { storeId, id }, set: { expiresAt, revokedAt } }
}

/** Records that a key was used, unless another process has just done so. */
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

/** Serialises changes of a key. */
export async function lockKey(tx: Transaction, { storeId, id }: ApiKey): Promise<void> {
  await tx.query(
    'SELECT 1 AS locked FROM api_keys WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [storeId, id],
  )
}
