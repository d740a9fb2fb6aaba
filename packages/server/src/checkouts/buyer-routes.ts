import {
  type Acceptance,
  AcceptBody,
  type Buyer,
  BuyerBody,
  CompleteBody,
  type Completion,
  type Customer,
} from '@svc/api'
import type { Caller } from '../context.ts'
import { type ApiRequest, answer, NO_CONTENT, type Route } from '../http/route.ts'
import type { Service } from '../http/service.ts'
import { type AcceptInput, acceptCheckout } from './accept-checkout.ts'
import { authoriseCard } from './authorise-card.ts'
import { dismissCheckout } from './dismiss-checkout.ts'
import * as docs from './docs.ts'
import { enterCard } from './enter-card.ts'
import { findBuyersCheckout } from './find-buyers-checkout.ts'
import { listOffers } from './list-offers.ts'
import { saveBuyer } from './save-buyer.ts'
import { checkoutStatusView } from './view.ts'

/** What the buyer does, under the token of his checkout; and the sandbox's tool that plays him. */
export function buyerRoutes(service: Service): Route[] {
  const buyers = async (request: ApiRequest): Promise<{ checkoutId: string; caller: Caller }> => {
    const checkoutId = request.params.checkoutId ?? ''
    return { checkoutId, caller: await findBuyersCheckout(service, checkoutId) }
  }
  return [
    {
      method: 'GET',
      path: '/checkout/:checkoutId/offers',
      access: { kind: 'buyer' },
      doc: docs.listOffers,
      async handle(request) {
        const { checkoutId, caller } = await buyers(request)
        const timed = { ...service, clock: await request.clock(caller) }
        return answer(200, { offers: await listOffers(timed, caller, checkoutId) })
      },
    },
    {
      method: 'PUT',
      path: '/checkout/:checkoutId/buyer',
      access: { kind: 'buyer' },
      doc: docs.saveBuyer,
      body: BuyerBody,
      async handle(request) {
        const { checkoutId, caller } = await buyers(request)
        const input = { checkoutId, buyer: request.body as Buyer, altered: request.altered }
        return request.write(
          (writing) => saveBuyer(writing, caller, input),
          () => NO_CONTENT,
          caller,
        )
      },
    },
    {
      method: 'POST',
      path: '/checkout/:checkoutId/accept',
      access: { kind: 'buyer' },
      doc: docs.acceptCheckout,
      body: AcceptBody,
      async handle(request) {
        const { checkoutId, caller } = await buyers(request)
        const { card_token: token, ...wish } = request.body as Acceptance
        const card = { checkoutId, wish, token, field: 'card_token' } as const
        const timed = { ...service, clock: await request.clock(caller) }
        const method = await authoriseCard(timed, caller, card)
        return sign(service, { request, caller, input: { checkoutId, wish, method } })
      },
    },
    {
      method: 'POST',
      path: '/checkout/:checkoutId/dismiss',
      access: { kind: 'buyer' },
      doc: docs.dismissCheckout,
      async handle(request) {
        const { checkoutId, caller } = await buyers(request)
        return leave({ request, caller, checkoutId })
      },
    },
    completeRoute(service),
  ]
}

function completeRoute(service: Service): Route {
  return {
    method: 'POST',
    path: '/sandbox/checkouts/:checkoutId/complete',
    access: { kind: 'private', scope: 'orders:write' },
    doc: docs.completeCheckout,
    body: CompleteBody,
    secretBody: true,
    bodyOptional: true,
    sandboxOnly: true,
    async handle(request) {
      const { caller, params } = request
      const checkoutId = params.checkoutId ?? ''
      const completion = request.body as Completion
      if (completion.dismiss === true) return leave({ request, caller, checkoutId })
      const buyerOf = (customer: Customer) => filledIn(completion, customer)
      const check = completion.challenge === 'leave' ? undefined : completion.challenge
      const timed = { ...service, clock: await request.clock(caller) }
      const token = await enterCard(timed, caller, { checkoutId, number: completion.card })
      const card = { checkoutId, wish: completion, token, field: 'card' } as const
      const method = await authoriseCard(timed, caller, card)
      const input = { checkoutId, wish: completion, buyerOf, check, method }
      return sign(service, { request, caller, input })
    },
  }
}

type Asked = { readonly request: ApiRequest; readonly caller: Caller }

function sign(service: Service, { request, caller, input }: Asked & { input: AcceptInput }) {
  return request.write(
    (writing) => acceptCheckout({ ...service, ...writing }, caller, input),
    (order) => answer(200, checkoutStatusView(order)),
    caller,
  )
}

function leave({ request, caller, checkoutId }: Asked & { checkoutId: string }) {
  return request.write(
    (writing) => dismissCheckout(writing, caller, checkoutId),
    (order) => answer(200, checkoutStatusView(order)),
    caller,
  )
}

/** What the store did not send of its customer is made up: this is the sandbox. */
function filledIn(completion: Completion, customer: Customer): Buyer {
  return {
    first_name: customer.first_name ?? 'Ada',
    last_name: customer.last_name ?? 'Prueba',
    phone: customer.phone ?? '600000000',
    birthday: customer.birthday ?? '1990-01-01',
    document_id: completion.document_id ?? '12345678Z',
    ...(completion.income === undefined ? {} : { income: completion.income }),
  }
}
