/** The shop's server: pages, orders, and what the financing service tells it. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebhookVerificationError } from '@svc/api/webhooks'
import { actionRoutes } from './actions.ts'
import { FinancingError } from './ask.ts'
import { createFinancing } from './financing.ts'
import { receiveNotification } from './notifications.ts'
import { type Orders, openOrders } from './orders.ts'
import { pageRoutes, problem } from './page-routes.ts'
import { createPlacing } from './place-order.ts'
import type { ShopSettings } from './settings.ts'
import { bodyOf, createWeb, json, type Reply, type Request } from './web.ts'

export type Shop = { readonly url: string; close(): Promise<void> }

export async function startShop(settings: ShopSettings): Promise<Shop> {
  const { host, port, notificationSecret: secret } = settings
  const known = { url: '' }
  const orders = openOrders(settings.ordersFile)
  const financing = createFinancing(settings)
  const place = createPlacing({ orders, financing, shopUrl: () => known.url })
  const server = createWeb({
    routes: [
      ...pageRoutes({ settings, orders, financing }),
      ...actionRoutes({ orders, financing, place }),
      ['POST', /^\/notifications$/, (request) => takeNotification(request, { orders, secret })],
    ],
    financingOrigin: new URL(settings.browserApiUrl).origin,
    hostname: () => new URL(known.url).hostname,
    notFound: (request) => problem(settings, request, 404),
    failed: (request, error) => failed(settings, request, error),
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  known.url = settings.shopUrl ?? `http://${reachable(host)}:${taken}`
  return {
    url: known.url,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** An address under which this machine reaches itself. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** Whatever cannot be verified is refused; whatever else fails is ours, so it is sent again. */
async function takeNotification(
  { incoming }: Request,
  from: { readonly orders: Orders; readonly secret: string },
): Promise<Reply> {
  const body = await bodyOf(incoming)
  try {
    return json(200, receiveNotification(from, { headers: incoming.headers, body }))
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return json(400, { error: error.reason })
  }
}

/** What the service says of the buyer's data is for them; what it says of the shop is not. */
function failed(settings: ShopSettings, request: Request, error: unknown): Reply {
  const said = error instanceof FinancingError ? error : undefined
  if (said?.status === 400) return json(400, { error: said.message })
  console.error(said === undefined ? error : `the service: ${said.code}, ${said.message}`)
  if (request.method !== 'POST') return problem(settings, request, 503)
  return json(503, { error: 'try again' })
}
