/**
 * The availability check as pages ask it, a thousand times for each order: answered from memory,
 * before the routes. Whatever is unusual about a request, and whatever is refused, goes the long
 * way through `routes.ts`; both answer the same, byte for byte but for the request's id.
 */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { checkAvailability } from '../../checkout/availability/check-availability.ts'
import { availabilityView } from '../../checkout/availability/view.ts'
import { worksIn } from '../../model/keys/api-key.ts'
import { type StoredStore, storeIn } from '../../model/stores/store-terms.ts'
import { remembering } from '../../platform/bounded-map.ts'
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
/** The pages of a store ask the same few thousand questions over and over. */
const REMEMBERED_MAX = 10_000

type Ready = { readonly body: string; readonly length: string }
type ReadyFor = (search: string) => Ready

export function createQuickAvailability(
  service: WholeService,
  { known, limitKey }: QuickParts,
): QuickAnswer {
  const negotiated = remembering(REMEMBERED_MAX, (accept) =>
    negotiate(accept, undefined, service.brand),
  )
  const marker = markerName(service.brand).toLowerCase()
  const exposed = exposedHeaders(service.brand)
  /** Made with the first answer: our own address is known once we listen. */
  const safety = once(() => safetyHeaders(service))
  /** An identity is read anew within a second: what was made ready for the old one goes with it. */
  const made = new WeakMap<Identity, { readonly sandbox: ReadyFor; readonly live: ReadyFor }>()

  function readyFor(identity: Identity) {
    const before = made.get(identity)
    if (before !== undefined) return before
    const inMode = (sandbox: boolean) => {
      const caller = { store: storeIn(identity.store, { sandbox, at: null }), sandbox }
      return remembering(REMEMBERED_MAX, (search) => {
        const query = readSearch(search, {})
        const lends = isLending(service, caller)
        const products = checkAvailability(caller, query, { lends })
        const body = JSON.stringify(availabilityView(products))
        return { body, length: String(Buffer.byteLength(body)) }
      })
    }
    const fresh = { sandbox: inMode(true), live: inMode(false) }
    made.set(identity, fresh)
    return fresh
  }

  return (request, response) => {
    const { readiness } = service
    if (!isUsual(request) || readiness.isClosing() || readiness.refusal()) return false
    const { authorization = keyInQuery(request.url), accept = '*/*' } = request.headers
    const identity = known(authorization)
    if (identity === undefined || identity.key.kind !== 'public') return false
    if (identity.store.liveSettings.origins.length > 0) return false
    try {
      const { sandbox, version, format } = negotiated(accept)
      if (format !== 'json' || !worksIn(identity.key, { sandbox })) return false
      if (mayHaveBegun(identity.store, { sandbox, now: service.clocks.real.now() })) return false
      const ready = readyFor(identity)[sandbox ? 'sandbox' : 'live']
      const { body, length } = ready(request.url?.slice(PATH.length) ?? '')
      const limited = limitKey(identity, service.clientAddresses.of(request))
      if (limited.refused !== undefined) return false
      const headers: OutgoingHttpHeaders = {
        'access-control-allow-origin': ALLOWED_ORIGINS,
        'access-control-expose-headers': exposed,
        [marker]: `${service.brand}.${version}`,
        'x-request-id': service.ids.next(),
        ...safety(),
        vary: 'Accept, Accept-Language',
        'content-type': 'application/json; charset=utf-8',
        'content-length': length,
        ...limited.headers,
      }
      response.writeHead(201, headers).end(body)
      service.traffic.note(ANSWERED)
      return true
    } catch {
      return false
    }
  }
}

/** Whether terms may have taken effect that nobody has noted: the sandbox may have its own time. */
const mayHaveBegun = ({ comingTerms }: StoredStore, { sandbox, now }: ModeAt): boolean =>
  comingTerms.some(({ from }) => sandbox || from <= now.getTime())

type ModeAt = { readonly sandbox: boolean; readonly now: Date }

function isUsual({ method, url, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    url?.startsWith(PATH) === true &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
