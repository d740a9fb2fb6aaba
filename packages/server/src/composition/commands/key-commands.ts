/** The commands about stores and keys that `npm run svc` carries out for the operator. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiKeyWish, LenderKeyWish } from '@svc/api'
import { createLenderKey } from '../../lender/keys/create-lender-key.ts'
import { revokeLenderKey } from '../../lender/keys/revoke-lender-key.ts'
import { listLenderKeys } from '../../lender/keys/store.ts'
import { lenderKeyView, newLenderKeyView } from '../../lender/keys/view.ts'
import { changeStoreState } from '../../lender/stores/change-store-state.ts'
import type { Mode } from '../../model/keys/api-key.ts'
import type { Switches } from '../../model/stores/store-state.ts'
import type { StoredStore } from '../../model/stores/store-terms.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import { sentenceOf } from '../../platform/http/errors.ts'
import { Refused } from '../../platform/refusal.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { findStore, listStores } from '../../tenancy/accounts/store.ts'
import { createKey } from '../../tenancy/api-keys/create-key.ts'
import { revokeKey } from '../../tenancy/api-keys/revoke-key.ts'
import { listKeys } from '../../tenancy/api-keys/store.ts'
import { apiKeyView, newApiKeyView, revokedKeyView } from '../../tenancy/api-keys/view.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { createClocks } from '../../tenancy/test-clocks/clocks.ts'

export type KeyInput = {
  readonly storeId?: string
  readonly key?: ApiKeyWish
  readonly keyId?: string
  readonly cascade?: boolean
  readonly lenderKey?: LenderKeyWish
  readonly stateChange?: StateWish
}

/** The operator's acts on a store in one mode. */
type StateWish = {
  readonly act: 'suspend' | 'resume'
  readonly mode: Mode
  readonly switches?: Partial<Switches>
  readonly note: string
}

const PAGE_SIZE = 100

/** The operator's name for a key is its `kid`; the rest is as `GET /me/api-keys` shows it. */
function operatorsView<T extends { readonly id: string }>({ id, ...view }: T) {
  return { kid: id, ...view }
}

export async function showStores(reader: Reader, now: Date): Promise<object[]> {
  const shown: object[] = []
  for (let after = ''; ; ) {
    const stores = await listStores(reader, { after, now, limit: PAGE_SIZE })
    if (stores.length === 0) return shown
    for (const { id, name, createdAt, liveSettings, activeKeys, state } of stores) {
      const { url } = liveSettings
      shown.push({
        store_id: id,
        name,
        url,
        state,
        created: utcMicros(createdAt),
        active_keys: activeKeys,
      })
      after = id
    }
  }
}

/** All keys of a store, the newest first, those that have ended too. */
export async function showKeys(reader: Reader, { storeId }: KeyInput): Promise<object[]> {
  const store = await knownStore(reader, storeId)
  const shown: object[] = []
  for (let page = 1; ; page++) {
    const { keys } = await listKeys(reader, store.id, { page, pageSize: PAGE_SIZE })
    shown.push(...keys.map((key) => operatorsView(apiKeyView(key))))
    if (keys.length < PAGE_SIZE) return shown
  }
}

/** Answers the key itself, this once. */
export async function createOperatorsKey(
  { database, ...writing }: RealWriting & { readonly database: Reader },
  { storeId, key: wish }: KeyInput,
): Promise<object> {
  const { id, timeZone } = await knownStore(database, storeId)
  if (wish === undefined) throw new Error('a new key has a name')
  const input = { storeId: id, timeZone, actorId: null, wish }
  return operatorsView(newApiKeyView(await inWords(createKey(writing, input))))
}

export async function revokeOperatorsKey(
  { database, ...writing }: RealWriting & { readonly database: Reader },
  { storeId, keyId = '', cascade = false }: KeyInput,
): Promise<object> {
  const { id } = await knownStore(database, storeId)
  const input = { storeId: id, actorId: null, keyId, cascade }
  return operatorsView(revokedKeyView(await inWords(revokeKey(writing, input))))
}

/** All keys of the lender, the newest first, those that have ended too. */
export async function showLenderKeys(reader: Reader): Promise<object[]> {
  const shown: object[] = []
  for (let page = 1; ; page++) {
    const keys = await listLenderKeys(reader, { page, pageSize: PAGE_SIZE })
    shown.push(...keys.map((key) => operatorsView(lenderKeyView(key))))
    if (keys.length < PAGE_SIZE) return shown
  }
}

/** Answers the key itself, this once. */
export async function createOperatorsLenderKey(
  writing: RealWriting,
  { lenderKey: wish }: KeyInput,
): Promise<object> {
  if (wish === undefined) throw new Error('a new key has a name')
  return operatorsView(newLenderKeyView(await inWords(createLenderKey(writing, { wish }))))
}

export async function revokeOperatorsLenderKey(
  writing: RealWriting,
  { keyId = '' }: KeyInput,
): Promise<object> {
  return operatorsView(lenderKeyView(await inWords(revokeLenderKey(writing, keyId))))
}

/** Answers the store's state after it. */
export async function changeOperatorsStore(
  { database, ...writing }: RealWriting & { readonly database: Database },
  { storeId, stateChange: wish }: KeyInput,
): Promise<object> {
  const { id } = await knownStore(database, storeId)
  if (wish === undefined) throw new Error('a change of a state says which')
  const { act, mode, switches, note } = wish
  const clocks = createClocks({ database, real: writing.clock, ids: writing.ids, pause })
  const key = { storeId: id, sandbox: mode === 'sandbox' }
  const reason = { code: 'routine', note }
  const off = switches === undefined ? {} : { switches }
  const change = { ...key, act, reason, byOperator: true, ...off } as const
  const store = await inWords(changeStoreState({ ...writing, clocks }, change))
  const { state, newCredit, captures, payouts } = key.sandbox ? store.sandboxState : store.liveState
  return { store_id: id, mode, state, new_credit: newCredit, captures, payouts }
}

async function knownStore(reader: Reader, storeId = ''): Promise<StoredStore> {
  const store = await findStore(reader, storeId)
  if (store === undefined) throw new Error(`there is no store ${storeId}`)
  return store
}

/** A terminal shows no envelope. */
export async function inWords<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof Refused ? new Error(sentenceOf(error)) : error
  })
}
