import { LenderPayoutBody, ReasonBody } from '@svc/api'
import { existing } from '../../platform/refusal.ts'
import { holdPayout } from '../../settlement/payouts/hold-payout.ts'
import { makePayouts } from '../../settlement/payouts/make-payouts.ts'
import { payPayout } from '../../settlement/payouts/pay-payout.ts'
import { paymentView } from '../../settlement/settlements/view.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { fileRoute, listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { exportPayouts } from './export-payouts.ts'
import { findPayee } from './find-payee.ts'
import { openPayout, readLines, readPayout, readPayouts } from './read-payouts.ts'
import { lenderPayoutView, openedPayoutView, payoutItem } from './view.ts'

/** Gives the events of a store and mode their places, so that a payout reckons with them. */
type Place = (key: { storeId: string; sandbox: boolean }) => Promise<unknown>

export function lenderPayoutRoutes(service: Service, place: Place): Route[] {
  return [
    listRoute({
      path: '/lender/payouts',
      permission: 'payouts:read',
      doc: docs.listPayouts,
      read: ({ caller, query }) => readPayouts(service, caller, query),
      view: payoutItem,
    }),
    fileRoute({
      path: '/lender/payouts.csv',
      doc: docs.exportPayouts,
      read: ({ caller, query, writing, mayStill }) =>
        exportPayouts({ ...service, writing, mayStill }, caller, query),
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/payouts/:payoutId',
      permission: 'payouts:read',
      doc: docs.getPayout,
      async handle({ caller, params }) {
        return answer(200, openedPayoutView(await openPayout(service, caller, params.payoutId)))
      },
    }),
    listRoute({
      path: '/lender/payouts/:payoutId/lines',
      permission: 'payouts:read',
      doc: docs.listLines,
      read: ({ caller, params: { payoutId: id }, query }) =>
        readLines(service, caller, { id, parameters: query }),
      view: paymentView,
    }),
    payRoute(service, place),
    ...waitingRoutes(service),
  ]
}

function payRoute(service: Service, place: Place): Route {
  return lenderRoute({
    method: 'POST',
    path: '/lender/payouts',
    permission: 'payouts:release',
    stepUp: true,
    doc: docs.makePayouts,
    approval: {
      action: 'payout_release',
      async object({ body }) {
        const { id } = await findPayee(service, body.store_id)
        return { kind: 'store', id, storeId: id }
      },
    },
    body: LenderPayoutBody,
    dryRun: true,
    async handle({ caller: { sandbox }, body, writeFor }) {
      const { id, name } = await findPayee(service, body.store_id)
      const payee = { storeId: id, sandbox }
      await place(payee)
      return writeFor(
        { storeId: id, reason: body.reason },
        (writing) => makePayouts(writing, payee, 'by hand'),
        (payouts) => {
          const store = { id, name }
          const results = payouts.map((payout) => lenderPayoutView({ ...payout, store }))
          return answer(201, { results }, '/lender/payouts')
        },
      )
    },
  })
}

/** A proposed payout is held immediately by one person, and released by two. */
function waitingRoutes(service: Service): Route[] {
  const payoutOf = (caller: LenderCaller, id: string) => readPayout(service, caller, id)
  return [
    lenderRoute({
      method: 'POST',
      path: '/lender/payouts/:payoutId/hold',
      permission: 'payouts:hold',
      doc: docs.holdPayout,
      body: ReasonBody,
      async handle({ caller, params, body, writeFor }) {
        const { id, store } = await payoutOf(caller, params.payoutId)
        const key = { storeId: store.id, sandbox: caller.sandbox, id }
        return writeFor(
          { storeId: store.id, reason: body.reason },
          (writing) => holdPayout(writing, key),
          (payout) => answer(200, lenderPayoutView({ ...payout, store })),
        )
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/payouts/:payoutId/release',
      permission: 'payouts:release',
      stepUp: true,
      doc: docs.releasePayout,
      approval: {
        action: 'payout_release',
        async object({ caller, params }) {
          const { id, store } = await payoutOf(caller, params.payoutId)
          return { kind: 'payout', id, storeId: store.id }
        },
      },
      body: ReasonBody,
      dryRun: true,
      async handle({ caller, params, body, writeFor }) {
        const { id, store } = await payoutOf(caller, params.payoutId)
        const paying = { storeId: store.id, sandbox: caller.sandbox, id, way: 'released' } as const
        return writeFor(
          { storeId: store.id, reason: body.reason },
          (writing) => payPayout(writing, paying),
          (payout) => answer(200, lenderPayoutView({ ...existing(payout, 'payout', id), store })),
        )
      },
    }),
  ]
}
