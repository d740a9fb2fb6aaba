/**
 * Requests per key (contract §1): a bucket that a burst may empty and that fills at a steady rate.
 * Each process counts for itself: what several of them let through together is several times as
 * much.
 */
import type { Clock } from '../clock.ts'
import { Refused } from '../refusal.ts'

export type RateLimit = { readonly perSecond: number; readonly burst: number }

export type Taken = {
  readonly allowed: boolean
  /** Requests that could follow at once. */
  readonly remaining: number
  /** Until the whole burst is there again. */
  readonly fullInSeconds: number
}

/** Keys whose bucket is full again are forgotten when there are more than that. */
const KEYS_MAX = 10_000

/** Takes one request from the bucket of a key. */
export function createBuckets(
  { perSecond, burst }: RateLimit,
  clock: Clock,
): (keyId: string) => Taken {
  /** When the bucket of a key will be full again: all that has to be known of it. */
  const fullAt = new Map<string, number>()
  const intervalMs = 1_000 / perSecond
  const wholeMs = burst * intervalMs
  return (keyId) => {
    const now = clock.now().getTime()
    // A clock that was set back must not lock anybody out.
    const before = Math.min(Math.max(fullAt.get(keyId) ?? now, now), now + wholeMs)
    const after = before + intervalMs
    // A little slack: the interval may be no whole number of milliseconds.
    const allowed = after - now <= wholeMs + 0.001
    const owed = (allowed ? after : before) - now
    if (fullAt.size >= KEYS_MAX) forgetFull(fullAt, now)
    fullAt.set(keyId, now + owed)
    const remaining = Math.max(0, Math.floor((wholeMs - owed + 0.001) / intervalMs))
    return { allowed, remaining, fullInSeconds: Math.ceil(owed / 1_000) }
  }
}

function forgetFull(fullAt: Map<string, number>, now: number): void {
  for (const [keyId, at] of fullAt) {
    if (at <= now) fullAt.delete(keyId)
  }
}

export type RateLimiter = (keyId: string) => {
  /** Of draft-ietf-httpapi-ratelimit-headers, on every answer to a key. */
  readonly headers: Readonly<Record<string, string>>
  readonly refused: Refused | undefined
}

const UNLIMITED = { headers: {}, refused: undefined }

/** Counts the requests of each key; without a limit there is nothing to count. */
export function createRateLimiter(limit: RateLimit | undefined, clock: Clock): RateLimiter {
  if (limit === undefined) return () => UNLIMITED
  const { perSecond, burst } = limit
  const buckets = createBuckets(limit, clock)
  const policy = `"key";q=${burst};w=${Math.ceil(burst / perSecond)}`
  return (keyId) => {
    const { allowed, remaining, fullInSeconds } = buckets(keyId)
    const left = `"key";r=${remaining};t=${fullInSeconds}`
    return {
      headers: { 'ratelimit-policy': policy, ratelimit: left },
      refused: allowed ? undefined : new Refused('rate_limited', { values: { limit: perSecond } }),
    }
  }
}
