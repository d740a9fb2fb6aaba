import { isDeepStrictEqual } from 'node:util'
import type { Answered, StoreAnswer } from '@svc/api'
import { limitsView } from '../../model/decision-limits/view.ts'
import type { ProductTerms } from '../../model/financing/terms.ts'
import { termsWarnings } from '../../model/financing/warnings.ts'
import type { NamedAccount } from '../../model/payouts/bank-account.ts'
import type { Branding } from '../../model/stores/branding.ts'
import type { Lender, Store, StoreAccount } from '../../model/stores/store-account.ts'
import { type Day, dayOf } from '../../platform/time/calendar.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { textColorOn } from './contrast.ts'

/** When, where and in which mode a store is shown. */
export type Shown = { readonly at: Date; readonly baseUrl: string; readonly sandbox: boolean }

/** The store as `/me` shows it (contract §9). */
export function storeView(
  account: StoreAccount,
  { at, baseUrl, sandbox }: Shown,
): Answered<typeof StoreAnswer> {
  const { id, name, timeZone, settings, createdAt, tokenSet } = account
  const today = dayOf(at, timeZone)
  return {
    id,
    name,
    url: settings.url === '' ? null : settings.url,
    time_zone: timeZone,
    locales: settings.locales,
    currency: settings.currency,
    products: settings.products.map((terms) => productView(terms, today)),
    capture_policy: settings.capture_policy,
    capture_within: settings.capture_within,
    refund_spread: settings.refund_spread,
    fees_on_refund: settings.fees_on_refund,
    collection: {
      retry_days: settings.collection.retry_days,
      late_after_days: settings.collection.late_after_days,
      write_off_after_days: settings.collection.write_off_after_days,
    },
    payout_schedule: {
      interval: settings.payout_schedule.interval,
      weekday: settings.payout_schedule.weekday,
      day: settings.payout_schedule.day,
      hold_days: settings.payout_schedule.hold_days ?? 0,
    },
    lender: settings.lender === null ? null : lenderView(settings.lender),
    branding: brandingView(settings.branding, baseUrl),
    decision: limitsView(settings.decision),
    total_check: settings.total_check,
    origins: settings.origins,
    notification_url: settings.notification_url,
    notification_auth: settings.notification_auth,
    notification_token_set: tokenSet,
    browser_checkout: settings.browser_checkout,
    confirmation_timeout: settings.confirmation_timeout,
    terms: {
      version: account.terms.version,
      effective_from: utcMicros(account.terms.since ?? createdAt),
      products: account.terms.allowed.map(boundsView),
    },
    offer: offerView(account),
    state: (sandbox ? account.sandboxState : account.liveState).state,
    bank_account: accountView(sandbox ? account.sandboxBankAccount : account.liveBankAccount),
    created: utcMicros(createdAt),
  }
}

function accountView(account: NamedAccount | null) {
  if (account === null) return null
  const { iban, holder, from } = account
  return { iban, holder, effective_from: utcMicros(new Date(from)) }
}

/** Null: everything that the lender allows. */
function offerView({ settings: { products }, terms: { allowed } }: Store) {
  if (isDeepStrictEqual(products, allowed)) return null
  return products.map(boundsView)
}

const boundsView = ({ type, currency, ...bounds }: ProductTerms) => ({
  ...{ type, currency, min_amount: bounds.min_amount, max_amount: bounds.max_amount },
  num_instalments: bounds.num_instalments,
  ...{ capture: bounds.capture, capture_within: bounds.capture_within },
})

function brandingView({ name, color, logo }: Branding, baseUrl: string) {
  return {
    name,
    color,
    text_color: color === null ? null : textColorOn(color),
    logo_url: logo === null ? null : `${baseUrl}${logoPath(logo.name)}`,
  }
}

/** From the page's own origin: no buyer's browser contacts a store for it. */
export const logoPath = (name: string): string => `/checkout/logos/${name}`

/** The database has its own order of members. */
function lenderView(lender: Lender) {
  return {
    name: lender.name,
    address: lender.address,
    email: lender.email,
    phone: lender.phone,
    url: lender.url,
    registration: lender.registration,
    supervisor: lender.supervisor,
    complaints: lender.complaints,
  }
}

function productView(terms: ProductTerms, today: Day) {
  return {
    type: terms.type,
    currency: terms.currency,
    min_amount: terms.min_amount,
    max_amount: terms.max_amount,
    num_instalments: terms.num_instalments,
    nominal_rate: terms.nominal_rate,
    term_days: terms.term_days,
    opening_fee_rate: terms.opening_fee_rate,
    opening_fee_fixed: terms.opening_fee_fixed,
    downpayment_rate: terms.downpayment_rate,
    late_charge: terms.late_charge,
    capture: terms.capture,
    capture_within: terms.capture_within,
    fee_rate: terms.fee_rate,
    fee_fixed: terms.fee_fixed,
    warnings: termsWarnings(terms, today),
  }
}
