import type { Approval } from '../../model/approvals/approval.ts'
import type { RealWriting } from '../caller/context.ts'
import { expiryOf } from './ends.ts'
import { lockApproval } from './store.ts'

/** Ends an expired request; one that was decided in the meantime does not change. */
export function expireApproval(writing: RealWriting, { id }: Pick<Approval, 'id'>): Promise<void> {
  const { writer, clock } = writing
  return writer.transaction(null, async (tx) => {
    const locked = await lockApproval(tx, id)
    const now = clock.now()
    const isOver = locked?.status === 'pending' && locked.expiresAt <= now
    if (locked === undefined || !isOver) return tx.commit(undefined)
    return tx.commit(undefined, expiryOf(writing, locked, now).written)
  })
}
