import { canSignIn, normalEmail, type Person } from '../../model/staff/person.ts'
import type { StoreRole } from '../../model/staff/roles.ts'
import type { Transaction, Written } from '../../platform/database/database.ts'
import { accept } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { findFactors } from '../factors/store.ts'
import { memberRow, newPerson } from '../staff-accounts/people.ts'
import { findPersonByEmail, lockPerson, lockStaff } from '../staff-accounts/store.ts'
import { type IssuedLink, issueLink } from '../staff-links/issue.ts'
import { listOpenLinks } from '../staff-links/store.ts'
import { decideJoining, decideOwner } from './rules.ts'
import { findMembership, type Member } from './store.ts'

type InviteMemberInput = {
  readonly storeId: string
  /** The owner who invites. */
  readonly actorId: string
  readonly wish: { readonly name: string; readonly email: string; readonly role: StoreRole }
}

/** The link is null if the person already has a way to sign in. */
export type InvitedMember = { readonly member: Member; readonly link: IssuedLink | null }

/**
 * Makes somebody a member of the store: a new person, or a member of other stores, who keeps their
 * name. Errors: `staff_exists`, `permission_missing`.
 */
export function inviteMember(
  writing: RealWriting,
  { storeId, actorId, wish: { name, email: written, role } }: InviteMemberInput,
): Promise<InvitedMember> {
  const email = normalEmail(written)
  const membership = { storeId, role }
  return writing.writer.transaction(null, async (tx) => {
    await lockStaff(tx)
    accept(decideOwner((await findMembership(tx, { storeId, staffId: actorId }))?.role))
    const known = await findPersonByEmail(tx, email)
    const joined =
      known === undefined
        ? newMember(writing, { name, email, membership })
        : await joinedMember(writing, tx, { known, membership })
    const { person, link, all } = joined
    const { id, disabledAt } = person
    const heldFrom = writing.clock.now()
    const member = { id, name: person.name, email, role, heldFrom, disabledAt }
    return tx.commit({ member, link }, ...all)
  })
}

type Joined = {
  readonly person: Person
  readonly link: IssuedLink | null
  readonly all: readonly Written[]
}
type Membership = Person['memberships'][number]

function newMember(
  writing: RealWriting,
  wish: { readonly name: string; readonly email: string; readonly membership: Membership },
): Joined {
  const { person, written } = newPerson(writing, { ...wish, kind: 'store', roles: [] })
  const link = issueLink(writing, { kind: 'invite', staffId: person.id, open: [] })
  return { person, link: link.issued, all: [written, link.written] }
}

async function joinedMember(
  writing: RealWriting,
  tx: Transaction,
  { known, membership }: { readonly known: Person; readonly membership: Membership },
): Promise<Joined> {
  const { id } = known
  const { storeId, role } = membership
  const person = accept(decideJoining((await lockPerson(tx, id)) ?? known, storeId))
  const object = { kind: 'staff', id } as const
  const changes = { role: { old: null, new: role } }
  const action = { action: 'staff.change', object, storeId, changes } as const
  const written = acted(writing, action, memberRow(writing, id, membership))
  // A link gives all rights of its person: none for a member of another store as well.
  const isNew = person.memberships.length === 0 && !canSignIn(await findFactors(tx, id))
  if (!isNew) return { person, link: null, all: [written] }
  const open = await listOpenLinks(tx, id)
  const link = issueLink(writing, { kind: 'invite', staffId: id, open })
  return { person, link: link.issued, all: [written, link.written] }
}
