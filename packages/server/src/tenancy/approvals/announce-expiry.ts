import type { Action } from '../../model/actions/action.ts'
import type { Approval } from '../../model/approvals/approval.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { announcedUpdate, lockExpiring } from './store.ts'

/** Reports once that a pending request will expire soon. */
export function announceExpiry(writing: RealWriting, { id }: Pick<Approval, 'id'>): Promise<void> {
  const { writer, clock, acting, ids } = writing
  return writer.transaction(null, async (tx) => {
    const now = clock.now()
    const approval = await lockExpiring(tx, id, now)
    if (approval === undefined) return tx.commit(undefined)
    const { mode, storeId } = approval
    const action: Action = {
      ...{ action: 'approval.announce_expiry', object: { kind: 'approval', id }, storeId },
    }
    const actor = { acting: { ...acting, mode }, ids }
    return tx.commit(undefined, acted(actor, action, announcedUpdate(approval, now)))
  })
}
