import { type CreateCheckout, CreateCheckoutBody } from '@svc/api'
import type { Caller } from '../../tenancy/caller/context.ts'
import { type ApiRequest, answer, type Route, route } from '../../tenancy/caller/route.ts'
import { storeAddressFault } from '../../tenancy/caller/store-address.ts'
import { type CheckoutService, liveRefusal } from './checkout-service.ts'
import { createCheckout } from './create-checkout.ts'
import * as docs from './docs.ts'
import { getCheckout } from './get-checkout.ts'
import { getCheckoutStatus } from './get-checkout-status.ts'
import { checkoutStatusView, checkoutView, createdView } from './view.ts'

/** The store's routes; the buyer's are in buyer-routes.ts. */
export function checkoutRoutes(service: CheckoutService): Route[] {
  // In the sandbox the guard refuses when it comes to sending: samples name addresses of nobody.
  const faults = ({ merchant }: Partial<CreateCheckout>, caller: Caller) => {
    const url = merchant?.notification_url
    const live = !caller.sandbox && !service.demo
    const fault = url && live ? storeAddressFault(url, service, caller) : undefined
    return fault === undefined ? {} : { 'merchant.notification_url': [fault] }
  }
  return [
    route({
      method: 'POST',
      path: '/checkout',
      access: { kind: 'browser', scope: 'orders:write' },
      readByBuyers: true,
      doc: docs.createCheckout,
      body: CreateCheckoutBody,
      // The buyer's token is in the address.
      faults,
      secretAnswer: true,
      handle: (request) => create(service, request),
    }),
    route({
      method: 'POST',
      path: '/checkout/offline',
      access: { kind: 'private', scope: 'orders:write' },
      readByBuyers: true,
      doc: docs.createOfflineCheckout,
      body: CreateCheckoutBody,
      faults,
      secretAnswer: true,
      handle: (request) => create(service, request),
    }),
    route({
      method: 'GET',
      path: '/checkout/:checkoutId',
      access: { kind: 'public' },
      doc: docs.getCheckout,
      async handle({ caller, key, params, clock }) {
        const checkout = await getCheckout(service, caller, params.checkoutId)
        const { kind = 'public', scopes = [] } = key ?? {}
        // Anyone with the address acts as the buyer: it is for keys that may create one.
        const whole = kind === 'private' && scopes.includes('orders:write')
        const issuing = whole ? { ...service, at: (await clock()).now() } : null
        return answer(200, checkoutView(checkout, { kind, issuing }))
      },
    }),
    route({
      method: 'GET',
      path: '/checkout/:checkoutId/status',
      access: { kind: 'private', scope: 'orders:read' },
      doc: docs.getCheckoutStatus,
      async handle({ caller, params }) {
        const order = await getCheckoutStatus(service, caller, params.checkoutId)
        return answer(200, checkoutStatusView(order))
      },
    }),
  ]
}

async function create(service: CheckoutService, request: ApiRequest<never, CreateCheckout>) {
  const { caller, key, body, rawBody, altered, write } = request
  if (!caller.sandbox && !service.demo) throw await liveRefusal(service.database)
  const input = {
    body,
    request: rawBody,
    fromPage: key?.kind === 'public',
    altered,
  }
  return write(
    (writing) => createCheckout(writing, caller, input),
    (order) => answer(201, createdView(service, order), `/checkout/${order.id}`),
  )
}
