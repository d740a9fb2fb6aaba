import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Reader } from '../../platform/database/database.ts'
import { inParallel } from '../../platform/work/in-parallel.ts'
import type { Reading, Writing } from '../caller/context.ts'

/** What works for one store at one moment of its time. */
export type StoreWriting = Writing & Reading

/**
 * Work that waits for its time, of one store by itself: that is how it is done for a store with a
 * test clock (`composition/advance/advance.ts`), moment after moment. Any number of processes may
 * do it at once, and any of them may die in the middle.
 */
export type StoreWork = {
  readonly name: string
  /** It only tells others of what happened: nobody advances to a moment for its sake. */
  readonly tells?: boolean
  /** The first moment up to that one at which something is due; what is overdue counts. */
  nextDue(reader: Reader, key: StreamKey, upTo: Date): Promise<Date | null>
  /** Does all that is due now; what becomes due by it may be left for the next call. */
  carryOut(writing: StoreWriting, key: StreamKey): Promise<void>
}

/** One thing to be done, and the moment at which it is due. */
export type DueItem = { readonly id: string; readonly dueAt: Date }

type Listed = {
  readonly name: string
  /** What is due up to a moment, the oldest first. */
  readonly list: (
    reader: Reader,
    key: StreamKey,
    limits: { readonly upTo: Date; readonly limit: number },
  ) => Promise<readonly DueItem[]>
}
type Items = Listed & {
  /** Does nothing when it is no longer due. */
  readonly carryOut: (writing: StoreWriting, key: StreamKey, id: string) => Promise<unknown>
}
type Batches = Listed & {
  readonly batchMax: number
  /** The same for many together. */
  readonly carryOut: (
    writing: StoreWriting,
    key: StreamKey,
    ids: readonly string[],
  ) => Promise<unknown>
}

const LISTED_AT_ONCE = 500
const DONE_AT_ONCE = 16
const BATCHES_AT_ONCE = 2

/** Work on things that are independent of each other, such as orders: many at once. */
export function workOnItems({ carryOut, ...listed }: Items): StoreWork {
  return workInBatches({
    ...listed,
    batchMax: LISTED_AT_ONCE,
    carryOut: (writing, key, ids) =>
      inParallel(ids, DONE_AT_ONCE, (id) => carryOut(writing, key, id)),
  })
}

/** Work on things that share a transaction. */
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
          // Who goes on for ever would hold up the store's time without anybody knowing.
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
