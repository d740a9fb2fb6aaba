import { AcceptBody, BuyerBody, CompleteBody, type Customer } from '@svc/api'
import { Refused } from '../../platform/refusal.ts'
import {
  type ApiRequest,
  answer,
  NO_CONTENT,
  type Route,
  route,
} from '../../tenancy/caller/route.ts'
import { acceptCheckout } from './accept-checkout.ts'
import { authoriseCard } from './authorise-card.ts'
import type { CheckoutService } from './checkout-service.ts'
import { dismissCheckout } from './dismiss-checkout.ts'
import * as docs from './docs.ts'
import { enterCard } from './enter-card.ts'
import { filledIn } from './input.ts'
import { listOffers } from './list-offers.ts'
import { orReleased, timedOf } from './or-released.ts'
import { saveBuyer } from './save-buyer.ts'
import { checkoutStatusView, signedView } from './view.ts'

/**
 * The buyers' routes, under the token of their checkout; and the sandbox's tool that plays them.
 */
export function buyerRoutes(service: CheckoutService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/checkout/:checkoutId/offers',
      access: { kind: 'buyer' },
      doc: docs.listOffers,
      async handle(request) {
        const { caller, params } = request
        const checkoutId = params.checkoutId
        const timed = await timedOf(service, request)
        return answer(200, { offers: await listOffers(timed, caller, checkoutId) })
      },
    }),
    route({
      method: 'PUT',
      path: '/checkout/:checkoutId/buyer',
      access: { kind: 'buyer' },
      doc: docs.saveBuyer,
      body: BuyerBody,
      async handle(request) {
        const { caller, params } = request
        const checkoutId = params.checkoutId
        const { product, num_instalments, ...buyer } = request.body
        const wish = { product, num_instalments }
        const input = { checkoutId, buyer, wish, altered: request.altered }
        return request.write(
          (writing) => saveBuyer({ ...service, ...writing }, caller, input),
          () => NO_CONTENT,
        )
      },
    }),
    route({
      method: 'POST',
      path: '/checkout/:checkoutId/accept',
      access: { kind: 'buyer', former: 'repeats' },
      doc: docs.acceptCheckout,
      body: AcceptBody,
      secretAnswer: true,
      async handle(request) {
        const { caller, params } = request
        if (request.former) return repeatSignature(request)
        const checkoutId = params.checkoutId
        const { card_token: cardToken, ...wish } = request.body
        const card = { checkoutId, wish, token: cardToken, field: 'card_token' } as const
        const timed = await timedOf(service, request)
        return orReleased(timed, { caller, checkoutId }, async () => {
          const method = await authoriseCard(timed, caller, card)
          const at = timed.clock.now()
          return request.write(
            (writing) =>
              acceptCheckout({ ...service, ...writing }, caller, { checkoutId, wish, method }),
            (order) => answer(200, signedView(service, order, at)),
          )
        })
      },
    }),
    route({
      method: 'POST',
      path: '/checkout/:checkoutId/dismiss',
      access: { kind: 'buyer' },
      doc: docs.dismissCheckout,
      async handle(request) {
        return leave(request, request.params.checkoutId)
      },
    }),
    completeRoute(service),
  ]
}

function completeRoute(service: CheckoutService): Route {
  return route({
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
      const checkoutId = params.checkoutId
      const completion = request.body
      if (completion.dismiss === true) return leave(request, checkoutId)
      const buyerOf = (customer: Customer) => filledIn(completion, customer)
      const check = completion.challenge === 'leave' ? undefined : completion.challenge
      const timed = await timedOf(service, request)
      const token = await enterCard(timed, caller, { checkoutId, number: completion.card })
      const card = { checkoutId, wish: completion, token, field: 'card' } as const
      return orReleased(timed, { caller, checkoutId }, async () => {
        const method = await authoriseCard(timed, caller, card)
        const input = { checkoutId, wish: completion, buyerOf, check, method }
        return request.write(
          (writing) => acceptCheckout({ ...service, ...writing }, caller, input),
          (order) => answer(200, checkoutStatusView(order)),
        )
      })
    },
  })
}

/** The buyer has signed: only the answer that is stored with that signature is given again. */
function repeatSignature({ write }: ApiRequest) {
  const refuse = async () => {
    throw new Refused('token_invalid')
  }
  return write(
    ({ writer }) => writer.transaction(null, refuse),
    () => NO_CONTENT,
  )
}

function leave({ caller, write }: ApiRequest, checkoutId: string) {
  return write(
    (writing) => dismissCheckout(writing, caller, checkoutId),
    (order) => answer(200, checkoutStatusView(order)),
  )
}
