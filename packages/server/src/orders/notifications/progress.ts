/**
 * What becomes of the messages to a store when a newer checkout has the name of their order, and
 * after an attempt (contract §12.1): pure. Stores know an order by its name (`mid`) alone, so:
 * 1. No attempt of a message begins once a newer checkout has the name. 2. An attempt that is under
 * way then ends first. 3. Any valid answer ends a message, whatever it says.
 */

import { nextAttemptAt } from '../../platform/network/retry.ts'
import type { Verdict } from './answer.ts'

/** How far a message has come. */
export type Progress = {
  readonly state: 'waiting' | 'delivered' | 'abandoned' | 'overtaken'
  /** When the next attempt is due; null: there is none. */
  readonly nextAttemptAt: Date | null
  /** An attempt may be under way until then; null: none is. */
  readonly leasedUntil: Date | null
  /** The order whose checkout has overtaken the message. */
  readonly overtakenBy: string | null
}

/** After a newer checkout has taken the name of the message's order, which has ended. */
export function overtakenProgress(progress: Progress, orderId: string): Progress {
  const state = progress.state === 'waiting' ? 'overtaken' : progress.state
  return { ...progress, state, nextAttemptAt: null, overtakenBy: orderId }
}

/** What an attempt that has ended leads to. */
export type Attempted = {
  /** As it is now: the name may have gone to a newer checkout while the attempt was under way. */
  readonly progress: Pick<Progress, 'overtakenBy'>
  readonly verdict: Verdict
  /** The attempts so far, this one included. */
  readonly attempts: number
  readonly at: Date
  readonly deadline: Date
  readonly retryAfter: Date | undefined
  /** Uniform in [0, 1). */
  readonly random: () => number
}

export function attemptedProgress(attempted: Attempted): Progress {
  const { progress, verdict, attempts, at, deadline, retryAfter, random } = attempted
  const { overtakenBy } = progress
  const ended = { nextAttemptAt: null, leasedUntil: null, overtakenBy }
  if (verdict !== 'none') return { ...ended, state: 'delivered' }
  if (overtakenBy !== null) return { ...ended, state: 'overtaken' }
  const delay = retryAfter === undefined ? {} : { retryAfter }
  const next = nextAttemptAt({ attempt: attempts, now: at, deadline, ...delay, random })
  return next === undefined
    ? { ...ended, state: 'abandoned' }
    : { ...ended, state: 'waiting', nextAttemptAt: next }
}
