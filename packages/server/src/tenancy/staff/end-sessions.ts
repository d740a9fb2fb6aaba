import { existing } from '../../platform/refusal.ts'
import type { RealWriting } from '../caller/context.ts'
import { endSessions as endRows } from '../sessions/issue.ts'
import { listOpenSessions } from '../sessions/store.ts'
import { lockPerson } from '../staff-accounts/store.ts'

/** Ends every session of a person; returns the number. */
export function endSessions(
  writing: RealWriting,
  { staffId }: { readonly staffId: string },
): Promise<number> {
  return writing.writer.transaction(null, async (tx) => {
    existing(await lockPerson(tx, staffId), 'staff', staffId)
    const open = await listOpenSessions(tx, staffId)
    return tx.commit(open.length, ...endRows(writing, open, 'ended'))
  })
}
