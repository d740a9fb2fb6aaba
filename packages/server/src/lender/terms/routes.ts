import { ChangeTermsBody, StoreReasonBody, TermsAnswer } from '@svc/api'
import { listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { shownBy } from '../stores/view.ts'
import { changeTerms } from './change-terms.ts'
import * as docs from './docs.ts'
import { momentIn, objectIn, versionIn } from './input.ts'
import { listTerms } from './list-terms.ts'
import { readRates } from './read-rates.ts'
import { type TermsTried, tryTerms } from './try-terms.ts'
import { madeView, ratesView, termsView } from './view.ts'
import { withdrawTerms } from './withdraw-terms.ts'

/** The lender's terms for a store, in the requested mode. */
export function termsRoutes(service: Service): Route[] {
  return [
    listRoute({
      path: '/lender/stores/:storeId/terms',
      permission: 'stores:read',
      doc: docs.listTerms,
      async read({ caller: { sandbox }, params: { storeId }, query }) {
        const { store, rows, ...listed } = await listTerms(service, { storeId, sandbox }, query)
        return { ...listed, rows: rows.map((version) => ({ store, version })) }
      },
      view: ({ store, version }, request) => termsView(store, version, shownBy(service, request)),
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/stores/:storeId/terms/:version/rates',
      permission: 'stores:read',
      doc: docs.readRates,
      async handle({ params, caller: { sandbox } }) {
        const { storeId } = params
        const version = versionIn(params.version)
        return answer(200, ratesView(await readRates(service, { storeId, sandbox }, version)))
      },
    }),
    changeRoute(service),
    withdrawRoute(service),
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
      const { version, effective_from, reason, creditor_id, ...change } = request.body
      const { storeId } = request.params
      const mode = { sandbox: request.caller.sandbox, demo: service.demo }
      const effectiveFrom = momentIn(effective_from)
      const wish = { storeId, version, effectiveFrom, reason, change, creditorId: creditor_id }
      let tried: TermsTried | undefined
      try {
        return await request.writeInRealTime(
          async (writing) => {
            const made = await changeTerms(writing, { ...wish, ...mode })
            const key = { storeId, sandbox: mode.sandbox }
            const { before, terms: after, at } = made
            const trial = { before, after, timeZone: made.store.timeZone, at }
            if (request.dryRun) tried = await tryTerms(service, key, trial)
            return made
          },
          (made) => answer(200, madeView(made, shownBy(service, request), tried)),
        )
      } finally {
        // Also where a failure leaves open whether it was committed.
        service.storeChanges.publish(storeId)
      }
    },
  })
}

/** An approved version goes on: one person is enough to withdraw it. */
function withdrawRoute(service: Service): Route {
  return lenderRoute({
    method: 'POST',
    path: '/lender/stores/:storeId/terms/:version/withdraw',
    permission: 'terms:write',
    body: StoreReasonBody,
    doc: docs.withdrawTerms,
    async handle(request) {
      const { storeId } = request.params
      const { reason } = request.body
      const version = versionIn(request.params.version)
      const mode = { sandbox: request.caller.sandbox, demo: service.demo }
      try {
        return await request.writeInRealTime(
          (writing) => withdrawTerms(writing, { storeId, version, reason, ...mode }),
          ({ store, ...withdrawn }) =>
            answer(200, termsView(store, withdrawn, shownBy(service, request))),
        )
      } finally {
        // Also where a failure leaves open whether it was committed.
        service.storeChanges.publish(storeId)
      }
    },
  })
}
