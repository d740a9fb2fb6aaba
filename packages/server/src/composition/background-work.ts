/** The service's work without a request: each kind is a lane of its own. */
import { createFilling } from '../checkout/persons/fill-persons.ts'
import { createCounting } from '../credit/loans/count-overdue.ts'
import { closeDay } from '../lender/closings/close-day.ts'
import { forgetRequests } from '../lender/request-log/store.ts'
import { createDeliveryQueueing } from '../lender/webhooks/queueing.ts'
import type { Approval } from '../model/approvals/approval.ts'
import { cancelLeftOpen } from '../outbound/deliveries/cancel-left-open.ts'
import { webhookDeliveries } from '../outbound/deliveries/kind.ts'
import { createUnusedKeys } from '../outbound/key-warnings/report-unused.ts'
import { createPlacing } from '../outbound/placing/placing.ts'
import { createSealing } from '../outbound/seals/sealing.ts'
import { countToSeal } from '../outbound/seals/store.ts'
import { sendingOf } from '../outbound/sending/engine.ts'
import { forgetAnswers } from '../platform/database/once.ts'
import { errorDetails } from '../platform/error-details.ts'
import { createDueWork, oneByOne } from '../platform/work/due.ts'
import { type Lane, startWorker, type Worker } from '../platform/work/worker.ts'
import { sumAccounts } from '../settlement/account-tallies/summing.ts'
import { createTallying } from '../settlement/tallies/tallying.ts'
import { createPlacingOfActions } from '../tenancy/actions/placing.ts'
import { serviceActing } from '../tenancy/actions/service-acting.ts'
import { announceExpiry } from '../tenancy/approvals/announce-expiry.ts'
import { expireApproval } from '../tenancy/approvals/expire-approval.ts'
import { countExpired, listExpired, listExpiring } from '../tenancy/approvals/store.ts'
import { forgetAttempts } from '../tenancy/sign-in/store.ts'
import { createAdvance } from './advance/advance.ts'
import { createAdvanceLane } from './advance/advance-lane.ts'
import { createLaneWatch } from './lane-watch.ts'
import { createPressure } from './processes/pressure.ts'
import type { WholeService } from './service/whole-service.ts'
import { timedWorks, worksOfStores } from './timed-work.ts'

const UPKEEP_MS = 60_000
const CLOSING_MS = 60_000
const SEALING_MS = 10_000
const TALLYING_MS = 5_000
const FILLING_MS = 5_000
/** An expired request is refused immediately, whenever its row says so. */
const EXPIRING_MS = 60_000

/** Every kind of work, in the order in which `/readyz` shows them. */
export function lanesOf(service: WholeService): Lane[] {
  const { database, clocks } = service
  const { real } = clocks
  // Whatever is added to it is a lane by that.
  const { expiry, lapses, loans, payouts, payments, ...others } = timedWorks(service)
  const upkeep: Lane = {
    name: 'upkeep',
    idleMs: UPKEEP_MS,
    onCall: false,
    async work() {
      await forgetAnswers(database, real.now())
      await forgetAttempts(database, real.now())
      await forgetRequests(database, real.now())
      await cancelLeftOpen(service)
      await database.maintain()
      return 0
    },
  }
  const seal = createSealing({ ...service, clock: real })
  const tallyRows = createTallying({ ...service, clock: real })
  const tally = async () => (await tallyRows()) + (await sumAccounts({ database }))
  const fill = createFilling({ ...service, clock: real })
  const count = createCounting({ writer: database })
  const close = async () => ((await closeDay({ database, clock: real })) === undefined ? 0 : 1)
  return [
    ...[expiry, lapses, loans].map(({ lane }) => lane()),
    createUnusedKeys({
      ...{ ...service, writer: database, clock: real, acting: serviceActing('unused_keys', real) },
    }),
    createPlacing({ ...service, placed: () => service.wake() }),
    createPlacingOfActions({ ...service, clock: real }),
    createDeliveryQueueing({ ...service, clock: real, deliver: () => service.wake() }),
    ...[payouts, payments, ...Object.values(others)].map(({ lane }) => lane()),
    sendingOf(service, webhookDeliveries(service, 'lender')).lane(),
    {
      name: 'seals',
      idleMs: SEALING_MS,
      onCall: false,
      yields: true,
      backlog: () => countToSeal(database, real.now()),
      work: seal,
    },
    { name: 'persons', idleMs: FILLING_MS, onCall: false, yields: true, work: fill },
    { name: 'overdue', idleMs: FILLING_MS, onCall: false, yields: true, work: count },
    { name: 'closings', idleMs: CLOSING_MS, onCall: false, yields: true, work: close },
    { name: 'tallies', idleMs: TALLYING_MS, onCall: false, yields: true, work: tally },
    createAdvanceLane(service, createAdvance(service, worksOfStores(service))),
    approvalLane(service),
    upkeep,
  ]
}

/** Requests that waited for a second person, and have ended. */
function approvalLane({ database, clocks, ids, log }: WholeService): Lane {
  const { real: clock } = clocks
  const name = 'approval_expiry'
  const writing = { writer: database, clock, ids, acting: serviceActing(name, clock) }
  const report = (error: unknown, { id }: Pick<Approval, 'id'>) => {
    log.error({ lane: name, approval_id: id, ...errorDetails(error) }, 'due work failed')
  }
  const expire = createDueWork({
    ...{ clock, report },
    list: (now, limit) => listExpired(database, now, limit),
    carryOut: oneByOne((approval) => expireApproval(writing, approval)),
  })
  const announce = createDueWork({
    ...{ clock, report },
    list: (now, limit) => listExpiring(database, now, limit),
    carryOut: oneByOne((approval) => announceExpiry(writing, approval)),
  })
  return {
    name,
    idleMs: EXPIRING_MS,
    onCall: false,
    backlog: () => countExpired(database, clock.now()),
    work: async () => (await expire()) + (await announce()),
  }
}

export function beginWork(service: WholeService): Worker {
  const { clocks, metrics, traffic, log } = service
  const isPressed = createPressure(traffic.inFlight)
  const mayWork = () => service.readiness.mayWork()
  const watch = createLaneWatch(service)
  const { isPaused } = watch
  const options = { clock: clocks.real, mayWork, isPressed, isPaused, metrics, log }
  const worker = startWorker(lanesOf(service), options)
  watch.begin(worker)
  return {
    ...worker,
    async stop() {
      await worker.stop()
      await watch.stop()
    },
  }
}
