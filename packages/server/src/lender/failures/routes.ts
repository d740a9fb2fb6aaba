import { pageView } from '../../platform/http/paging.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import { lenderAsOwner } from '../../tenancy/caller/lender-owner.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { findRetry } from './find-retry.ts'
import { listFailures } from './list-failures.ts'
import { failureView, groupView, retriedView } from './view.ts'

type Retry = Awaited<ReturnType<typeof findRetry>>['retry']
/** Sends it again; returns when it is due. */
type SendAgain = (writing: Writing, of: OfStore, retry: Retry) => Promise<Date | null>

export function failureRoutes(service: Service, sendAgain: SendAgain): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/failures',
      permission: 'jobs:read',
      doc: docs.listFailures,
      async handle({ caller, query, baseUrl }) {
        const { count, rows, page, groups } = await listFailures(service, caller, query)
        const url = `${baseUrl}/lender/failures`
        const listed = pageView(rows.map(failureView), { count, url, query, page })
        return answer(200, { ...listed, groups: groups.map(groupView) })
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/failures/:failure/retry',
      permission: 'messages:send',
      doc: docs.retryFailure,
      async handle({ caller, params, writeFor, writeInRealTime }) {
        const { id, retry, store } = await findRetry(service, caller, params.failure)
        const view = (dueAt: Date | null) => answer(202, retriedView(id, dueAt))
        if (store === null) {
          const lender = lenderAsOwner(caller)
          return writeInRealTime((writing) => sendAgain(writing, lender, retry), view)
        }
        const of = { store, sandbox: caller.sandbox }
        return writeFor({ storeId: store.id }, (writing) => sendAgain(writing, of, retry), view)
      },
    }),
  ]
}
