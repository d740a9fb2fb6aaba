import type { Progress } from '../../kernel/notifications/progress.ts'
import { progressUpdate } from '../../kernel/notifications/store.ts'
import { Written } from '../../platform/database/database.ts'
import { CLAIM_MS } from '../../platform/work/claims.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { type Due, lockDue, type Notification, receiverOf } from './store.ts'

/** Of one store, or of all in real time, with the attempts in progress. */
type Claiming =
  | Extract<Due, { store: unknown }>
  | (Extract<Due, { full: unknown }> & {
      /** How many more may begin to that receiver. */
      readonly roomFor: (receiver: string) => number
    })

const WITHOUT_BOUND = { full: [], roomFor: () => Number.POSITIVE_INFINITY }

/** Claims due messages for this worker; a moot one is dropped. */
export function claimDue(
  { writer, clock }: Pick<Writing, 'writer' | 'clock'>,
  limit: number,
  claiming: Claiming = WITHOUT_BOUND,
): Promise<Notification[]> {
  const { roomFor } = 'roomFor' in claiming ? claiming : WITHOUT_BOUND
  return writer.transaction(null, async (tx) => {
    const now = clock.now()
    const due = await lockDue(tx, { now, limit }, claiming)
    const awaited = due.filter(({ superseded }) => !superseded)
    const claimed = [...Map.groupBy(awaited, receiverOf)].flatMap(([receiver, of]) =>
      of.slice(0, roomFor(receiver)),
    )
    const leased = new Date(now.getTime() + CLAIM_MS)
    const none = { nextAttemptAt: null, leasedUntil: null, overtakenBy: null }
    const abandoned = { ...none, state: 'abandoned' } as const
    const begun = { ...none, state: 'waiting', nextAttemptAt: leased, leasedUntil: leased } as const
    const moved = (each: Notification, progress: Progress) =>
      progressUpdate(each, progress, { attempts: each.attempts, body: each.body })
    const rows = [
      ...due.filter(({ superseded }) => superseded).map((each) => moved(each, abandoned)),
      ...claimed.map((each) => moved(each, begun)),
    ]
    return tx.commit(claimed, Written.technically('lease', ...rows))
  })
}
