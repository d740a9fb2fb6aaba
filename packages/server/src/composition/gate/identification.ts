/** The key of a request, and its rate limits; its permissions are checked later. */
import type { ServerResponse } from 'node:http'
import type { ClientAddress } from '../../platform/http/client-address.ts'
import type { Limited } from '../../platform/http/rate-limit.ts'
import type { WholeService } from '../service/whole-service.ts'
import { createAuthenticator, type Identity } from './authenticate.ts'
import type { Routed } from './exchange.ts'
import type { KeyMemory } from './key-memory.ts'
import type { KeyWatch } from './key-watch.ts'
import { createLenderAuthenticator, isOfLender } from './lender-door.ts'
import { createRequestLimits, type RequestLimits } from './request-limits.ts'
import { sentAuthorization } from './sent-key.ts'

export type Identification = {
  readonly stores: KeyMemory<Identity>
  readonly limits: RequestLimits
  /** Runs what proves who calls: too many failures of one address are 429. */
  attempt<T>(entry: Routed, work: () => Promise<T>): Promise<T>
  /**
   * The state then contains the owner of the key, even if the request is refused later. Refuses
   * with 401 and 429.
   */
  identify(entry: Routed): Promise<ClientAddress>
}

export function createIdentification(service: WholeService, watch: KeyWatch): Identification {
  const { database, clocks, clientAddresses } = service
  const clock = clocks.real
  const stores = createAuthenticator(database, clock, watch.used)
  const lenders = createLenderAuthenticator(database, clock, watch.usedByLender)
  service.storeChanges.subscribe((id) => stores.forget(({ store }) => store.id === id))
  const limits = createRequestLimits(service.limits, { clock, peers: service.peers })

  function attempt<T>({ route, request, response }: Routed, work: () => Promise<T>): Promise<T> {
    const refuse = (limited: Limited) => {
      if (limited.refused !== undefined) hold(response, limited)
    }
    const { access } = route
    // What a provider sends is a body: a forged one is a wrong body.
    const failures = access.kind === 'desk' && access.byProvider === true ? [400] : [401]
    return limits.attempt(clientAddresses.of(request), { work, refuse, failures })
  }
  async function read<I>(memory: KeyMemory<I>, entry: Routed): Promise<I> {
    const authorization = sentAuthorization(entry.route, entry.request)
    const caller = memory.known(authorization)
    if (caller !== undefined) return caller
    const look = () => memory.authenticate(authorization)
    return memory.wasValid(authorization) ? look() : attempt(entry, look)
  }
  return {
    stores,
    limits,
    attempt,
    async identify(entry) {
      const { route, request, response, state } = entry
      const client = clientAddresses.of(request)
      if (isOfLender(sentAuthorization(route, request))) {
        state.lender = await read(lenders, entry)
        hold(response, limits.ofPrincipal(state.lender.principal))
      } else {
        state.identity = await read(stores, entry)
        hold(response, limits.ofKey(state.identity, client))
      }
      return client
    },
  }
}

/** Sets the remaining number of requests; refuses with 429 if there are none left. */
export function hold(response: ServerResponse, { headers, refused }: Limited): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (refused !== undefined) throw refused
}
