/** What the service does without a request: each kind of work is a lane of its own. */
import { createUnusedKeys } from './api-keys/report-unused.ts'
import { expireCheckout } from './checkouts/expire-checkout.ts'
import { forgetAnswers } from './database/once.ts'
import { cancelLeftOpen } from './deliveries/cancel-left-open.ts'
import { createSending } from './deliveries/sending.ts'
import { errorDetails } from './error-details.ts'
import { createPlacing } from './events/placing.ts'
import type { Service } from './http/service.ts'
import { lapseOrder } from './lapses/lapse-order.ts'
import { listLapsing } from './lapses/store.ts'
import { openEarlierLoan } from './loans/open-earlier-loan.ts'
import { listWithoutLoan } from './loans/store.ts'
import { createTelling } from './notifications/telling.ts'
import { type DueOrder, listExpired } from './orders/store.ts'
import { collectDueLoans } from './payments/collect-loans.ts'
import { createResolving } from './payments/resolving.ts'
import { listDueLoans } from './payments/store.ts'
import { createPaying } from './payouts/paying.ts'
import { createSealing } from './seals/sealing.ts'
import { storeWorks } from './store-works.ts'
import { createTravel } from './test-clocks/travel.ts'
import { createTravelling } from './test-clocks/travelling.ts'
import { createDueWork, type DueWork, oneByOne } from './work/due.ts'
import { type Lane, startWorker, type Worker } from './work/worker.ts'

const DUE_ORDERS_MS = 500
const UPKEEP_MS = 60_000
const EARLIER_LOANS_MS = 3_600_000
const SEALING_MS = 10_000

export function beginWork(service: Service): Worker {
  const { database, clocks, ids, log } = service
  const { real } = clocks
  const writing = { ...service, writer: database, clock: real, ids }
  const dueOrders = (
    name: string,
    list: typeof listExpired,
    carryOut: DueWork<DueOrder>['carryOut'],
  ): Lane => ({
    name,
    idleMs: DUE_ORDERS_MS,
    onCall: false,
    work: createDueWork<DueOrder>({
      clock: real,
      list: (now, limit) => list(database, now, limit),
      carryOut,
      report: (error, { id, storeId, sandbox }) => {
        const about = { lane: name, order_id: id, store_id: storeId, sandbox }
        log.error({ ...about, ...errorDetails(error) }, 'due work failed')
      },
    }),
  })
  const expireCheckouts = oneByOne<DueOrder>((order) => expireCheckout(writing, order))
  const lapseOrders = oneByOne<DueOrder>((order) => lapseOrder(writing, order))
  const openLoans = oneByOne<DueOrder>((order) => openEarlierLoan(writing, order))
  const seal = createSealing({ ...service, clock: real })
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
  const lanes: Lane[] = [
    dueOrders('checkout_expiry', listExpired, expireCheckouts),
    dueOrders('authorisation_expiry', listLapsing, lapseOrders),
    dueOrders('loan_collection', listDueLoans, (orders) => collectDueLoans(writing, orders)),
    { ...dueOrders('loan_opening', listWithoutLoan, openLoans), idleMs: EARLIER_LOANS_MS },
    createUnusedKeys({ ...service, writer: database, clock: real }),
    createPlacing({ ...service, placed: () => service.wake() }),
    createPaying(service),
    createResolving({ ...service, clock: real }),
    createTelling({ ...service, real }),
    createSending({ ...service, real }),
    { name: 'seals', idleMs: SEALING_MS, onCall: false, work: seal },
    createTravelling(service, createTravel(service, storeWorks(service))),
    upkeep,
  ]
  const mayWork = () => service.readiness.mayWork()
  return startWorker(lanes, { clock: real, mayWork, log })
}
