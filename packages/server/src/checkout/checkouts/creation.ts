/** The initial state of a new checkout: pure except for the id and the time that it gets. */
import { type CreateCheckout, cents, limits, type Merchant, type Static, ZERO } from '@svc/api'
import type { OrderDetails } from '../../kernel/details/details.ts'
import type { Order } from '../../model/order/order.ts'
import type { StoreSettings } from '../../model/stores/store-account.ts'
import type { Decision } from '../../platform/refusal.ts'
import { addDays, type Day, dayOf, instantOf } from '../../platform/time/calendar.ts'
import { parseDate } from '../../platform/time/dates.ts'
import { ageOn } from '../decisions/rules.ts'
import { minutesAfter } from './rules.ts'
import { expectedTotal } from './total.ts'

type Creation = {
  readonly merchant: OrderDetails['merchant']
  readonly warnings: readonly string[]
  readonly eventDate: Day | null
}

type Terms = Pick<StoreSettings, 'url' | 'origins' | 'notification_url' | 'total_check'> & {
  readonly timeZone: string
  readonly at: Date
  /** Created with a public key, by a page that anybody can change. */
  readonly fromPage: boolean
}

/**
 * The additions of the store's own settings to the body, or their refusals: all faults together.
 */
export function decideCreation(body: CreateCheckout, terms: Terms): Decision<Creation> {
  const fields: Record<string, string[]> = {}
  const warnings: string[] = []
  const given = body.merchant?.notification_url
  const foreign = given !== undefined && terms.fromPage && !isOfStore(given, terms)
  const strange = terms.fromPage ? foreignReturns(body.merchant ?? {}, terms) : []
  for (const name of strange)
    warnings.push(`${name} is not on the site of the store: it is dropped`)
  if (foreign) warnings.push('notification_url is not on the site of the store: its default counts')
  const url = (foreign ? undefined : given) ?? terms.notification_url
  if (url === null) {
    fields['merchant.notification_url'] = ['is required: the store has no default']
  }
  const total = body.order.total_amount
  const expected = expectedTotal(body)
  if (expected !== BigInt(total)) {
    if (terms.total_check === 'strict') {
      fields['order.total_amount'] = [`must be ${expected}, what the lines add up to`]
    } else warnings.push(`total_amount is ${total}, the lines add up to ${expected}`)
  }
  const event = eventOf(body, terms)
  if (event.fault !== undefined) fields['order.options.event_date'] = [event.fault]
  if (url === null || Object.keys(fields).length > 0) {
    return { refused: 'body_invalid', detail: { fields } }
  }
  const members = Object.entries(body.merchant ?? {}).filter(([name]) => !strange.includes(name))
  const merchant = { dismiss_url: '/', ...Object.fromEntries(members), notification_url: url }
  return { plan: { merchant, warnings, eventDate: event.date } }
}

const AGE_LEAST = 18
const AGE_MOST = 120

/** Plugins send today, or a year of zeros, for a birthday that they do not know. */
export function withPlausibleBirthday(
  body: CreateCheckout,
  today: Day,
): { body: CreateCheckout; cut: string[] } {
  const { birthday, ...customer } = body.customer
  const age = birthday === undefined ? AGE_LEAST : ageOn(birthday, today)
  if (age >= AGE_LEAST && age <= AGE_MOST) return { body, cut: [] }
  return { body: { ...body, customer }, cut: ['customer.birthday'] }
}

type Event = { readonly date: Day | null; readonly fault?: string }

/** An event before the checkout moves no instalment; one that is years ahead is a mistake. */
function eventOf({ order }: CreateCheckout, { timeZone, at }: Terms): Event {
  const text = order.options?.event_date
  const event = text === undefined ? undefined : parseDate(text, timeZone)
  if (event === undefined || event.instant <= at) return { date: null }
  const latest = addDays(dayOf(at, timeZone), limits.eventDaysMax)
  const tooLate = event.instant.getTime() > instantOf(latest, 0, timeZone).getTime()
  if (tooLate) return { date: null, fault: `must be ${latest} or earlier` }
  return { date: dayOf(event.instant, timeZone) }
}

/**
 * The chosen address receives the request for confirmation, with the token: a page may name only an
 * address on the store's site.
 */
function isOfStore(given: string, { url, notification_url: fallback }: Terms): boolean {
  const { origin } = new URL(given)
  return [url, fallback ?? ''].some((own) => URL.parse(own)?.origin === origin)
}

const RETURNS = ['success_url', 'pending_url', 'error_url', 'dismiss_url', 'ko_url'] as const

/** Else anybody who knows a public key could have our page lead its reader wherever they like. */
function foreignReturns(merchant: Static<typeof Merchant>, { url, origins }: Terms): string[] {
  const own = [URL.parse(url)?.origin, ...origins]
  return RETURNS.filter((name) => {
    const origin = URL.parse(merchant[name] ?? '')?.origin
    return origin !== undefined && !own.includes(origin)
  })
}

type Begun = Pick<Order, 'id' | 'storeId' | 'sandbox' | 'termsVersion'> & { readonly at: Date }

export function newOrder(
  body: CreateCheckout,
  { id, storeId, sandbox, at, termsVersion }: Begun,
  warnings: readonly string[],
): Order {
  const total = cents(body.order.total_amount)
  return {
    storeId,
    id,
    sandbox,
    mid: body.order.id,
    state: 'in_process',
    statusReason: 'in_process',
    product: null,
    numInstalments: null,
    nominalRate: null,
    currency: body.order.currency,
    approvedAmount: total,
    totalAmount: total,
    voidedAmount: ZERO,
    capturedAmount: ZERO,
    refundedCapturedAmount: ZERO,
    refundedUncapturedAmount: ZERO,
    discount: body.order.discount === undefined ? null : cents(body.order.discount),
    discountRate: body.order.discount_rate ?? null,
    buyerId: null,
    warnings,
    version: 1,
    eventSequence: 1,
    ledgerSequence: 0,
    ledgerHead: '',
    createdAt: at,
    verifiedAt: null,
    confirmedAt: null,
    expiresAt: minutesAfter(at, body.merchant?.timeout_checkout ?? 60),
    expiredAt: null,
    cancelledAt: null,
    automaticCapture: false,
    captureWithin: null,
    captureBefore: null,
    lapseDueAt: null,
    termsVersion,
    feeRate: 0,
    feeFixed: ZERO,
    feesOnRefund: 'return',
    campaignCost: ZERO,
    captureCount: 0,
    feeBooked: ZERO,
    campaignCostBooked: ZERO,
    downpaymentAmount: null,
    downpaymentState: 'none',
  }
}

/** All but what campaigns take off, and the day of the event. */
export function newDetails(
  body: CreateCheckout,
  merchant: OrderDetails['merchant'],
): Omit<OrderDetails, 'campaignDiscounts' | 'eventDate'> {
  return {
    merchant,
    articles: body.order.articles,
    shipping: body.shipping ?? null,
    billing: body.billing ?? null,
    customer: body.customer,
    buyer: null,
    requestedProduct: body.product?.type ?? null,
    taxRate: body.order.tax_rate ?? null,
    offer: null,
    loanTerms: null,
    signedHash: null,
    rejectionReason: null,
  }
}
