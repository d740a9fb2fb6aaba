import { BoundedMap } from '../bounded-map.ts'
import { assert, Refused } from '../refusal.ts'
import { onBehalfOf } from '../turns/party.ts'
import { coalesce } from '../work/coalesce.ts'
import type { Engine } from './database.ts'
import { rowSetsOf } from './database.ts'
import { asRefusal, ConnectionLost } from './failure.ts'
import type { TransactionWork } from './one-transaction.ts'
import { type Ended, inSharedTransaction, type SharedWork } from './shared.ts'

/** The number of concurrent transactions, each with up to this many works. */
const UNDER_WAY_MAX = { postgres: 3, embedded: 1 } as const
const WORKS_MAX = 32
const SUSPECTS_MAX = 1_000

type SharedWritingOptions = {
  readonly engine: Engine
  /** A caller that waits longer for a transaction is rejected with the error of `late`. */
  readonly waitMsMax: number
  readonly late: () => Error
  /** Runs a work in a transaction of its own. */
  readonly alone: <T>(work: TransactionWork<T>) => Promise<T>
}

type SharedWriting = {
  /** Runs a work in a shared transaction; `since` is when its caller began to wait. */
  run<T>(queue: string, since: number, work: TransactionWork<T>): Promise<T>
}

/**
 * Works that arrive while others commit share the next transaction. A work that has to wait, or to
 * run again, delays no other.
 */
export function createSharedWriting({
  engine,
  waitMsMax,
  late,
  alone,
}: SharedWritingOptions): SharedWriting {
  /** Queues of works whose transaction failed, until one of them succeeds. */
  const suspects = new BoundedMap<string, true>(SUSPECTS_MAX)
  const endOf = coalesce<{ readonly since: number; readonly work: SharedWork }, Ended>({
    groupMax: WORKS_MAX,
    groupsMax: UNDER_WAY_MAX[engine.kind],
    // They may belong to several stores.
    answer: (questions) =>
      onBehalfOf('writes', () =>
        inSharedTransaction(
          engine,
          questions.map(({ work }) => work),
        ),
      ),
    alone: () => false,
    waiting: { msOf: ({ since }) => waitMsMax - (performance.now() - since), late },
  })

  async function byItself<T>(queue: string, work: TransactionWork<T>): Promise<T> {
    try {
      const outcome = await alone(work)
      suspects.delete(queue)
      return outcome
    } catch (error) {
      if (error instanceof Refused && error.cause === undefined) suspects.delete(queue)
      throw error
    }
  }

  return {
    async run<T>(queue: string, since: number, work: TransactionWork<T>) {
      if (suspects.has(queue)) return byItself(queue, work)
      const outcomes: T[] = []
      const ended = await endOf({
        since,
        async work(tx) {
          const { outcome, written } = await work(tx)
          outcomes.push(outcome)
          return rowSetsOf(written)
        },
      })
      if (ended === 'alone') return byItself(queue, work)
      if (ended === 'committed') {
        for (const outcome of outcomes) return outcome
        assert(false, 'what is committed has an outcome')
      }
      if ('own' in ended) throw ended.own
      suspects.set(queue, true)
      if (ended.failure instanceof ConnectionLost) throw asRefusal(ended.failure)
      return byItself(queue, work)
    },
  }
}
