import type { RealWriting } from '../caller/context.ts'
import { lockPerson } from '../staff-accounts/store.ts'
import { endSessions } from './issue.ts'
import { listOpenSessions } from './store.ts'

/** Ends all sessions of a person except the calling one. */
export function endOtherSessions(
  writing: RealWriting,
  { staffId, ownId }: { readonly staffId: string; readonly ownId: string },
): Promise<void> {
  return writing.writer.transaction(null, async (tx) => {
    await lockPerson(tx, staffId)
    const others = (await listOpenSessions(tx, staffId)).filter(({ id }) => id !== ownId)
    return tx.commit(undefined, ...endSessions(writing, others, 'ended'))
  })
}
