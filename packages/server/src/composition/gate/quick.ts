/**
 * The availability check as pages ask it, a thousand times for each order: answered from memory,
 * before the routes. Whatever is unusual about a request, and whatever is refused, goes the long
 * way through `routes.ts`; both answer the same, byte for byte but for the request's id.
 */
import type { IncomingMessage } from 'node:http'
import { checkAvailability } from '../../checkout/availability/check-availability.ts'
import { availabilityView } from '../../checkout/availability/view.ts'
import { worksIn } from '../../model/keys/api-key.ts'
import { type StoredStore, storeIn } from '../../model/stores/store-terms.ts'
import { BoundedMap, remembering } from '../../platform/bounded-map.ts'
import { markerName, negotiate } from '../../platform/http/negotiate.ts'
import { isLending } from '../../tenancy/caller/lending.ts'
import type { WholeService } from '../service/whole-service.ts'
import type { Identity } from './authenticate.ts'
import { ALLOWED_ORIGINS, exposedHeaders } from './cors.ts'
import type { QuickAnswer, QuickParts } from './listener.ts'
import { readSearch } from './query.ts'
import { safetyHeaders } from './safety-headers.ts'
import { keyInQuery } from './sent-key.ts'

const ROUTE = '/checkout/button'
const PATH = `${ROUTE}?`
const ANSWERED = { method: 'GET', route: ROUTE, status: 201 } as const
/** Encodings that clients accept; and, of all stores, the repeated questions of their pages. */
const ACCEPTS_MAX = 1_000
const ANSWERS_MAX = 40_000
const STORES_MAX = 1_000

type Ready = { readonly body: string; readonly length: string }
type ReadyFor = (search: string) => Ready
/** All prepared answers for the current settings of a store. */
type Made = { readonly store: string; readonly sandbox: ReadyFor; readonly live: ReadyFor }

export function createQuickAvailability(
  service: WholeService,
  { known, limitKey }: QuickParts,
): QuickAnswer {
  /** Made with the first answer: our own address is known once we listen. */
  const negotiated = remembering(ACCEPTS_MAX, (accept) => {
    const { version, ...rest } = negotiate(accept, undefined, service.brand)
    return { ...rest, head: headOf(service, version) }
  })
  const readyFor = createReady(service)

  return (request, response) => {
    const { readiness } = service
    if (!isUsual(request) || readiness.isClosing() || readiness.refusal()) return false
    const { authorization = keyInQuery(request.url), accept = '*/*' } = request.headers
    const identity = known(authorization)
    if (identity === undefined || identity.key.kind !== 'public') return false
    if (identity.store.liveSettings.origins.length > 0) return false
    try {
      const { sandbox, format, head } = negotiated(accept)
      if (format !== 'json' || !worksIn(identity.key, { sandbox })) return false
      const { store } = identity
      if (store.comingTerms.length > 0 && mayHaveBegun(service, store, sandbox)) return false
      const ready = readyFor(identity)[sandbox ? 'sandbox' : 'live']
      const { body, length } = ready(request.url?.slice(PATH.length) ?? '')
      const limited = limitKey(identity, service.clientAddresses.of(request))
      if (limited.refused !== undefined) return false
      const headers = head.slice()
      headers.push('x-request-id', service.ids.next(), 'content-length', length)
      for (const name in limited.headers) headers.push(name, limited.headers[name] ?? '')
      response.writeHead(201, headers).end(body)
      service.traffic.note(ANSWERED)
      return true
    } catch {
      return false
    }
  }
}

/** Whether terms may have taken effect that nobody has noted: the sandbox may have its own time. */
function mayHaveBegun(
  { clocks }: Pick<WholeService, 'clocks'>,
  { comingTerms }: StoredStore,
  sandbox: boolean,
): boolean {
  const now = clocks.real.now().getTime()
  return comingTerms.some(({ from }) => sandbox || from <= now)
}

function isUsual({ method, url, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    url?.startsWith(PATH) === true &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}

/** Names and values in turns, as they are written: what all answers of a version have. */
function headOf(service: WholeService, version: string): readonly string[] {
  return Object.entries({
    'access-control-allow-origin': ALLOWED_ORIGINS,
    'access-control-expose-headers': exposedHeaders(service.brand),
    [markerName(service.brand).toLowerCase()]: `${service.brand}.${version}`,
    ...safetyHeaders(service),
    vary: 'Accept, Accept-Language',
    'content-type': 'application/json; charset=utf-8',
  }).flat()
}

/**
 * Prepared answers. A key is read again within a second; if its store is unchanged, so are the
 * answers. All are forgotten together once there are too many.
 */
function createReady(service: WholeService): (identity: Identity) => Made {
  let answers = 0
  let read = new WeakMap<Identity, Made>()
  const byKey = new BoundedMap<string, Made>(STORES_MAX)

  function inMode({ store }: Identity, sandbox: boolean): ReadyFor {
    const caller = { store: storeIn(store, { sandbox, at: null }), sandbox }
    const lends = isLending(service, caller)
    const known = new Map<string, Ready>()
    return (search) => {
      const ready = known.get(search)
      if (ready !== undefined) return ready
      const products = checkAvailability(caller, readSearch(search, {}), { lends })
      const body = JSON.stringify(availabilityView(products))
      const fresh = { body, length: String(Buffer.byteLength(body)) }
      if (++answers > ANSWERS_MAX) forget()
      known.set(search, fresh)
      return fresh
    }
  }

  function forget(): void {
    answers = 0
    read = new WeakMap()
    byKey.clear()
  }

  return (identity) => {
    const known = read.get(identity)
    if (known !== undefined) return known
    const store = JSON.stringify(identity.store)
    const before = byKey.get(identity.key.id)
    const made =
      before?.store === store
        ? before
        : { store, sandbox: inMode(identity, true), live: inMode(identity, false) }
    read.set(identity, made)
    byKey.set(identity.key.id, made)
    return made
  }
}
