import type { Answered, InvitedAnswer } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import { personView } from '../staff-accounts/view.ts'
import { linkAddress } from '../staff-links/issue.ts'
import type { Invited } from './invite-person.ts'

/** The one answer that holds the link. */
export function invitedView(
  { person, link }: Invited,
  baseUrl: string,
): Answered<typeof InvitedAnswer> {
  return {
    ...personView(person),
    link: linkAddress(baseUrl, link),
    link_expires_at: utcMicros(link.expiresAt),
  }
}
