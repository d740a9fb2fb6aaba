import { type Permission, permissionsOf } from '../../model/staff/roles.ts'
import { grantOfMember, memberPermissions } from '../../model/staff/store-rights.ts'
import { assert } from '../../platform/refusal.ts'
import type { Reading } from '../caller/context.ts'
import { findPerson } from '../staff-accounts/store.ts'

type Place = { readonly storeId: string; readonly actorId: string }

/** The permissions of a person in a store: as its member, or as lender staff, who only read. */
export async function getRights(
  { database }: Reading,
  { storeId, actorId }: Place,
): Promise<ReadonlySet<Permission>> {
  const person = await findPerson(database, actorId)
  assert(person !== undefined, 'nobody removes a person')
  const role = person.memberships.find((each) => each.storeId === storeId)?.role
  if (role !== undefined) {
    return new Set(memberPermissions.filter((each) => grantOfMember(role, each) !== undefined))
  }
  const all = permissionsOf(person.roles)
  return new Set(memberPermissions.filter((each) => each.endsWith(':read') && all.has(each)))
}
