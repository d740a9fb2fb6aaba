/** The commands about people that `npm run svc` carries out for the operator. */
import type { Person } from '../../model/staff/person.ts'
import type { LenderRole, StoreRole } from '../../model/staff/roles.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { listSessions } from '../../tenancy/sessions/list-sessions.ts'
import { sessionView } from '../../tenancy/sessions/view.ts'
import { disablePerson } from '../../tenancy/staff/disable-person.ts'
import { endSessions } from '../../tenancy/staff/end-sessions.ts'
import { invitePerson } from '../../tenancy/staff/invite-person.ts'
import { offerFirst } from '../../tenancy/staff/offer-first.ts'
import { recoverPerson } from '../../tenancy/staff/recover-person.ts'
import { findPersonByEmail, listPeople } from '../../tenancy/staff-accounts/store.ts'
import { personView } from '../../tenancy/staff-accounts/view.ts'
import { type IssuedLink, linkAddress } from '../../tenancy/staff-links/issue.ts'
import { inWords } from './key-commands.ts'

export type StaffInput = {
  /** The base address of links. */
  readonly baseUrl?: string
  readonly email?: string
  readonly person?: { readonly name: string; readonly email: string } & (
    | { readonly roles: readonly LenderRole[] }
    | { readonly storeId: string; readonly role: StoreRole }
  )
}

type Working = RealWriting & { readonly database: Database }

const PAGE_SIZE = 100

/** Everybody, the newest first. */
export async function showStaff({ database }: { readonly database: Reader }): Promise<object[]> {
  const shown: object[] = []
  for (let page = 1; ; page++) {
    const { people } = await listPeople(database, { page, pageSize: PAGE_SIZE })
    shown.push(...people.map(personView))
    if (people.length < PAGE_SIZE) return shown
  }
}

/** A link for the first administrator, while there is nobody. */
export async function offerFirstLink(
  working: Working,
  { baseUrl = '' }: StaffInput,
): Promise<object> {
  const link = await inWords(offerFirst(working, { unlessOpen: false }))
  if (link === undefined) throw new Error('a valid link exists already')
  return linkView(link, baseUrl)
}

export async function inviteOperatorsPerson(
  working: Working,
  { baseUrl = '', person: wish }: StaffInput,
): Promise<object> {
  if (wish === undefined) throw new Error('a person has a name and an address')
  const { name, email } = wish
  const input =
    'roles' in wish
      ? { name, email, roles: wish.roles }
      : { name, email, membership: { storeId: wish.storeId, role: wish.role } }
  const { person, link } = await inWords(invitePerson(working, input))
  return { ...personView(person), ...linkView(link, baseUrl) }
}

export async function disableOperatorsPerson(working: Working, input: StaffInput): Promise<object> {
  const { id: staffId } = await knownPerson(working.database, input)
  return personView(await inWords(disablePerson(working, { staffId })))
}

/** For a person who has lost every factor, when nobody is left to help. */
export async function recoverOperatorsPerson(
  working: Working,
  { baseUrl = '', ...input }: StaffInput,
): Promise<object> {
  const { id: staffId } = await knownPerson(working.database, input)
  const { person, link } = await inWords(recoverPerson(working, { staffId }))
  return { ...personView(person), ...linkView(link, baseUrl) }
}

export async function showSessions(working: Working, input: StaffInput): Promise<object[]> {
  const { id } = await knownPerson(working.database, input)
  return (await listSessions(working, id)).map(sessionView)
}

export async function endOperatorsSessions(working: Working, input: StaffInput): Promise<object> {
  const { id: staffId } = await knownPerson(working.database, input)
  return { ended: await inWords(endSessions(working, { staffId })) }
}

const linkView = (link: IssuedLink, baseUrl: string) => ({
  link: linkAddress(baseUrl, link),
  link_expires_at: utcMicros(link.expiresAt),
})

async function knownPerson(reader: Reader, { email = '' }: StaffInput): Promise<Person> {
  const person = await findPersonByEmail(reader, email.trim())
  if (person === undefined) throw new Error(`no person has the address ${email}`)
  return person
}
