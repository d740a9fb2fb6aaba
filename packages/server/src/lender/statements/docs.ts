/** What the OpenAPI document says of the route beside this file. */
import { LenderStatementAnswer, statementQuery } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const getStatement: RouteDoc = {
  operation: 'getLenderStatement',
  summary: 'What a store is owed, and what changed it over a period',
  answers: { 200: LenderStatementAnswer },
  errors: ['store_not_found', 'query_invalid'],
  query: statementQuery,
}
