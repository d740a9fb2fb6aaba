/**
 * The state of a message after an attempt: pure. A valid answer ends it, whatever it says. What a
 * worker could not settle before its claim ended counts as an attempt; but where another one was
 * settled meanwhile, only an answer changes anything.
 */
import type { Progress } from '../../kernel/notifications/progress.ts'

import { nextAttemptAt } from '../../outbound/sending/retry.ts'
import type { Verdict } from '../confirmation/answer.ts'

/** The consequence of an ended attempt. */
type Attempted = {
  /** As it is now: the name may have gone to a newer checkout while the attempt was under way. */
  readonly progress: Progress
  /** Another attempt was settled since this one began. */
  readonly isLate: boolean
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
  const { progress, isLate, verdict, attempts, at, deadline, retryAfter, random } = attempted
  const { overtakenBy } = progress
  if (isLate && verdict === 'none') return progress
  const ended = { nextAttemptAt: null, leasedUntil: null, overtakenBy }
  if (verdict !== 'none') return { ...ended, state: 'delivered' }
  if (overtakenBy !== null) return { ...ended, state: 'overtaken' }
  const next = nextAttemptAt({ attempt: attempts, now: at, deadline, retryAfter, random })
  return next === undefined
    ? { ...ended, state: 'abandoned' }
    : { ...ended, state: 'waiting', nextAttemptAt: next }
}
