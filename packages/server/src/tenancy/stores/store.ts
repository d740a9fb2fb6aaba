import type { Store, StoreAccount } from '../../model/stores/store-account.ts'
import type {
  Insert,
  Reader,
  Removal,
  Row,
  Transaction,
  Update,
  Upsert,
} from '../../platform/database/database.ts'
import type { SealedText } from '../../platform/secrets/sealed-columns.ts'
import type { Logo, StoredLogo } from './logo.ts'
import { previousSecretPlace, secretPlace, tokenPlace } from './secret-places.ts'

const BY_ID = 'SELECT id, name, time_zone, settings FROM stores WHERE id = $1'

export async function findStore(reader: Reader, id: string): Promise<Store | undefined> {
  const [row] = await reader.query(BY_ID, [id])
  return row && storeOf(row)
}

export type ListedStore = Store & { readonly createdAt: Date; readonly activeKeys: number }

/** The stores after an id, in the order of their ids, with how many of their keys work. */
export async function listStores(
  reader: Reader,
  { after, now, limit }: { after: string; now: Date; limit: number },
): Promise<ListedStore[]> {
  const rows = await reader.query(
    `SELECT s.id, s.name, s.time_zone, s.settings, s.created_at,
       (SELECT count(*) FROM api_keys k WHERE k.store_id = s.id AND k.revoked_at IS NULL
          AND (k.expires_at IS NULL OR k.expires_at > $2)) AS active_keys
     FROM stores s WHERE s.id > $1 ORDER BY s.id LIMIT $3`,
    [after, now, limit],
  )
  return rows.map((row) => ({
    ...storeOf(row),
    createdAt: row.created_at,
    activeKeys: Number(row.active_keys),
  }))
}

/** The database has a list of time zones of its own, which may be shorter than ours. */
export async function knowsTimeZone(reader: Reader, name: string): Promise<boolean> {
  const rows = await reader.query(
    'SELECT 1 AS found FROM pg_timezone_names WHERE lower(name) = lower($1) LIMIT 1',
    [name],
  )
  return rows.length > 0
}

/** Serialises what changes the store's settings and keys; its orders go on. */
export async function lockStore(tx: Transaction, id: string): Promise<StoreAccount | undefined> {
  const [row] = await tx.query(`${ACCOUNT_BY_ID} FOR NO KEY UPDATE`, [id])
  return row && accountOf(row)
}

const ACCOUNT_BY_ID = `SELECT id, name, time_zone, settings, created_at,
  notification_token IS NOT NULL AS token_set FROM stores WHERE id = $1`

export async function findStoreAccount(
  reader: Reader,
  id: string,
): Promise<StoreAccount | undefined> {
  const [row] = await reader.query(ACCOUNT_BY_ID, [id])
  return row && accountOf(row)
}

/** The encrypted notification secrets that sign now, newest first. */
export async function findNotificationSecrets(
  reader: Reader,
  id: string,
  now: Date,
): Promise<SealedText[]> {
  const [row] = await reader.lookUp(
    `SELECT notification_secret, CASE WHEN notification_secret_previous_until > $2
       THEN notification_secret_previous END AS previous
     FROM stores WHERE id = $1`,
    [id, now],
  )
  if (row === undefined) return []
  const newest = { sealed: row.notification_secret, place: secretPlace(id) }
  if (row.previous === null) return [newest]
  return [newest, { sealed: row.previous, place: previousSecretPlace(id) }]
}

/** The encrypted token that a store compares, where its settings say that it does. */
export async function findNotificationToken(
  reader: Reader,
  id: string,
): Promise<SealedText | undefined> {
  const [row] = await reader.lookUp(
    `SELECT notification_token FROM stores WHERE id = $1
       AND settings ->> 'notification_auth' = 'token' AND notification_token IS NOT NULL`,
    [id],
  )
  return row && { sealed: row.notification_token, place: tokenPlace(id) }
}

export type NewStore = {
  readonly store: Store
  readonly encryptedSecret: string
  /** The notification token; null: none. */
  readonly encryptedToken: string | null
  readonly createdAt: Date
}

export function storeRow({ store, encryptedSecret, encryptedToken, createdAt }: NewStore): Insert {
  return {
    table: 'stores',
    rows: [
      {
        id: store.id,
        name: store.name,
        time_zone: store.timeZone,
        settings: JSON.stringify(store.settings),
        notification_secret: encryptedSecret,
        notification_token: encryptedToken,
        created_at: createdAt,
      },
    ],
  }
}

export function storeOf(row: Row): Store {
  return { id: row.id, name: row.name, timeZone: row.time_zone, settings: row.settings }
}

function accountOf(row: Row): StoreAccount {
  return { ...storeOf(row), createdAt: row.created_at, tokenSet: row.token_set }
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
  change: { secret: string; previous: string; previousUntil: Date },
): Update {
  return {
    table: 'stores',
    where: { id: storeId },
    set: {
      notification_secret: change.secret,
      notification_secret_previous: change.previous,
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

/** All settings, and the encrypted notification token when it changes; null forgets it. */
export function settingsUpdate(store: Store, notificationToken?: string | null): Update {
  const settings = {
    name: store.name,
    time_zone: store.timeZone,
    settings: JSON.stringify(store.settings),
  }
  const token =
    notificationToken === undefined ? {} : notificationTokenUpdate(store.id, notificationToken).set
  return { table: 'stores', where: { id: store.id }, set: { ...settings, ...token } }
}

/** A store has one logo at a time. */
export function logoRow(storeId: string, logo: Logo | null): Upsert | Removal {
  if (logo === null) return { table: 'store_logos', remove: { store_id: storeId } }
  const { name, type } = logo
  const content = logo.content.toString('base64')
  return {
    table: 'store_logos',
    key: ['store_id'],
    changed: ['name', 'type', 'content'],
    rows: [{ store_id: storeId, name, type, content }],
  }
}

/** By its name, which is made of its content: whose it is makes no difference. */
export async function findLogo(reader: Reader, name: string): Promise<StoredLogo | undefined> {
  const text = 'SELECT type, content FROM store_logos WHERE name = $1 LIMIT 1'
  const [row] = await reader.lookUp(text, [name])
  return row && { type: row.type, content: Buffer.from(row.content, 'base64') }
}
