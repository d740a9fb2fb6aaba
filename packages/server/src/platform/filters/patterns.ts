/**
 * `regex` and `iregex`: RE2's dialect in linear time, on a thread of its own, so that no pattern
 * blocks the process.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { limits } from '@svc/api'
import { RE2JS } from 're2js'
import { messageOf } from '../narrow.ts'
import { Refused } from '../refusal.ts'
import { currentParty } from '../turns/party.ts'
import { createTurns } from '../turns/turns.ts'

/** Processor time of the thread: on a busy machine other work takes longer meanwhile. */
export const MS_MAX = 1_000
/** After this time the thread is ended, whatever it does. */
const END_MS_MAX = 3_000
const WAIT_MS_MAX = 5_000
/** The most steps of a compiled pattern: repetitions that explode have more. */
const STEPS_MAX = 10_000

/** A pattern, and the position in each row of the value that it is matched with. */
export type PatternTest = {
  readonly pattern: string
  readonly cased: boolean
  readonly column: number
}
/** In each group one match is enough; all groups must match. */
export type PatternJob = {
  readonly groups: readonly (readonly PatternTest[])[]
  readonly rows: readonly (readonly PatternValue[])[]
}
export type PatternValue = string | readonly string[] | null

export function flagsOf(cased: boolean): number {
  return cased ? 0 : RE2JS.CASE_INSENSITIVE
}

/** Why the pattern cannot be used, or undefined. */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > limits.patternMax) return `must be at most ${limits.patternMax} characters`
  if (pattern.includes('\0')) return 'must not hold the character U+0000'
  try {
    if (RE2JS.compile(pattern).programSize() <= STEPS_MAX) return undefined
    return 'is not a pattern that can be used: it repeats too much'
  } catch (error) {
    const [reason = ''] = /(?<=: ).*/s.exec(messageOf(error)) ?? []
    return `is not a pattern in RE2's dialect: ${reason}`
  }
}

const turns = createTurns({
  places: 1,
  waitMsMax: WAIT_MS_MAX,
  late: () => new Refused('list_busy'),
})
let idle: Worker | undefined

/** The positions of matching rows. One job at a time; a job longer than a second is rejected. */
export async function findMatches(job: PatternJob): Promise<number[]> {
  const party = currentParty()
  await turns.take(party)
  try {
    const thread = idle ?? (await startThread())
    idle = undefined
    const matches = await answerOf(thread, job)
    idle = thread
    if (matches === null) throw tooBroad()
    return matches
  } finally {
    turns.give(party)
  }
}

const tooBroad = () => new Refused('filter_too_broad', { values: { limit: limits.patternRowsMax } })

/** Null if the thread gave up. */
async function answerOf(thread: Worker, job: PatternJob): Promise<number[] | null> {
  const limit = AbortSignal.timeout(END_MS_MAX)
  try {
    thread.postMessage(job)
    const [matches] = await once(thread, 'message', { signal: limit })
    return Array.isArray(matches) ? matches : null
  } catch (error) {
    void thread.terminate()
    throw limit.aborted ? tooBroad() : error
  }
}

/** Ready for work: its start-up time is not charged to the pattern. */
async function startThread(): Promise<Worker> {
  const thread = new Worker(new URL('./pattern-thread.ts', import.meta.url))
  await once(thread, 'message')
  // An idle thread does not keep the process alive.
  thread.unref()
  return thread
}
