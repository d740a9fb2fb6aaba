import { CreditorAnswer, NewCreditorBody, NewCreditorVersionBody } from '@svc/api'
import { listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { changeCreditor } from './change-creditor.ts'
import { createCreditor } from './create-creditor.ts'
import * as docs from './docs.ts'
import { getCreditor } from './get-creditor.ts'
import { newCreditor } from './input.ts'
import { listCreditors } from './list-creditors.ts'
import { creditorItem, creditorView } from './view.ts'

/** Creditors; like terms, in live mode by risk and finance together. */
export function creditorRoutes(service: Service): Route[] {
  const path = '/lender/creditors'
  return [
    listRoute({
      ...{ path, permission: 'stores:read', doc: docs.listCreditors },
      read: ({ caller, query }) => listCreditors(service, caller, query),
      view: creditorItem,
    }),
    lenderRoute({
      ...{ method: 'GET', path: `${path}/:creditorId` as const, permission: 'stores:read' },
      doc: docs.getCreditor,
      async handle({ caller, params }) {
        return answer(200, creditorView(await getCreditor(service, caller, params.creditorId)))
      },
    }),
    lenderRoute({
      ...{ method: 'POST', path, permission: 'terms:write', doc: docs.createCreditor },
      approval: { action: 'terms', object: ({ body }) => newCreditor(body) },
      body: NewCreditorBody,
      dryRun: true,
      handle({ caller: { sandbox }, body: { reason, ...wish }, writeInRealTime }) {
        return writeInRealTime(
          (writing) => createCreditor(writing, { sandbox, wish, reason }),
          (made) => answer(201, creditorView(made)),
        )
      },
    }),
    versionRoute(service),
  ]
}

function versionRoute(service: Service): Route {
  return lenderRoute({
    method: 'POST',
    path: '/lender/creditors/:creditorId/versions',
    ...{ permission: 'terms:write', doc: docs.changeCreditor },
    approval: {
      action: 'terms',
      async object({ caller, params }) {
        const { newest } = await getCreditor(service, caller, params.creditorId)
        return { kind: 'creditor', id: newest.id }
      },
    },
    body: NewCreditorVersionBody,
    knownBy: CreditorAnswer,
    dryRun: true,
    handle({ caller: { sandbox }, params, body, writeInRealTime }) {
      const { reason, version, ...wish } = body
      const change = { id: params.creditorId, sandbox, version, wish, reason }
      return writeInRealTime(
        (writing) => changeCreditor(writing, change),
        (made) => answer(201, creditorView(made)),
      )
    },
  })
}
