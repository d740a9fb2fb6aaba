import { standardLimits } from '../decision-limits/limits.ts'
import type { ProductTerms } from '../financing/offers.ts'
import { standardSchedule } from '../payouts/schedule.ts'
import { standardBranding } from './branding.ts'
import { standardCollection } from './collection.ts'
import { standardProducts } from './standard-products.ts'
import type { Lender, Store, StoreSettings } from './store-account.ts'

type NewStoreInput = {
  readonly id: string
  readonly name: string
  readonly url?: string | undefined
  readonly notificationUrl?: string | undefined
  readonly timeZone?: string | undefined
  readonly currency?: string | undefined
  readonly products: readonly ProductTerms[]
  readonly lender?: Lender | undefined
  readonly notificationAuth?: StoreSettings['notification_auth'] | undefined
}

export const standardTimeZone = 'Europe/Madrid'

/** A store with the service's defaults. */
export function newStore(input: NewStoreInput): Store {
  const { id, name, products, currency = standardSettings.currency } = input
  const standard = standardSettings.products.map((terms) => ({ ...terms, currency }))
  const allowed = products.length > 0 ? products : standard
  return {
    id,
    name,
    timeZone: input.timeZone ?? standardTimeZone,
    creditOff: [],
    terms: { version: 1, since: null, allowed },
    settings: {
      ...standardSettings,
      url: input.url ?? '',
      currency,
      notification_url: input.notificationUrl ?? null,
      lender: input.lender ?? null,
      notification_auth: input.notificationAuth ?? standardSettings.notification_auth,
      products: allowed,
    },
  }
}

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
  branding: standardBranding,
  decision: standardLimits,
  total_check: 'lenient',
  origins: [],
  notification_url: null,
  notification_auth: 'signature',
  browser_checkout: false,
  confirmation_timeout: 120,
}
