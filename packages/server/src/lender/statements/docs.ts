/** OpenAPI descriptions of the routes in this folder. */
import { CsvAnswer, LenderStatementAnswer, statementQuery } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const getStatement: RouteDoc = {
  operation: 'getLenderStatement',
  summary: "Retrieve a store's statement: what it is owed, and the changes of a period",
  answers: { 200: LenderStatementAnswer },
  errors: ['store_not_found', 'query_invalid'],
  query: statementQuery,
}

export const exportStatement: RouteDoc = {
  operation: 'exportLenderStatement',
  summary: "Download a store's statement with up to 1,000 commercial transactions: CSV, UTF-8",
  answers: { 200: CsvAnswer },
  mediaType: 'text/csv',
  errors: ['store_not_found', 'query_invalid'],
  query: statementQuery,
}
