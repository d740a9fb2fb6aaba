import { BoundedMap } from '../bounded-map.ts'
import { assert, Refused } from '../refusal.ts'
import { onBehalfOf } from '../turns/party.ts'
import { coalesce } from '../work/coalesce.ts'
import type { Engine } from './database.ts'
import { rowSetsOf } from './database.ts'
import { asRefusal, ConnectionLost } from './failure.ts'
import type { Turn } from './lanes.ts'
import type { TransactionOptions, TransactionWork } from './one-transaction.ts'
import { type Ended, inSharedTransaction, type SharedWork } from './shared.ts'

/** The number of concurrent transactions, each with up to this many works. */
const UNDER_WAY_MAX = { postgres: 3, embedded: 1 } as const
const WORKS_MAX = 32
const SUSPECTS_MAX = 1_000

type SharedWritingOptions = {
  readonly engine: Engine
  /** The error of a caller that has no time left to wait for a transaction. */
  readonly late: () => Error
  /** Runs a work in a transaction of its own. */
  readonly alone: <T>(work: TransactionWork<T>, options: TransactionOptions) => Promise<T>
}

type Place = Pick<TransactionOptions, 'msLeft'> & { readonly queue: string; readonly turn: Turn }

type SharedWriting = {
  /** Runs a work in a shared transaction. */
  run<T>(place: Place, work: TransactionWork<T>): Promise<T>
}

type Question = Required<TransactionOptions> & { readonly work: SharedWork }

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
    queue: string,
    work: TransactionWork<T>,
    options: TransactionOptions,
  ): Promise<T> {
    try {
      const outcome = await alone(work, options)
      suspects.delete(queue)
      return outcome
    } catch (error) {
      if (error instanceof Refused && error.cause === undefined) suspects.delete(queue)
      throw error
    }
  }

  async function inTurn<T>({ queue, msLeft, turn }: Place, work: TransactionWork<T>): Promise<T> {
    // While few are under way the next one of the queue waits for the lock on the server, instead
    // of for the answer to this COMMIT (decision 0184). It holds a connection meanwhile.
    const committing = () => {
      if (underWay < underWayMax) turn.passOn()
    }
    const options = { msLeft, committing }
    if (turn.follows || suspects.has(queue)) return byItself(queue, work, options)
    const outcomes: T[] = []
    const ended = await endOf({
      ...options,
      async work(tx) {
        const { outcome, written } = await work(tx)
        outcomes.push(outcome)
        return rowSetsOf(written)
      },
    })
    if (ended === 'alone') return byItself(queue, work, options)
    if (ended === 'committed') {
      for (const outcome of outcomes) return outcome
      assert(false, 'what is committed has an outcome')
    }
    if ('own' in ended) throw ended.own
    suspects.set(queue, true)
    if (ended.failure instanceof ConnectionLost) throw asRefusal(ended.failure)
    return byItself(queue, work, options)
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
function sharing({ engine, late }: SharedWritingOptions) {
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
    waiting: { msOf: ({ msLeft }) => msLeft(), late },
  })
}
