import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Reader } from '../../platform/database/database.ts'
import { inParallel } from '../../platform/work/in-parallel.ts'
import type { Reading, Writing } from '../caller/context.ts'

/** The dependencies of work for one store at one time of its clock. */
export type StoreWriting = Writing & Reading

/**
 * Scheduled work of a single store: this is how it is done for a store with a test clock
 * (`composition/advance/advance.ts`), one due time after the other. Any number of processes may do
 * it at the same time, and any of them may die in the middle.
 */
export type StoreWork = {
  readonly name: string
  /** It only notifies others of what happened: no clock advances for its sake. */
  readonly tells?: boolean
  /** The first due time up to the given one; overdue work counts. */
  nextDue(reader: Reader, key: StreamKey, upTo: Date): Promise<Date | null>
  /**
   * Does everything that is due now; work that becomes due because of it may wait for the next
   * call.
   */
  carryOut(writing: StoreWriting, key: StreamKey): Promise<void>
}

/** One item, and its due time. */
export type DueItem = { readonly id: string; readonly dueAt: Date }
export type DueSpan = { readonly upTo: Date; readonly limit: number }

type Listed = {
  readonly name: string
  /** The items due up to a time, the oldest first. */
  readonly list: (reader: Reader, key: StreamKey, span: DueSpan) => Promise<readonly DueItem[]>
}
type Items = Listed & {
  /** Does nothing if it is no longer due. */
  readonly carryOut: (writing: StoreWriting, key: StreamKey, id: string) => Promise<unknown>
}
type Batches = Listed & {
  readonly batchMax: number
  /** The same for several together. */
  readonly carryOut: (
    writing: StoreWriting,
    key: StreamKey,
    ids: readonly string[],
  ) => Promise<unknown>
}

const LISTED_AT_ONCE = 500
const DONE_AT_ONCE = 16
const BATCHES_AT_ONCE = 2

/** Work on independent items, such as orders: many at a time. */
export function workOnItems({ carryOut, ...listed }: Items): StoreWork {
  return workInBatches({
    ...listed,
    batchMax: LISTED_AT_ONCE,
    carryOut: (writing, key, ids) =>
      inParallel(ids, DONE_AT_ONCE, (id) => carryOut(writing, key, id)),
  })
}

/** Work on items that share a transaction. */
export function workInBatches({ name, list, batchMax, carryOut }: Batches): StoreWork {
  return {
    name,
    async nextDue(reader, key, upTo) {
      const [first] = await list(reader, key, { upTo, limit: 1 })
      return first?.dueAt ?? null
    },
    async carryOut(writing, key) {
      const done = new Set<string>()
      for (;;) {
        const limits = { upTo: writing.clock.now(), limit: LISTED_AT_ONCE }
        const due = await list(writing.database, key, limits)
        if (due.length === 0) return
        for (const { id, dueAt } of due) {
          const step = `${id} at ${dueAt.toISOString()}`
          // Work without end would stop the store's clock unnoticed.
          if (done.has(step)) throw new Error(`${name}: ${step} stays due although it was done`)
          done.add(step)
        }
        const ids = due.map(({ id }) => id)
        const batches = Array.from({ length: Math.ceil(ids.length / batchMax) }, (_, index) =>
          ids.slice(index * batchMax, (index + 1) * batchMax),
        )
        await inParallel(batches, BATCHES_AT_ONCE, (batch) => carryOut(writing, key, batch))
      }
    },
  }
}
