import type { Writing } from '../context.ts'
import type { RowSet } from '../database/database.ts'
import { lockDue, type Notification, progressUpdate, receiverOf } from './store.ts'

/**
 * Longer than an attempt can take: whoever dies in the middle of one loses it to another worker
 * after this.
 */
const LEASE_MS = 60_000

/** What else is under way. */
export type Crowd = {
  /** Receivers that may not be sent to just now. */
  readonly full: readonly string[]
  /** How many more may begin to that receiver. */
  readonly roomFor: (receiver: string) => number
}

const NOBODY: Crowd = { full: [], roomFor: () => Number.POSITIVE_INFINITY }

/** Takes what is due for this worker; what has become moot is laid aside. */
export function claimDue(
  { writer, clock }: Writing,
  limit: number,
  { full, roomFor }: Crowd = NOBODY,
): Promise<Notification[]> {
  return writer.transaction(null, async (tx) => {
    const now = clock.now()
    const due = await lockDue(tx, { now, limit, full })
    const leased = new Date(now.getTime() + LEASE_MS)
    const moot = due.filter((notification) => notification.moot)
    const claimed: Notification[] = []
    for (const [receiver, of] of Map.groupBy(due, receiverOf)) {
      claimed.push(...of.filter((notification) => !notification.moot).slice(0, roomFor(receiver)))
    }
    const updates = [
      ...moot.map((notification) => progress(notification, 'abandoned', null)),
      ...claimed.map((notification) => progress(notification, 'waiting', leased)),
    ]
    return tx.commit(claimed, ...updates)
  })
}

function progress(
  notification: Notification,
  state: 'waiting' | 'abandoned',
  nextAttemptAt: Date | null,
): RowSet {
  return progressUpdate(notification, { state, attempts: notification.attempts, nextAttemptAt })
}
