import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../refusal.ts'
import { authorize, createAuthenticator, type Identity } from './authenticate.ts'
import { foreignOrigin, isCrossOrigin, narrowOrigins } from './cors.ts'
import { createKeyWatch } from './key-watch.ts'
import type { QuickParts } from './listener.ts'
import { createRateLimiter } from './rate-limit.ts'
import type { Route } from './route.ts'
import type { Service } from './service.ts'
import type { State } from './state.ts'

export type Admission = QuickParts & {
  /** Who asks, if he may; refuses with 401 or 403. */
  admit(asked: {
    route: Route
    request: FastifyRequest
    reply: FastifyReply
    state: State
  }): Promise<Identity>
  /** Resolves when everything noted beside the requests is written. */
  settled(): Promise<void>
}

/** The door of every route that takes a key: who it is, from where, and what he may do. */
export function createAdmission(service: Service): Admission {
  const watch = createKeyWatch(service)
  const { database, clocks } = service
  const clock = clocks.real
  const { authenticate, known } = createAuthenticator(database, clock, watch.used)
  const limitRate = createRateLimiter(service.rateLimit, clock)
  return {
    known,
    limitRate,
    async admit({ route, request, reply, state: { negotiated } }) {
      const { authorization } = request.headers
      const origin = foreignOrigin(service, request)
      const identity = await authenticate(authorization)
      const { key, store } = identity
      const limited = limitRate(key.id)
      reply.headers(limited.headers)
      if (limited.refused !== undefined) throw limited.refused
      if (key.kind === 'private' && origin !== undefined) {
        watch.exposed(key, { sandbox: negotiated.sandbox, origin })
        throw new Refused('key_exposed')
      }
      const { origins } = store.settings
      if (key.kind === 'public' && origins.length > 0) {
        if (isCrossOrigin(route)) narrowOrigins(reply, request.headers.origin)
        const allowed = origin === undefined || origins.includes(origin)
        if (!allowed) throw new Refused('origin_not_allowed')
      }
      authorize(route.access, identity)
      return identity
    },
    settled: watch.settled,
  }
}
