/** What the service does without a request: each kind of work is a lane of its own. */
import { openEarlierLoan } from '../credit/loans/open-earlier-loan.ts'
import { listWithoutLoan } from '../kernel/loans/store.ts'
import { cancelLeftOpen } from '../outbound/deliveries/cancel-left-open.ts'
import { createPlacing } from '../outbound/events/placing.ts'
import { createUnusedKeys } from '../outbound/key-warnings/report-unused.ts'
import { createSealing } from '../outbound/seals/sealing.ts'
import { forgetAnswers } from '../platform/database/once.ts'
import { oneByOne } from '../platform/work/due.ts'
import { type Lane, startWorker, type Worker } from '../platform/work/worker.ts'
import type { WholeService } from './service/whole-service.ts'
import { orderLane, timedWorks } from './timed-work.ts'
import { createTravel } from './travel/travel.ts'
import { createTravelling } from './travel/travelling.ts'

const UPKEEP_MS = 60_000
const EARLIER_LOANS_MS = 3_600_000
const SEALING_MS = 10_000

export function beginWork(service: WholeService): Worker {
  const { database, clocks, ids, log } = service
  const { real } = clocks
  const writing = { ...service, writer: database, clock: real, ids }
  const timed = timedWorks(service)
  const earlierLoans = orderLane(service, {
    name: 'loan_opening',
    list: listWithoutLoan,
    carryOut: oneByOne((order) => openEarlierLoan(writing, order)),
  })
  const upkeep: Lane = {
    name: 'upkeep',
    idleMs: UPKEEP_MS,
    onCall: false,
    async work() {
      await forgetAnswers(database, real.now())
      await cancelLeftOpen(service)
      await database.maintain()
      return 0
    },
  }
  const seal = createSealing({ ...service, clock: real })
  const ofStores = timed.map(({ ofStore }) => ofStore)
  const lanes: Lane[] = [
    ...timed.map(({ lane }) => lane()),
    { ...earlierLoans, idleMs: EARLIER_LOANS_MS },
    createUnusedKeys({ ...service, writer: database, clock: real }),
    createPlacing({ ...service, placed: () => service.wake() }),
    { name: 'seals', idleMs: SEALING_MS, onCall: false, work: seal },
    createTravelling(service, createTravel(service, ofStores)),
    upkeep,
  ]
  const mayWork = () => service.readiness.mayWork()
  return startWorker(lanes, { clock: real, mayWork, log })
}
