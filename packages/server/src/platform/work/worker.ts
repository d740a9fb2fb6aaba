import { setTimeout as pause } from 'node:timers/promises'
import { errorDetails } from '../error-details.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Clock } from '../time/clock.ts'
import type { Backlog } from './backlog.ts'

/** One kind of work. None waits for another. */
export type Lane = {
  /** As the log and `/readyz` call it: `payouts`. */
  readonly name: string
  /** Does some of what waits; answers how much, and rings when there is more to be done. */
  work(ring: () => void): Promise<number>
  /** How much of it is due and waits. */
  backlog?(): Promise<Backlog>
  /** How long it rests when there was nothing to do. */
  readonly idleMs: number
  /** Whether it is signalled that something may be due, or polls. */
  readonly onCall: boolean
  /** It can wait while requests take all that the machine has. */
  readonly yields?: boolean
  /** Resolves when everything begun is done. */
  finish?(): Promise<void>
}

/** How a lane does in this process. */
export type LaneState = {
  readonly name: string
  /** When a round last ended without an error. */
  readonly succeededAt: Date | undefined
  /** Since when every round has failed, and what the last one failed with. */
  readonly failing: { readonly since: Date; readonly reason: string } | undefined
}

/** What a lane has done in this process. */
export type LaneReport = LaneState & {
  /** The last round that found something to do, and how much it did. */
  readonly worked: { readonly at: Date; readonly count: number } | undefined
  /** What all rounds have done. */
  readonly done: number
  /** The last round that failed, and the code of its error. */
  readonly failed: { readonly at: Date; readonly code: string } | undefined
}

export type Worker = {
  wake(): void
  /** Ends the rest of these lanes. */
  ring(names: ReadonlySet<string>): void
  /** Of those lanes that know. */
  backlogs(): Promise<readonly (Backlog & { readonly name: string })[]>
  /** Of every lane, in the order in which they were given. */
  states(): readonly LaneReport[]
  stop(): Promise<void>
}

type WorkerOptions = {
  readonly clock: Clock
  /** While it says no every lane rests, and then goes on by itself. */
  readonly mayWork: () => boolean
  /** Whether requests take all that the machine has. */
  readonly isPressed?: () => boolean
  /** Whether somebody has stopped the lane: it rests, and what is under way ends. */
  readonly isPaused?: (lane: string) => boolean
  readonly metrics: Pick<Metrics, 'count'>
  readonly log: { error(details: object, message: string): void }
}

/** Many who ring share a round: it costs the same for one as for all of them. */
const ROUND_MS = 20
/** The same of a lane that yields: some of its work is done all the time. */
const PRESSED_ROUND_MS = 250
/** At most, of a lane that is called again and again for nothing: twice as long each time. */
const EMPTY_ROUND_MS_MAX = 160
/** After a failure a lane tries again this soon, however long it rests otherwise. */
const RETRY_MS = 5_000
/** So long it takes at most until a lane that rests sees that it may work again. */
const REST_MS = 500

/** Does what is due in every lane, until stopped. Any number of processes may run one. */
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
      // One after the other: nobody waits for it.
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

/** How long a lane rests after so many rounds in a row that found nothing. */
function roundMs(empty: number): number {
  return Math.min(ROUND_MS * 2 ** Math.max(0, empty - 1), EMPTY_ROUND_MS_MAX)
}

type Rounds = {
  /** Answers how much was done; undefined after a failure, which never ends the lane. */
  round(work: () => Promise<number>): Promise<number | undefined>
  state(): LaneReport
}

/** What comes of each round of a lane. */
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

/** A pause that can be cut short; a ring while nobody waits ends the next pause at once. */
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
