import type { Writing } from '../context.ts'
import { lockDue, type Notification, progressUpdate } from './store.ts'

/**
 * Longer than an attempt can take: whoever dies in the middle of one loses it to another worker
 * after this.
 */
const LEASE_MS = 60_000

/** Takes what is due for this worker; what has become moot is laid aside. */
export function claimDue({ writer, clock }: Writing, limit: number): Promise<Notification[]> {
  return writer.transaction(null, async (tx) => {
    const now = clock.now()
    const due = await lockDue(tx, now, limit)
    const leased = new Date(now.getTime() + LEASE_MS)
    const updates = due.map((notification) =>
      notification.moot
        ? progressUpdate(notification, {
            state: 'abandoned',
            attempts: notification.attempts,
            nextAttemptAt: null,
          })
        : progressUpdate(notification, {
            state: 'waiting',
            attempts: notification.attempts,
            nextAttemptAt: leased,
          }),
    )
    return tx.commit(
      due.filter((notification) => !notification.moot),
      ...updates,
    )
  })
}
