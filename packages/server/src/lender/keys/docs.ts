/** OpenAPI descriptions of the routes in this folder. */
import { LenderKeyAnswer, LenderKeyPage, NewLenderKeyAnswer, pageQuery } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const listKeys: RouteDoc = {
  operation: 'listLenderKeys',
  summary: "List the lender's keys, newest first",
  answers: { 200: LenderKeyPage },
  errors: ['query_invalid'],
  query: pageQuery,
}

export const createKey: RouteDoc = {
  operation: 'createLenderKey',
  summary: 'Create a lender key; the caller is responsible for it',
  answers: { 201: NewLenderKeyAnswer },
  errors: ['lender_key_limit_reached'],
}

export const rotateKey: RouteDoc = {
  operation: 'rotateLenderKey',
  summary: 'Rotate a lender key; the old one stays valid for a while',
  answers: { 201: NewLenderKeyAnswer },
  errors: ['lender_key_not_found', 'api_key_ended', 'lender_key_limit_reached'],
}

export const revokeKey: RouteDoc = {
  operation: 'revokeLenderKey',
  summary: 'Revoke a lender key at once',
  answers: { 200: LenderKeyAnswer },
  errors: ['lender_key_not_found'],
}
