import { ownOrigins } from '../../platform/http/own-origins.ts'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { CheckoutService } from './checkout-service.ts'
import * as docs from './docs.ts'
import { getProgress } from './get-progress.ts'
import { issueToken } from './issue-token.ts'
import { progressView } from './view.ts'

/** The requests of the buyer's page for its identity and content. */
export function pageRoutes(service: CheckoutService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/checkout/:checkoutId/token',
      access: { kind: 'public' },
      readByBuyers: true,
      doc: docs.issueToken,
      secretAnswer: true,
      async handle({ caller, key, headers, params, write }) {
        const { origin, host } = headers
        const own = origin !== undefined && ownOrigins(service, host).includes(origin)
        const page = { origin, trusted: own || key?.kind === 'private' }
        const input = { checkoutId: params.checkoutId, page }
        return write(
          (writing) => issueToken({ ...service, ...writing }, caller, input),
          (token) => answer(200, { token }),
        )
      },
    }),
    route({
      method: 'GET',
      path: '/checkout/:checkoutId/progress',
      access: { kind: 'buyer', former: 'reads' },
      doc: docs.getProgress,
      async handle({ caller, former, params, clock }) {
        const timed = { ...service, clock: await clock() }
        const progress = await getProgress(timed, caller, params.checkoutId)
        return answer(200, progressView(progress, former))
      },
    }),
  ]
}
