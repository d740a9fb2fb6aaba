import { answerList } from '../../tenancy/caller/answer-list.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { getStore } from './get-store.ts'
import { listStores } from './list-stores.ts'
import { lenderStoreView, listedStoreView } from './view.ts'

export function lenderStoreRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/stores',
      permission: 'stores:read',
      doc: docs.listStores,
      async handle(request) {
        const listed = await listStores(service, request.query)
        return answerList(request, '/lender/stores', listed, listedStoreView)
      },
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/stores/:storeId',
      permission: 'stores:read',
      doc: docs.getStore,
      async handle({ params, baseUrl }) {
        const store = await getStore(service, params.storeId)
        return answer(200, lenderStoreView(store, { at: service.clocks.real.now(), baseUrl }))
      },
    }),
  ]
}
