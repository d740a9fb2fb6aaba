/** What the API says of permissions: who has which. */
import { word } from '../texts/texts.ts'
import { useAnswer } from './answers.ts'
import { me, type Roles } from './session.ts'
import { isOfStore, rolesOf, storeRole } from './store.ts'

type Line = Pick<Roles['results'][number], 'permission' | 'own' | 'grants'>
type Reach = Line['grants'][number]['reach']

function useRoles() {
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

/** The line of each permission; undefined while nothing is known. */
export function usePowers(): (permission: string | undefined) => Line | undefined {
  const lines = useLines()
  return (permission) => lines.find((line) => line.permission === permission)
}

/** Whether one has the whole of it by one's roles, and not only what is their own. */
export function useHasWhole(permission: string): boolean {
  const grants = usePowers()(permission)?.grants ?? []
  return grants.some(({ holder, reach }) => reach === null && rolesOf().includes(holder))
}

/** What somebody may by some roles and not by others; what is only a part of it is said so. */
export function useRoleChange(before: readonly string[], after: readonly string[]) {
  const lines = useLines()
  const of = (roles: readonly string[]) =>
    new Set(roles.flatMap((role) => [...abilities(lines, role)]))
  const [old, next] = [of(before), of(after)]
  return { gained: [...next.difference(old)], lost: [...old.difference(next)] }
}

/** A right to the whole includes each part of it. */
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
