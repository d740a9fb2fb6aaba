import type { Store, StoreAccount, StoreRegister } from '../../model/stores/store-account.ts'
import {
  lendersSettings,
  type StoredAccount,
  type StoredStore,
} from '../../model/stores/store-terms.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Insert, Reader, Removal, Update, Upsert } from '../../platform/database/database.ts'
import { exists } from '../../platform/database/reader.ts'
import { assert } from '../../platform/refusal.ts'
import type { SealedText } from '../../platform/secrets/sealed-columns.ts'
import { termsRow } from '../terms/store.ts'
import type { Logo, StoredLogo } from './logo.ts'
import { previousSecretPlace, secretPlace, tokenPlace } from './secret-places.ts'

const STORE = columns('stores', 's')

/** The database has its own list of time zones, which may be shorter than ours. */
export const knowsTimeZone = (reader: Reader, name: string): Promise<boolean> =>
  exists(reader, 'FROM pg_timezone_names WHERE lower(name) = lower($1) LIMIT 1', [name])

const PREVIOUS = computed<{ previous: string | null }>({
  previous: `CASE WHEN s.notification_secret_previous_until > $2
    THEN s.notification_secret_previous END`,
})

/** The encrypted notification secrets in use, newest first. */
export async function findNotificationSecrets(
  reader: Reader,
  id: string,
  now: Date,
): Promise<SealedText[]> {
  const [row] = await reader.lookUp(
    select(STORE.only('notificationSecret').and(PREVIOUS), 'FROM stores s WHERE s.id = $1'),
    [id, now],
  )
  if (row === undefined) return []
  const newest = { sealed: row.notificationSecret, place: secretPlace(id) }
  if (row.previous === null) return [newest]
  return [newest, { sealed: row.previous, place: previousSecretPlace(id) }]
}

/** The encrypted token that a store compares, if its settings say so. */
export async function findNotificationToken(
  reader: Reader,
  id: string,
): Promise<SealedText | undefined> {
  const [row] = await reader.lookUp(
    select(
      STORE.only('notificationToken'),
      `FROM stores s WHERE s.id = $1 AND s.settings ->> 'notification_auth' = 'token'`,
    ),
    [id],
  )
  const sealed = row?.notificationToken ?? null
  return sealed === null ? undefined : { sealed, place: tokenPlace(id) }
}

type NewStore = {
  readonly store: Store
  readonly encryptedSecret: string
  /** The notification token; null: none. */
  readonly encryptedToken: string | null
  readonly createdAt: Date
  /** Absent: unknown. */
  readonly register?: StoreRegister
}

/** With the first version of its terms. */
export function storeRows({ store, encryptedSecret, encryptedToken, ...own }: NewStore): Insert[] {
  const secrets = { notificationSecret: encryptedSecret, notificationToken: encryptedToken }
  const { id, name, timeZone, settings } = store
  const { version } = store.terms
  const key = { storeId: id, sandbox: false, version }
  const moments = { effectiveFrom: own.createdAt, madeAt: own.createdAt }
  return [
    { table: 'stores', rows: [{ id, name, timeZone, settings, ...secrets, ...own }] },
    termsRow({ ...key, ...moments, terms: lendersSettings(settings) }),
  ]
}

/** The lender's changes of a store. */
export function registerUpdate({ id, name, register, version }: StoredAccount): Update {
  return { table: 'stores', where: { id }, set: { name, register, version } }
}

export async function lockNotificationSecret(reader: Reader, storeId: string): Promise<string> {
  const [row] = await reader.query(
    select(STORE.only('notificationSecret'), 'FROM stores s WHERE s.id = $1 FOR UPDATE'),
    [storeId],
  )
  assert(row !== undefined, `there is no store ${storeId}`)
  return row.notificationSecret
}

export function notificationSecretUpdate(
  storeId: string,
  change: { secret: string; previous: string; previousUntil: Date },
): Update {
  return {
    table: 'stores',
    where: { id: storeId },
    set: {
      notificationSecret: change.secret,
      notificationSecretPrevious: change.previous,
      notificationSecretPreviousUntil: change.previousUntil,
    },
  }
}

/**
 * Everything stored of the locked row, and the encrypted notification token if it changes; null:
 * deleted.
 */
export function settingsUpdate(
  store: StoredStore & Pick<StoreAccount, 'version'>,
  notificationToken?: string | null,
): Update {
  const token = notificationToken === undefined ? {} : { notificationToken }
  const { id, name, timeZone, liveSettings: settings, sandboxTerms, allowedProducts } = store
  const { termsVersion, sandboxTermsVersion } = store
  const versions = { termsVersion, sandboxTermsVersion }
  const terms = { settings, sandboxTerms, allowedProducts, ...versions }
  const set = { name, timeZone, ...terms, version: store.version + 1, ...token }
  return { table: 'stores', where: { id }, set }
}

/** A store has one logo at a time. */
export function logoRow(storeId: string, logo: Logo | null): Upsert | Removal {
  if (logo === null) return { table: 'store_logos', remove: { storeId } }
  const { name, type, content } = logo
  return {
    table: 'store_logos',
    key: ['storeId'],
    changed: ['name', 'type', 'content'],
    rows: [{ storeId, name, type, content: content.toString('base64') }],
  }
}

/** By its name, which is derived from its content: it does not matter whose it is. */
export async function findLogo(reader: Reader, name: string): Promise<StoredLogo | undefined> {
  const [row] = await reader.lookUp(
    select(
      columns('store_logos', 'l').only('type', 'content'),
      'FROM store_logos l WHERE l.name = $1 LIMIT 1',
    ),
    [name],
  )
  return row && { type: row.type, content: Buffer.from(row.content, 'base64') }
}
