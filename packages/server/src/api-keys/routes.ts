import {
  ApiKeyAnswer,
  type ApiKeyWish,
  CreateApiKeyBody,
  RevokeAllBody,
  type RevokeAllWish,
  RotateApiKeyBody,
  type Rotation,
} from '@svc/api'
import { pageView, readPage } from '../http/paging.ts'
import { type ApiRequest, answer, type Route } from '../http/route.ts'
import type { Service } from '../http/service.ts'
import { Refused } from '../refusal.ts'
import { createKey } from './create-key.ts'
import * as docs from './docs.ts'
import { findPublicKey } from './find-public-key.ts'
import { getKey } from './get-key.ts'
import { listKeys } from './list-keys.ts'
import { revokeAllKeys } from './revoke-all-keys.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateKey } from './rotate-key.ts'
import { apiKeyView, newApiKeyView, revokedKeysView, revokedKeyView } from './view.ts'

type Issued = Awaited<ReturnType<typeof createKey>>

/** Seeing keys takes the same scope as making them: a narrow key learns nothing of the others. */
const access = { kind: 'private', scope: 'keys:write' } as const

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
      doc: docs.findPublicKey,
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
      doc: docs.listKeys,
      async handle({ caller, query, baseUrl }) {
        const page = readPage(query)
        const { count, keys } = await listKeys(service, caller.store.id, page)
        const url = `${baseUrl}/me/api-keys`
        return answer(200, pageView(keys.map(apiKeyView), { count, url, query, page }))
      },
    },
    {
      method: 'GET',
      path: '/me/api-keys/:keyId',
      access,
      doc: docs.getKey,
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
      knownBy: ApiKeyAnswer,
      secretAnswer: true,
      doc: docs.createKey,
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
      knownBy: ApiKeyAnswer,
      bodyOptional: true,
      secretAnswer: true,
      doc: docs.rotateKey,
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
      doc: docs.revokeKey,
      handle(request) {
        const input = { ...asked(request), cascade: isCascade(request.query) }
        return request.writeInRealTime(
          (writing) => revokeKey(writing, input),
          (revoked) => answer(200, revokedKeyView(revoked)),
        )
      },
    },
    {
      method: 'POST',
      path: '/me/api-keys/revoke-all',
      access,
      body: RevokeAllBody,
      knownBy: ApiKeyAnswer,
      bodyOptional: true,
      doc: docs.revokeAllKeys,
      handle(request) {
        const { except } = request.body as RevokeAllWish
        return request.writeInRealTime(
          (writing) => revokeAllKeys(writing, { ...asked(request), except }),
          (revoked) => answer(200, revokedKeysView(revoked)),
        )
      },
    },
  ]
}

/** What is not clearly yes or no is refused: a key that ends does not come back. */
function isCascade(query: URLSearchParams): boolean {
  const texts = query.getAll('cascade')
  const [text = 'false'] = texts
  if (texts.length > 1 || (text !== 'true' && text !== 'false')) {
    throw new Refused('query_invalid', { fields: { cascade: ['must be true or false'] } })
  }
  return text === 'true'
}
