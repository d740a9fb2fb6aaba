import { utcMicros } from '../dates.ts'
import type { ProductTerms } from '../financing/offers.ts'
import type { StoreAccount } from './store-account.ts'

/** The store as `/me` shows it (contract §9). */
export function storeView({ id, name, timeZone, settings, createdAt, tokenSet }: StoreAccount) {
  return {
    id,
    name,
    url: settings.url === '' ? null : settings.url,
    time_zone: timeZone,
    locales: settings.locales,
    currency: settings.currency,
    products: settings.products.map(productView),
    capture_policy: settings.capture_policy,
    capture_within: settings.capture_within,
    refund_spread: settings.refund_spread,
    fees_on_refund: settings.fees_on_refund,
    payout_schedule: {
      interval: settings.payout_schedule.interval,
      weekday: settings.payout_schedule.weekday,
      day: settings.payout_schedule.day,
    },
    total_check: settings.total_check,
    origins: settings.origins,
    notification_url: settings.notification_url,
    notification_auth: settings.notification_auth,
    notification_token_set: tokenSet,
    browser_checkout: settings.browser_checkout,
    confirmation_timeout: settings.confirmation_timeout,
    created: utcMicros(createdAt),
  }
}

/** The database keeps members in an order of its own. */
function productView(terms: ProductTerms) {
  return {
    type: terms.type,
    currency: terms.currency,
    min_amount: terms.min_amount,
    max_amount: terms.max_amount,
    num_instalments: terms.num_instalments,
    nominal_rate: terms.nominal_rate,
    term_days: terms.term_days,
    capture: terms.capture,
    capture_within: terms.capture_within,
    fee_rate: terms.fee_rate,
    fee_fixed: terms.fee_fixed,
  }
}
