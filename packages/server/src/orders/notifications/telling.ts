import { errorDetails } from '../../platform/error-details.ts'
import type { Delivering } from '../../platform/network/delivering.ts'
import { createClaims } from '../../platform/work/claims.ts'
import type { Lane } from '../../platform/work/worker.ts'
import { claimDue } from './claim-due.ts'
import { deliver, LANE } from './deliver.ts'
import { type Notification, receiverOf, renewClaims } from './store.ts'

export type Telling = Omit<Delivering, 'clock'>

const UNDER_WAY_MAX = 256
/** A receiver that hangs takes no more of these, and fewer when half of all are taken. */
const OF_RECEIVER_MAX = 16
const OF_RECEIVER_WHEN_CROWDED = 2
const CLAIMED_AT_ONCE = 64
const IDLE_MS = 500

/** Tells the stores that live in real time how their orders stand. */
export function createTelling(asked: Telling): Lane {
  const options = { ...asked, clock: asked.real }
  const writing = { ...options, writer: options.database }
  const claims = createClaims(options.clock.now, (held: readonly Notification[], until) =>
    renewClaims(options.database, held, until),
  )
  const running = new Set<Promise<void>>()
  const underWay = new Map<string, number>()
  const report = (error: unknown, { id, orderId, storeId, sandbox }: Notification) => {
    const about = { notification_id: id, order_id: orderId, store_id: storeId, sandbox }
    options.log.error({ lane: LANE, ...about, ...errorDetails(error) }, 'notification failed')
  }

  function count(receiver: string, change: 1 | -1): void {
    const now = (underWay.get(receiver) ?? 0) + change
    if (now === 0) underWay.delete(receiver)
    else underWay.set(receiver, now)
  }

  function tell(notification: Notification, ring: () => void): void {
    const receiver = receiverOf(notification)
    count(receiver, 1)
    const letGo = claims.hold(notification)
    const done = deliver(options, notification)
      .catch((error: unknown) => report(error, notification))
      .then(() => {
        running.delete(done)
        letGo()
        count(receiver, -1)
        ring()
      })
    running.add(done)
  }

  return {
    name: LANE,
    idleMs: IDLE_MS,
    onCall: true,
    async work(ring) {
      const room = Math.min(UNDER_WAY_MAX - running.size, CLAIMED_AT_ONCE)
      if (room === 0) return 0
      const crowded = running.size >= UNDER_WAY_MAX / 2
      const most = crowded ? OF_RECEIVER_WHEN_CROWDED : OF_RECEIVER_MAX
      const full = [...underWay].filter(([, own]) => own >= most).map(([receiver]) => receiver)
      const roomFor = (receiver: string) => Math.max(0, most - (underWay.get(receiver) ?? 0))
      const due = await claimDue(writing, room, { full, roomFor })
      for (const notification of due) tell(notification, ring)
      return due.length
    },
    async finish() {
      await Promise.all(running)
    },
  }
}
