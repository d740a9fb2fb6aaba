import type { Answered, InvitedMemberAnswer, MemberAnswer, StoreRolesAnswer } from '@svc/api'
import { type Permission, storeRoles } from '../../model/staff/roles.ts'
import { grantOfMember, memberPermissions } from '../../model/staff/store-rights.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { linkAddress } from '../staff-links/issue.ts'
import type { InvitedMember } from './invite-member.ts'
import type { Member } from './store.ts'

export function memberView(member: Member): Answered<typeof MemberAnswer> {
  const { id, name, email, role, heldFrom, disabledAt } = member
  return {
    ...{ id, name, email, role, since: utcMicros(heldFrom) },
    disabled_at: disabledAt === null ? null : utcMicros(disabledAt),
  }
}

/** The only answer that contains the link. */
export function invitedMemberView(
  { member, link }: InvitedMember,
  baseUrl: string,
): Answered<typeof InvitedMemberAnswer> {
  return {
    ...memberView(member),
    link: link && linkAddress(baseUrl, link),
    link_expires_at: link && utcMicros(link.expiresAt),
  }
}

/** The permissions of members of a store, and which of them the caller has. */
export const storeRolesView = (
  own: ReadonlySet<Permission>,
): Answered<typeof StoreRolesAnswer> => ({
  results: memberPermissions.map((permission) => ({
    permission,
    own: own.has(permission),
    grants: storeRoles.flatMap((holder) => {
      const grant = grantOfMember(holder, permission)
      if (grant === undefined) return []
      const { power, reach = null } = grant
      return [{ holder, power, limit: null, limit_of: null, reach }]
    }),
  })),
})
