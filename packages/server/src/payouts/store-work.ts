import type { Places } from '../context.ts'
import { placeEvents } from '../events/place-events.ts'
import { type StoreWork, workOnItems } from '../work/store-work.ts'
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
