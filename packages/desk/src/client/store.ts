/** The store of the present page for store staff: named by the URL, otherwise their first one. */
import { computed } from '@preact/signals'
import { place } from '../shell/place.ts'
import { me } from './session.ts'

export const isOfStore = computed(() => me.value?.kind === 'store')

export const storeId = computed(() => {
  if (!isOfStore.value) return undefined
  return new URLSearchParams(place.value.query).get('store') ?? me.value?.stores[0]?.store_id
})

/** Their role there; undefined: they are not a member. */
export const storeRole = computed(
  () => me.value?.stores.find(({ store_id: id }) => id === storeId.value)?.role,
)

/** The roles of the signed-in user here. */
export const rolesOf = (): readonly string[] => [
  ...(me.value?.roles ?? []),
  ...(storeRole.value === undefined ? [] : [storeRole.value]),
]

/** The store of a route; undefined: it belongs to no store. */
export const storeOf = (path: string): string | undefined =>
  /^\/(lender|demo)\//.test(path) ? undefined : storeId.value
