import { ChangeTermsBody, TermsAnswer } from '@svc/api'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { changeTerms } from './change-terms.ts'
import * as docs from './docs.ts'
import { getStore } from './get-store.ts'
import { objectIn } from './input.ts'
import { shownBy, termsView } from './view.ts'

/** What the lender decides of a store, in the mode asked. */
export function termsRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/stores/:storeId/terms',
      permission: 'stores:read',
      doc: docs.getTerms,
      async handle(request) {
        const store = await getStore(service, request.params.storeId)
        return answer(200, termsView(store, shownBy(service, request)))
      },
    }),
    changeRoute(service),
  ]
}

function changeRoute(service: Service): Route {
  return lenderRoute({
    method: 'POST',
    path: '/lender/stores/:storeId/terms',
    permission: 'terms:write',
    approval: { action: 'terms', object: (request) => objectIn(service, request) },
    body: ChangeTermsBody,
    knownBy: TermsAnswer,
    dryRun: true,
    doc: docs.changeTerms,
    async handle(request) {
      const { version, reason, ...change } = request.body
      const { storeId } = request.params
      const mode = { sandbox: request.caller.sandbox, demo: service.demo }
      try {
        return await request.writeInRealTime(
          (writing) => changeTerms(writing, { storeId, version, reason, change, ...mode }),
          (store) => answer(200, termsView(store, shownBy(service, request))),
        )
      } finally {
        // Also where a failure leaves open whether it was committed.
        service.storeChanges.publish(storeId)
      }
    },
  })
}
