/** What the OpenAPI document says of the route beside this file. */
import { PersonExportAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const exportPerson: RouteDoc = {
  operation: 'exportPerson',
  summary: 'All that is held about a person, in clear, with why and for how long',
  answers: { 200: PersonExportAnswer },
  errors: ['person_not_found'],
}
