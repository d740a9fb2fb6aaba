/** The store that a person of stores is at: the address names it, else it is their first. */
import { computed } from '@preact/signals'
import { place } from '../shell/place.ts'
import { me } from './session.ts'

export const isOfStore = computed(() => me.value?.kind === 'store')

export const storeId = computed(() => {
  if (!isOfStore.value) return undefined
  return new URLSearchParams(place.value.query).get('store') ?? me.value?.stores[0]?.store_id
})

/** What they are there; undefined: they are not of it. */
export const storeRole = computed(
  () => me.value?.stores.find(({ store_id: id }) => id === storeId.value)?.role,
)

/** What the signed-in person may call themselves, here. */
export const rolesOf = (): readonly string[] => [
  ...(me.value?.roles ?? []),
  ...(storeRole.value === undefined ? [] : [storeRole.value]),
]

/** Whose route a path is; undefined: no store's. */
export const storeOf = (path: string): string | undefined =>
  /^\/(lender|demo)\//.test(path) ? undefined : storeId.value
