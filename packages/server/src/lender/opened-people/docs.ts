/** What the OpenAPI document says of the route beside this file. */
import { LenderPersonAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const getPerson: RouteDoc = {
  operation: 'getPerson',
  summary: 'Retrieve a person: what they owe at all stores, and possible duplicates',
  answers: { 200: LenderPersonAnswer },
  errors: ['person_not_found'],
}
