/** OpenAPI descriptions of the routes in this folder. */
import {
  ApiKeyAnswer,
  ApiKeyPage,
  NewApiKeyAnswer,
  PublicKeyAnswer,
  pageQuery,
  RevokedKeyAnswer,
  RevokedKeysAnswer,
  revokeKeyQuery,
} from '@svc/api'
import type { RouteDoc } from '../caller/route.ts'

export const findPublicKey: RouteDoc = {
  operation: 'findPublicKey',
  summary: 'Retrieve the public key of the store',
  answers: { 200: PublicKeyAnswer },
}

export const listKeys: RouteDoc = {
  operation: 'listKeys',
  summary: 'List the keys of the store',
  answers: { 200: ApiKeyPage },
  errors: ['query_invalid'],
  query: pageQuery,
}

export const getKey: RouteDoc = {
  operation: 'getKey',
  summary: 'Retrieve a key of the store, without its secret',
  answers: { 200: ApiKeyAnswer },
  errors: ['api_key_not_found'],
}

export const createKey: RouteDoc = {
  operation: 'createKey',
  summary: 'Create a key; only this answer contains it',
  answers: { 201: NewApiKeyAnswer },
  errors: ['api_key_wider', 'api_key_limit_reached'],
}

export const rotateKey: RouteDoc = {
  operation: 'rotateKey',
  summary: 'Rotate a key; the old one stays valid for the overlap',
  answers: { 201: NewApiKeyAnswer },
  errors: ['api_key_not_found', 'api_key_ended', 'api_key_wider', 'api_key_limit_reached'],
}

export const revokeKey: RouteDoc = {
  operation: 'revokeKey',
  summary: 'Revoke a key and, on request, the keys created with it',
  answers: { 200: RevokedKeyAnswer },
  errors: ['api_key_not_found', 'api_key_last'],
  query: revokeKeyQuery,
}

export const revokeAllKeys: RouteDoc = {
  operation: 'revokeAllKeys',
  summary: 'Revoke every key of the store except the ones listed',
  answers: { 200: RevokedKeysAnswer },
  errors: ['api_key_last'],
}

export const listStoreKeys: RouteDoc = {
  operation: 'listStoreKeys',
  summary: 'List the keys of a store, without their secrets',
  answers: { 200: ApiKeyPage },
  errors: ['store_not_found', 'query_invalid'],
  query: pageQuery,
}

export const revokeStoreKey: RouteDoc = {
  operation: 'revokeStoreKey',
  summary: 'Revoke a key of a store and, on request, the keys created with it',
  answers: { 200: RevokedKeyAnswer },
  errors: ['store_not_found', 'api_key_not_found'],
  query: revokeKeyQuery,
}
