import { NewViewBody } from '@svc/api'
import { listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, lenderRoute, NO_CONTENT, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { listSavedViews } from './list-saved-views.ts'
import { removeView } from './remove-view.ts'
import { saveView } from './save-view.ts'
import { savedView } from './view.ts'

const path = '/lender/me/views'
/** A key looks at no list: it sends its filters with each request. */
const own = { permission: 'own:read', peopleOnly: true } as const

/** Lists with filters that people have saved; of no mode, as people are. */
export function savedViewRoutes(service: Service): Route[] {
  return [
    listRoute({
      ...{ path, ...own, doc: docs.listSavedViews },
      read: ({ caller, query }) => listSavedViews(service, caller, query),
      view: (view, { caller }) => savedView(caller, view),
    }),
    lenderRoute({
      ...{ method: 'POST', path, ...own, body: NewViewBody, doc: docs.saveView },
      handle({ caller, body: { role = null, ...wish }, writeInRealTime }) {
        const staffId = caller.principal.id ?? ''
        return writeInRealTime(
          (writing) => saveView(writing, { staffId, role, ...wish }),
          (view) => answer(201, savedView(caller, view)),
        )
      },
    }),
    lenderRoute({
      ...{ method: 'DELETE', path: `${path}/:viewId` as const, ...own, doc: docs.removeView },
      handle: ({ caller, params, writeInRealTime }) =>
        writeInRealTime(
          (writing) => removeView(writing, caller, params),
          () => NO_CONTENT,
        ),
    }),
  ]
}
