import { pageView } from '../../platform/http/paging.ts'
import { answerList } from '../../tenancy/caller/answer-list.ts'
import { answer, lenderRoute, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { listOwnRequests, listRequests } from './list-requests.ts'
import { ownRequestView, requestView } from './view.ts'

export function requestLogRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/requests',
      permission: 'jobs:read',
      doc: docs.listRequests,
      async handle(request) {
        const listed = await listRequests(service, request.caller, request.query)
        return answerList(request, '/lender/requests', listed, requestView)
      },
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
