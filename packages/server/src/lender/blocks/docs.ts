/** OpenAPI descriptions of the routes in this folder. */
import { LenderPersonItem } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const blockPerson: RouteDoc = {
  operation: 'blockPerson',
  summary: 'Block a person: no further credit at any store, from now on',
  answers: { 200: LenderPersonItem },
  errors: ['person_not_found', 'person_gone'],
}

export const unblockPerson: RouteDoc = {
  operation: 'unblockPerson',
  summary: 'Unblock a person',
  answers: { 200: LenderPersonItem },
  errors: ['person_not_found', 'person_not_blocked'],
}
