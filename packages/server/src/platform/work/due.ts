import { Refused } from '../refusal.ts'
import type { Clock } from '../time/clock.ts'

/** Does some of the due work; returns how much it did. */
export type Work = () => Promise<number>

/** An item that failed, and the reason. */
export type Failure = { readonly id: string; readonly error: unknown }

export type DueWork<T> = {
  readonly clock: Clock
  /** The items due now, the oldest first. */
  readonly list: (now: Date, limit: number) => Promise<readonly T[]>
  /** Does nothing to an item that is no longer due: several processes may find the same one. */
  readonly carryOut: (items: readonly T[]) => Promise<readonly Failure[]>
  readonly report: (error: unknown, item: T) => void
}

const BATCH = 16
/** A failed item is skipped for this long, so that it does not block the others. */
const ASIDE_MS = 60_000
/** If the database was unavailable, nothing is wrong with the item. */
const ASIDE_WITHOUT_DATABASE_MS = 2_000

function asideMs(error: unknown): number {
  const away = error instanceof Refused && error.code === 'database_unavailable'
  return away ? ASIDE_WITHOUT_DATABASE_MS : ASIDE_MS
}

/** Work stored as rows with a due time: any number of processes may do it. */
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
    const listed = await list(now, BATCH + aside.size)
    const due = listed.filter(({ id }) => !aside.has(id)).slice(0, BATCH)
    const failures = due.length === 0 ? [] : await carryOut(due)
    for (const { id, error } of failures) {
      aside.set(id, now.getTime() + asideMs(error))
      const item = due.find((each) => each.id === id)
      if (item !== undefined) report(error, item)
    }
    return due.length - failures.length
  }
}

/** Items that are done one after the other. */
export function oneByOne<T extends { readonly id: string }>(
  carryOut: (item: T) => Promise<void>,
): DueWork<T>['carryOut'] {
  return async (items) => {
    const failures: Failure[] = []
    for (const item of items) {
      await carryOut(item).catch((error: unknown) => failures.push({ id: item.id, error }))
    }
    return failures
  }
}
