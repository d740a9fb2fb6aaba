import type { StoredAccount } from '../../model/stores/store-terms.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import { findStoreAccount } from '../../tenancy/accounts/store.ts'
import type { LenderCaller, Places, Reading } from '../../tenancy/caller/context.ts'
import { findAllowedActs } from '../allowed-acts/judging.ts'
import { storeActs } from './acts.ts'

/** Refusals: `store_not_found`. */
export async function getStore({ database }: Reading, id: string): Promise<StoredAccount> {
  const store = isId(id) ? await findStoreAccount(database, id) : undefined
  return existing(store, 'store', id)
}

/** With what the caller may do to it. Refusals: `store_not_found`. */
export async function openStore(
  { database, clocks, demo }: Places & { readonly demo: boolean },
  caller: LenderCaller,
  id: string,
) {
  const store = await getStore({ database }, id)
  const { sandbox } = caller
  const state = sandbox ? store.sandboxState : store.liveState
  const acts = storeActs({ reader: database, storeId: id, sandbox, state })
  const object = { kind: 'store', id, storeId: id }
  const about = { object, currency: store.liveSettings.currency, acts }
  const judging = { database, clock: clocks.real, demo }
  return { store, judged: await findAllowedActs(judging, caller, about) }
}
