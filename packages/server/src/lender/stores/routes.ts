import { ChangeLenderStoreBody, NewLenderStoreBody, OpenedLenderStore } from '@svc/api'
import { deskUrlOf } from '../../tenancy/caller/desk-url.ts'
import { listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { changeLenderStore } from './change-lender-store.ts'
import { createLenderStore } from './create-lender-store.ts'
import * as docs from './docs.ts'
import { openStore } from './get-store.ts'
import { objectIn, storeIn } from './input.ts'
import { listStores } from './list-stores.ts'
import { listedStoreView, newStoreView, openedStoreView, shownBy, storedStoreView } from './view.ts'

export function lenderStoreRoutes(service: Service): Route[] {
  return [...readingRoutes(service), createRoute(service), changeRoute(service)]
}

function readingRoutes(service: Service): Route[] {
  return [
    listRoute({
      path: '/lender/stores',
      permission: 'stores:read',
      doc: docs.listStores,
      read: ({ caller, query }) => listStores(service, caller, query),
      view: listedStoreView,
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/stores/:storeId',
      permission: 'stores:read',
      doc: docs.getStore,
      async handle(request) {
        const opened = await openStore(service, request.caller, request.params.storeId)
        return answer(200, openedStoreView(opened, shownBy(service, request)))
      },
    }),
  ]
}

function createRoute(service: Service): Route {
  return lenderRoute({
    method: 'POST',
    path: '/lender/stores',
    permission: 'stores:create',
    body: NewLenderStoreBody,
    knownBy: OpenedLenderStore,
    secretAnswer: true,
    doc: docs.createStore,
    handle(request) {
      const input = { ...storeIn(request.body, service.ids), vault: service.vault }
      return request.writeInRealTime(
        (writing) => createLenderStore(writing, input),
        (created) => {
          const here = { baseUrl: service.baseUrl(), deskUrl: deskUrlOf(service) }
          const shown = { ...shownBy(service, request), ...here }
          return answer(201, newStoreView(created, shown), `/lender/stores/${created.store.id}`)
        },
      )
    },
  })
}

function changeRoute(service: Service): Route {
  return lenderRoute({
    method: 'PATCH',
    path: '/lender/stores/:storeId',
    permission: 'stores:activate',
    approval: { action: 'store_change', object: (request) => objectIn(service, request) },
    body: ChangeLenderStoreBody,
    knownBy: OpenedLenderStore,
    doc: docs.changeStore,
    async handle(request) {
      const { storeId } = request.params
      try {
        return await request.writeInRealTime(
          (writing) => changeLenderStore(writing, { storeId, change: request.body }),
          (store) => answer(200, storedStoreView(store, shownBy(service, request))),
        )
      } finally {
        // Also where a failure leaves open whether it was committed.
        service.storeChanges.publish(storeId)
      }
    },
  })
}
