import { CardBody } from '@svc/api'
import { Refused } from '../../platform/refusal.ts'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { CheckoutService } from './checkout-service.ts'
import * as docs from './docs.ts'
import { tokeniseCard } from './tokenise-card.ts'

/** The frame of the sandbox's payment provider: nobody else sees a number. */
export function cardRoutes(service: CheckoutService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/sandbox/checkouts/:checkoutId/cards',
      access: { kind: 'buyer' },
      doc: docs.tokeniseCard,
      body: CardBody,
      secretBody: true,
      secretAnswer: true,
      async handle({ caller, params, body, write }) {
        const checkoutId = params.checkoutId
        if (!caller.sandbox && !service.demo) throw new Refused('sandbox_only')
        const input = { checkoutId, card: body }
        return write(
          (writing) => tokeniseCard({ ...service, ...writing }, caller, input),
          (card) => answer(201, card),
        )
      },
    }),
  ]
}
