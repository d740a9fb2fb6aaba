import { utcMicros } from '../dates.ts'
import { isIncomeMissing, sandboxPeople } from '../decisions/rules.ts'
import type { OrderDetails } from '../details/details.ts'
import { financingStatus, type Order } from '../orders/order.ts'
import { currencyView } from '../orders/view.ts'
import type { Progress } from './get-progress.ts'
import { publicTransaction } from './public-view.ts'
import { returnUrls, webAddress } from './return-urls.ts'
import { decideOpen } from './rules.ts'

export type Checkout = {
  readonly order: Order
  readonly details: OrderDetails
  /** The body that created it. */
  readonly request: Readonly<Record<string, unknown>>
}

/** The checkout's status (contract §5), private. */
export function checkoutStatusView(order: Order) {
  return {
    id: order.id,
    mid: order.mid,
    total_amount: order.totalAmount,
    currency: currencyView(order.currency),
    status: financingStatus(order),
    status_reason: order.statusReason,
    sandbox: order.sandbox,
  }
}

/**
 * With the private key `transaction` is the creation body; with a public one nothing that a page
 * should not know.
 */
export function checkoutView({ order, details, request }: Checkout, kind: 'private' | 'public') {
  return {
    id: order.id,
    status: financingStatus(order),
    status_reason: order.statusReason,
    expires_at: order.expiresAt === null ? null : utcMicros(order.expiresAt),
    transaction: kind === 'private' ? request : publicTransaction(request, details.merchant),
  }
}

/** What the buyer's page shows: of himself only what he may still change. */
export function progressView({ store, order, details, at, played, cardFrame }: Progress) {
  const { url, lender, decision } = store.settings
  const { merchant, articles, customer } = details
  const asked = { amount: order.totalAmount, income: null }
  return {
    id: order.id,
    status: financingStatus(order),
    status_reason: order.statusReason,
    expires_at: order.expiresAt === null ? null : utcMicros(order.expiresAt),
    now: utcMicros(at),
    sandbox: order.sandbox,
    store: { name: store.name, url: webAddress(url) ?? '', lender: lender?.name ?? null },
    language: stated(customer.language),
    currency: currencyView(order.currency),
    total_amount: order.totalAmount,
    articles: articles.map(({ name, quantity, price }) => ({ name, quantity, price })),
    buyer: decideOpen(order, at).refused === undefined ? knownBuyer(details) : null,
    income_required: isIncomeMissing(asked, decision.income_from),
    signed: details.offer,
    urls: returnUrls(merchant, url),
    close_on_success: merchant.close_on_success ?? false,
    card_frame: cardFrame,
    people: played ? sandboxPeople : [],
  }
}

/** What he saved goes before what the store sent. */
function knownBuyer({ customer, buyer }: Progress['details']) {
  return {
    email: stated(customer.email),
    first_name: stated(buyer?.first_name ?? customer.first_name),
    last_name: stated(buyer?.last_name ?? customer.last_name),
    phone: stated(buyer?.phone ?? customer.phone),
    birthday: stated(buyer?.birthday ?? customer.birthday),
    document_id: stated(buyer?.document_id ?? customer.document_id?.number),
  }
}

function stated(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text
}
