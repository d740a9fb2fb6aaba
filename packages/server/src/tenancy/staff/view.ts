import type { Answered, InvitedAnswer, StaffPage } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import { countsView } from '../factors/view.ts'
import { personView } from '../staff-accounts/view.ts'
import { linkAddress } from '../staff-links/issue.ts'
import type { Invited } from './invite-person.ts'
import type { ListedPerson } from './list-staff.ts'

/** The only answer that contains the link. */
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

type Item = Answered<typeof StaffPage>['results'][number]

export const staffItem = ({ person, signIn: { factors, lastSignIn } }: ListedPerson): Item => ({
  ...personView(person),
  factors: countsView(factors),
  last_sign_in: lastSignIn && utcMicros(lastSignIn),
})
