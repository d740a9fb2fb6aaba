/**
 * One bucket of requests over several processes: each counts by itself, reports a tenth of a second
 * later how many it has let through, and takes the others' reports from its own buckets. An excess
 * meanwhile is a debt, so that the rate holds over any few seconds.
 */
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Peers } from './peers.ts'

const APART_MS = 100
const BUCKETS_IN_MESSAGE = 60
const COUNT_MAX = 1_000_000

type Taken = readonly [key: string, count: number]

export function sharedLimiter(limiter: RateLimiter, peers: Pick<Peers, 'publish' | 'hear'>) {
  const unreported = new Map<string, number>()
  let number = 0

  function report(): void {
    const all = [...unreported]
    unreported.clear()
    for (let from = 0; from < all.length; from += BUCKETS_IN_MESSAGE) {
      const part = all.slice(from, from + BUCKETS_IN_MESSAGE)
      // Its number: two that are the same would be sent once.
      peers.publish('requests_taken', JSON.stringify([++number, ...part]))
    }
  }

  peers.hear('requests_taken', (text) => {
    for (const [key, count] of takenOf(text)) limiter.spend(key, count)
  })

  return {
    ...limiter,
    take(key: string | undefined) {
      const limited = limiter.take(key)
      if (key !== undefined && limited.refused === undefined) {
        if (unreported.size === 0) setTimeout(report, APART_MS).unref()
        unreported.set(key, (unreported.get(key) ?? 0) + 1)
      }
      return limited
    },
  } satisfies RateLimiter
}

/** Nothing is assumed about a process of another version. */
function takenOf(text: string): Taken[] {
  try {
    const [, ...parts]: readonly unknown[] = JSON.parse(text)
    return parts.filter(isTaken)
  } catch {
    return []
  }
}

function isTaken(part: unknown): part is Taken {
  if (!Array.isArray(part)) return false
  const [key, count] = part
  return typeof key === 'string' && Number.isInteger(count) && count > 0 && count <= COUNT_MAX
}
