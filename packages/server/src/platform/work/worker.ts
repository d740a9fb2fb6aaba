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
  /** Whether it is told that something may be due, or comes to see it by itself. */
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

export type Worker = {
  wake(): void
  /** Of those lanes that know. */
  backlogs(): Promise<readonly (Backlog & { readonly name: string })[]>
  /** Of every lane, in the order in which they were given. */
  states(): readonly LaneState[]
  stop(): Promise<void>
}

type WorkerOptions = {
  readonly clock: Clock
  /** While it says no every lane rests, and then goes on by itself. */
  readonly mayWork: () => boolean
  /** Whether requests take all that the machine has. */
  readonly isPressed?: () => boolean
  readonly metrics: Pick<Metrics, 'count'>
  readonly log: { error(details: object, message: string): void }
}

/** Many who ring share a round: it costs the same for one as for all of them. */
const ROUND_MS = 20
/** The same of a lane that yields: some of its work is done all the time. */
const PRESSED_ROUND_MS = 250
/** After a failure a lane tries again this soon, however long it rests otherwise. */
const RETRY_MS = 5_000
/** So long it takes at most until a lane that rests sees that it may work again. */
const REST_MS = 500

/** Does what is due in every lane, until stopped. Any number of processes may run one. */
export function startWorker(
  lanes: readonly Lane[],
  { clock, mayWork, isPressed = () => false, metrics, log }: WorkerOptions,
): Worker {
  let stopping = false
  const running = lanes.map((lane) => {
    const bell = createBell()
    let state: LaneState = { name: lane.name, succeededAt: undefined, failing: undefined }
    /** Answers how much was done; undefined after a failure, which never ends the lane. */
    const round = async (work: () => Promise<number>): Promise<number | undefined> => {
      try {
        const count = await work()
        state = { ...state, succeededAt: clock.now(), failing: undefined }
        return count
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        state = { ...state, failing: { since: state.failing?.since ?? clock.now(), reason } }
        metrics.count('laneFailures', { lane: lane.name })
        log.error({ lane: lane.name, ...errorDetails(error) }, 'worker failed')
        return undefined
      }
    }
    const loop = async () => {
      while (!stopping) {
        if (!mayWork()) {
          await bell.wait(REST_MS)
          continue
        }
        const count = await round(() => lane.work(bell.ring))
        if (count === undefined) await bell.wait(Math.min(lane.idleMs, RETRY_MS))
        else if (count === 0) await bell.wait(lane.idleMs)
        const isYielding = lane.yields === true && isPressed()
        if (!stopping) await pause(isYielding ? PRESSED_ROUND_MS : ROUND_MS)
      }
      await round(async () => {
        await lane.finish?.()
        return 0
      })
    }
    return { lane, bell, state: () => state, done: loop() }
  })
  return {
    wake() {
      for (const { lane, bell } of running) if (lane.onCall) bell.ring()
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
