/**
 * All work that waits for its time, in the order in which it is done at one moment. Whoever adds a
 * lane for due work to main.ts adds it here for one store, and leaves the stores with a test clock
 * out of the lane (`inRealTime`).
 */
import { expireCheckout } from './checkouts/expire-checkout.ts'
import { deliveryWork } from './deliveries/store-work.ts'
import type { Service } from './http/service.ts'
import { lapseOrder } from './lapses/lapse-order.ts'
import { listLapsingOf } from './lapses/store.ts'
import { notificationWork } from './notifications/store-work.ts'
import { listExpiredOf } from './orders/store.ts'
import { loanWork, paymentWork } from './payments/store-work.ts'
import { payoutWork } from './payouts/store-work.ts'
import { type StoreWork, workOnItems } from './work/store-work.ts'

export function storeWorks(service: Service): StoreWork[] {
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
