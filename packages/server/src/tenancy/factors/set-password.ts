import { Refused } from '../../platform/refusal.ts'
import { hashPassword } from '../../platform/secrets/passwords.ts'
import type { Reading, RealWriting } from '../caller/context.ts'
import type { Issued } from '../sessions/issue.ts'
import { findPerson } from '../staff-accounts/store.ts'
import { commitChange, lockOwn, type Own } from './change.ts'
import { commonPasswords } from './common.ts'
import { passwordFaults } from './rules.ts'
import { findFactors, passwordUpsert } from './store.ts'

/** Sets a first or another password. Errors: `body_invalid`, `session_ended`. */
export async function setPassword(
  writing: RealWriting & Reading,
  { password, ...own }: Own & { readonly password: string },
): Promise<Issued | null> {
  const { database, writer, clock } = writing
  const { staffId } = own
  const known = await findPerson(database, staffId)
  if (known === undefined) throw new Refused('session_ended')
  const faults = passwordFaults(password, known, await commonPasswords())
  if (faults.length > 0) throw new Refused('body_invalid', { fields: { password: faults } })
  const hash = await hashPassword(password)
  return writer.transaction(null, async (tx) => {
    const place = await lockOwn(tx, own)
    const left = { ...(await findFactors(tx, staffId)), password: true }
    const rowSets = [passwordUpsert(staffId, hash, clock.now())]
    const change = { name: 'factor.add', factor: 'password', left, rowSets } as const
    return commitChange(writing, tx, { place, change })
  })
}
