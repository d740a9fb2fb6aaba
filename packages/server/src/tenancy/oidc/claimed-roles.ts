import type { Claims } from '../../model/staff/provider.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { changeRoles } from '../staff/role-change.ts'
import { decideRoles } from '../staff/rules.ts'
import { countAdmins } from '../staff-accounts/store.ts'
import type { Arrival } from './arrivals.ts'
import { rolesIn } from './rules.ts'

type Judging = { readonly arrival: Arrival; readonly claims: Claims }

/**
 * Applies the roles in the provider's claim, if configured; people without any of our roles lose
 * access.
 */
export async function withRoles(
  writing: RealWriting,
  tx: Transaction,
  { arrival, claims }: Judging,
): Promise<Arrival> {
  const { person, open, written } = arrival
  if (claims.roles === undefined || person.kind !== 'lender') return arrival
  const otherAdmins = await countAdmins(tx, person.id)
  const wish = rolesIn(claims.roles)
  const decision = decideRoles({ actorId: null, person, otherAdmins }, wish)
  if (decision.refused !== undefined || wish.length === 0) throw new Refused('sign_in_failed')
  const { rowSets, ends } = await changeRoles(writing, tx, { person, roles: wish })
  if (rowSets.length === 0) return arrival
  const object = { kind: 'staff', id: person.id }
  const changes = { roles: { old: person.roles.toSorted(), new: wish.toSorted() } }
  const change = acted(
    writing,
    { action: 'staff.change', object, storeId: null, changes },
    ...rowSets,
  )
  return {
    person: { ...person, roles: wish },
    open: [],
    written: [...written, change, ...(open.length === 0 ? [] : ends)],
  }
}
