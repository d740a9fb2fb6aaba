import { existing } from '../../platform/refusal.ts'
import type { RealWriting } from '../caller/context.ts'
import { lockPerson } from '../staff-accounts/store.ts'
import { endSessions } from './issue.ts'
import { listOpenSessions } from './store.ts'

type EndSessionInput = {
  readonly staffId: string
  readonly sessionId: string
  /** The calling session: it signs out. */
  readonly ownId: string
}

/** Ends one session of a person: it is invalid from the commit on, in every process. */
export function endSession(
  writing: RealWriting,
  { staffId, sessionId, ownId }: EndSessionInput,
): Promise<void> {
  return writing.writer.transaction(null, async (tx) => {
    await lockPerson(tx, staffId)
    const open = await listOpenSessions(tx, staffId)
    const session = existing(
      open.find(({ id }) => id === sessionId),
      'session',
      sessionId,
    )
    const because = sessionId === ownId ? 'signed_out' : 'ended'
    return tx.commit(undefined, ...endSessions(writing, [session], because))
  })
}
