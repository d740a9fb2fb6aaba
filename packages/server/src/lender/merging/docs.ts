/** What the OpenAPI document says of the routes beside this file. */
import { LenderPersonItem } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const mergePerson: RouteDoc = {
  operation: 'mergePerson',
  summary: 'Two documents are one person: what both owe counts together from now on',
  answers: { 200: LenderPersonItem },
  errors: ['person_not_found', 'person_gone'],
}

export const splitPerson: RouteDoc = {
  operation: 'splitPerson',
  summary: 'Undoes the merge of a person: who has their document is they again',
  answers: { 200: LenderPersonItem },
  errors: ['person_not_found', 'person_not_merged'],
}
