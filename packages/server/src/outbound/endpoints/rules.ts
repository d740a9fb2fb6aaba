/**
 * The health of an endpoint, and when it is disabled. Invariants: 1. it has been failing since the
 * first failure after its last success. 2. One success makes it healthy again.
 */
import type { Endpoint, Webhook } from './webhook.ts'

const DAY_MS = 86_400_000
/** An endpoint that has answered nothing good for so long, so often, is disabled. */
const FAILING_MS_MAX = 5 * DAY_MS
const FAILURES_MIN = 10

/** The result of an attempt: any 2xx is success, 410 ends all further deliveries. */
export type Verdict = 'delivered' | 'failed' | 'gone'

type Health = Pick<Webhook, 'failingSince' | 'failures'>

/** An endpoint without failures. */
export const healthy = {
  state: 'enabled',
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  failures: 0,
} as const

/** Receives nothing any more. */
export function disabled<E extends Endpoint>(
  endpoint: E,
  disabledReason: Exclude<Webhook['disabledReason'], null>,
  at: Date,
): E {
  return { ...endpoint, ...healthy, state: 'disabled', disabledReason, disabledAt: at }
}

/** How the endpoint does after these attempts, one after the other. */
export function healthAfter<E extends Health>(
  endpoint: E,
  verdicts: readonly Verdict[],
  at: Date,
): E {
  let { failingSince, failures } = endpoint
  for (const verdict of verdicts) {
    if (verdict === 'delivered') {
      failingSince = null
      failures = 0
    } else {
      failures = failingSince === null ? 1 : failures + 1
      failingSince ??= at
    }
  }
  return { ...endpoint, failingSince, failures }
}

export function isOtherHealth(one: Health, other: Health): boolean {
  return one.failures !== other.failures || one.failingSince !== other.failingSince
}

/** Whether so long a failure would disable the endpoint: a look at it before it is locked. */
export function isLongFailing(failingSince: Date | null, at: Date): boolean {
  return failingSince !== null && at.getTime() - failingSince.getTime() >= FAILING_MS_MAX
}

/** Why the endpoint is disabled by these attempts; undefined: it is not. */
export function reasonToDisable(
  { state, failingSince, failures }: Health & Pick<Endpoint, 'state'>,
  verdicts: readonly Verdict[],
  at: Date,
): 'gone' | 'failing' | undefined {
  if (state !== 'enabled') return undefined
  if (verdicts.includes('gone')) return 'gone'
  return isLongFailing(failingSince, at) && failures >= FAILURES_MIN ? 'failing' : undefined
}
