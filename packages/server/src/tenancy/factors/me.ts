import type { Factors } from '../../model/staff/person.ts'
import type { Signed } from '../../model/staff/session.ts'
import type { Reading } from '../caller/context.ts'
import { findFactors } from './store.ts'

export type Me = Signed & { readonly factors: Factors }

export async function readMe({ database }: Reading, { person, session }: Signed): Promise<Me> {
  return { person, session, factors: await findFactors(database, person.id) }
}
