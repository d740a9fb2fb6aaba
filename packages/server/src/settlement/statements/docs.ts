/** OpenAPI descriptions of the routes in this folder. */
import { StatementAnswer, statementQuery, Type } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const getStatement: RouteDoc = {
  operation: 'getStatement',
  summary: 'Retrieve a statement: opening and closing balance of a period, and its changes',
  answers: { 200: StatementAnswer },
  errors: ['query_invalid'],
  query: statementQuery,
}

export const writeStatement: RouteDoc = {
  operation: 'writeStatement',
  summary: 'Download a statement with every commercial transaction: CSV, UTF-8',
  answers: {
    200: Type.String({
      description:
        'A header, the opening balance, the transactions with the running balance, and the ' +
        'closing balance. Amounts are written as 12.50; times are in the store’s time zone.',
    }),
  },
  mediaType: 'text/csv',
  errors: ['query_invalid'],
  query: statementQuery,
}
