/** What the OpenAPI document says of the routes beside this file. */
import { TermsAnswer, TermsPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { termsList } from './list-store.ts'

export const listTerms: RouteDoc = {
  operation: 'listTerms',
  summary: 'The versions of what the lender decides of a store in the mode asked, newest first',
  answers: { 200: TermsPage },
  errors: ['store_not_found'],
  list: termsList,
}

export const changeTerms: RouteDoc = {
  operation: 'changeTerms',
  summary: 'A new version of the terms of a store in the mode asked, at once or from a moment on',
  answers: { 200: TermsAnswer },
  errors: ['store_not_found', 'terms_conflict'],
}

export const withdrawTerms: RouteDoc = {
  operation: 'withdrawTerms',
  summary: 'Takes a version of terms back that has not taken effect yet',
  answers: { 200: TermsAnswer },
  errors: ['store_not_found', 'terms_not_found', 'terms_not_coming'],
}
