import { ChallengeBody } from '@svc/api'
import { Refused } from '../../platform/refusal.ts'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { CheckoutService } from './checkout-service.ts'
import * as docs from './docs.ts'
import { settleChallenge } from './settle-challenge.ts'
import { checkoutStatusView } from './view.ts'

/** The identity check, as the buyer's page plays it in the sandbox. */
export function challengeRoutes(service: CheckoutService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/checkout/:checkoutId/challenge',
      access: { kind: 'buyer' },
      body: ChallengeBody,
      doc: docs.settleChallenge,
      async handle({ caller, params, body, write }) {
        const checkoutId = params.checkoutId
        // With real money it is not the buyer who says whether they passed.
        if (!caller.sandbox && !service.demo) throw new Refused('sandbox_only')
        const { outcome } = body
        return write(
          (writing) => settleChallenge(writing, caller, { checkoutId, check: outcome }),
          (order) => answer(200, checkoutStatusView(order)),
        )
      },
    }),
  ]
}
