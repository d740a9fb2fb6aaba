import { setTimeout as pause } from 'node:timers/promises'
import type { Work } from '../work/due.ts'
import { claimDue } from './claim-due.ts'
import { type Delivering, deliver } from './deliver.ts'

export type WorkerOptions = Delivering & {
  /** What else waits until it is due. */
  readonly work: readonly Work[]
  /** What has to be done now and then: once a minute. */
  readonly tidyUp: () => Promise<void>
  readonly log: { error(details: object, message: string): void }
}

/** Attempts under way at once: a receiver that hangs takes one of these, not everybody's turn. */
const UNDER_WAY_MAX = 64
const IDLE_MS = 500
const ROUND_MS = 20
const TIDY_UP_MS = 60_000

/**
 * Delivers what is due and does what else is, until stopped. Any number of processes may run
 * one.
 */
export function startWorker(options: WorkerOptions): { wake(): void; stop(): Promise<void> } {
  const bell = createBell()
  const underWay = new Set<Promise<void>>()
  let stopping = false
  let tidiedAt = 0
  const report = (error: Error) => {
    options.log.error({ message: error.message, stack: error.stack }, 'worker failed')
    return 0
  }

  async function workOnce(): Promise<number> {
    const { database, clock } = options
    if (clock.now().getTime() >= tidiedAt + TIDY_UP_MS) {
      tidiedAt = clock.now().getTime()
      await options.tidyUp()
    }
    let done = 0
    for (const work of options.work) done += await work()
    const room = UNDER_WAY_MAX - underWay.size
    const due = room > 0 ? await claimDue({ ...options, writer: database }, room) : []
    for (const notification of due) {
      const delivery = deliver(options, notification)
        .catch(report)
        .then(() => {
          underWay.delete(delivery)
          bell.ring()
        })
      underWay.add(delivery)
    }
    return done + due.length
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      const done = await workOnce().catch(report)
      // Many who ring share a round: it costs the same for one as for all of them.
      if (done === 0) await bell.wait(IDLE_MS)
      await pause(ROUND_MS)
    }
    await Promise.all(underWay)
  }

  const running = loop()
  return {
    wake: bell.ring,
    async stop() {
      stopping = true
      bell.ring()
      await running
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
