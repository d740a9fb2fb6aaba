/** The stores of the demo's life as they are made. */
import { standardLimits } from '../../../model/decision-limits/limits.ts'
import { standardSchedule } from '../../../model/payouts/schedule.ts'
import { type DemoStore, demoStoreOf } from '../demo-stores.ts'
import { lifeStores } from './cast.ts'

const FEE = { fee_rate: 290, fee_fixed: 35, late_charge: 600 } as const
/** From this total on somebody looks at the identity of a new buyer. */
const CHECK_FROM = 130_000

/** In the order of `lifeStores`. */
export function storesOfLife(secretKey: string, baseUrl: string): DemoStore[] {
  return lifeStores.map(({ purpose, name, payouts }) => {
    const query = (id: string) => `?store=${id}`
    const made = demoStoreOf(secretKey, baseUrl, { purpose, name, query })
    const { settings } = made.store
    const weekly = { ...standardSchedule, interval: payouts, weekday: null, day: null }
    const own = {
      products: settings.products.map((terms) => ({ ...terms, ...FEE })),
      payout_schedule:
        payouts === 'weekly'
          ? standardSchedule
          : { ...weekly, day: payouts === 'monthly' ? 1 : null },
      // Its rules decide, about people whom all stores share.
      decision: { ...standardLimits, sandbox: 'rules', check_from: CHECK_FROM } as const,
    }
    return { ...made, store: { ...made.store, settings: { ...settings, ...own } } }
  })
}
