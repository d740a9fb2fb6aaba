import {
  AcceptBody,
  type Acceptance,
  type Buyer,
  BuyerBody,
  CompleteBody,
  type Completion,
  type Customer,
} from '@svc/api'
import type { Caller } from '../context.ts'
import { type ApiRequest, answer, NO_CONTENT, type Route } from '../http/route.ts'
import type { Service } from '../http/service.ts'
import { Refused } from '../refusal.ts'
import { acceptCheckout } from './accept-checkout.ts'
import { dismissCheckout } from './dismiss-checkout.ts'
import { findBuyersCheckout } from './find-buyers-checkout.ts'
import { getCheckout, listOffers } from './get-checkout.ts'
import { saveBuyer } from './save-buyer.ts'
import { checkoutStatusView } from './view.ts'

const PRODUCT_ORDER = ['instalments', 'pay_in_4', 'pay_later']

/** What the buyer does, under the token of his checkout; and the sandbox's tool that plays him. */
export function buyerRoutes(service: Service): Route[] {
  const writing = { ...service, writer: service.database }
  const buyers = async (request: ApiRequest): Promise<{ checkoutId: string; caller: Caller }> => {
    const checkoutId = request.params.checkoutId ?? ''
    const asked = { checkoutId, token: request.token, vault: service.vault }
    return { checkoutId, caller: await findBuyersCheckout(service, asked) }
  }
  return [
    {
      method: 'GET',
      path: '/checkout/:checkoutId/offers',
      access: { kind: 'buyer' },
      async handle(request) {
        const { checkoutId, caller } = await buyers(request)
        return answer(200, { offers: await listOffers(service, caller, checkoutId) })
      },
    },
    {
      method: 'PUT',
      path: '/checkout/:checkoutId/buyer',
      access: { kind: 'buyer' },
      body: BuyerBody,
      async handle(request) {
        const { checkoutId, caller } = await buyers(request)
        await saveBuyer(writing, caller, { checkoutId, buyer: request.body as Buyer })
        return NO_CONTENT
      },
    },
    {
      method: 'POST',
      path: '/checkout/:checkoutId/accept',
      access: { kind: 'buyer' },
      body: AcceptBody,
      async handle(request) {
        const { checkoutId, caller } = await buyers(request)
        const acceptance = request.body as Acceptance
        const order = await acceptCheckout(writing, caller, { checkoutId, acceptance })
        service.wake()
        return answer(200, checkoutStatusView(order))
      },
    },
    {
      method: 'POST',
      path: '/checkout/:checkoutId/dismiss',
      access: { kind: 'buyer' },
      async handle(request) {
        const { checkoutId, caller } = await buyers(request)
        return answer(200, checkoutStatusView(await dismissCheckout(writing, caller, checkoutId)))
      },
    },
    completeRoute(service),
  ]
}

function completeRoute(service: Service): Route {
  const writing = { ...service, writer: service.database }
  return {
    method: 'POST',
    path: '/sandbox/checkouts/:checkoutId/complete',
    access: { kind: 'private', scope: 'orders:write' },
    body: CompleteBody,
    bodyOptional: true,
    async handle({ caller, params, body }) {
      if (!caller.sandbox && !service.demo) throw new Refused('sandbox_only')
      const checkoutId = params.checkoutId ?? ''
      const completion = body as Completion
      const { order, details } = await getCheckout(service, caller, checkoutId)
      if (completion.dismiss === true) {
        return answer(200, checkoutStatusView(await dismissCheckout(writing, caller, checkoutId)))
      }
      if (order.state !== 'in_process') {
        throw new Refused('checkout_finished', { values: { state: order.state } })
      }
      const buyer = filledIn(completion, details.customer)
      await saveBuyer(writing, caller, { checkoutId, buyer })
      const offers = await listOffers(service, caller, checkoutId)
      const product =
        completion.product ??
        PRODUCT_ORDER.find((name) => offers.some((offer) => offer.product === name)) ??
        'instalments'
      const acceptance = {
        product,
        ...(completion.num_instalments === undefined
          ? {}
          : { num_instalments: completion.num_instalments }),
      } as Acceptance
      const signed = await acceptCheckout(writing, caller, { checkoutId, acceptance })
      service.wake()
      return answer(200, checkoutStatusView(signed))
    },
  }
}

/** What the store did not send of its customer is made up: this is the sandbox. */
function filledIn(completion: Completion, customer: Customer): Buyer {
  return {
    first_name: customer.first_name ?? 'Ada',
    last_name: customer.last_name ?? 'Prueba',
    phone: customer.phone ?? '600000000',
    birthday: customer.birthday ?? '1990-01-01',
    document_id: completion.document_id ?? '12345678Z',
  }
}
