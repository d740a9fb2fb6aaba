import { CloseStoreBody, OpenedLenderStore, StoreReasonBody, SuspendStoreBody } from '@svc/api'
import { answer, type LenderRequest, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { type ChangeState, changeStoreState } from './change-store-state.ts'
import * as docs from './docs.ts'
import { findAffected } from './find-affected.ts'
import { objectIn, switchesIn } from './input.ts'
import { movedStoreView, shownBy } from './view.ts'

/** How the lender moves a store on, in the requested mode. What protects is not slowed down. */
export function storeStateRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'POST',
      path: '/lender/stores/:storeId/activate',
      permission: 'stores:activate',
      approval: { action: 'store_activate', object: (request) => objectIn(service, request) },
      body: StoreReasonBody,
      knownBy: OpenedLenderStore,
      doc: docs.activateStore,
      handle: (request) => moved(service, request, { ...request.body, act: 'activate' }),
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/stores/:storeId/suspend',
      permission: 'stores:suspend',
      body: SuspendStoreBody,
      knownBy: OpenedLenderStore,
      dryRun: true,
      doc: docs.suspendStore,
      handle(request) {
        const { reason, ...wish } = request.body
        return moved(service, request, { act: 'suspend', reason, switches: switchesIn(wish) })
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/stores/:storeId/resume',
      permission: 'stores:resume',
      approval: { action: 'store_resume', object: (request) => objectIn(service, request) },
      body: StoreReasonBody,
      knownBy: OpenedLenderStore,
      doc: docs.resumeStore,
      handle: (request) => moved(service, request, { ...request.body, act: 'resume' }),
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/stores/:storeId/close',
      permission: 'stores:suspend',
      body: CloseStoreBody,
      knownBy: OpenedLenderStore,
      dryRun: true,
      doc: docs.closeStore,
      handle(request) {
        const { reason, ...wish } = request.body
        return moved(service, request, { act: 'close', reason, switches: switchesIn(wish) })
      },
    }),
  ]
}

async function moved(
  service: Service,
  request: LenderRequest<'storeId', unknown>,
  change: Omit<ChangeState, 'storeId' | 'sandbox'>,
) {
  const { storeId } = request.params
  const key = { storeId, sandbox: request.caller.sandbox }
  let affected: Awaited<ReturnType<typeof findAffected>> | undefined
  try {
    return await request.writeInRealTime(
      async (writing) => {
        const changing = { ...writing, clocks: service.clocks }
        const store = await changeStoreState(changing, { ...key, ...change })
        if (request.dryRun) affected = await findAffected(service, key)
        return store
      },
      (store) => answer(200, movedStoreView(store, shownBy(service, request), affected)),
    )
  } finally {
    // Also where a failure leaves open whether it was committed.
    service.storeChanges.publish(storeId)
  }
}
