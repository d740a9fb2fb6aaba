import { Refused } from '../../platform/refusal.ts'
import { verifyPassword } from '../../platform/secrets/passwords.ts'
import { acted } from '../actions/acted.ts'
import { hashRecoveryCode } from '../factors/recovery.ts'
import { codeUse, findPassword, hasRecoveryCode } from '../factors/store.ts'
import { beginSession, endSessions, type Issued } from '../sessions/issue.ts'
import { listOpenSessions } from '../sessions/store.ts'
import { findPersonByEmail, lockPerson } from '../staff-accounts/store.ts'
import { beginAttempt, type Entering } from './attempts.ts'
import { attemptRemoval } from './store.ts'
import { refuseOwnFactors } from './ways.ts'

type StartWithRecoveryCodeInput = {
  readonly email: string
  readonly code: string
  /** If the person has one: the code replaces the device only. */
  readonly password: string
  readonly address: string | null
}

/**
 * Signs in a person who has lost their device: every other session ends, and in this one only
 * factors can be set up.
 */
export async function startWithRecoveryCode(
  signing: Entering,
  { email, code, password, address }: StartWithRecoveryCodeInput,
): Promise<Issued> {
  const attempt = await beginAttempt(signing, { email, address })
  const { database, writer, clock } = signing
  const staffId = (await findPersonByEmail(database, email))?.id ?? ''
  const stored = await findPassword(database, staffId)
  const isRight = await verifyPassword(password, stored?.hash)
  const hash = hashRecoveryCode(code)
  return writer.transaction(null, async (tx) => {
    const person = await lockPerson(tx, staffId)
    const hasCode = await hasRecoveryCode(tx, { staffId, hash })
    if (person === undefined || person.disabledAt !== null || !hasCode) {
      throw new Refused('sign_in_failed')
    }
    const current = await findPassword(tx, staffId)
    const isSame = current?.hash === stored?.hash
    if (!isSame || (stored !== undefined && !isRight)) throw new Refused('sign_in_failed')
    await refuseOwnFactors(tx, person, signing)
    const open = await listOpenSessions(tx, staffId)
    const { issued, written } = beginSession(signing, { person, factor: 'recovery_code', open: [] })
    return tx.commit(
      issued,
      acted(
        signing,
        { action: 'recovery_code.use', object: { kind: 'staff', id: staffId }, storeId: null },
        codeUse(staffId, hash, clock.now()),
        attemptRemoval(attempt),
      ),
      ...endSessions(signing, open, 'recovered'),
      ...written,
    )
  })
}
