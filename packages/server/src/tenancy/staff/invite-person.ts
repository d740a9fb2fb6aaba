import type { Membership, Person } from '../../model/staff/person.ts'
import { normalEmail } from '../../model/staff/person.ts'
import type { LenderRole } from '../../model/staff/roles.ts'
import { existing, Refused } from '../../platform/refusal.ts'
import { findStore } from '../accounts/store.ts'
import type { RealWriting } from '../caller/context.ts'
import { newPerson } from '../staff-accounts/people.ts'
import { findPersonByEmail, lockStaff } from '../staff-accounts/store.ts'
import { type IssuedLink, issueLink } from '../staff-links/issue.ts'
import { roleFaults } from './rules.ts'

export type InvitePersonInput = {
  readonly name: string
  readonly email: string
} & (
  | { readonly roles: readonly LenderRole[]; readonly membership?: never }
  | { readonly membership: Membership; readonly roles?: never }
)

export type Invited = { readonly person: Person; readonly link: IssuedLink }

/**
 * Creates a person, of the lender with roles or of a store as its member, and the link with which
 * they set up their factors. Errors: `staff_exists`, `body_invalid`, `merchant_not_found`.
 */
export function invitePerson(
  writing: RealWriting,
  { name, email: written, roles, membership }: InvitePersonInput,
): Promise<Invited> {
  const faults = roleFaults(roles ?? [])
  if (faults.length > 0) throw new Refused('body_invalid', { fields: { roles: faults } })
  const email = normalEmail(written)
  return writing.writer.transaction(null, async (tx) => {
    await lockStaff(tx)
    const known = await findPersonByEmail(tx, email)
    if (known !== undefined) {
      const state = known.disabledAt === null ? 'active' : 'disabled'
      throw new Refused('staff_exists', { values: { state } })
    }
    if (membership !== undefined) {
      existing(await findStore(tx, membership.storeId), 'merchant', membership.storeId)
    }
    const wish =
      membership === undefined
        ? { kind: 'lender' as const, roles: roles ?? [], membership: null }
        : { kind: 'store' as const, roles: [], membership }
    const made = newPerson(writing, { ...wish, name, email })
    const link = issueLink(writing, { kind: 'invite', staffId: made.person.id, open: [] })
    const invited = { person: made.person, link: link.issued }
    return tx.commit(invited, made.written, link.written)
  })
}
