import { setTimeout as pause } from 'node:timers/promises'
import { errorDetails } from '../error-details.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Clock } from '../time/clock.ts'
import type { Backlog } from './backlog.ts'

/** One kind of background job. None waits for another. */
export type Lane = {
  /** Its name in the log and in `/readyz`: `payouts`. */
  readonly name: string
  /** Does some of the waiting work; returns how much, and rings if there is more. */
  work(ring: () => void): Promise<number>
  /** How much of it is due. */
  backlog?(): Promise<Backlog>
  /** How long it rests if there was nothing to do. */
  readonly idleMs: number
  /** Whether it is signalled when something may be due, or polls. */
  readonly onCall: boolean
  /** It can wait while requests use the whole machine. */
  readonly yields?: boolean
  /** Resolves when everything in progress is done. */
  finish?(): Promise<void>
}

/** The health of a job in this process. */
export type LaneState = {
  readonly name: string
  /** When a round last ended without an error. */
  readonly succeededAt: Date | undefined
  /** The start of the current series of failures, and the latest error. */
  readonly failing: { readonly since: Date; readonly reason: string } | undefined
}

/** The work of a job in this process. */
export type LaneReport = LaneState & {
  /** The last round that found something to do, and how much it did. */
  readonly worked: { readonly at: Date; readonly count: number } | undefined
  /** The total of all rounds. */
  readonly done: number
  /** The last round that failed, and its error code. */
  readonly failed: { readonly at: Date; readonly code: string } | undefined
}

export type Worker = {
  wake(): void
  /** Ends the rest of these jobs. */
  ring(names: ReadonlySet<string>): void
  /** For jobs that know it. */
  backlogs(): Promise<readonly (Backlog & { readonly name: string })[]>
  /** For every job, in their given order. */
  states(): readonly LaneReport[]
  stop(): Promise<void>
}

type WorkerOptions = {
  readonly clock: Clock
  /** While it returns false every job rests; then they continue automatically. */
  readonly mayWork: () => boolean
  /** Whether requests use the whole machine. */
  readonly isPressed?: () => boolean
  /** Whether somebody has paused the job: it rests, and work in progress ends. */
  readonly isPaused?: (lane: string) => boolean
  readonly metrics: Pick<Metrics, 'count'>
  readonly log: { error(details: object, message: string): void }
}

/** Many rings share a round: it costs the same for one as for all. */
const ROUND_MS = 20
/** The same for a job that yields: some of its work is always in progress. */
const PRESSED_ROUND_MS = 250
/** The longest rest of a job that is rung repeatedly for nothing: it doubles each time. */
const EMPTY_ROUND_MS_MAX = 160
/** After a failure a job tries again this soon, however long it rests otherwise. */
const RETRY_MS = 5_000
/** The longest time until a resting job notices that it may work again. */
const REST_MS = 500

/** Does the due work of every job, until stopped. Any number of processes may run one. */
export function startWorker(
  lanes: readonly Lane[],
  { clock, mayWork, isPressed = () => false, isPaused = () => false, ...shown }: WorkerOptions,
): Worker {
  let stopping = false
  const running = lanes.map((lane) => {
    const bell = createBell()
    const { round, state } = createRounds(lane.name, { clock, ...shown })
    const loop = async () => {
      let empty = 0
      while (!stopping) {
        if (!mayWork() || isPaused(lane.name)) {
          await bell.wait(REST_MS)
          continue
        }
        const count = await round(() => lane.work(bell.ring))
        empty = count === 0 ? empty + 1 : 0
        if (count === undefined) await bell.wait(Math.min(lane.idleMs, RETRY_MS))
        else if (count === 0) await bell.wait(lane.idleMs)
        const isYielding = lane.yields === true && isPressed()
        const restMs = lane.onCall ? roundMs(empty) : ROUND_MS
        if (!stopping) await pause(isYielding ? PRESSED_ROUND_MS : restMs)
      }
      await round(async () => {
        await lane.finish?.()
        return 0
      })
    }
    return { lane, bell, state, done: loop() }
  })
  return {
    wake() {
      for (const { lane, bell } of running) if (lane.onCall) bell.ring()
    },
    ring(names) {
      for (const { lane, bell } of running) if (names.has(lane.name)) bell.ring()
    },
    states: () => running.map(({ state }) => state()),
    async backlogs() {
      const known: (Backlog & { readonly name: string })[] = []
      // One after the other: nothing waits for it.
      for (const lane of lanes) {
        const backlog = await lane.backlog?.()
        if (backlog !== undefined) known.push({ name: lane.name, ...backlog })
      }
      return known
    },
    async stop() {
      stopping = true
      for (const { bell } of running) bell.ring()
      await Promise.all(running.map(({ done }) => done))
    },
  }
}

/** How long a job rests after this many consecutive rounds without work. */
function roundMs(empty: number): number {
  return Math.min(ROUND_MS * 2 ** Math.max(0, empty - 1), EMPTY_ROUND_MS_MAX)
}

type Rounds = {
  /** Returns how much was done; undefined after a failure, which never ends the job. */
  round(work: () => Promise<number>): Promise<number | undefined>
  state(): LaneReport
}

/** The results of each round of a job. */
function createRounds(
  name: string,
  { clock, metrics, log }: Pick<WorkerOptions, 'clock' | 'metrics' | 'log'>,
): Rounds {
  const unknown = { succeededAt: undefined, failing: undefined, worked: undefined }
  let state: LaneReport = { name, ...unknown, failed: undefined, done: 0 }
  return {
    state: () => state,
    async round(work) {
      try {
        const count = await work()
        const at = clock.now()
        state = { ...state, succeededAt: at, failing: undefined }
        if (count > 0) state = { ...state, worked: { at, count }, done: state.done + count }
        return count
      } catch (error) {
        const at = clock.now()
        const details = errorDetails(error)
        const reason = error instanceof Error ? error.message : String(error)
        const code = details.refused ?? details.code ?? 'unknown'
        const failing = { since: state.failing?.since ?? at, reason }
        state = { ...state, failing, failed: { at, code } }
        metrics.count('laneFailures', { lane: name })
        log.error({ lane: name, ...details }, 'worker failed')
        return undefined
      }
    },
  }
}

/** A pause that can be cut short; a ring while nothing waits ends the next pause immediately. */
function createBell(): { ring(): void; wait(ms: number): Promise<void> } {
  let rung = false
  let end: (() => void) | undefined
  return {
    ring() {
      rung = true
      end?.()
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
      end = undefined
    },
  }
}
