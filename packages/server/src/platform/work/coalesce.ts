import { assert } from '../refusal.ts'
import { inParallel } from './in-parallel.ts'

export type Coalescing<Question, Answer> = {
  /** Answers them together, in their order. */
  readonly answer: (questions: readonly Question[]) => Promise<readonly Answer[]>
  /** Whether the questions of a group that failed with the error are answered again, each alone. */
  readonly alone: (error: unknown) => boolean
  /** The most questions of a group (all). */
  readonly groupMax?: number
  /** The most concurrent groups of a queue (all). */
  readonly groupsMax?: number
  /** Only questions of one queue share a group (all do). */
  readonly queueOf?: (question: Question) => string
  /** Questions with one name do not share a group (none has a name). */
  readonly nameOf?: (question: Question) => string
  /** How long a question may wait for its group, and its error then (for ever). */
  readonly waiting?: { readonly msOf: (question: Question) => number; readonly late: () => Error }
}

type Waiting<Question, Answer> = {
  readonly question: Question
  readonly timer: NodeJS.Timeout | undefined
  resolve(answer: Answer): void
  reject(error: unknown): void
}
type Queue<Question, Answer> = {
  waiting: Waiting<Question, Answer>[]
  scheduled: boolean
  underWay: number
}

const ALONE_AT_ONCE = 8

/**
 * Combines many calls into one: questions asked in one turn of the event loop, or while the maximum
 * number of groups is in progress, are answered together. If a group fails, no question suffers
 * from the fault of another.
 */
export function coalesce<Question, Answer>({
  answer,
  alone,
  groupMax = Number.POSITIVE_INFINITY,
  groupsMax = Number.POSITIVE_INFINITY,
  queueOf = () => '',
  nameOf,
  waiting: bounds,
}: Coalescing<Question, Answer>): (question: Question) => Promise<Answer> {
  const queues = new Map<string, Queue<Question, Answer>>()

  function schedule(name: string, queue: Queue<Question, Answer>): void {
    const { waiting, scheduled, underWay } = queue
    if (waiting.length === 0 && underWay === 0) queues.delete(name)
    if (scheduled || waiting.length === 0 || underWay >= groupsMax) return
    queue.scheduled = true
    setImmediate(() => {
      const group = takeGroup(queue)
      queue.scheduled = false
      // All callers may have given up.
      if (group.length === 0) return schedule(name, queue)
      queue.underWay++
      schedule(name, queue)
      void settle(group).finally(() => {
        queue.underWay--
        schedule(name, queue)
      })
    })
  }

  function takeGroup(queue: Queue<Question, Answer>) {
    const names = new Set<string>()
    const rest: Waiting<Question, Answer>[] = []
    const group = queue.waiting.filter((each, index) => {
      const name = nameOf?.(each.question) ?? String(index)
      const fits = names.size < groupMax && !names.has(name)
      if (fits) names.add(name)
      else rest.push(each)
      return fits
    })
    queue.waiting = rest
    for (const { timer } of group) clearTimeout(timer)
    return group
  }

  async function settle(group: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await answer(group.map(({ question }) => question))
      assert(answers.length === group.length, 'each question of a group has its answer')
      for (const [index, each] of answers.entries()) group[index]?.resolve(each)
    } catch (error) {
      if (group.length > 1 && alone(error)) {
        await inParallel(group, ALONE_AT_ONCE, (each) => settle([each]))
      } else for (const { reject } of group) reject(error)
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      const name = queueOf(question)
      const queue = queues.get(name) ?? { waiting: [], scheduled: false, underWay: 0 }
      queues.set(name, queue)
      const giveUp = () => leave(queue, timer, () => reject(bounds?.late()))
      const timer = bounds && setTimeout(giveUp, bounds.msOf(question))
      queue.waiting.push({ question, timer, resolve, reject })
      schedule(name, queue)
    })
}

function leave<Question, Answer>(
  queue: Queue<Question, Answer>,
  timer: NodeJS.Timeout | undefined,
  then: () => void,
): void {
  queue.waiting = queue.waiting.filter((each) => each.timer !== timer)
  then()
}
