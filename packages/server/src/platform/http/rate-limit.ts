/**
 * Requests per second (contract §12.13): a bucket that a burst may empty and that refills at a
 * steady rate. It counts in this process; requests admitted by others can be deducted, too.
 */

import { BoundedMap } from '../bounded-map.ts'
import { Refused } from '../refusal.ts'
import type { Clock } from '../time/clock.ts'

export type RateLimit = { readonly perSecond: number; readonly burst: number }

type Taken = {
  readonly allowed: boolean
  /** The number of requests that could follow immediately. */
  readonly remaining: number
  /** The time until the whole burst is available again. */
  readonly fullInSeconds: number
}

type Buckets = {
  /** Takes one request from the bucket of a key. */
  take(key: string): Taken
  /** Whether a request would be admitted. */
  look(key: string): Taken
  /** Deducts requests admitted elsewhere, even if the bucket is empty. */
  spend(key: string, count: number): void
}

/**
 * Buckets in memory: some 10 MB. Beyond that the least recently used one is forgotten, and so full
 * again: a client with more addresses than that gains nothing.
 */
const BUCKETS_MAX = 50_000
/** The longest time that a bucket stays empty after others have taken more than it had. */
const DEBT_MS_MAX = 2_000

export function createBuckets(
  { perSecond, burst }: RateLimit,
  clock: Clock,
  bucketsMax = BUCKETS_MAX,
): Buckets {
  /** The time at which a bucket is full again: its whole state. */
  const fullAt = new BoundedMap<string, number>(bucketsMax)
  const intervalMs = 1_000 / perSecond
  const wholeMs = burst * intervalMs
  let debtMsMax = 0

  /** A clock that was set back must not lock anybody out. */
  const fullOf = (key: string, now: number) =>
    Math.min(Math.max(fullAt.get(key) ?? now, now), now + wholeMs + debtMsMax)

  function judge(key: string): { taken: Taken; at: number } {
    const now = clock.now().getTime()
    const before = fullOf(key, now)
    const after = before + intervalMs
    // A little slack: the interval may be no whole number of milliseconds.
    const allowed = after - now <= wholeMs + 0.001
    const owed = (allowed ? after : before) - now
    const remaining = Math.max(0, Math.floor((wholeMs - owed + 0.001) / intervalMs))
    const taken = { allowed, remaining, fullInSeconds: Math.ceil(owed / 1_000) }
    return { taken, at: now + owed }
  }

  return {
    take(key) {
      const { taken, at } = judge(key)
      fullAt.set(key, at)
      return taken
    },
    look: (key) => judge(key).taken,
    spend(key, count) {
      debtMsMax = DEBT_MS_MAX
      fullAt.set(key, fullOf(key, clock.now().getTime()) + count * intervalMs)
    },
  }
}

export type Limited = {
  /** Of draft-ietf-httpapi-ratelimit-headers, on every answer that is counted. */
  readonly headers: Readonly<Record<string, string>>
  readonly refused: Refused | undefined
}

/** By the key of a bucket; undefined if there is no key to count by. */
export type RateLimiter = {
  take(key: string | undefined): Limited
  look(key: string | undefined): Limited
  /** Deducts requests admitted elsewhere. */
  spend(key: string, count: number): void
}

const UNLIMITED: Limited = { headers: {}, refused: undefined }
const UNCOUNTED: RateLimiter = { take: () => UNLIMITED, look: () => UNLIMITED, spend() {} }

/** Counts by keys of one kind, which `name` describes; without a limit nothing is counted. */
export function createRateLimiter(
  limit: RateLimit | undefined,
  clock: Clock,
  name: string,
): RateLimiter {
  if (limit === undefined) return UNCOUNTED
  const { perSecond, burst } = limit
  const buckets = createBuckets(limit, clock)
  const policy = `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`
  const limited = ({ allowed, remaining, fullInSeconds }: Taken): Limited => ({
    headers: {
      'ratelimit-policy': policy,
      ratelimit: `"${name}";r=${remaining};t=${fullInSeconds}`,
    },
    refused: allowed ? undefined : new Refused('rate_limited', { values: { limit: perSecond } }),
  })
  return {
    take: (key) => (key === undefined ? UNLIMITED : limited(buckets.take(key))),
    look: (key) => (key === undefined ? UNLIMITED : limited(buckets.look(key))),
    spend: buckets.spend,
  }
}
