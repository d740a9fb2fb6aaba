import type { Database } from '../../platform/database/database.ts'
import { errorDetails } from '../../platform/error-details.ts'
import type { Ids } from '../../platform/ids.ts'
import { createClaims } from '../../platform/work/claims.ts'
import type { Lane } from '../../platform/work/worker.ts'
import { type Attempting, attempt } from './attempt.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import type { Claimed, Delivery, EndpointKey } from './delivery.ts'
import { createKeeping } from './keeping.ts'
import { renewClaims } from './list-store.ts'
import { roomsFor } from './slots.ts'
import { listDueEndpoints } from './store.ts'

export type Sending = Omit<Attempting, 'clock'> & {
  readonly database: Database
  readonly ids: Ids
  readonly log: { error(details: object, message: string): void }
}

const NAME = 'deliveries'
const IDLE_MS = 500
const ENDPOINTS_AT_ONCE = 1_000

/** Sends what is due in real time, to each endpoint within its own slots. */
export function createSending(asked: Sending): Lane {
  const options = { ...asked, clock: asked.real }
  const { database, clock } = options
  const writing = { ...options, writer: database }
  const keep = createKeeping(writing)
  const claims = createClaims(clock.now, (held: readonly Delivery[], until) =>
    renewClaims(database, held, until),
  )
  const underWay = new Map<string, number>()
  const of = (endpointId: string) => underWay.get(endpointId) ?? 0
  const running = new Set<Promise<void>>()
  let all = 0
  let after = ''
  let turn = 0

  function release({ endpointId }: EndpointKey): void {
    const left = of(endpointId) - 1
    if (left === 0) underWay.delete(endpointId)
    else underWay.set(endpointId, left)
    all--
  }

  function send(claimed: Claimed, ring: () => void): void {
    const key = claimed.delivery
    underWay.set(key.endpointId, of(key.endpointId) + 1)
    all++
    const letGo = claims.hold(key)
    const done = attempt(options, claimed)
      .then((outcome) => keep(key, outcome))
      .catch((error: unknown) => {
        const { id, orderId: order_id, storeId: store_id, endpointId } = key
        const about = { lane: NAME, delivery_id: id, order_id, store_id, endpoint: endpointId }
        options.log.error({ ...about, ...errorDetails(error) }, 'webhook delivery failed')
      })
      .then(() => {
        running.delete(done)
        letGo()
        release(key)
        ring()
      })
    running.add(done)
  }

  return {
    name: NAME,
    idleMs: IDLE_MS,
    onCall: true,
    async work(ring) {
      const part = { now: clock.now(), after, limit: ENDPOINTS_AT_ONCE }
      const { due, last } = await listDueEndpoints(database, part)
      after = last ?? ''
      const rooms = due.length === 0 ? [] : roomsFor(due, { of, all, turn: turn++ })
      const claimed = rooms.length === 0 ? [] : await claimDeliveries(writing, rooms)
      for (const each of claimed) send(each, ring)
      return claimed.length + (last === undefined ? 0 : 1)
    },
    async finish() {
      await Promise.all(running)
    },
  }
}
