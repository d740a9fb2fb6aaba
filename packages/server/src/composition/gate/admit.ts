import type { ServerResponse } from 'node:http'
import { errorCatalogue } from '@svc/api'
import { findBuyersCheckout } from '../../checkout/checkouts/find-buyers-checkout.ts'
import type { ClientAddress } from '../../platform/http/client-address.ts'
import type { Limited } from '../../platform/http/rate-limit.ts'
import { Refused } from '../../platform/refusal.ts'
import type { WholeService } from '../service/whole-service.ts'
import { actingOf } from './acting.ts'
import {
  authenticateBuyer,
  authorize,
  authorizeBuyer,
  createAuthenticator,
  type Identity,
  refuseBounds,
} from './authenticate.ts'
import { foreignOrigin, isCrossOrigin, narrowOrigins } from './cors.ts'
import type { Routed } from './exchange.ts'
import { createKeyWatch, type KeyWatch } from './key-watch.ts'
import type { QuickParts } from './listener.ts'
import { createRefusalLog, type RefusalLog } from './refusal-log.ts'
import { createRequestLimits } from './request-limits.ts'
import { sentAuthorization } from './sent-key.ts'

export type Admission = QuickParts & {
  /** Who asks, if they may; refuses with 401, 403 or 429. */
  admit(entry: Routed): Promise<Identity>
  /** The same for whoever holds the token of the checkout that the path names. */
  admitBuyer(entry: Routed): Promise<void>
  /** Looks their checkout up, in its turn; refuses with 401 what the token is not good for. */
  lookUpBuyer(entry: Routed): Promise<void>
  /** Resolves when everything noted beside the requests is written. */
  settled(): Promise<void>
}

/** The door of every route that takes a key: who it is, from where, and what they may do. */
export function createAdmission(service: WholeService): Admission {
  const watch = createKeyWatch(service)
  const refusals = createRefusalLog(service)
  const { database, clocks, clientAddresses, vault } = service
  const clock = clocks.real
  const authenticator = createAuthenticator(database, clock, watch.used)
  const { authenticate, known, wasValid } = authenticator
  service.storeChanges.subscribe(authenticator.forget)
  const limits = createRequestLimits(service.limits, { clock, peers: service.peers })

  function hold(response: ServerResponse, { headers, refused }: Limited): void {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (refused !== undefined) throw refused
  }
  /** What can fail with 401. */
  function attempt<T>({ request, response }: Routed, work: () => Promise<T>): Promise<T> {
    const refuse = (limited: Limited) => {
      if (limited.refused !== undefined) hold(response, limited)
    }
    return limits.attempt(clientAddresses.of(request), { work, refuse })
  }
  async function identify(entry: Routed): Promise<Identity> {
    const authorization = sentAuthorization(entry.route, entry.request)
    const caller = known(authorization)
    if (caller !== undefined) return caller
    const look = () => authenticate(authorization)
    return wasValid(authorization) ? look() : attempt(entry, look)
  }

  return {
    known,
    limitKey: limits.ofKey,
    async admit(entry) {
      let identity: Identity | undefined
      try {
        identity = await identify(entry)
        const client = clientAddresses.of(entry.request)
        hold(entry.response, limits.ofKey(identity, client))
        check({ service, watch }, entry, { identity, client })
        return identity
      } catch (error) {
        noteDenial({ service, refusals }, { ...entry, identity }, error)
        throw error
      }
    },
    async admitBuyer(entry) {
      const { authorization } = entry.request.headers
      const { checkoutId = '' } = entry.params
      try {
        entry.state.token = authenticateBuyer(vault, { checkoutId, authorization })
      } catch (error) {
        await attempt(entry, () => Promise.reject(error)).catch((refused: unknown) => {
          noteDenial({ service, refusals }, { ...entry, identity: undefined }, refused)
          throw refused
        })
      }
      hold(entry.response, limits.ofCheckout(checkoutId))
    },
    lookUpBuyer: (entry) => lookUpBuyer({ service, refusals }, entry),
    async settled() {
      await Promise.all([watch.settled(), refusals.settled()])
    },
  }
}

type Door = { readonly service: WholeService; readonly watch: KeyWatch }

/** What a valid key may do: from where, in which mode, on which route. */
function check(
  { service, watch }: Door,
  { route, request, response, state: { negotiated } }: Routed,
  { identity, client }: { identity: Identity; client: ClientAddress },
): void {
  const { key, store } = identity
  const origin = foreignOrigin(service, request)
  // What stands in an address stands in logs and histories.
  const isInQuery = request.headers.authorization === undefined
  if (key.kind === 'private' && (origin !== undefined || isInQuery)) {
    watch.exposed(key, { sandbox: negotiated.sandbox, origin: origin ?? '' })
    throw new Refused('key_exposed')
  }
  const { origins } = store.settings
  if (key.kind === 'public' && origins.length > 0) {
    if (isCrossOrigin(route)) narrowOrigins(response, request.headers.origin)
    const allowed = origin === undefined || origins.includes(origin)
    if (!allowed) throw new Refused('origin_not_allowed')
  }
  refuseBounds(key, { ...negotiated, address: client.address })
  authorize(route.access, identity)
}

type Desk = { readonly service: WholeService; readonly refusals: RefusalLog }

async function lookUpBuyer({ service, refusals }: Desk, entry: Routed): Promise<void> {
  const { route, request, params, state } = entry
  const { checkoutId = '' } = params
  if (state.token === undefined) return
  try {
    const buyer = await findBuyersCheckout(service, { checkoutId, token: state.token })
    authorizeBuyer(route.access, buyer.use, request.headers['idempotency-key'] !== undefined)
    state.buyer = buyer
  } catch (error) {
    noteDenial({ service, refusals }, { ...entry, identity: undefined }, error)
    throw error
  }
}

type Denied = Routed & { readonly identity: Identity | undefined }

/** Whoever is refused at the door stands in the log of actions. */
function noteDenial(
  { service, refusals }: Desk,
  { identity, ...denied }: Denied,
  error: unknown,
): void {
  if (!(error instanceof Refused)) return
  const { status } = errorCatalogue[error.code]
  if (status !== 401 && status !== 403) return
  const acting = actingOf(service, { ...denied, state: { ...denied.state, identity } })
  refusals.note(acting, error, identity?.store.id ?? null)
}
