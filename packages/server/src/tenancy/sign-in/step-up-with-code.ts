import { accept, Refused } from '../../platform/refusal.ts'
import { lockOwn, type Own } from '../factors/change.ts'
import { decideCode } from '../factors/rules.ts'
import { findPassword, findTotp, totpPlace, totpUse } from '../factors/store.ts'
import { deltaOf, stepAt } from '../factors/totp.ts'
import { type Issued, renewSession } from '../sessions/issue.ts'
import { beginAttempt, type SigningIn } from './attempts.ts'
import { steppedUp } from './steps.ts'
import { attemptRemoval } from './store.ts'

type StepUpInput = Own & {
  readonly email: string
  readonly code: string
  readonly address: string | null
}

/** Confirms a code of the device. Errors: `sign_in_failed`, `sign_in_slowed`. */
export async function stepUpWithCode(
  signing: SigningIn,
  { email, code, address, ...own }: StepUpInput,
): Promise<Issued> {
  const attempt = await beginAttempt(signing, { email, address })
  const { writer, vault, clock } = signing
  return writer.transaction(null, async (tx) => {
    const place = await lockOwn(tx, own)
    const { staffId } = own
    const totp = await findTotp(tx, staffId)
    // A device is a second factor only.
    const hasFirst = place.person.subject !== null || (await findPassword(tx, staffId))
    if (totp === undefined || !hasFirst) {
      throw new Refused('sign_in_failed')
    }
    const now = clock.now()
    const delta = deltaOf(vault.open(totp.secret, totpPlace(staffId)), code, now)
    const step = accept(decideCode({ delta, step: stepAt(now), lastStep: totp.lastStep }))
    const { session, action } = steppedUp(place.own, 'totp', now)
    const uses = [totpUse(staffId, step), attemptRemoval(attempt)]
    const renewal = { person: place.person, session, uses }
    const { issued, written } = renewSession(signing, renewal, action)
    return tx.commit(issued, ...written)
  })
}
