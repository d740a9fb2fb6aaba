import { placeEvents } from '../../outbound/placing/place-events.ts'
import { errorDetails } from '../../platform/error-details.ts'
import type { Ids } from '../../platform/ids.ts'
import { createDueWork, oneByOne } from '../../platform/work/due.ts'
import type { Lane } from '../../platform/work/worker.ts'
import { serviceActing } from '../../tenancy/actions/service-acting.ts'
import type { Places, Writing } from '../../tenancy/caller/context.ts'
import { makePayouts } from './make-payouts.ts'
import { payPayout } from './pay-payout.ts'
import {
  countDuePayees,
  countPayable,
  type DuePayee,
  listDuePayees,
  listPayable,
  type PayablePayout,
} from './store.ts'

const NAME = 'payouts'
const WAITING_NAME = 'proposed_payouts'
const IDLE_MS = 1_000

type Paying = Places & {
  readonly ids: Ids
  readonly log: { error(details: object, message: string): void }
}

/** Pays each store on its calendar, with all that has happened before. */
export function createPaying({ log, ...places }: Paying): Lane {
  const clock = places.clocks.real
  const acting = serviceActing(NAME, clock)
  const writing: Writing = { writer: places.database, clock, ids: places.ids, acting }
  return {
    name: NAME,
    idleMs: IDLE_MS,
    onCall: false,
    backlog: () => countDuePayees(places.database, places.clocks.real.now()),
    work: createDueWork<DuePayee>({
      clock: places.clocks.real,
      list: (now, limit) => listDuePayees(places.database, now, limit),
      carryOut: oneByOne(async (payee) => {
        await placeEvents(places, payee)
        await makePayouts(writing, payee, 'due')
      }),
      report: (error, { storeId, sandbox }) => {
        const about = { lane: NAME, store_id: storeId, sandbox }
        log.error({ ...about, ...errorDetails(error) }, 'a store could not be paid')
      },
    }),
  }
}

/** Pays proposed payouts that have waited long enough, unless they are held. */
export function createPayingProposed({ log, ...places }: Paying): Lane {
  const clock = places.clocks.real
  const acting = serviceActing(WAITING_NAME, clock)
  const writing: Writing = { writer: places.database, clock, ids: places.ids, acting }
  return {
    name: WAITING_NAME,
    idleMs: IDLE_MS,
    onCall: false,
    backlog: () => countPayable(places.database, clock.now()),
    work: createDueWork<PayablePayout>({
      clock,
      list: (now, limit) => listPayable(places.database, now, limit),
      carryOut: oneByOne(async (payout) => {
        await payPayout(writing, { ...payout, way: 'due' })
      }),
      report: (error, { id, storeId, sandbox }) => {
        const about = { lane: WAITING_NAME, payout_id: id, store_id: storeId, sandbox }
        log.error({ ...about, ...errorDetails(error) }, 'a payout could not be paid')
      },
    }),
  }
}
