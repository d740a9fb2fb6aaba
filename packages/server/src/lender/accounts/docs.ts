/** OpenAPI descriptions of the routes in this folder. */
import { AccountEntriesPage, AccountsAnswer, TrialBalanceAnswer, trialBalanceQuery } from '@svc/api'
import { fileDoc, type RouteDoc } from '../../tenancy/caller/route.ts'
import { postingList } from './list-store.ts'

export const listAccounts: RouteDoc = {
  operation: 'listAccounts',
  summary: 'List the chart of accounts with all balances',
  answers: { 200: AccountsAnswer },
}

export const listAccountEntries: RouteDoc = {
  operation: 'listAccountEntries',
  summary: 'List the entries of an account, newest first',
  answers: { 200: AccountEntriesPage },
  errors: ['account_not_found'],
  list: postingList,
}

export const getTrialBalance: RouteDoc = {
  operation: 'getTrialBalance',
  summary: 'Retrieve the trial balance at a point in time; it adds up to 0 in each currency',
  answers: { 200: TrialBalanceAnswer },
  errors: ['query_invalid'],
  query: trialBalanceQuery,
}

export const exportPostings: RouteDoc = {
  ...fileDoc('exportAccountEntries', postingList),
  errors: ['account_not_found'],
}
