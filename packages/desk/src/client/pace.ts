/** How often something is done. Pure. */

type Pace = {
  /** Milliseconds to wait at a time, in milliseconds; 0: it is its turn. */
  readonly waitAt: (now: number) => number
  /** It is done at that time. */
  readonly done: (now: number) => void
}

/** On average once in `everyMs`; after a quiet time the first `atOnce` have no gaps. */
export function createPace(everyMs: number, atOnce: number): Pace {
  // When all that was done would have been, one after the other.
  let dueAt = Number.NEGATIVE_INFINITY
  return {
    waitAt: (now) => Math.max(0, dueAt - (atOnce - 1) * everyMs - now),
    done(now) {
      dueAt = Math.max(dueAt, now) + everyMs
    },
  }
}
