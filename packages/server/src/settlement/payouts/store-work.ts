import { placeEvents } from '../../outbound/placing/place-events.ts'
import type { Places } from '../../tenancy/caller/context.ts'
import { type StoreWork, workOnItems } from '../../tenancy/test-clocks/store-work.ts'
import { makePayouts } from './make-payouts.ts'
import { payPayout } from './pay-payout.ts'
import { listDuePayoutsOf, listPayableOf } from './store.ts'

/** Pays one store on its calendar, with all that has happened before. */
export function payoutWork(places: Places): StoreWork {
  return workOnItems({
    name: 'payouts',
    list: listDuePayoutsOf,
    async carryOut(writing, key) {
      await placeEvents(places, key)
      await makePayouts(writing, key, 'due')
    },
  })
}

/** Pays a store's proposed payouts that have waited long enough. */
export const proposedPayoutWork: StoreWork = workOnItems({
  name: 'proposed payouts',
  list: listPayableOf,
  carryOut: (writing, key, id) => payPayout(writing, { ...key, id, way: 'due' }),
})
