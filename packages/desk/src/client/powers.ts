/** What the API says of permissions: who has which. */
import { word } from '../texts/texts.ts'
import { useAnswer } from './answers.ts'
import type { Roles } from './session.ts'
import { isOfStore, storeRole } from './store.ts'

type Line = Pick<Roles['results'][number], 'permission' | 'own' | 'grants'>

/** The line of each permission; undefined while nothing is known. */
export function usePowers(): (permission: string | undefined) => Line | undefined {
  const path = isOfStore.value ? '/me/roles' : '/lender/roles'
  const { data } = useAnswer<{ readonly results: readonly Line[] }>(path, { ofNoMode: true })
  return (permission) => data?.results.find((line) => line.permission === permission)
}

/** Whether one has the whole of it, or that part of it. */
export function isOwn({ own, grants }: Line, part?: 'webhooks'): boolean {
  const { reach } = grants.find(({ holder }) => holder === storeRole.value) ?? {}
  return own && (reach !== 'webhooks' || part === reach)
}

/** The roles of one's own side that have it, or that part of it, in words; empty: nobody. */
export function holdersOf(line: Line | undefined, part?: 'webhooks'): string {
  const others = isOfStore.value ? /_key$/ : /^store_|_key$/
  return (line?.grants ?? [])
    .filter(({ holder, reach }) => !others.test(holder) && (reach !== 'webhooks' || part === reach))
    .map(({ holder }) => word(holder))
    .join(', ')
}
