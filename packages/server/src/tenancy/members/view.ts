import type { Answered, InvitedMemberAnswer, MemberAnswer } from '@svc/api'
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

/** The one answer that holds the link. */
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
