import type { StreamKey } from '../../model/streams/stream-key.ts'
import { CLAIM_MS } from '../../platform/work/claims.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { attemptUpdate, lockDue, lockDueOf, type Notification, receiverOf } from './store.ts'

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
    const claimed: Notification[] = []
    for (const [receiver, of] of Map.groupBy(due, receiverOf)) {
      claimed.push(...of.filter((notification) => !notification.moot).slice(0, roomFor(receiver)))
    }
    return tx.commit(claimed, ...claims(due, claimed, now))
  })
}

/** The same of one store, by its own time and without a crowd. */
export function claimDueOf(
  { writer, clock }: Writing,
  key: StreamKey,
  limit: number,
): Promise<Notification[]> {
  return writer.transaction(null, async (tx) => {
    const now = clock.now()
    const due = await lockDueOf(tx, key, { now, limit })
    const claimed = due.filter((notification) => !notification.moot)
    return tx.commit(claimed, ...claims(due, claimed, now))
  })
}

function claims(due: readonly Notification[], claimed: readonly Notification[], now: Date) {
  const leased = new Date(now.getTime() + CLAIM_MS)
  const none = { nextAttemptAt: null, leasedUntil: null, overtakenBy: null }
  const abandoned = { ...none, state: 'abandoned' } as const
  const begun = { ...none, state: 'waiting', nextAttemptAt: leased, leasedUntil: leased } as const
  return [
    ...due.filter(({ moot }) => moot).map((each) => attemptUpdate(each, abandoned, each)),
    ...claimed.map((each) => attemptUpdate(each, begun, each)),
  ]
}
