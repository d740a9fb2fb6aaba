import { NewLenderKeyBody, RotateLenderKeyBody } from '@svc/api'
import { pageView, readPage } from '../../platform/http/paging.ts'
import { withReason } from '../../tenancy/caller/context.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { createLenderKey } from './create-lender-key.ts'
import * as docs from './docs.ts'
import { newKey } from './input.ts'
import { listKeys } from './list-keys.ts'
import { revokeLenderKey } from './revoke-lender-key.ts'
import { rotateLenderKey } from './rotate-lender-key.ts'
import { lenderKeyView, newLenderKeyView } from './view.ts'

/** For people: a key makes no keys. */
export function lenderKeyRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/keys',
      ...{ permission: 'staff:read', peopleOnly: true, doc: docs.listKeys },
      async handle({ query, baseUrl }) {
        const page = readPage(query)
        const { count, keys } = await listKeys(service, page)
        const url = `${baseUrl}/lender/keys`
        return answer(200, pageView(keys.map(lenderKeyView), { count, url, query, page }))
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/keys',
      ...{ permission: 'lender_keys:write', stepUp: true, peopleOnly: true },
      body: NewLenderKeyBody,
      secretAnswer: true,
      approval: {
        action: 'lender_key',
        object: ({ body }) => newKey(body),
      },
      doc: docs.createKey,
      handle({ caller, body: { reason, ...wish }, writeInRealTime }) {
        const ownerId = caller.principal.id
        return writeInRealTime(
          (writing) => createLenderKey(withReason(writing, reason), { wish, ownerId }),
          (issued) => answer(201, newLenderKeyView(issued)),
        )
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/keys/:keyId/rotate',
      ...{ permission: 'lender_keys:write', stepUp: true, peopleOnly: true },
      body: RotateLenderKeyBody,
      secretAnswer: true,
      approval: {
        action: 'lender_key',
        object: ({ params: { keyId: id } }) => ({ kind: 'lender_key', id }),
      },
      doc: docs.rotateKey,
      handle({ caller, params: { keyId }, body, writeInRealTime }) {
        const { reason, overlap_minutes: overlapMinutes } = body
        const rotate = { keyId, overlapMinutes, makerId: caller.principal.id }
        return writeInRealTime(
          (writing) => rotateLenderKey(withReason(writing, reason), rotate),
          (issued) => answer(201, newLenderKeyView(issued)),
        )
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/keys/:keyId/revoke',
      ...{ permission: 'staff:end', peopleOnly: true, doc: docs.revokeKey },
      handle({ params: { keyId }, writeInRealTime }) {
        return writeInRealTime(
          (writing) => revokeLenderKey(writing, keyId),
          (key) => answer(200, lenderKeyView(key)),
        )
      },
    }),
  ]
}
