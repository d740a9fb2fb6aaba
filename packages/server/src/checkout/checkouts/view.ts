import type {
  Answered,
  CheckoutAnswer,
  CheckoutCreated,
  CheckoutProgress,
  CheckoutSigned,
  CheckoutStatus,
} from '@svc/api'
import type { OrderDetails } from '../../kernel/details/details.ts'
import { currencyView } from '../../model/order/currency-view.ts'
import { decideOpen } from '../../model/order/moves.ts'
import { financingStatus, type Order } from '../../model/order/order.ts'
import type { Store } from '../../model/stores/store-account.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { textColorOn } from '../../tenancy/stores/contrast.ts'
import { logoPath } from '../../tenancy/stores/view.ts'
import { isIncomeMissing, sandboxPeople } from '../decisions/rules.ts'
import { firstToken, laterToken } from './buyers-token.ts'
import type { Progress } from './get-progress.ts'
import { maskedIdentity, storedIdentity } from './masking.ts'
import { publicTransaction } from './public-view.ts'
import { returnUrls, webAddress } from './return-urls.ts'

export type Checkout = {
  readonly order: Order
  readonly details: OrderDetails
  /** The body that created it. */
  readonly request: Readonly<Record<string, unknown>>
}

type Issuing = Pick<Service, 'baseUrl' | 'vault'>

const pageUrl = ({ baseUrl }: Issuing, id: string, token: string): string =>
  `${baseUrl()}/checkout/${id}/page#${token}`

export function createdView(issuing: Issuing, { id }: Order): Answered<typeof CheckoutCreated> {
  return { id, checkout_url: pageUrl(issuing, id, firstToken(issuing.vault, id)) }
}

/** With the buyer's token from the signature on. */
export function signedView(
  { vault }: Issuing,
  order: Order,
  at: Date,
): Answered<typeof CheckoutSigned> {
  return { ...checkoutStatusView(order), token: laterToken(vault, order.id, at) }
}

/** The checkout's status (contract §5), private. */
export function checkoutStatusView(order: Order): Answered<typeof CheckoutStatus> {
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

const tokenNow = ({ vault, at }: Issuing & { at: Date }, { id, state }: Order): string =>
  state === 'in_process' ? firstToken(vault, id) : laterToken(vault, id, at)

/**
 * With the private key `transaction` is the creation body; with a public one nothing that a page
 * should not know.
 */
export function checkoutView(
  { order, details, request }: Checkout,
  { kind, issuing }: { kind: 'private' | 'public'; issuing: (Issuing & { at: Date }) | null },
): Answered<typeof CheckoutAnswer> {
  return {
    id: order.id,
    status: financingStatus(order),
    status_reason: order.statusReason,
    expires_at: order.expiresAt === null ? null : utcMicros(order.expiresAt),
    ...(issuing && { checkout_url: pageUrl(issuing, order.id, tokenNow(issuing, order)) }),
    transaction: kind === 'private' ? request : publicTransaction(request, details.merchant),
  }
}

/** The content of the buyer's page: only data that the buyer may still change. */
export function progressView(
  { store, order, details, at, played, cardFrame }: Progress,
  /** The token was issued before the signature: it reads the result. */
  former: boolean,
): Answered<typeof CheckoutProgress> {
  const { url, decision } = store.settings
  const { merchant, articles, customer } = details
  const financed = { amount: order.totalAmount, income: null }
  return {
    id: order.id,
    status: financingStatus(order),
    status_reason: order.statusReason,
    expires_at: order.expiresAt === null ? null : utcMicros(order.expiresAt),
    now: utcMicros(at),
    sandbox: order.sandbox,
    store: storeShown(store),
    language: stated(customer.language),
    currency: currencyView(order.currency),
    total_amount: order.totalAmount,
    articles: articles.map(({ name, quantity, price }) => ({ name, quantity, price })),
    buyer: decideOpen(order, at).refused === undefined ? knownBuyer(details) : null,
    income_required: isIncomeMissing(financed, decision.income_from),
    signed: former ? null : details.offer,
    urls: returnUrls(merchant, url),
    close_on_success: merchant.close_on_success ?? false,
    card_frame: cardFrame,
    people: played && !former ? sandboxPeople : [],
  }
}

/** The store as its buyer's page shows it. */
function storeShown({ name, settings: { url, lender, branding } }: Store) {
  const { color, logo } = branding
  return {
    name: branding.name ?? name,
    url: webAddress(url) ?? '',
    lender: lender?.name ?? null,
    color,
    text_color: color === null ? null : textColorOn(color),
    logo: logo && { path: logoPath(logo.name), width: logo.width, height: logo.height },
  }
}

/** Saved data take precedence over the store's. */
function knownBuyer(details: OrderDetails) {
  const { customer, buyer } = details
  return {
    email: stated(buyer?.email ?? customer.email),
    first_name: stated(buyer?.first_name ?? customer.first_name),
    last_name: stated(buyer?.last_name ?? customer.last_name),
    ...maskedIdentity(storedIdentity(details)),
  }
}

function stated(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text
}
