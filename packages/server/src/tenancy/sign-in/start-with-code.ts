import { accept, Refused } from '../../platform/refusal.ts'
import { decideCode } from '../factors/rules.ts'
import { findPassword, findTotp, totpPlace, totpUse } from '../factors/store.ts'
import { deltaOf, stepAt } from '../factors/totp.ts'
import { beginSession, type Issued } from '../sessions/issue.ts'
import { listOpenSessions } from '../sessions/store.ts'
import { findPerson, lockPerson } from '../staff-accounts/store.ts'
import { beginAttempt, type Entering } from './attempts.ts'
import { isOfProvider } from './logouts.ts'
import { attemptRemoval } from './store.ts'
import { byPassword, holderOf, isTicket } from './tickets.ts'
import { refuseOwnFactors } from './ways.ts'

type StartWithCodeInput = {
  readonly ticket: string
  readonly code: string
  readonly address: string | null
}

/** The second step after a password or a provider: a code of the device, which counts once. */
export async function startWithCode(
  signing: Entering,
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
    if (totp === undefined) throw new Refused('sign_in_failed')
    const isByProvider = await isOfProvider(tx, { person, ticket }, { vault, now })
    if (!isByProvider) {
      const isByPassword =
        password !== undefined && isTicket({ vault, now }, byPassword(password), ticket)
      if (!isByPassword) throw new Refused('sign_in_failed')
      await refuseOwnFactors(tx, person, signing)
    }
    const factor = isByProvider ? 'oidc' : 'totp'
    const delta = deltaOf(vault.open(totp.secret, totpPlace(staffId)), code, now)
    const step = accept(decideCode({ delta, step: stepAt(now), lastStep: totp.lastStep }))
    const open = await listOpenSessions(tx, staffId)
    const uses = [totpUse(staffId, step), attemptRemoval(attempt)]
    const { issued, written } = beginSession(signing, { person, factor, open, uses })
    return tx.commit(issued, ...written)
  })
}
