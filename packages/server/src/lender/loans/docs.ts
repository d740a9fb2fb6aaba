/** What the OpenAPI document says of the routes beside this file. */
import { LenderLoanAnswer, LenderLoanPage, summaryQuery } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { loanListOf } from './list-store.ts'

export const listLoans: RouteDoc = {
  operation: 'listLenderLoans',
  summary: 'Loans of all stores, by how far they are behind',
  answers: { 200: LenderLoanPage },
  query: summaryQuery,
  list: loanListOf({ sandbox: true, now: new Date(0) }),
}

export const getLoan: RouteDoc = {
  operation: 'getLenderLoan',
  summary: 'A loan: its plan, what was paid and what that settled',
  answers: { 200: LenderLoanAnswer },
  errors: ['loan_not_found'],
}
