import type { Person } from '../../model/staff/person.ts'
import { existing } from '../../platform/refusal.ts'
import type { Reading } from '../caller/context.ts'
import { findPerson } from '../staff-accounts/store.ts'

export async function getPerson({ database }: Reading, staffId: string): Promise<Person> {
  return existing(await findPerson(database, staffId), 'staff', staffId)
}
