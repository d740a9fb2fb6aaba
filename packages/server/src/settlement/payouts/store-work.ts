import { placeEvents } from '../../outbound/placing/place-events.ts'
import type { Places } from '../../tenancy/caller/context.ts'
import { type StoreWork, workOnItems } from '../../tenancy/test-clocks/store-work.ts'
import { makePayouts } from './make-payouts.ts'
import { listDuePayoutsOf } from './store.ts'

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
