import { workOnEach } from '../../platform/work/work-on-each.ts'
import type { Lane } from '../../platform/work/worker.ts'
import { ACTIONS_AT_ONCE, placeActions } from '../../tenancy/actions/place-actions.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { countUnqueued, listUnqueued } from '../events/store.ts'
import { type DeliveryQueueing, queueLenderDeliveries } from './queue-deliveries.ts'

const NAME = 'lender_events'
const IDLE_MS = 500

type Work = DeliveryQueueing & {
  /** There is something to deliver. */
  readonly deliver: () => void
  readonly log: { error(details: object, message: string): void }
}

/** Delivers the new actions in the log to the lender's webhooks. */
export function createDeliveryQueueing({ deliver, log, ...queueing }: Work): Lane {
  return {
    name: NAME,
    idleMs: IDLE_MS,
    onCall: false,
    yields: true,
    backlog: () => countUnqueued(queueing.database),
    async work() {
      const queue = async (sandbox: boolean) => {
        const { count, more } = await queueLenderDeliveries(queueing, sandbox)
        if (count > 0) deliver()
        return more ? 1 : 0
      }
      return workOnEach(await listUnqueued(queueing.database), queue, {
        ...{ log, message: 'lender webhooks could not be queued' },
        about: (sandbox) => ({ lane: NAME, sandbox }),
      })
    },
  }
}

/** The same to the end: earlier actions are delivered before the change. */
export async function queueAllDeliveries(
  { database, clocks: { real: clock }, ids }: Pick<Service, 'database' | 'clocks' | 'ids'>,
  { sandbox }: Pick<LenderCaller, 'sandbox'>,
): Promise<void> {
  const mode = sandbox ? 'sandbox' : 'live'
  while ((await placeActions({ database, clock }, mode)) === ACTIONS_AT_ONCE);
  while ((await queueLenderDeliveries({ database, clock, ids }, sandbox)).more);
}
