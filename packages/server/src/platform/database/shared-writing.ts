import { BoundedMap } from '../bounded-map.ts'
import { assert, Refused } from '../refusal.ts'
import { onBehalfOf } from '../turns/party.ts'
import { coalesce } from '../work/coalesce.ts'
import type { Engine } from './database.ts'
import { rowSetsOf } from './database.ts'
import { asRefusal, ConnectionLost } from './failure.ts'
import type { Turn } from './lanes.ts'
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
  /** Runs a work in a transaction of its own; `committing` is called once COMMIT has been sent. */
  readonly alone: <T>(work: TransactionWork<T>, committing: () => void) => Promise<T>
}

/** `since` is when the caller began to wait. */
type Place = { readonly queue: string; readonly since: number; readonly turn: Turn }

type SharedWriting = {
  /** Runs a work in a shared transaction. */
  run<T>(place: Place, work: TransactionWork<T>): Promise<T>
}

type Question = {
  readonly since: number
  readonly work: SharedWork
  readonly committing: () => void
}

/**
 * Works that arrive while others commit share the next transaction. A work that has to wait, or to
 * run again, delays no other.
 */
export function createSharedWriting(options: SharedWritingOptions): SharedWriting {
  const { engine, alone } = options
  const endOf = sharing(options)
  /** Queues of works whose transaction failed, until one of them succeeds. */
  const suspects = new BoundedMap<string, true>(SUSPECTS_MAX)
  const underWayMax = UNDER_WAY_MAX[engine.kind]
  let underWay = 0
  async function byItself<T>(
    { queue }: Place,
    work: TransactionWork<T>,
    committing: () => void,
  ): Promise<T> {
    try {
      const outcome = await alone(work, committing)
      suspects.delete(queue)
      return outcome
    } catch (error) {
      if (error instanceof Refused && error.cause === undefined) suspects.delete(queue)
      throw error
    }
  }

  async function inTurn<T>(place: Place, work: TransactionWork<T>): Promise<T> {
    const { queue, since, turn } = place
    // While few are under way the next one of the queue waits for the lock on the server, instead
    // of for the answer to this COMMIT (decision 0184). It holds a connection meanwhile.
    const committing = () => {
      if (underWay < underWayMax) turn.passOn()
    }
    if (turn.follows || suspects.has(queue)) return byItself(place, work, committing)
    const outcomes: T[] = []
    const ended = await endOf({
      since,
      committing,
      async work(tx) {
        const { outcome, written } = await work(tx)
        outcomes.push(outcome)
        return rowSetsOf(written)
      },
    })
    if (ended === 'alone') return byItself(place, work, committing)
    if (ended === 'committed') {
      for (const outcome of outcomes) return outcome
      assert(false, 'what is committed has an outcome')
    }
    if ('own' in ended) throw ended.own
    suspects.set(queue, true)
    if (ended.failure instanceof ConnectionLost) throw asRefusal(ended.failure)
    return byItself(place, work, committing)
  }

  return {
    async run(place, work) {
      underWay++
      try {
        return await inTurn(place, work)
      } finally {
        underWay--
      }
    },
  }
}

/** Answers how a work ended that may share its transaction. */
function sharing({ engine, waitMsMax, late }: SharedWritingOptions) {
  return coalesce<Question, Ended>({
    groupMax: WORKS_MAX,
    groupsMax: UNDER_WAY_MAX[engine.kind],
    // They may belong to several stores.
    answer: (questions) =>
      onBehalfOf('writes', () => {
        const committing = () => {
          for (const question of questions) question.committing()
        }
        const works = questions.map(({ work }) => work)
        return inSharedTransaction(engine, works, committing)
      }),
    alone: () => false,
    waiting: { msOf: ({ since }) => waitMsMax - (performance.now() - since), late },
  })
}
