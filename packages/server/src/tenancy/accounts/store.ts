import type { StoreStateName } from '@svc/api'
import type { Store, StoreAccount, StoreRegister } from '../../model/stores/store-account.ts'
import { type StoredAccount, type StoredStore, storeIn } from '../../model/stores/store-terms.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import { CREDIT_OFF, stateNameOf, stateOf } from '../store-states/store.ts'

type Json = Pick<StoredStore, 'sandboxTerms' | 'allowedProducts'> & { register: StoreRegister }
const WHOLE = columns<'stores', Json>('stores', 's')
export const STORE = WHOLE.only('id', 'name', 'timeZone', 'sandboxTerms', 'allowedProducts').and(
  computed<Pick<StoredStore, 'liveSettings' | 'creditOff'>>({
    liveSettings: 's.settings',
    creditOff: CREDIT_OFF,
  }),
)

/** As it is kept, for both modes. */
export async function findStore(reader: Reader, id: string): Promise<StoredStore | undefined> {
  return (await reader.query(select(STORE, 'FROM stores s WHERE s.id = $1'), [id]))[0]
}

/** As it is in a mode. */
export async function findStoreIn(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
): Promise<Store | undefined> {
  const stored = await findStore(reader, storeId)
  return stored && storeIn(stored, { sandbox })
}

type ListedStore = StoredStore & {
  readonly createdAt: Date
  readonly activeKeys: number
  /** In live mode. */
  readonly state: StoreStateName
}

/** The stores after an id, in the order of their ids, with how many of their keys work. */
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
  computed<Pick<StoreAccount, 'tokenSet' | 'liveState' | 'sandboxState'>>({
    tokenSet: 's.notification_token IS NOT NULL',
    liveState: stateOf({ sandbox: false }),
    sandboxState: stateOf({ sandbox: true }),
  }),
)

/** Serialises what changes the store's settings and keys; its orders go on. */
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
