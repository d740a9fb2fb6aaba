import type { Approval } from '../../model/approvals/approval.ts'
import type { Maker } from '../../model/approvals/rules.ts'
import { isActive } from '../../model/keys/api-key.ts'
import { permissionsOf, permissionsOfScopes } from '../../model/staff/roles.ts'
import type { Reader } from '../../platform/database/database.ts'
import { findPerson } from '../../tenancy/staff-accounts/store.ts'
import { findLenderKey } from '../keys/store.ts'

/** How whoever asked stands now; undefined: disabled, or a key that has ended. */
export async function findMaker(
  reader: Reader,
  { makerKind, makerId }: Approval,
  now: Date,
): Promise<Maker | undefined> {
  if (makerKind === 'lender_person') {
    const person = await findPerson(reader, makerId)
    if (person === undefined || person.disabledAt !== null) return undefined
    const { roles } = person
    return { holders: roles, permissions: permissionsOf(roles), accountable: makerId, people: [] }
  }
  const key = await findLenderKey(reader, makerId)
  if (key === undefined || !isActive(key, now)) return undefined
  return {
    holders: ['lender_key'],
    permissions: permissionsOfScopes(key.scopes),
    accountable: key.ownerId ?? key.id,
    people: [key.ownerId, key.makerId].filter((each) => each !== null),
  }
}
