import { answer, type LenderRoute, lenderRoute } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { getPerson } from './get-person.ts'
import { personView } from './view.ts'

/** A person in full: in a wing above their acts, which it uses. */
export function openedPersonRoutes(service: Service): LenderRoute[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/people/:personId',
      permission: 'people:read',
      doc: docs.getPerson,
      async handle({ caller, params, baseUrl, writing }) {
        const person = await getPerson({ ...service, writing }, caller, params.personId)
        return answer(200, personView(person, baseUrl))
      },
    }),
  ]
}
