/** A valid request for every route, with placeholders for a store's objects. */

import { examples } from '../../packages/server/src/composition/openapi/examples.ts'
import type { Route } from '../../packages/server/src/tenancy/caller/route.ts'

/** Names of the objects of `prepareStore`; a request has `{name}` in their place. */
export type Fixtures = Readonly<Record<string, string>>

/** A request in parts that can be changed separately. `body` is a JSON tree, or raw text. */
export type FuzzRequest = {
  method: string
  path: string
  query: [name: string, value: string][]
  headers: [name: string, value: string][]
  body: unknown
}

const campaign = { name: 'Summer', start_date: '2026-06-01', interest: 5_000, partial: true }
const articles = [{ id: 'article-1', name: 'Bicycle', url: 'https://shop.example/bicycle' }]

/** If the description has none. */
const more: Readonly<Record<string, unknown>> = {
  receivePayment: { amount: 100 },
  reportViolation: {
    'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'https://x.example/a.js' },
  },
  repayEarly: { amount: 100 },
  takePaymentBack: { payment_id: '{payment}' },
  rotateWebhookSecret: { overlap_minutes: 10 },
  rotateKey: { overlap_minutes: 10 },
  revokeAllKeys: { except: ['{privateid}', '{publicid}'] },
  createCampaign: campaign,
  replaceCampaign: campaign,
  editCampaign: { interest: '2500', num_instalments: [3, 6] },
  addCampaignArticles: articles,
  beginOidc: { fresh: true },
  startDemoDesk: { token: 'a-token' },
  becomeDemoPerson: { role: 'risk' },
  receiveNotification: { id: 'order-1', status: 'ok' },
}

/** The values of a path parameter, by its name. */
const parameters: Readonly<Record<string, readonly string[]>> = {
  orderId: ['{confirmed}', '{captured}', '{pending}', '{mid}'],
  captureId: ['{capture}'],
  checkoutId: ['{pending}', '{confirmed}'],
  decisionId: ['{decision}'],
  notificationId: ['{notification}'],
  webhookId: ['{webhook}'],
  deliveryId: ['{delivery}'],
  paymentId: ['{payment}'],
  payoutId: ['{payout}'],
  keyId: ['{key}'],
  campaignId: ['{campaign}'],
  articleId: ['article-1'],
  merchantId: ['{store}'],
  storeId: ['{store}'],
  loanId: ['{captured}', '{confirmed}', '{pending}'],
  personId: ['{person}'],
  approvalId: ['0'.repeat(32)],
  creditorId: ['0'.repeat(32)],
  version: ['1'],
  screen: ['orders', 'loans'],
  id: ['{captured}'],
  part: ['timeline'],
  within: ['attempts'],
  name: ['none.js'],
  asset: ['none.js'],
  account: ['cash', 'buyer_receivable'],
  day: ['2026-11-25'],
  job: ['overdue', 'tallies'],
  failure: ['job.overdue', 'payment.none.none.none'],
  // Nobody is signed in there: requests of people are rejected whatever they contain.
  sessionId: ['0'.repeat(32)],
  passkeyId: ['0'.repeat(32)],
  staffId: ['0'.repeat(32)],
  viewId: ['0'.repeat(32)],
  logoName: ['{logo}'],
  document: ['agreement.html', 'precontract.html', 'statement.html'],
  type: ['order.captured'],
}

/** The values of query parameters, by name. */
const queries: Readonly<Record<string, string>> = {
  amount: '45000',
  currency: 'EUR',
  'product[type]': 'instalments',
  'article-id': 'article-1',
  locale: 'es',
  page: '1',
  amounts: '10000,20000',
  page_size: '10',
  checkout: '{pending}',
  origin: 'https://shop.example',
  top: 'https://shop.example',
  lang: 'en',
  language: 'en',
  product: 'instalments',
  num_instalments: '12',
  after: '{event}',
  limit: '10',
  type: 'order.captured',
  from: '2026-01-01',
  to: '2026-03-31',
  'article-mid': 'article-1',
  cascade: 'true',
  summary: 'true',
  kinds: 'event,entry',
  at: '2026-12-01',
  'store-id': '{store}',
  reads: 'true',
  code: 'a-code',
  state: 'a-state',
  iss: 'https://provider.example',
  error: 'access_denied',
}

const KEYS: Readonly<Record<Route['access']['kind'], string>> = {
  private: '{private}',
  browser: '{private}',
  public: '{public}',
  lender: '{lender}',
  buyer: '{token}',
  desk: '',
  open: '',
}

/** The route's valid request; throws if none is defined. */
export function requestFor(route: Route, choose: <T>(of: readonly T[]) => T): FuzzRequest {
  const { method, path, access, doc, body } = route
  const named = path.replace(/:(\w+)/g, (_, name: string) => {
    const known = parameters[name]
    if (known === undefined) throw new Error(`${method} ${path}: no value is known for ${name}`)
    return access.kind === 'buyer' && name === 'checkoutId' ? '{pending}' : choose(known)
  })
  const query = Object.keys(doc.query ?? {}).map((name): [string, string] => {
    const value = queries[name]
    if (value === undefined) throw new Error(`${method} ${path}: no value is known for ${name}`)
    return [name, value]
  })
  const key = KEYS[access.kind]
  return {
    method,
    path: named,
    query,
    headers: [
      ['Host', 'localhost'],
      ['Accept', 'application/vnd.svc.sandbox.v1+json'],
      ...(key === '' ? [] : [['Authorization', `Bearer ${key}`] as [string, string]]),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
    ],
    body: body === undefined ? undefined : structuredClone(bodyFor(route)),
  }
}

function bodyFor({ method, path, doc }: Route): unknown {
  const operation = doc.operation.replace(/OfMerchant$/, '')
  const known = { ...examples, ...more }
  if (!Object.hasOwn(known, operation))
    throw new Error(`${method} ${path}: no body is known for ${operation}`)
  const body = known[operation]
  const isNew = operation === 'createCheckout' || operation === 'createOfflineCheckout'
  if (!isNew) return body
  const basket = body as { order: object; customer: object }
  const address = { street: 'Calle Mayor 1', city: 'Madrid', country: 'ES', postcode: '28013' }
  return {
    ...basket,
    order: { ...basket.order, id: '{new}' },
    billing: address,
    shipping: { ...address, name: 'Courier', price: 0 },
    merchant: { success_url: 'https://shop.example/ok', timeout_checkout: 30 },
    meta: { note: 'anything', list: [1, 2.5, null, true] },
  }
}
