/** OpenAPI descriptions of the routes in this folder. */
import { CreditorAnswer, CreditorPage } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { creditorList } from './list-store.ts'

export const listCreditors: RouteDoc = {
  operation: 'listCreditors',
  summary: 'List the creditors that terms may name in the requested mode, in their newest version',
  answers: { 200: CreditorPage },
  list: creditorList,
}

export const getCreditor: RouteDoc = {
  operation: 'getCreditor',
  summary: 'Retrieve a creditor with all its versions',
  answers: { 200: CreditorAnswer },
  errors: ['creditor_not_found'],
}

export const createCreditor: RouteDoc = {
  operation: 'createCreditor',
  summary: 'Create a creditor; documents print it where terms name it',
  answers: { 201: CreditorAnswer },
}

export const changeCreditor: RouteDoc = {
  operation: 'changeCreditor',
  summary: 'Create a complete new version of a creditor; it is printed once new terms name it',
  answers: { 201: CreditorAnswer },
  errors: ['creditor_not_found', 'terms_conflict'],
}
