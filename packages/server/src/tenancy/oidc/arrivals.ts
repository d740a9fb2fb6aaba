/** The owner of an account at the provider. */
import type { Action } from '../../model/actions/action.ts'
import type { Person } from '../../model/staff/person.ts'
import type { Claims } from '../../model/staff/provider.ts'
import type { Session } from '../../model/staff/session.ts'
import type { Transaction, Update, Written } from '../../platform/database/database.ts'
import { accept, Refused } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { identityUpdate, ownFactorRemovals } from '../factors/store.ts'
import { endSessions } from '../sessions/issue.ts'
import { listOpenSessions } from '../sessions/store.ts'
import { newPerson } from '../staff-accounts/people.ts'
import { findPersonBySubject, hasStaff, lockPerson } from '../staff-accounts/store.ts'
import { decideLink } from '../staff-links/rules.ts'
import { linkUse, lockLink } from '../staff-links/store.ts'

export type Arrival = {
  readonly person: Person
  /** Sessions that continue. */
  readonly open: readonly Session[]
  readonly written: readonly Written[]
}

/** The person bound earlier to the provider's subject identifier. */
export async function knownPerson(tx: Transaction, { issuer, subject }: Claims): Promise<Arrival> {
  const known = await findPersonBySubject(tx, { issuer, subject })
  const person = await lockPerson(tx, known?.id ?? '')
  const isTheirs = person?.issuer === issuer && person.subject === subject
  if (!isTheirs || person.disabledAt !== null) throw new Refused('sign_in_failed')
  return { person, open: await listOpenSessions(tx, person.id), written: [] }
}

/** A person with the link and its e-mail address: the account is bound to them from now on. */
export async function boundPerson(
  writing: RealWriting,
  tx: Transaction,
  { claims, link: hash }: { readonly claims: Claims; readonly link: string },
): Promise<Arrival> {
  const now = writing.clock.now()
  const link = accept(decideLink(await lockLink(tx, hash), now))
  const { issuer, subject, email } = claims
  const isTaken = (await findPersonBySubject(tx, { issuer, subject })) !== undefined
  if (email === undefined || isTaken) throw new Refused('sign_in_failed')
  const { person, written } =
    link.staffId === null
      ? await firstPerson(writing, tx, { ...claims, email })
      : await invited(writing, tx, { claims: { ...claims, email }, staffId: link.staffId })
  const object = { kind: 'staff_link', id: link.id }
  const changes = { staff: { old: null, new: person.id } }
  const use: Action = { action: 'link.use', object, storeId: null, changes }
  return { person, open: [], written: [...written, acted(writing, use, linkUse(link, now))] }
}

type Verified = Claims & { readonly email: string }
type Bound = Pick<Arrival, 'person' | 'written'>

/** Nobody exists yet: they become the first administrator. */
async function firstPerson(
  writing: RealWriting,
  tx: Transaction,
  { issuer, subject, email, name = email }: Verified,
): Promise<Bound> {
  if (await hasStaff(tx)) throw new Refused('link_invalid')
  const wish = { kind: 'lender', name, email, roles: ['admin'], membership: null } as const
  const { person, written } = newPerson(writing, { ...wish, identity: { issuer, subject } })
  return { person, written: [written, bound(writing, person)] }
}

/** Their earlier factors are lost, or in other hands. */
async function invited(
  writing: RealWriting,
  tx: Transaction,
  { claims, staffId }: { readonly claims: Verified; readonly staffId: string },
): Promise<Bound> {
  const { issuer, subject, email } = claims
  const person = await lockPerson(tx, staffId)
  if (person === undefined || person.disabledAt !== null) throw new Refused('link_invalid')
  if (person.email !== email) throw new Refused('sign_in_failed')
  const open = await listOpenSessions(tx, staffId)
  const removal: Action = {
    action: 'factor.remove',
    object: { kind: 'staff', id: staffId },
    storeId: null,
    changes: { factors: 'changed' },
  }
  return {
    person: { ...person, issuer, subject },
    written: [
      acted(writing, removal, ...ownFactorRemovals(staffId)),
      ...endSessions(writing, open, 'recovered'),
      bound(writing, person, identityUpdate(staffId, { issuer, subject })),
    ],
  }
}

function bound(writing: RealWriting, { id }: Person, ...rowSets: Update[]): Written {
  const object = { kind: 'staff', id }
  const changes = { factor: { old: null, new: 'oidc' } }
  return acted(writing, { action: 'factor.add', object, storeId: null, changes }, ...rowSets)
}
