import { answer, type LenderRoute, lenderRoute } from '../../tenancy/caller/route.ts'
import * as docs from './docs.ts'
import { exportPerson } from './export-person.ts'

export function personalDataRoutes(): LenderRoute[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/people/:personId/export',
      ...{ permission: 'people:reveal', stepUp: true },
      doc: docs.exportPerson,
      async handle({ caller, params, writing }) {
        return answer(200, await exportPerson(writing, caller, params.personId))
      },
    }),
  ]
}
