import { pageView } from '../../platform/http/paging.ts'
import { listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { listOwnRequests, listRequests } from './list-requests.ts'
import { ownRequestView, requestView } from './view.ts'

export function requestLogRoutes(service: Service): Route[] {
  return [
    listRoute({
      path: '/lender/requests',
      permission: 'jobs:read',
      doc: docs.listRequests,
      read: ({ caller, query }) => listRequests(service, caller, query),
      view: requestView,
    }),
    route({
      method: 'GET',
      path: '/me/api-log',
      access: { kind: 'private', scope: 'events:read' },
      doc: docs.listOwnRequests,
      async handle({ caller, query, baseUrl }) {
        const { count, rows, page } = await listOwnRequests(service, caller, query)
        const url = `${baseUrl}/me/api-log`
        return answer(200, pageView(rows.map(ownRequestView), { count, url, query, page }))
      },
    }),
  ]
}
