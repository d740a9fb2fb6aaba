/** What the OpenAPI document says of the routes beside this file. */
import { CsvAnswer, LenderStatementAnswer, statementQuery } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const getStatement: RouteDoc = {
  operation: 'getLenderStatement',
  summary: 'What a store is owed, and what changed it over a period',
  answers: { 200: LenderStatementAnswer },
  errors: ['store_not_found', 'query_invalid'],
  query: statementQuery,
}

export const exportStatement: RouteDoc = {
  operation: 'exportLenderStatement',
  summary: 'The same with every commercial transaction, 1,000 at most: CSV, UTF-8',
  answers: { 200: CsvAnswer },
  mediaType: 'text/csv',
  errors: ['store_not_found', 'query_invalid'],
  query: statementQuery,
}
