/** What the OpenAPI document says of the routes beside this file. */
import { StatementAnswer, statementQuery, Type } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const getStatement: RouteDoc = {
  operation: 'getStatement',
  summary: 'What the store was owed before a period and after it, and what changed',
  answers: { 200: StatementAnswer },
  errors: ['query_invalid'],
  query: statementQuery,
}

export const writeStatement: RouteDoc = {
  operation: 'writeStatement',
  summary: 'The same with every commercial transaction, for spreadsheets: CSV, UTF-8',
  answers: {
    200: Type.String({
      description:
        'A header, the opening balance, the transactions with the balance after each, the ' +
        'closing balance. Amounts are written 12.50; times are the store’s.',
    }),
  },
  mediaType: 'text/csv',
  errors: ['query_invalid'],
  query: statementQuery,
}
