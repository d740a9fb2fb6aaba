/** What the OpenAPI document says of the routes beside this file. */
import { TermsAnswer, TermsPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { termsList } from './list-store.ts'

export const listTerms: RouteDoc = {
  operation: 'listTerms',
  summary: "List the versions of a store's terms in the requested mode, newest first",
  answers: { 200: TermsPage },
  errors: ['store_not_found'],
  list: termsList,
}

export const changeTerms: RouteDoc = {
  operation: 'changeTerms',
  summary: "Create a version of a store's terms in the requested mode, effective at once or later",
  answers: { 200: TermsAnswer },
  errors: ['store_not_found', 'terms_conflict'],
}

export const withdrawTerms: RouteDoc = {
  operation: 'withdrawTerms',
  summary: 'Withdraw a version of terms that has not taken effect yet',
  answers: { 200: TermsAnswer },
  errors: ['store_not_found', 'terms_not_found', 'terms_not_coming'],
}
