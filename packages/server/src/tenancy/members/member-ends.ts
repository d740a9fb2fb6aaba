import type { Transaction, Written } from '../../platform/database/database.ts'
import { withdrawalOf } from '../approvals/ends.ts'
import { lockPendingOf } from '../approvals/store.ts'
import type { RealWriting } from '../caller/context.ts'
import { endSessions } from '../sessions/issue.ts'
import { listOpenSessions } from '../sessions/store.ts'

type Place = { readonly storeId: string; readonly staffId: string }

/**
 * The consequences of losing a role in a store: all sessions of the person end, and their requests.
 */
export async function endsOfRole(
  writing: RealWriting,
  tx: Transaction,
  { storeId, staffId }: Place,
): Promise<Written[]> {
  const open = await listOpenSessions(tx, staffId)
  const pending = await lockPendingOf(tx, staffId)
  const now = writing.clock.now()
  return [
    ...endSessions(writing, open, 'roles_changed'),
    ...pending
      .filter((each) => each.storeId === storeId)
      .map((each) => withdrawalOf(writing, each, now).written),
  ]
}
