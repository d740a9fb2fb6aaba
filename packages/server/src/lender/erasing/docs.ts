/** What the OpenAPI document says of the route beside this file. */
import { ErasedPersonAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const erasePerson: RouteDoc = {
  operation: 'erasePerson',
  summary: 'Erase what identifies a person, at every store; ids, dates and amounts remain',
  answers: { 200: ErasedPersonAnswer },
  errors: ['person_not_found', 'person_gone', 'person_kept'],
}
