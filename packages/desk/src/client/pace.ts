/** How often something is done while reasons for it come. Pure. */

type Pace = {
  /** There is a reason for it at that time, in milliseconds. */
  readonly wish: (now: number) => void
  /** Milliseconds to wait at a time; 0: it is its turn. */
  readonly waitAt: (now: number) => number
  /** It is done at that time. */
  readonly done: (now: number) => void
}

type Gaps = {
  readonly leastMs: number
  readonly mostMs: number
  /** How many have no gaps after a quiet time. */
  readonly atOnce: number
}

/** So long without a reason is a quiet time. */
const QUIET_MS = 30_000

/** On average a gap is half of the time since the last quiet one, within its bounds. */
export function createPace({ leastMs, mostMs, atOnce }: Gaps): Pace {
  let [busySince, wishedAt] = [0, Number.NEGATIVE_INFINITY]
  // When all that was done would have been, one after the other.
  let dueAt = Number.NEGATIVE_INFINITY
  const gapAt = (now: number) => Math.min(mostMs, Math.max(leastMs, (now - busySince) / 2))
  return {
    wish(now) {
      if (now - wishedAt > QUIET_MS) [busySince, dueAt] = [now, now]
      wishedAt = now
    },
    waitAt: (now) => Math.min(mostMs, Math.max(0, dueAt - (atOnce - 1) * gapAt(now) - now)),
    done(now) {
      dueAt = Math.max(dueAt, now) + gapAt(now)
    },
  }
}
