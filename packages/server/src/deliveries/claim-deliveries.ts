import type { Writing } from '../context.ts'
import type { Claimed } from './delivery.ts'
import type { Room } from './slots.ts'
import { lockDue, progressRows } from './store.ts'

/**
 * Longer than an attempt can take: whoever dies in the middle of one loses it to another worker
 * after this.
 */
const LEASE_MS = 60_000

/** Takes what is due to these endpoints for this worker, so many as each has room for. */
export function claimDeliveries(
  { writer, clock }: Writing,
  rooms: readonly Room[],
): Promise<Claimed[]> {
  return writer.transaction(null, async (tx) => {
    const now = clock.now()
    const nextAttemptAt = new Date(now.getTime() + LEASE_MS)
    const due = await lockDue(tx, now, rooms)
    const leased = due.map(({ delivery }) => ({ ...delivery, nextAttemptAt }))
    return tx.commit(due, progressRows(leased))
  })
}
