import { pageView, readPage } from '../../platform/http/paging.ts'
import { answer, lenderRoute, type Route } from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import * as docs from './docs.ts'
import { readCascade } from './input.ts'
import { listStoreKeys } from './list-store-keys.ts'
import { revokeKey } from './revoke-key.ts'
import { apiKeyView, revokedKeyView } from './view.ts'

/** The lender can revoke a store's keys, but not create any. */
export function storeKeyRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/stores/:storeId/keys',
      permission: 'stores:read',
      doc: docs.listStoreKeys,
      async handle({ params: { storeId }, query, baseUrl }) {
        const page = readPage(query)
        const { count, keys } = await listStoreKeys(service, storeId, page)
        const url = `${baseUrl}/lender/stores/${storeId}/keys`
        return answer(200, pageView(keys.map(apiKeyView), { count, url, query, page }))
      },
    }),
    lenderRoute({
      method: 'DELETE',
      path: '/lender/stores/:storeId/keys/:keyId',
      permission: 'staff:end',
      doc: docs.revokeStoreKey,
      handle({ params, query, writeInRealTime }) {
        const input = { ...params, actorId: null, cascade: readCascade(query) }
        return writeInRealTime(
          (writing) => revokeKey(writing, input),
          (revoked) => answer(200, revokedKeyView(revoked)),
        )
      },
    }),
  ]
}
