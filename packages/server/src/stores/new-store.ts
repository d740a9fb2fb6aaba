import type { ProductTerms } from '../financing/offers.ts'
import type { Store } from './store-account.ts'

export type NewStoreInput = {
  readonly id: string
  readonly name: string
  readonly url?: string
  readonly notificationUrl?: string
  readonly products: readonly ProductTerms[]
}

/** A store with the service's defaults. */
export function newStore({ id, name, url = '', notificationUrl, products }: NewStoreInput): Store {
  return {
    id,
    name,
    timeZone: 'Europe/Madrid',
    settings: {
      url,
      notification_url: notificationUrl ?? null,
      browser_checkout: false,
      confirmation_timeout: 120,
      currency: 'EUR',
      products: products.length > 0 ? products : standardProducts,
    },
  }
}

/** Terms of a store that has not set its own: what the demo shows (contract §11). */
export const standardProducts: readonly ProductTerms[] = [
  {
    product: 'instalments',
    currency: 'EUR',
    minAmount: 100,
    maxAmount: 1_000_000,
    counts: [3, 6, 9, 12],
    nominalRate: 1_200,
    termDays: 0,
  },
  {
    product: 'pay_later',
    currency: 'EUR',
    minAmount: 100,
    maxAmount: 100_000,
    counts: [],
    nominalRate: 0,
    termDays: 15,
  },
]
