import type { Clock } from '../clock.ts'

/** Does some of what is due; answers how much it did. */
export type Work = () => Promise<number>

export type DueWork<T> = {
  readonly clock: Clock
  /** What is due now, the oldest first. */
  readonly list: (now: Date, limit: number) => Promise<readonly T[]>
  /** Does nothing when it is no longer due: several processes may find the same. */
  readonly carryOut: (item: T) => Promise<void>
  readonly report: (error: Error) => void
}

const BATCH = 16
/** What failed is left alone so long, so that it does not stand in the way of the rest. */
const ASIDE_MS = 60_000

/** Work that waits as rows with a due time: any number of processes may do it. */
export function createDueWork<T extends { readonly id: string }>({
  clock,
  list,
  carryOut,
  report,
}: DueWork<T>): Work {
  const aside = new Map<string, number>()
  return async () => {
    const now = clock.now()
    for (const [id, until] of aside) {
      if (until <= now.getTime()) aside.delete(id)
    }
    const due = await list(now, BATCH + aside.size)
    let done = 0
    for (const item of due.filter(({ id }) => !aside.has(id)).slice(0, BATCH)) {
      try {
        await carryOut(item)
        done++
      } catch (error) {
        aside.set(item.id, now.getTime() + ASIDE_MS)
        report(error as Error)
      }
    }
    return done
  }
}
