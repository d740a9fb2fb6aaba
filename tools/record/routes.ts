/** The routes in the service's description, and the pages that are not in it. */

type Access = 'private' | 'public' | 'buyer' | 'open'
export type RequestedRoute = {
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
  /** `GET /orders/{orderId}` */
  readonly name: string
  readonly access: Access
}

/** Not described: files that a browser loads. */
const PAGES = [
  ...['/svc.js', '/svc-checkout.js', '/', '/checkout/{checkoutId}/page', '/docs', '/docs/orders'],
  ...['/checkout/page/checkout.css', '/checkout/page/checkout.js', '/checkout/logos/{logoName}'],
  ...['/sandbox/card-frame', '/sandbox/card-frame/frame.css', '/sandbox/card-frame/frame.js'],
  ...['objects', 'errors', 'service', 'availability', 'checkouts', 'captures', 'voids', 'refunds']
    .concat([
      'loans',
      'history',
      'documents',
      'events',
      'payments',
      'stores',
      'campaigns',
      'lender',
      'people',
      'staff',
    ])
    .concat(['demo'])
    .map((page) => `/docs/${page}`),
  '/docs/page.css',
  ...['/desk', '/desk/orders', '/desk/assets/none.js'],
]
const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])
const OPEN = /^(GET \/(healthz|readyz|openapi\.json)|POST \/demo\/notifications)$/
const BUYER = new RegExp(
  [
    String.raw`^\w+ \/checkout\/\{checkoutId\}\/`,
    String.raw`(progress|offers|buyer|accept|dismiss|challenge|decision|documents\/\{document\})$`,
    String.raw`|^POST \/sandbox\/checkouts\/\{checkoutId\}\/cards$`,
  ].join(''),
)
const PUBLIC = new RegExp(
  [
    String.raw`^(GET \/checkout\/buttons?|GET \/instalment-plan-simulator`,
    String.raw`\w+ \/checkout\/\{checkoutId\}(\/token)?)$`,
  ].join('|'),
)

function routeOf(method: string, path: string, access?: Access): RequestedRoute {
  const name = `${method} ${path}`
  if (access !== undefined) return { method, path, name, access }
  if (OPEN.test(name)) return { method, path, name, access: 'open' }
  if (BUYER.test(name)) return { method, path, name, access: 'buyer' }
  return { method, path, name, access: PUBLIC.test(name) ? 'public' : 'private' }
}

export function routesOf(description: { paths: Record<string, object> }): RequestedRoute[] {
  const described = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => METHODS.has(method))
      .map((method) => routeOf(method.toUpperCase(), path)),
  )
  const known = new Set(described.map(({ name }) => name))
  const pages = PAGES.map((path) => routeOf('GET', path, 'open'))
  const all = [...described, ...pages.filter(({ name }) => !known.has(name))]
  return all.sort((one, other) => (one.name < other.name ? -1 : 1))
}
