/** Random query parameters by route: filters, orderings, pages, and required ones. */
import type { Random } from '../simulate/random.ts'
import { HOST } from './service.ts'
import { pickCheckout, pickKnown, type Shop } from './shop.ts'

const AMOUNTS = ['45000', '100', '10000', '99', '100000000', '12.5'] as const
const DOCUMENTS_OF = ['', 'language=en', 'language=es', 'language=xx'] as const

const ORDERS = [
  ...['ordering=created', 'ordering=-total_amount,created', 'page=2&page_size=3', 'page_size=100'],
  ...['total_amount-gte=25000', 'total_amount-gt=10000&total_amount-lt=40000', 'discount=100'],
  ...['account-email-icontains=EXAMPLE', 'account-email-regex=^[a-z]%2B', 'mid-regex=order-.%2B1'],
  ...['account-last_name-search=prueba', 'account-type=guest', 'account-type-in=g,e', 'q=ada'],
  ...['account-type-isnull=yes', 'account-type-endswith=guest', 'account-gender-gte=1', 'mid-in='],
  ...['financing_status=ko', 'financing_status-in=ok,ko', 'status_reason=ko_generic'],
  ...['status=processing&currency=EUR', 'status=cancelled', 'q=prueba,%C3%9F', 'nothing=1'],
  ...['created-year=2026', 'created-month=3', 'created-week_day=1', 'confirmed-isnull=no'],
  ...['customer-document_id-number=12345678Z', 'verified-isnull=no', 'ordering=nothing'],
  ...['account-first_name-iexact=ADA', 'account-type-iexact=G', 'mid-startswith=order', 'page=x'],
  ...['account-email-iregex=^BUYER', 'account-email-regex=(', 'created-gte=2026-03-02'],
]
const PAYMENTS = [
  ...['', 'page_size=5', 'type=capture', 'ordering=amount', 'amount-gte=5000', 'type-in=refund'],
  ...['ordering=-created&page=2&page_size=4', 'created-year=2026', 'amount-lt=0', 'nothing=x'],
]
const LISTS = ['', 'page_size=5', 'page=2&page_size=2', 'page_size=0', 'page=1000', 'page_size=101']
const CAMPAIGNS = [
  ...['', 'page_size=5', 'name-icontains=camp', 'ordering=name', 'interest-gte=50', 'active=yes'],
  ...['partial=yes', 'start_date-gte=2026-03-01', 'ordering=-start_date', 'article-id=article-1'],
]
const PERIODS = [
  ...['from=2026-01-01&to=2026-12-31', 'from=2026-03-01&to=2026-03-31&currency=EUR', ''],
  ...['from=2026-05-01&to=2026-04-01', 'from=2026-03-01&to=2026-06-30'],
]

const product = (random: Random): string =>
  random.pick(['', '&product[type]=instalments', '&product[type]=pay_later'])

type Query = (shop: Shop, random: Random) => string

const of =
  (all: readonly string[]): Query =>
  (_shop, random) =>
    random.pick(all)

const event: Query = (shop, random) =>
  random.pick([
    ...['', 'limit=5', 'type=order.captured', 'limit=0', 'type=nothing'],
    ...[`after=${pickKnown(shop, 'event', random).value}&limit=10`],
  ])

/** By route, as in the description. */
export const queries: Readonly<Record<string, Query>> = {
  'GET /checkout/button': (_shop, random) =>
    `amount=${random.pick(AMOUNTS)}&currency=${random.pick(['EUR', 'USD'])}${product(random)}`,
  'GET /checkout/buttons': (_shop, random) =>
    `amounts=${random.pick(AMOUNTS)},20000,45000&currency=EUR${product(random)}`,
  'GET /instalment-plan-simulator': (_shop, random) =>
    `amount=${random.pick(AMOUNTS)}&currency=EUR&locale=${random.pick(['es', 'en', 'xx'])}` +
    `${product(random)}${random.pick(['', '&article-id=article-1'])}`,
  'GET /orders': of(ORDERS),
  'GET /me/payments': of(PAYMENTS),
  'GET /me/payouts': of(PAYMENTS),
  'GET /me/payouts/{payoutId}/payments': of(PAYMENTS),
  'GET /me/statement': of(PERIODS),
  'GET /me/statement.csv': of(PERIODS),
  'GET /me/api-keys': of(LISTS),
  'GET /me/webhooks': of(LISTS),
  'GET /me/webhooks/{webhookId}/deliveries': of([...LISTS, 'status=delivered', 'ordering=created']),
  'GET /orders/{orderId}/notifications': of(LISTS),
  'GET /orders/{orderId}/history': of(LISTS),
  'GET /me/events': event,
  'GET /me/campaigns': of(CAMPAIGNS),
  'GET /me/campaigns/{campaignId}/articles': of([...LISTS, 'id=article-1', 'ordering=-id']),
  'GET /merchants/{merchantId}/campaigns': of(CAMPAIGNS),
  'GET /merchants/{merchantId}/campaigns/{campaignId}/articles': of(LISTS),
  'DELETE /me/campaigns/{campaignId}/articles': of(['article-mid=article-1', 'article-mid=tent-2']),
  'DELETE /merchants/{merchantId}/campaigns/{campaignId}/articles': of(['article-mid=bike-7']),
  'DELETE /me/api-keys/{keyId}': of(['', 'cascade=true']),
  'GET /orders/{orderId}/documents/{document}': of(DOCUMENTS_OF),
  'GET /checkout/{checkoutId}/documents/{document}': of([
    ...DOCUMENTS_OF,
    'language=en&product=instalments&num_instalments=12',
  ]),
  'GET /sandbox/card-frame': (shop, random) =>
    `checkout=${pickCheckout(shop, random).id}&origin=http://${HOST}&top=http://${HOST}&lang=es`,
  'GET /': ({ keys }) => `key=${keys.public_key}`,
}
