import type { StoreStateName } from '@svc/api'
import type { Store, StoreAccount, StoreRegister } from '../../model/stores/store-account.ts'
import {
  type ComingTerms,
  type InTime,
  type StoredAccount,
  type StoredStore,
  storeIn,
} from '../../model/stores/store-terms.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import { type NamedAccounts, namedAccountOf } from '../bank-accounts/store.ts'
import { CREDIT_OFF, stateNameOf, stateOf } from '../store-states/store.ts'

type Json = Pick<StoredStore, 'sandboxTerms' | 'allowedProducts'> & { register: StoreRegister }
const WHOLE = columns<'stores', Json>('stores', 's')

/** When the version of terms in the store's row took effect. */
const sinceOf = (sandbox: boolean, version: string): string =>
  `(SELECT t.effective_from FROM store_terms t
    WHERE t.store_id = s.id AND t.sandbox = ${sandbox} AND t.version = ${version})`

const COMING = `(SELECT coalesce(jsonb_agg(jsonb_build_object('sandbox', t.sandbox,
    'version', t.version, 'from', (extract(epoch FROM t.due_at) * 1000)::bigint, 'terms', t.terms)
    ORDER BY t.due_at), '[]')
  FROM store_terms t WHERE t.store_id = s.id AND t.due_at IS NOT NULL)`

type Computed = Pick<StoredStore, 'liveSettings' | 'creditOff' | 'termsSince'> & {
  readonly sandboxTermsSince: Date | null
  readonly comingTerms: readonly ComingTerms[]
}
const SCALARS = ['id', 'name', 'timeZone', 'termsVersion', 'sandboxTermsVersion'] as const
export const STORE = WHOLE.only(...SCALARS, 'sandboxTerms', 'allowedProducts').and(
  computed<Computed>({
    liveSettings: 's.settings',
    creditOff: CREDIT_OFF,
    termsSince: sinceOf(false, 's.terms_version'),
    sandboxTermsSince: sinceOf(true, 's.sandbox_terms_version'),
    comingTerms: COMING,
  }),
)

/** As stored, for both modes. */
export async function findStore(reader: Reader, id: string): Promise<StoredStore | undefined> {
  return (await reader.query(select(STORE, 'FROM stores s WHERE s.id = $1'), [id]))[0]
}

/** As it is in a mode, at a time of that mode's clock. */
export async function findStoreIn(
  reader: Reader,
  { storeId, ...time }: Pick<StreamKey, 'storeId'> & InTime,
): Promise<Store | undefined> {
  const stored = await findStore(reader, storeId)
  return stored && storeIn(stored, time)
}

type ListedStore = StoredStore & {
  readonly createdAt: Date
  readonly activeKeys: number
  /** In live mode. */
  readonly state: StoreStateName
}

/** The stores after an id, in the order of their ids, with the number of their valid keys. */
export function listStores(
  reader: Reader,
  { after, now, limit }: { after: string; now: Date; limit: number },
): Promise<ListedStore[]> {
  const activeKeys = `(SELECT count(*) FROM api_keys k WHERE k.store_id = s.id
    AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2))`
  return reader.query(
    select(
      STORE.and(WHOLE.only('createdAt')).and(
        computed<{ activeKeys: number; state: StoreStateName }>({
          activeKeys,
          state: stateNameOf('false'),
        }),
      ),
      'FROM stores s WHERE s.id > $1 ORDER BY s.id LIMIT $3',
    ),
    [after, now, limit],
  )
}

const ACCOUNT = STORE.and(WHOLE.only('createdAt', 'version', 'register')).and(
  computed<Pick<StoreAccount, 'tokenSet' | 'liveState' | 'sandboxState'> & NamedAccounts>({
    tokenSet: 's.notification_token IS NOT NULL',
    liveState: stateOf({ sandbox: false }),
    sandboxState: stateOf({ sandbox: true }),
    liveBankAccount: namedAccountOf({ sandbox: false }),
    sandboxBankAccount: namedAccountOf({ sandbox: true }),
  }),
)

/** Serialises changes of the store's settings and keys; its orders continue. */
export async function lockStore(tx: Transaction, id: string): Promise<StoredAccount | undefined> {
  const text = select(ACCOUNT, 'FROM stores s WHERE s.id = $1 FOR NO KEY UPDATE')
  return (await tx.query(text, [id]))[0]
}

export async function findStoreAccount(
  reader: Reader,
  id: string,
): Promise<StoredAccount | undefined> {
  return (await reader.query(select(ACCOUNT, 'FROM stores s WHERE s.id = $1'), [id]))[0]
}
