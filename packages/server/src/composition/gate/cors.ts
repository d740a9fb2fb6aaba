/**
 * Cross-origin requests (contract §1): a store's page may ask what a public key may ask. The
 * holder of a key may ask from anywhere, unless the store names its origins; these routes do not
 * return anything that a page must not know.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { markerName } from '../../platform/http/negotiate.ts'
import { ownOrigins } from '../../platform/http/own-origins.ts'
import type { Route } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'

/** Seconds for which a browser may remember the answer to its preflight. */
const REMEMBERED_SECONDS = '600'
const REQUEST_HEADERS = 'Authorization, Accept, Content-Type, Idempotency-Key'

/** Whether pages of other origins use the route. */
export function isCrossOrigin({ access }: Route): boolean {
  return access.kind === 'public' || access.kind === 'browser'
}

export const ALLOWED_ORIGINS = '*'

/** The headers of an answer that a page may read. */
export function exposedHeaders(brand: string): string {
  const others = ['X-Request-Id', 'Retry-After', 'Location', 'Idempotent-Replayed', 'RateLimit']
  return [markerName(brand), ...others].join(', ')
}

/**
 * The origin of the page that asks, unless the page is our own: the reference page sends what its
 * reader pasted into it.
 */
export function foreignOrigin(
  service: WholeService,
  { headers: { origin, host } }: IncomingMessage,
): string | undefined {
  return origin === undefined || ownOrigins(service, host).includes(origin) ? undefined : origin
}

/** On every answer of such a route, errors included: a page reads nothing without it. */
export function allowOrigins(response: ServerResponse, brand: string): void {
  response.setHeader('access-control-allow-origin', ALLOWED_ORIGINS)
  response.setHeader('access-control-expose-headers', exposedHeaders(brand))
}

/**
 * The store has named the origins that may use its public key. The others can read the reason of
 * the refusal, but no more; and a cached answer counts for one origin only.
 */
export function narrowOrigins(response: ServerResponse, origin: string | undefined): void {
  response.setHeader('vary', 'Origin')
  if (origin === undefined) response.removeHeader('access-control-allow-origin')
  else response.setHeader('access-control-allow-origin', origin)
}

/** The answer to a preflight, which carries no key. */
export function allowPreflight(response: ServerResponse, routes: readonly Route[]): void {
  const methods = routes.filter(isCrossOrigin).map(({ method }) => method)
  if (methods.length === 0) return
  response.setHeader('access-control-allow-origin', ALLOWED_ORIGINS)
  response.setHeader('access-control-allow-methods', methods.join(', '))
  response.setHeader('access-control-allow-headers', REQUEST_HEADERS)
  response.setHeader('access-control-max-age', REMEMBERED_SECONDS)
}
