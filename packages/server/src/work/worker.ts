import { setTimeout as pause } from 'node:timers/promises'

/** One kind of work. None waits for another. */
export type Lane = {
  /** Does some of what waits; answers how much, and rings when there is more to be done. */
  work(ring: () => void): Promise<number>
  /** How long it rests when there was nothing to do. */
  readonly idleMs: number
  /** Whether it is told that something may be due, or comes to see it by itself. */
  readonly onCall: boolean
  /** Resolves when everything begun is done. */
  finish?(): Promise<void>
}

export type Worker = { wake(): void; stop(): Promise<void> }

type Log = { error(details: object, message: string): void }

/** Many who ring share a round: it costs the same for one as for all of them. */
const ROUND_MS = 20

/** Does what is due in every lane, until stopped. Any number of processes may run one. */
export function startWorker(lanes: readonly Lane[], log: Log): Worker {
  let stopping = false
  const running = lanes.map((lane) => {
    const bell = createBell()
    const report = ({ message, stack }: Error) => {
      log.error({ message, stack }, 'worker failed')
      return 0
    }
    const loop = async () => {
      while (!stopping) {
        const done = await lane.work(bell.ring).catch(report)
        if (done === 0) await bell.wait(lane.idleMs)
        if (!stopping) await pause(ROUND_MS)
      }
      await lane.finish?.()
    }
    return { lane, bell, done: loop() }
  })
  return {
    wake() {
      for (const { lane, bell } of running) if (lane.onCall) bell.ring()
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
