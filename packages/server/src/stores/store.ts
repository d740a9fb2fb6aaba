import type { Insert, Reader, Row, Transaction, Update } from '../database/database.ts'
import type { ApiKey, Store } from './store-account.ts'

/** A key by its hash, with its store. */
export async function findKey(
  reader: Reader,
  hash: string,
): Promise<{ key: ApiKey; store: Store } | undefined> {
  const [row] = await reader.query(
    `SELECT k.store_id, k.id AS key_id, k.kind, to_jsonb(k.scopes) AS scopes, k.expires_at,
      k.revoked_at,
       s.name, s.time_zone, s.settings
     FROM api_keys k JOIN stores s ON s.id = k.store_id WHERE k.hash = $1`,
    [hash],
  )
  if (!row) return undefined
  return {
    key: {
      storeId: row.store_id,
      id: row.key_id,
      kind: row.kind,
      scopes: row.scopes,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
    },
    store: storeOf({ ...row, id: row.store_id }),
  }
}

const BY_ID = 'SELECT id, name, time_zone, settings FROM stores WHERE id = $1'

export async function findStore(reader: Reader, id: string): Promise<Store | undefined> {
  const [row] = await reader.query(BY_ID, [id])
  return row && storeOf(row)
}

export async function lockStore(tx: Transaction, id: string): Promise<Store | undefined> {
  const [row] = await tx.query(`${BY_ID} FOR UPDATE`, [id])
  return row && storeOf(row)
}

/** The encrypted notification secrets that sign now, newest first. */
export async function findNotificationSecrets(
  reader: Reader,
  id: string,
  now: Date,
): Promise<string[]> {
  const [row] = await reader.lookUp(
    `SELECT notification_secret, CASE WHEN notification_secret_previous_until > $2
       THEN notification_secret_previous END AS previous
     FROM stores WHERE id = $1`,
    [id, now],
  )
  return row ? [row.notification_secret, row.previous].filter((secret) => secret !== null) : []
}

/** The encrypted token that a store compares, where its settings say that it does. */
export async function findNotificationToken(
  reader: Reader,
  id: string,
): Promise<string | undefined> {
  const [row] = await reader.lookUp(
    `SELECT notification_token FROM stores WHERE id = $1
       AND settings ->> 'notification_auth' = 'token' AND notification_token IS NOT NULL`,
    [id],
  )
  return row?.notification_token
}

export type NewStore = {
  readonly store: Store
  readonly encryptedSecret: string
  readonly createdAt: Date
}

export function storeRow({ store, encryptedSecret, createdAt }: NewStore): Insert {
  return {
    table: 'stores',
    rows: [
      {
        id: store.id,
        name: store.name,
        time_zone: store.timeZone,
        settings: JSON.stringify(store.settings),
        notification_secret: encryptedSecret,
        created_at: createdAt,
      },
    ],
  }
}

export type NewKey = {
  readonly storeId: string
  readonly id: string
  readonly kind: 'private' | 'public'
  readonly name: string
  readonly hash: string
  readonly scopes: readonly string[]
  readonly createdAt: Date
}

export function keyRows(keys: readonly NewKey[]): Insert {
  return {
    table: 'api_keys',
    rows: keys.map((key) => ({
      store_id: key.storeId,
      id: key.id,
      kind: key.kind,
      name: key.name,
      hash: key.hash,
      scopes: key.scopes,
      created_at: key.createdAt,
    })),
  }
}

function storeOf(row: Row): Store {
  return { id: row.id, name: row.name, timeZone: row.time_zone, settings: row.settings }
}

export async function lockNotificationSecret(reader: Reader, storeId: string): Promise<string> {
  const [row] = await reader.query(
    'SELECT notification_secret FROM stores WHERE id = $1 FOR UPDATE',
    [storeId],
  )
  return row?.notification_secret
}

export function notificationSecretUpdate(
  storeId: string,
  change: { before: string; secret: string; previousUntil: Date },
): Update {
  return {
    table: 'stores',
    where: { id: storeId },
    set: {
      notification_secret: change.secret,
      notification_secret_previous: change.before,
      notification_secret_previous_until: change.previousUntil,
    },
  }
}

/** Keeps the token, encrypted; null forgets it. */
export function notificationTokenUpdate(storeId: string, sealed: string | null): Update {
  return {
    table: 'stores',
    where: { id: storeId },
    set: { notification_token: sealed },
  }
}

/** Some encrypted secret, to see whether it can still be read; undefined while there is none. */
export async function findAnySecret(reader: Reader): Promise<string | undefined> {
  const [row] = await reader.query(
    'SELECT notification_secret FROM stores ORDER BY created_at LIMIT 1',
    [],
  )
  return row?.notification_secret
}

export function settingsUpdate(store: Store): Update {
  return {
    table: 'stores',
    where: { id: store.id },
    set: { settings: JSON.stringify(store.settings) },
  }
}
