/** The API's table of permissions: who has which. */
import { word } from '../texts/texts.ts'
import { useAnswer } from './answers.ts'
import { me, type Roles } from './session.ts'
import { isOfStore, rolesOf, storeRole } from './store.ts'

type Line = Pick<Roles['results'][number], 'permission' | 'own' | 'grants'>
type Reach = Line['grants'][number]['reach']

export function useRoles() {
  const path = isOfStore.value ? '/me/roles' : '/lender/roles'
  const own = me.value ? path : undefined
  return useAnswer<{ readonly results: readonly Line[] }>(own, { ofNoMode: true })
}

const useLines = (): readonly Line[] => useRoles().data?.results ?? []

/** Whether it is too early to draw what depends on them. */
export function useAwaitsPowers(): boolean {
  const { data, failure } = useRoles()
  return Boolean(me.value) && data === undefined && failure === undefined
}

/** The row of each permission; undefined while it is not loaded. */
export function usePowers(): (permission: string | undefined) => Line | undefined {
  const lines = useLines()
  return (permission) => lines.find((line) => line.permission === permission)
}

/** Whether the user's roles grant the whole permission, not only for their own objects. */
export function useHasWhole(permission: string): boolean {
  const grants = usePowers()(permission)?.grants ?? []
  return grants.some(({ holder, reach }) => reach === null && rolesOf().includes(holder))
}

/** The permissions gained by some roles over others; partial ones are marked. */
export function useRoleChange(before: readonly string[], after: readonly string[]) {
  const lines = useLines()
  const of = (roles: readonly string[]) =>
    new Set(roles.flatMap((role) => [...abilities(lines, role)]))
  const [old, next] = [of(before), of(after)]
  return { gained: [...next.difference(old)], lost: [...old.difference(next)] }
}

/** A full permission includes each part of it. */
function abilities(lines: readonly Line[], role: string): Set<string> {
  const partOf = (permission: string, reach: Reach) =>
    reach === 'webhooks' || reach === 'own' ? `${permission}.${reach}` : permission
  return new Set(
    lines.flatMap(({ permission, grants }) => {
      const own = grants.find(({ holder }) => holder === role)
      if (own === undefined) return []
      const part = partOf(permission, own.reach)
      return part === permission ? grants.map(({ reach }) => partOf(permission, reach)) : [part]
    }),
  )
}

/** Whether the user has the whole permission, or that part of it. */
export function isOwn({ own, grants }: Line, part?: 'webhooks'): boolean {
  const { reach } = grants.find(({ holder }) => holder === storeRole.value) ?? {}
  return own && (reach !== 'webhooks' || part === reach)
}

/** The roles on the user's own side that have it, or that part of it, in words; empty: none. */
export function holdersOf(line: Line | undefined, part?: 'webhooks'): string {
  const others = isOfStore.value ? /_key$/ : /^store_|_key$/
  return (line?.grants ?? [])
    .filter(({ holder, reach }) => !others.test(holder) && (reach !== 'webhooks' || part === reach))
    .map(({ holder }) => word(holder))
    .join(', ')
}
