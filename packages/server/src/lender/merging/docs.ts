/** OpenAPI descriptions of the routes in this folder. */
import { LenderPersonItem } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const mergePerson: RouteDoc = {
  operation: 'mergePerson',
  summary: 'Merge two persons; what both owe counts together from now on',
  answers: { 200: LenderPersonItem },
  errors: ['person_not_found', 'person_gone'],
}

export const splitPerson: RouteDoc = {
  operation: 'splitPerson',
  summary: 'Undo a merge; the document identifies its own person again',
  answers: { 200: LenderPersonItem },
  errors: ['person_not_found', 'person_not_merged'],
}
