import { listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { getHead } from './get-head.ts'
import { listActions } from './list-actions.ts'
import { streamActions } from './stream-actions.ts'
import { actionLines, headView, listedActionView } from './view.ts'

export function actionRoutes(service: Service): Route[] {
  return [
    listRoute({
      path: '/lender/actions',
      permission: 'actions:read',
      doc: docs.listActions,
      read: ({ caller, query }) => listActions(service, caller, query),
      view: listedActionView,
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/actions/head',
      permission: 'actions:read',
      doc: docs.getHead,
      async handle({ caller }) {
        return answer(200, headView(await getHead(service, caller)))
      },
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/actions.jsonl',
      ...{ permission: 'actions:read', stepUp: true },
      doc: docs.streamActions,
      async handle({ caller, query, mayStill }) {
        const headers = {
          'content-type': 'application/x-ndjson; charset=utf-8',
          'cache-control': 'no-store',
        }
        const lines = streamActions(service, { caller, mayStill }, query)
        return { content: actionLines(lines), headers }
      },
    }),
  ]
}
