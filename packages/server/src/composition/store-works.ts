/**
 * All work that waits for its time, in the order in which it is done at one moment. Whoever adds a
 * lane for due work to main.ts adds it here for one store, and leaves the stores with a test clock
 * out of the lane (`inRealTime`).
 */
import { expireCheckout } from '../checkout/checkouts/expire-checkout.ts'
import { loanWork, paymentWork } from '../credit/payments/store-work.ts'
import { listExpiredOf } from '../kernel/orders/store.ts'
import { lapseOrder } from '../orders/lapses/lapse-order.ts'
import { listLapsingOf } from '../orders/lapses/store.ts'
import { notificationWork } from '../orders/notifications/store-work.ts'
import { deliveryWork } from '../outbound/deliveries/store-work.ts'
import { payoutWork } from '../settlement/payouts/store-work.ts'
import { type StoreWork, workOnItems } from '../tenancy/test-clocks/store-work.ts'
import type { WholeService } from './service/whole-service.ts'

export function storeWorks(service: WholeService): StoreWork[] {
  return [
    workOnItems({
      name: 'expiry of checkouts',
      list: listExpiredOf,
      carryOut: (writing, key, id) => expireCheckout(writing, { ...key, id }),
    }),
    workOnItems({
      name: 'lapse of orders',
      list: listLapsingOf,
      carryOut: (writing, key, id) => lapseOrder(writing, { ...key, id }),
    }),
    loanWork(service),
    paymentWork(service),
    payoutWork(service),
    notificationWork(service),
    deliveryWork(service),
  ]
}
