import type { PasskeyAnswer } from '@svc/api'
import { Refused } from '../../platform/refusal.ts'
import { acceptAnswer, type Checking, checkAnswer, copied } from '../factors/answers.ts'
import { siteOf } from '../factors/webauthn.ts'
import { beginSession, type Issued } from '../sessions/issue.ts'
import { listOpenSessions } from '../sessions/store.ts'
import { isOfProvider } from './logouts.ts'
import { refuseOwnFactors, type Ways } from './ways.ts'

type StartWithPasskeyInput = {
  readonly answer: PasskeyAnswer
  readonly baseUrl: string
  /** For people who come from a provider; absent: the passkey alone. */
  readonly ticket?: string
}

/** Signs a person in by their passkey, which identifies them. */
export async function startWithPasskey(
  checking: Checking & Ways,
  { answer, baseUrl, ticket = '' }: StartWithPasskeyInput,
): Promise<Issued> {
  const answered = await checkAnswer(checking, {
    ...{ answer, purpose: 'sign-in' },
    site: siteOf(baseUrl),
  })
  const issued = await checking.writer.transaction(null, async (tx) => {
    const now = checking.clock.now()
    const taken = await acceptAnswer(tx, answered, now)
    if (taken === 'copied') return tx.commit(undefined, copied(checking, answered))
    const { person, rowSets: uses } = taken
    const { vault } = checking
    const isSecond = await isOfProvider(tx, { person, ticket }, { vault, now })
    if (!isSecond) await refuseOwnFactors(tx, person, checking)
    const open = await listOpenSessions(tx, person.id)
    const begun = beginSession(checking, { person, factor: 'passkey', open, uses })
    return tx.commit(begun.issued, ...begun.written)
  })
  if (issued === undefined) throw new Refused('sign_in_failed')
  return issued
}
