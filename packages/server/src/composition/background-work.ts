/** What the service does without a request: each kind of work is a lane of its own. */

import { expireCheckout } from '../checkout/checkouts/expire-checkout.ts'
import { openEarlierLoan } from '../credit/loans/open-earlier-loan.ts'
import { collectDueLoans } from '../credit/payments/collect-loans.ts'
import { createResolving } from '../credit/payments/resolving.ts'
import { listDueLoans } from '../credit/payments/store.ts'
import { listWithoutLoan } from '../kernel/loans/store.ts'
import { listExpired } from '../kernel/orders/store.ts'
import type { DueOrder } from '../model/order/order.ts'
import { lapseOrder } from '../orders/lapses/lapse-order.ts'
import { listLapsing } from '../orders/lapses/store.ts'
import { createTelling } from '../orders/notifications/telling.ts'
import { cancelLeftOpen } from '../outbound/deliveries/cancel-left-open.ts'
import { createSending } from '../outbound/deliveries/sending.ts'
import { createPlacing } from '../outbound/events/placing.ts'
import { createUnusedKeys } from '../outbound/key-warnings/report-unused.ts'
import { createSealing } from '../outbound/seals/sealing.ts'
import { forgetAnswers } from '../platform/database/once.ts'
import { errorDetails } from '../platform/error-details.ts'
import { createDueWork, type DueWork, oneByOne } from '../platform/work/due.ts'
import { type Lane, startWorker, type Worker } from '../platform/work/worker.ts'
import { createPaying } from '../settlement/payouts/paying.ts'
import type { WholeService } from './service/whole-service.ts'
import { storeWorks } from './store-works.ts'
import { createTravel } from './travel/travel.ts'
import { createTravelling } from './travel/travelling.ts'

const DUE_ORDERS_MS = 500
const UPKEEP_MS = 60_000
const EARLIER_LOANS_MS = 3_600_000
const SEALING_MS = 10_000

export function beginWork(service: WholeService): Worker {
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
