/** What the OpenAPI document says of the routes beside this file. */
import { LenderKeyAnswer, LenderKeyPage, NewLenderKeyAnswer, pageQuery } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const listKeys: RouteDoc = {
  operation: 'listLenderKeys',
  summary: 'List the keys of the lender, the newest first',
  answers: { 200: LenderKeyPage },
  errors: ['query_invalid'],
  query: pageQuery,
}

export const createKey: RouteDoc = {
  operation: 'createLenderKey',
  summary: 'Make a key of the lender; whoever asks answers for it',
  answers: { 201: NewLenderKeyAnswer },
  errors: ['lender_key_limit_reached'],
}

export const rotateKey: RouteDoc = {
  operation: 'rotateLenderKey',
  summary: 'A new key like the old one, which works on for a while',
  answers: { 201: NewLenderKeyAnswer },
  errors: ['lender_key_not_found', 'api_key_ended', 'lender_key_limit_reached'],
}

export const revokeKey: RouteDoc = {
  operation: 'revokeLenderKey',
  summary: 'Revoke a key of the lender, at once',
  answers: { 200: LenderKeyAnswer },
  errors: ['lender_key_not_found'],
}
