import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../refusal.ts'
import {
  authorize,
  authorizeBuyer,
  createAuthenticator,
  type Identity,
  refuseBounds,
} from './authenticate.ts'
import { foreignOrigin, isCrossOrigin, narrowOrigins } from './cors.ts'
import { createKeyWatch } from './key-watch.ts'
import type { QuickParts } from './listener.ts'
import type { Limited } from './rate-limit.ts'
import { createRequestLimits } from './request-limits.ts'
import type { Route } from './route.ts'
import type { Service } from './service.ts'
import type { State } from './state.ts'

export type Admission = QuickParts & {
  /** Who asks, if they may; refuses with 401, 403 or 429. */
  admit(asked: Asked & { route: Route; state: State }): Promise<Identity>
  /** The same for whoever holds the token of the checkout that the path names. */
  admitBuyer(asked: Asked): Promise<void>
  /** Resolves when everything noted beside the requests is written. */
  settled(): Promise<void>
}

type Asked = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** The door of every route that takes a key: who it is, from where, and what he may do. */
export function createAdmission(service: Service): Admission {
  const watch = createKeyWatch(service)
  const { database, clocks, clientAddresses, vault } = service
  const clock = clocks.real
  const { authenticate, known, wasValid } = createAuthenticator(database, clock, watch.used)
  const limits = createRequestLimits(service.limits, clock)

  function hold(reply: FastifyReply, { headers, refused }: Limited): void {
    reply.headers(headers)
    if (refused !== undefined) throw refused
  }
  /** What can fail with 401. */
  function attempt<T>({ request, reply }: Asked, work: () => Promise<T>): Promise<T> {
    const refuse = (limited: Limited) => {
      if (limited.refused !== undefined) hold(reply, limited)
    }
    return limits.attempt(clientAddresses.of(request.raw), { work, refuse })
  }
  async function identify({ request, reply }: Asked): Promise<Identity> {
    const { authorization } = request.headers
    const found = known(authorization)
    if (found !== undefined) return found
    const look = () => authenticate(authorization)
    return wasValid(authorization) ? look() : attempt({ request, reply }, look)
  }

  return {
    known,
    limitKey: limits.ofKey,
    async admit({ route, request, reply, state: { negotiated } }) {
      const origin = foreignOrigin(service, request)
      const identity = await identify({ request, reply })
      const { key, store } = identity
      const client = clientAddresses.of(request.raw)
      hold(reply, limits.ofKey(identity, client))
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
      refuseBounds(key, { ...negotiated, address: client.address })
      authorize(route.access, identity)
      return identity
    },
    async admitBuyer({ request, reply }) {
      const { authorization } = request.headers
      const { checkoutId = '' } = request.params as Record<string, string>
      try {
        authorizeBuyer(vault, { checkoutId, authorization })
      } catch (error) {
        await attempt({ request, reply }, () => Promise.reject(error))
      }
      hold(reply, limits.ofCheckout(checkoutId))
    },
    settled: watch.settled,
  }
}
