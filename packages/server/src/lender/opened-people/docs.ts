/** What the OpenAPI document says of the route beside this file. */
import { LenderPersonAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const getPerson: RouteDoc = {
  operation: 'getPerson',
  summary: 'A person: what they owe at all stores, and who may be the same',
  answers: { 200: LenderPersonAnswer },
  errors: ['person_not_found'],
}
