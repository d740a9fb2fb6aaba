/**
 * Cross-origin requests (contract §1): a store's page may ask what a public key may ask. Whoever
 * holds the key may ask from anywhere; what a page must not know these routes do not answer.
 */
import type { FastifyReply } from 'fastify'
import { markerName } from './negotiate.ts'
import type { Route } from './route.ts'

/** Seconds for which a browser may remember the answer to its preflight. */
const REMEMBERED_SECONDS = '600'
const REQUEST_HEADERS = 'Authorization, Accept, Content-Type, Idempotency-Key'

/** Whether pages of other origins use the route. */
export function isCrossOrigin({ access }: Route): boolean {
  return access.kind === 'public' || access.kind === 'browser'
}

export const ALLOWED_ORIGINS = '*'

/** What a page may read of an answer beside its body. */
export function exposedHeaders(brand: string): string {
  const others = ['X-Request-Id', 'Retry-After', 'Location', 'Idempotent-Replayed', 'RateLimit']
  return [markerName(brand), ...others].join(', ')
}

/** On every answer of such a route, errors included: a page reads nothing without it. */
export function allowOrigins(reply: FastifyReply, brand: string): void {
  reply.header('access-control-allow-origin', ALLOWED_ORIGINS)
  reply.header('access-control-expose-headers', exposedHeaders(brand))
}

/** The answer to a preflight, which carries no key. */
export function allowPreflight(reply: FastifyReply, routes: readonly Route[]): void {
  const methods = routes.filter(isCrossOrigin).map(({ method }) => method)
  if (methods.length === 0) return
  reply.header('access-control-allow-origin', ALLOWED_ORIGINS)
  reply.header('access-control-allow-methods', methods.join(', '))
  reply.header('access-control-allow-headers', REQUEST_HEADERS)
  reply.header('access-control-max-age', REMEMBERED_SECONDS)
}
