/** Members of a store: an owner's requests about them, and their answers. */
import { limits } from '../limits.ts'
import { choice, closed, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Email, Type } from './common.ts'

const roles = ['store_owner', 'store_operator', 'store_viewer'] as const

/** Body of `POST /me/staff`. */
export const InviteMemberBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: limits.textMax, format: 'one-line' }),
  email: Email(),
  role: Type.Enum([...roles]),
})

/** Body of `PATCH /me/staff/:staffId`. */
export const ChangeMemberBody = Type.Object({ role: Type.Enum([...roles]) })

const member = {
  id: hexId('Id of the person.'),
  name: words('Name of the person.'),
  email: words('E-mail address, in lower case.'),
  role: choice(roles, 'Role in the store.'),
  since: moment('Since when'),
  disabled_at: nullable(moment('When the lender disabled the person')),
}

export const MemberAnswer = closed(member, {
  $id: 'Member',
  description: "A member of the store's staff.",
})

export const MemberPage = pageOf(MemberAnswer, 'MemberPage')

/** The answer of `POST /me/staff`. */
export const InvitedMemberAnswer = closed(
  {
    ...member,
    link: nullable(
      words('Invitation link to set up their factors, shown only once; null if they have some.'),
    ),
    link_expires_at: nullable(moment('When the link expires')),
  },
  { $id: 'InvitedMember', description: "A new member of the store's staff." },
)
