import { listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { readClosing, readClosings } from './read-closings.ts'
import { closingItem, closingView } from './view.ts'

export function closingRoutes(service: Service): Route[] {
  return [
    listRoute({
      path: '/lender/closings',
      permission: 'ledger:read',
      doc: docs.listClosings,
      read: ({ caller, query }) => readClosings(service, caller, query),
      view: closingItem,
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/closings/:day',
      permission: 'ledger:read',
      doc: docs.getClosing,
      async handle({ caller, params }) {
        return answer(200, closingView(await readClosing(service, caller, params.day)))
      },
    }),
  ]
}
