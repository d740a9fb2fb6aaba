import type { PasskeyAnswer } from '@svc/api'
import { Refused } from '../../platform/refusal.ts'
import { acceptAnswer, type Checking, checkAnswer, copied } from '../factors/answers.ts'
import { lockOwn, type Own } from '../factors/change.ts'
import { siteOf } from '../factors/webauthn.ts'
import { type Issued, renewSession } from '../sessions/issue.ts'
import { steppedUp } from './steps.ts'

type StepUpInput = Own & { readonly answer: PasskeyAnswer; readonly baseUrl: string }

/** Confirms a passkey: the session is fresh, with a new token. Errors: `sign_in_failed`. */
export async function stepUpWithPasskey(
  checking: Checking,
  { answer, baseUrl, ...own }: StepUpInput,
): Promise<Issued> {
  const { staffId, sessionId } = own
  const purpose = `step-up/${sessionId}` as const
  const site = siteOf(baseUrl)
  const answered = await checkAnswer(checking, { answer, site, purpose, staffId })
  const issued = await checking.writer.transaction(null, async (tx) => {
    const now = checking.clock.now()
    const taken = await acceptAnswer(tx, answered, now)
    if (taken === 'copied') return tx.commit(undefined, copied(checking, answered))
    const place = await lockOwn(tx, own)
    const { session, action } = steppedUp(place.own, 'passkey', now)
    const renewal = { person: place.person, session, uses: taken.rowSets }
    const renewed = renewSession(checking, renewal, action)
    return tx.commit(renewed.issued, ...renewed.written)
  })
  if (issued === undefined) throw new Refused('sign_in_failed')
  return issued
}
