/**
 * All work that waits for its time, in the order in which it is done at one moment. Each kind is
 * done twice: as a lane, for the stores that live in the time of the world, and of one store by
 * itself, for those with a test clock, which the lane leaves out (`inRealTime`).
 */
import { expireCheckout } from '../checkout/checkouts/expire-checkout.ts'
import { collectDueLoans } from '../credit/payments/collect-loans.ts'
import { createResolving } from '../credit/payments/resolving.ts'
import { loanWork, paymentWork } from '../credit/payments/store-work.ts'
import { countExpired, listExpired, listExpiredOf } from '../kernel/orders/store.ts'
import { countDueLoans, listDueLoans } from '../kernel/payments/store.ts'
import type { DueOrder } from '../model/order/order.ts'
import { lapseOrder } from '../orders/lapses/lapse-order.ts'
import { countLapsing, listLapsing, listLapsingOf } from '../orders/lapses/store.ts'
import { notifications } from '../orders/notifications/kind.ts'
import { webhookDeliveries } from '../outbound/deliveries/kind.ts'
import { sendingOf } from '../outbound/sending/engine.ts'
import { errorDetails } from '../platform/error-details.ts'
import { createDueWork, type DueWork, oneByOne } from '../platform/work/due.ts'
import type { Lane } from '../platform/work/worker.ts'
import { createPaying, createPayingProposed } from '../settlement/payouts/paying.ts'
import { payoutWork, proposedPayoutWork } from '../settlement/payouts/store-work.ts'
import { serviceActing } from '../tenancy/actions/service-acting.ts'
import { createBeginning, termsWork } from '../tenancy/stores/beginning.ts'
import { type StoreWork, workOnItems } from '../tenancy/test-clocks/store-work.ts'
import type { WholeService } from './service/whole-service.ts'

/** One kind of work that waits. */
type TimedWork = {
  /** In the time of the world. */
  readonly lane: () => Lane
  /** In the time of one store. */
  readonly ofStore: StoreWork
}

export function timedWorks(service: WholeService) {
  const real = () => service.clocks.real
  const writing = (lane: string) => {
    const acting = serviceActing(lane, real())
    return { ...service, writer: service.database, clock: real(), acting }
  }
  return {
    terms: { lane: () => createBeginning(service), ofStore: termsWork },
    expiry: {
      lane: () =>
        orderLane(service, {
          name: 'checkout_expiry',
          list: listExpired,
          backlog: countExpired,
          carryOut: oneByOne((order) => expireCheckout(writing('checkout_expiry'), order)),
        }),
      ofStore: workOnItems({
        name: 'expiry of checkouts',
        list: listExpiredOf,
        carryOut: (timed, key, id) => expireCheckout(timed, { ...key, id }),
      }),
    },
    lapses: {
      lane: () =>
        orderLane(service, {
          name: 'authorisation_expiry',
          list: listLapsing,
          backlog: countLapsing,
          carryOut: oneByOne((order) => lapseOrder(writing('authorisation_expiry'), order)),
        }),
      ofStore: workOnItems({
        name: 'lapse of orders',
        list: listLapsingOf,
        carryOut: (timed, key, id) => lapseOrder(timed, { ...key, id }),
      }),
    },
    loans: {
      lane: () =>
        orderLane(service, {
          name: 'loan_collection',
          list: listDueLoans,
          backlog: countDueLoans,
          carryOut: (orders) => collectDueLoans(writing('loan_collection'), orders),
        }),
      ofStore: loanWork(service),
    },
    payments: {
      lane: () => createResolving(writing('payment_results')),
      ofStore: paymentWork(service),
    },
    payouts: { lane: () => createPaying(service), ofStore: payoutWork(service) },
    proposedPayouts: { lane: () => createPayingProposed(service), ofStore: proposedPayoutWork },
    notifications: sendingOf(service, notifications),
    deliveries: sendingOf(service, webhookDeliveries(service)),
  } satisfies Record<string, TimedWork>
}

/** For stores, each by itself: all of it, in order. */
export function worksOfStores(service: WholeService): StoreWork[] {
  return Object.values(timedWorks(service)).map(({ ofStore }) => ofStore)
}

const DUE_ORDERS_MS = 500

type OrderLane = {
  readonly name: string
  readonly list: typeof listExpired
  readonly backlog: typeof countExpired
  readonly carryOut: DueWork<DueOrder>['carryOut']
}

/** A lane whose work waits on the rows of orders. */
function orderLane(
  { database, clocks, log }: Pick<WholeService, 'database' | 'clocks' | 'log'>,
  { name, list, backlog, carryOut }: OrderLane,
): Lane {
  return {
    name,
    idleMs: DUE_ORDERS_MS,
    onCall: false,
    backlog: () => backlog(database, clocks.real.now()),
    work: createDueWork<DueOrder>({
      clock: clocks.real,
      list: (now, limit) => list(database, now, limit),
      carryOut,
      report: (error, { id, storeId, sandbox }) => {
        const about = { lane: name, order_id: id, store_id: storeId, sandbox }
        log.error({ ...about, ...errorDetails(error) }, 'due work failed')
      },
    }),
  }
}
