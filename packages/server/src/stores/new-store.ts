import type { ProductTerms } from '../financing/offers.ts'
import { standardSchedule } from '../payouts/schedule.ts'
import { standardCollection } from './collection.ts'
import type { Lender, Store, StoreSettings } from './store-account.ts'

export type NewStoreInput = {
  readonly id: string
  readonly name: string
  readonly url?: string | undefined
  readonly notificationUrl?: string | undefined
  readonly timeZone?: string | undefined
  readonly currency?: string | undefined
  readonly products: readonly ProductTerms[]
  readonly lender?: Lender | undefined
}

export const standardTimeZone = 'Europe/Madrid'

/** A store with the service's defaults. */
export function newStore(input: NewStoreInput): Store {
  const { id, name, products, currency = standardSettings.currency } = input
  const standard = standardSettings.products.map((terms) => ({ ...terms, currency }))
  return {
    id,
    name,
    timeZone: input.timeZone ?? standardTimeZone,
    settings: {
      ...standardSettings,
      url: input.url ?? '',
      currency,
      notification_url: input.notificationUrl ?? null,
      lender: input.lender ?? null,
      products: products.length > 0 ? products : standard,
    },
  }
}

const simple = {
  capture: 'manual',
  capture_within: null,
  opening_fee_rate: 0,
  opening_fee_fixed: 0,
  downpayment_rate: 0,
  late_charge: 0,
  fee_rate: 0,
  fee_fixed: 0,
} as const

/** Terms of a store that has not set its own: what the demo shows (contract §11). */
const standardProducts: readonly ProductTerms[] = [
  {
    type: 'instalments',
    currency: 'EUR',
    min_amount: 100,
    max_amount: 1_000_000,
    num_instalments: [3, 6, 9, 12],
    nominal_rate: 1_200,
    term_days: null,
    ...simple,
  },
  {
    type: 'pay_in_4',
    currency: 'EUR',
    min_amount: 100,
    max_amount: 200_000,
    num_instalments: [4],
    nominal_rate: 0,
    term_days: 30,
    ...simple,
  },
  {
    type: 'pay_later',
    currency: 'EUR',
    min_amount: 100,
    max_amount: 100_000,
    num_instalments: [1],
    nominal_rate: 0,
    term_days: 15,
    ...simple,
  },
]

/** Settings of a store that has not made its own (contract §7, §9). */
export const standardSettings: StoreSettings = {
  url: '',
  locales: ['es', 'en'],
  currency: 'EUR',
  products: standardProducts,
  capture_policy: 'partial',
  capture_within: null,
  refund_spread: 'spread',
  fees_on_refund: 'return',
  collection: standardCollection,
  payout_schedule: standardSchedule,
  lender: null,
  total_check: 'lenient',
  origins: [],
  notification_url: null,
  notification_auth: 'signature',
  browser_checkout: false,
  confirmation_timeout: 120,
}
