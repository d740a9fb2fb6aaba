import { answerList } from '../../tenancy/caller/answer-list.ts'
import { lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { listActions } from './list-actions.ts'
import { actionView } from './view.ts'

export function actionRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/actions',
      permission: 'actions:read',
      doc: docs.listActions,
      async handle(request) {
        const listed = await listActions(service, request.caller, request.query)
        return answerList(request, '/lender/actions', listed, actionView)
      },
    }),
  ]
}
