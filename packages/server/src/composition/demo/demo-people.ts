/** The people of the demo, one for each role: made when they are needed (decision 0121). */

import type { Person } from '../../model/staff/person.ts'
import type { LenderRole, StoreRole } from '../../model/staff/roles.ts'
import type { Session } from '../../model/staff/session.ts'
import type { Database } from '../../platform/database/database.ts'
import { assert } from '../../platform/refusal.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import {
  beginSession,
  endSessions,
  type Issued,
  renewSession,
} from '../../tenancy/sessions/issue.ts'
import { enrolled } from '../../tenancy/sessions/rules.ts'
import { listOpenSessions } from '../../tenancy/sessions/store.ts'
import { newPerson } from '../../tenancy/staff-accounts/people.ts'
import { findPersonByEmail, lockPerson, lockStaff } from '../../tenancy/staff-accounts/store.ts'

type DemoStoreRole = Exclude<StoreRole, 'store_viewer'>
type DemoRole = LenderRole | DemoStoreRole

const NAMES: Readonly<Record<DemoRole, string>> = {
  support: 'Sara Soporte',
  collections: 'Carlos Cobros',
  risk: 'Rita Riesgo',
  finance: 'Felipe Finanzas',
  admin: 'Ada Admin',
  auditor: 'Aurora Auditora',
  store_owner: 'Tomás Tienda',
  store_operator: 'Olga Operadora',
}
const emailOf = (role: string): string => `${role}@demo.example`

/** Whether somebody is one of them: nobody else gets a session without a factor. */
export const isOfDemo = (email: string): boolean =>
  Object.keys(NAMES).some((role) => emailOf(role) === email)

type Wanted =
  | { readonly role: LenderRole }
  | { readonly role: DemoStoreRole; readonly storeId: string }

function wishOf(wanted: Wanted) {
  const named = { name: NAMES[wanted.role], email: emailOf(wanted.role) }
  if (wanted.role === 'store_owner' || wanted.role === 'store_operator') {
    const { storeId, role } = wanted
    return { ...named, kind: 'store', roles: [], membership: { storeId, role } } as const
  }
  return { ...named, kind: 'lender', roles: [wanted.role], membership: null } as const
}

/** The demo's person of a role, created if there is none yet. */
export async function demoPerson(
  database: Database,
  writing: RealWriting,
  wanted: Wanted,
): Promise<Person> {
  const email = emailOf(wanted.role)
  const known = await findPersonByEmail(database, email)
  if (known !== undefined) return known
  return writing.writer.transaction(null, async (tx) => {
    await lockStaff(tx)
    const meanwhile = await findPersonByEmail(tx, email)
    if (meanwhile !== undefined) return tx.commit(meanwhile)
    const { person, written } = newPerson(writing, wishOf(wanted))
    return tx.commit(person, written)
  })
}

/** A full session of the demo's person of a role, replacing the session that requests it. */
export async function becomeDemoPerson(
  database: Database,
  writing: RealWriting,
  { own, ...wanted }: Wanted & { readonly own: Session | undefined },
): Promise<Issued> {
  const { id } = await demoPerson(database, writing, wanted)
  const begun = await writing.writer.transaction(null, async (tx) => {
    const person = await lockPerson(tx, id)
    assert(person !== undefined, 'nobody removes a person')
    const open = await listOpenSessions(tx, id)
    const ended = own === undefined ? [] : [own]
    const others = open.filter((each) => each.id !== own?.id)
    const { issued, written } = beginSession(writing, { person, factor: 'link', open: others })
    return tx.commit(issued, ...endSessions(writing, ended, 'replaced'), ...written)
  })
  const session = enrolled(begun.session, writing.clock.now())
  const shown = {
    action: 'session.step_up',
    object: { kind: 'session', id: session.id },
    storeId: null,
    changes: { factor: { old: null, new: 'demo' } },
  } as const
  return writing.writer.transaction(null, async (tx) => {
    const { issued, written } = renewSession(writing, { person: begun.person, session }, shown)
    return tx.commit(issued, ...written)
  })
}
