import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import { explanationView } from '../decisions/view.ts'
import type { CheckoutService } from './checkout-service.ts'
import * as docs from './docs.ts'
import { explainDecision } from './explain-decision.ts'

/** The buyer's right to an explanation. */
export function buyerDecisionRoutes(service: CheckoutService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/checkout/:checkoutId/decision',
      access: { kind: 'buyer' },
      doc: docs.explainDecision,
      async handle({ caller, params }) {
        const checkoutId = params.checkoutId
        return answer(200, explanationView(await explainDecision(service, caller, checkoutId)))
      },
    }),
  ]
}
