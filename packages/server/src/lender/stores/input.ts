/** Bodies of requests about stores, as the operations take them. */
import type { NewLenderStoreWish } from '@svc/api'
import { newStore } from '../../model/stores/new-store.ts'
import type { Store, StoreRegister } from '../../model/stores/store-account.ts'
import type { Switches } from '../../model/stores/store-state.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { getStore } from './get-store.ts'

type Described = { readonly store: Store; readonly register: StoreRegister }

/** A store that does not exist yet. */
export function storeIn(
  { name, url, time_zone: timeZone, currency, ...register }: NewLenderStoreWish,
  ids: Pick<Ids, 'next'>,
): Described {
  const store = newStore({ id: ids.next(), name, url, timeZone, currency, products: [] })
  return { store, register }
}

type Wish = {
  readonly new_credit?: boolean | undefined
  readonly captures?: boolean | undefined
  readonly payouts?: boolean | undefined
}

export function switchesIn({ new_credit, captures, payouts }: Wish): Partial<Switches> {
  return {
    ...(new_credit === undefined ? {} : { newCredit: new_credit }),
    ...(captures === undefined ? {} : { captures }),
    ...(payouts === undefined ? {} : { payouts }),
  }
}

/** The object of a second person's approval of a change. Refusals: `store_not_found`. */
export async function objectIn(
  service: Service,
  { params }: { readonly params: { readonly storeId: string } },
) {
  const { id } = await getStore(service, params.storeId)
  return { kind: 'store', id, storeId: id }
}
