import type { Person } from '../../model/staff/person.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import type { Reading } from '../caller/context.ts'
import { findSignIns, type SignIn } from '../factors/store.ts'
import { listPeople } from '../staff-accounts/store.ts'

export type ListedPerson = { readonly person: Person; readonly signIn: SignIn }

/** A page of all people, newest first, with how they sign in, and the exact count. */
export async function listStaff(
  { database }: Reading,
  page: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly count: number; readonly people: readonly ListedPerson[] }> {
  const { count, people } = await listPeople(database, page)
  const ids = people.map(({ id }) => id)
  const signIns = inOrder(ids, await findSignIns(database, ids), ({ id }) => id)
  const listed = people.flatMap((person, index) => {
    const signIn = signIns[index]
    return signIn === undefined ? [] : [{ person, signIn }]
  })
  return { count, people: listed }
}
