import type { Lane } from '../work/worker.ts'
import { claimDue } from './claim-due.ts'
import { type Delivering, deliver } from './deliver.ts'

export type Telling = Delivering & {
  readonly log: { error(details: object, message: string): void }
}

const UNDER_WAY_MAX = 64
const IDLE_MS = 500

/** Tells stores how their orders stand. */
export function createTelling(options: Telling): Lane {
  const underWay = new Set<Promise<void>>()
  const report = ({ message, stack }: Error) => {
    options.log.error({ message, stack }, 'notification failed')
  }
  return {
    idleMs: IDLE_MS,
    onCall: true,
    async work(ring) {
      const room = UNDER_WAY_MAX - underWay.size
      const due = room > 0 ? await claimDue({ ...options, writer: options.database }, room) : []
      for (const notification of due) {
        const delivery = deliver(options, notification)
          .catch(report)
          .then(() => {
            underWay.delete(delivery)
            ring()
          })
        underWay.add(delivery)
      }
      return due.length
    },
    async finish() {
      await Promise.all(underWay)
    },
  }
}
