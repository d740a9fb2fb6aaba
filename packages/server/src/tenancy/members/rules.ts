/**
 * The members of a store. Invariants: 1. only an owner adds, changes and removes members. 2. Once
 * a store has an owner who is not disabled, it always has one. 3. People of the lender are not
 * members.
 */
import type { Person } from '../../model/staff/person.ts'
import type { StoreRole } from '../../model/staff/roles.ts'
import type { Decision } from '../../platform/refusal.ts'

/** Whether an owner who was admitted still is one. */
export function decideOwner(role: StoreRole | undefined): Decision<StoreRole> {
  if (role === 'store_owner') return { plan: role }
  return { refused: 'permission_missing', detail: { values: { permission: 'staff:write' } } }
}

/** Whether somebody who has an account becomes a member. */
export function decideJoining(person: Person, storeId: string): Decision<Person> {
  const { kind, disabledAt, memberships } = person
  const isHere = kind === 'lender' || memberships.some((each) => each.storeId === storeId)
  if (!isHere && disabledAt === null) return { plan: person }
  const state = disabledAt === null ? 'active' : 'disabled'
  return { refused: 'staff_exists', detail: { values: { state } } }
}

/** Whether somebody may stop being an owner or a member. */
export function decideLeaving(role: StoreRole, otherOwners: number): Decision<StoreRole> {
  if (role !== 'store_owner' || otherOwners > 0) return { plan: role }
  return { refused: 'staff_last_owner', detail: { values: { state: 'active' } } }
}
