import { StoreRequestBody, type StoreRequestWish } from '@svc/api'
import { type ApiRequest, type Route, route } from '../../tenancy/caller/route.ts'
import * as docs from './docs.ts'

/** Stores a store's request until somebody of the lender decides. */
export type AskLender = (
  request: Pick<ApiRequest, 'caller' | 'version' | 'clock' | 'acting' | 'writeInRealTime'>,
  wish: StoreRequestWish,
) => ReturnType<ApiRequest['writeInRealTime']>

export function requestRoutes(ask: AskLender): Route[] {
  return [
    route({
      method: 'POST',
      path: '/me/requests',
      access: { kind: 'private', scope: 'settings:write' },
      body: StoreRequestBody,
      secretBody: true,
      doc: docs.askLender,
      handle: (request) => ask(request, request.body),
    }),
  ]
}
