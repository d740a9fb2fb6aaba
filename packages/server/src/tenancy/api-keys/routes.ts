import { ApiKeyAnswer, CreateApiKeyBody, RevokeAllBody, RotateApiKeyBody } from '@svc/api'
import { pageView, readPage } from '../../platform/http/paging.ts'
import { type ApiRequest, answer, type Route, route } from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import { createKey } from './create-key.ts'
import * as docs from './docs.ts'
import { findPublicKey } from './find-public-key.ts'
import { getKey } from './get-key.ts'
import { readCascade } from './input.ts'
import { listKeys } from './list-keys.ts'
import { revokeAllKeys } from './revoke-all-keys.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateKey } from './rotate-key.ts'
import { apiKeyView, newApiKeyView, revokedKeysView, revokedKeyView } from './view.ts'

type Issued = Awaited<ReturnType<typeof createKey>>

/**
 * Reading keys takes the same scope as creating them: a narrow key learns nothing of the others.
 */
const access = { kind: 'private', scope: 'keys:write' } as const
const writing = { ...access, stepUp: true } as const

/** An owner, who has no key, may grant anything, like the operator. */
const actorOf = ({ caller, key }: Pick<ApiRequest, 'caller' | 'key'>) => ({
  storeId: caller.store.id,
  actorId: key?.id ?? null,
})

export function apiKeyRoutes(service: Service): Route[] {
  return [...readingRoutes(service), ...writingRoutes()]
}

function readingRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: '/merchants/api-keys',
      access: { kind: 'private', scope: null },
      doc: docs.findPublicKey,
      async handle({ caller }) {
        const { database, clocks } = service
        const reading = { database, clock: clocks.real }
        return answer(200, { public_api_key: await findPublicKey(reading, caller.store.id) })
      },
    }),
    route({
      method: 'GET',
      path: '/me/api-keys',
      access,
      doc: docs.listKeys,
      async handle({ caller, query, baseUrl }) {
        const page = readPage(query)
        const { count, keys } = await listKeys(service, caller.store.id, page)
        const url = `${baseUrl}/me/api-keys`
        return answer(200, pageView(keys.map(apiKeyView), { count, url, query, page }))
      },
    }),
    route({
      method: 'GET',
      path: '/me/api-keys/:keyId',
      access,
      doc: docs.getKey,
      async handle(request) {
        return answer(
          200,
          apiKeyView(await getKey(service, { ...actorOf(request), ...request.params })),
        )
      },
    }),
  ]
}

function writingRoutes(): Route[] {
  const created = (issued: Issued) =>
    answer(201, newApiKeyView(issued), `/me/api-keys/${issued.key.id}`)
  return [
    route({
      method: 'POST',
      path: '/me/api-keys',
      access: writing,
      body: CreateApiKeyBody,
      knownBy: ApiKeyAnswer,
      secretAnswer: true,
      doc: docs.createKey,
      handle(request) {
        const wish = request.body
        const input = { ...actorOf(request), timeZone: request.caller.store.timeZone, wish }
        return request.writeInRealTime((writing) => createKey(writing, input), created)
      },
    }),
    route({
      method: 'POST',
      path: '/me/api-keys/:keyId/rotate',
      access: writing,
      body: RotateApiKeyBody,
      knownBy: ApiKeyAnswer,
      bodyOptional: true,
      secretAnswer: true,
      doc: docs.rotateKey,
      handle(request) {
        const { overlap_minutes: overlapMinutes } = request.body
        const input = { ...actorOf(request), ...request.params, overlapMinutes }
        return request.writeInRealTime((writing) => rotateKey(writing, input), created)
      },
    }),
    route({
      method: 'DELETE',
      path: '/me/api-keys/:keyId',
      access: writing,
      doc: docs.revokeKey,
      handle(request) {
        const input = {
          ...actorOf(request),
          ...request.params,
          cascade: readCascade(request.query),
        }
        return request.writeInRealTime(
          (writing) => revokeKey(writing, input),
          (revoked) => answer(200, revokedKeyView(revoked)),
        )
      },
    }),
    route({
      method: 'POST',
      path: '/me/api-keys/revoke-all',
      access: writing,
      body: RevokeAllBody,
      knownBy: ApiKeyAnswer,
      bodyOptional: true,
      doc: docs.revokeAllKeys,
      handle(request) {
        const { except } = request.body
        return request.writeInRealTime(
          (writing) => revokeAllKeys(writing, { ...actorOf(request), except }),
          (revoked) => answer(200, revokedKeysView(revoked)),
        )
      },
    }),
  ]
}
