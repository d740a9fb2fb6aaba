/**
 * How sign-in attempts are slowed. Invariants: 1. attempts for an account that does not exist are
 * slowed in the same way. 2. Nobody locks another out: a person waits only because of their own
 * last attempt, a minute at most; attempts of strangers from elsewhere make that wait longer, but
 * never begin one. 3. The number of attempts from an address is limited, whatever the accounts.
 */
import { secondsIn } from '../../model/staff/session.ts'
import type { Decision } from '../../platform/refusal.ts'

export const WINDOW_MS = 15 * 60_000
/** For an account, before its attempts are slowed. */
const FREE = 5
const OF_ADDRESS_MAX = 30
const WAIT_SECONDS_MAX = 60

export type Attempts = {
  /** Attempts that failed or are in progress, in the window, from any address. */
  readonly ofAccount: number
  /** The same from the address, for any account; 0 if addresses are not known. */
  readonly ofAddress: number
  /** The last one from the address for this account. */
  readonly lastHere: Date | null
  /** The first in the window of the address, when it may continue. */
  readonly firstHere: Date | null
  readonly now: Date
}

export function decideAttempt(attempts: Attempts): Decision<null> {
  const { ofAccount, ofAddress, lastHere, firstHere, now } = attempts
  const since = (at: Date | null) => (at === null ? WINDOW_MS : now.getTime() - at.getTime())
  if (ofAddress >= OF_ADDRESS_MAX) return slowed(WINDOW_MS - since(firstHere))
  const beyond = ofAccount - FREE
  const waitMs = beyond < 0 ? 0 : Math.min(2 ** beyond, WAIT_SECONDS_MAX) * 1_000
  const left = waitMs - since(lastHere)
  return left > 0 ? slowed(Math.min(left, waitMs)) : { plan: null }
}

function slowed(ms: number): Decision<never> {
  const seconds = secondsIn(ms)
  return { refused: 'sign_in_slowed', detail: { values: { seconds }, retryAfterSeconds: seconds } }
}
