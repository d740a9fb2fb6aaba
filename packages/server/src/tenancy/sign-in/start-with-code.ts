import { accept, Refused } from '../../platform/refusal.ts'
import { decideCode } from '../factors/rules.ts'
import { findPassword, findTotp, totpPlace, totpUse } from '../factors/store.ts'
import { deltaOf, stepAt } from '../factors/totp.ts'
import { beginSession, type Issued } from '../sessions/issue.ts'
import { listOpenSessions } from '../sessions/store.ts'
import { findPerson, lockPerson } from '../staff-accounts/store.ts'
import { beginAttempt, type SigningIn } from './attempts.ts'
import { attemptRemoval } from './store.ts'
import { holderOf, isTicket } from './tickets.ts'

type StartWithCodeInput = {
  readonly ticket: string
  readonly code: string
  readonly address: string | null
}

/** The second step after a password: a code of the person's device, which counts once. */
export async function startWithCode(
  signing: SigningIn,
  { ticket, code, address }: StartWithCodeInput,
): Promise<Issued> {
  const { database, writer, vault, clock } = signing
  const staffId = holderOf(ticket)
  const known = await findPerson(database, staffId)
  const attempt = await beginAttempt(signing, { email: known?.email ?? staffId, address })
  return writer.transaction(null, async (tx) => {
    const person = await lockPerson(tx, staffId)
    const password = await findPassword(tx, staffId)
    const totp = await findTotp(tx, staffId)
    const now = clock.now()
    if (person === undefined || person.disabledAt !== null) throw new Refused('sign_in_failed')
    if (password === undefined || totp === undefined) throw new Refused('sign_in_failed')
    if (!isTicket({ vault, now }, password, ticket)) throw new Refused('sign_in_failed')
    const delta = deltaOf(vault.open(totp.secret, totpPlace(staffId)), code, now)
    const step = accept(decideCode({ delta, step: stepAt(now), lastStep: totp.lastStep }))
    const open = await listOpenSessions(tx, staffId)
    const uses = [totpUse(staffId, step), attemptRemoval(attempt)]
    const { issued, written } = beginSession(signing, { person, factor: 'totp', open, uses })
    return tx.commit(issued, ...written)
  })
}
