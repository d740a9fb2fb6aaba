import type { Approval } from '../../model/approvals/approval.ts'
import { approvalRuleOf } from '../../model/approvals/approval-action.ts'
import type { Maker } from '../../model/approvals/rules.ts'
import { isActive } from '../../model/keys/api-key.ts'
import { permissionsOf, permissionsOfScopes } from '../../model/staff/roles.ts'
import type { Reader } from '../../platform/database/database.ts'
import { findKey } from '../../tenancy/api-keys/store.ts'
import { findPerson } from '../../tenancy/staff-accounts/store.ts'
import { findLenderKey } from '../keys/store.ts'

/** The maker as they are now; undefined: disabled, or a key that has ended. */
export async function findMaker(
  reader: Reader,
  { makerKind, makerId, storeId, action }: Approval,
  now: Date,
): Promise<Maker | undefined> {
  if (makerKind === 'lender_person') {
    const person = await findPerson(reader, makerId)
    if (person === undefined || person.disabledAt !== null) return undefined
    const { roles } = person
    return { holders: roles, permissions: permissionsOf(roles), accountable: makerId, people: [] }
  }
  if (storeId !== null && (makerKind === 'store_key' || makerKind === 'store_person')) {
    const ofStore = { kind: makerKind, id: makerId, storeId }
    if (!(await isOfStore(reader, ofStore, now))) return undefined
    // The permission that a requester lacks and asks for.
    const permissions = new Set([approvalRuleOf(action).permission])
    return { holders: [], permissions, accountable: makerId, people: [] }
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

type OfStore = {
  readonly kind: 'store_key' | 'store_person'
  readonly id: string
  readonly storeId: string
}

/** Whether its key works still, or the person is one of its own. */
async function isOfStore(reader: Reader, { kind, id, storeId }: OfStore, now: Date) {
  if (kind === 'store_key') {
    const key = await findKey(reader, { storeId, id })
    return key !== undefined && isActive(key, now)
  }
  const person = await findPerson(reader, id)
  const memberships = person?.disabledAt === null ? person.memberships : []
  return memberships.some((each) => each.storeId === storeId)
}
