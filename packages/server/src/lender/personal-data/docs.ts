/** What the OpenAPI document says of the route beside this file. */
import { PersonExportAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const exportPerson: RouteDoc = {
  operation: 'exportPerson',
  summary: 'Export all data held about a person, unmasked, with purpose and retention',
  answers: { 200: PersonExportAnswer },
  errors: ['person_not_found'],
}
