import {
  ApiKeyAnswer,
  ApiKeyPage,
  type ApiKeyWish,
  CreateApiKeyBody,
  NewApiKeyAnswer,
  PublicKeyAnswer,
  pageQuery,
  RotateApiKeyBody,
  type Rotation,
} from '@svc/api'
import { pageView, readPage } from '../http/paging.ts'
import { type ApiRequest, answer, NO_CONTENT, type Route } from '../http/route.ts'
import type { Service } from '../http/service.ts'
import { createKey } from './create-key.ts'
import { findPublicKey } from './find-public-key.ts'
import { getKey } from './get-key.ts'
import { listKeys } from './list-keys.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateKey } from './rotate-key.ts'
import { apiKeyView, newApiKeyView } from './view.ts'

type Issued = Awaited<ReturnType<typeof createKey>>

/** Seeing keys takes the same scope as making them: a narrow key learns nothing of the others. */
const access = { kind: 'private', scope: 'settings:write' } as const

const asked = ({ caller, key, params }: ApiRequest) => ({
  storeId: caller.store.id,
  actorId: key?.id ?? '',
  keyId: params.keyId ?? '',
})

export function apiKeyRoutes(service: Service): Route[] {
  return [...readingRoutes(service), ...writingRoutes()]
}

function readingRoutes(service: Service): Route[] {
  return [
    {
      method: 'GET',
      path: '/merchants/api-keys',
      access: { kind: 'private', scope: null },
      doc: {
        operation: 'findPublicKey',
        summary: 'The public key of the store',
        answers: { 200: PublicKeyAnswer },
      },
      async handle({ caller }) {
        const { database, clocks } = service
        const reading = { database, clock: clocks.real }
        return answer(200, { public_api_key: await findPublicKey(reading, caller.store.id) })
      },
    },
    {
      method: 'GET',
      path: '/me/api-keys',
      access,
      doc: {
        operation: 'listKeys',
        summary: 'List the keys of the store',
        answers: { 200: ApiKeyPage },
        errors: ['query_invalid'],
        query: pageQuery,
      },
      async handle({ caller, query }) {
        const page = readPage(query)
        const { count, keys } = await listKeys(service, caller.store.id, page)
        const url = `${service.baseUrl()}/me/api-keys`
        return answer(200, pageView(keys.map(apiKeyView), { count, url, query, page }))
      },
    },
    {
      method: 'GET',
      path: '/me/api-keys/:keyId',
      access,
      doc: {
        operation: 'getKey',
        summary: 'A key of the store, without the key itself',
        answers: { 200: ApiKeyAnswer },
        errors: ['api_key_not_found'],
      },
      async handle(request) {
        return answer(200, apiKeyView(await getKey(service, asked(request))))
      },
    },
  ]
}

function writingRoutes(): Route[] {
  const created = (issued: Issued) =>
    answer(201, newApiKeyView(issued), `/me/api-keys/${issued.key.id}`)
  return [
    {
      method: 'POST',
      path: '/me/api-keys',
      access,
      body: CreateApiKeyBody,
      secretAnswer: true,
      doc: {
        operation: 'createKey',
        summary: 'Make a key; the answer holds it, once',
        answers: { 201: NewApiKeyAnswer },
        errors: ['api_key_limit_reached'],
      },
      handle(request) {
        const wish = request.body as ApiKeyWish
        const input = { ...asked(request), timeZone: request.caller.store.timeZone, wish }
        return request.writeInRealTime((writing) => createKey(writing, input), created)
      },
    },
    {
      method: 'POST',
      path: '/me/api-keys/:keyId/rotate',
      access,
      body: RotateApiKeyBody,
      bodyOptional: true,
      secretAnswer: true,
      doc: {
        operation: 'rotateKey',
        summary: 'Replace a key; the old one works on for the overlap',
        answers: { 201: NewApiKeyAnswer },
        errors: ['api_key_not_found', 'api_key_ended', 'api_key_limit_reached'],
      },
      handle(request) {
        const { overlap_minutes: overlapMinutes } = request.body as Rotation
        const input = { ...asked(request), overlapMinutes }
        return request.writeInRealTime((writing) => rotateKey(writing, input), created)
      },
    },
    {
      method: 'DELETE',
      path: '/me/api-keys/:keyId',
      access,
      doc: {
        operation: 'revokeKey',
        summary: 'Revoke a key',
        answers: { 204: null },
        errors: ['api_key_not_found', 'api_key_last'],
      },
      handle(request) {
        return request.writeInRealTime(
          (writing) => revokeKey(writing, asked(request)),
          () => NO_CONTENT,
        )
      },
    },
  ]
}
