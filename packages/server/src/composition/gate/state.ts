import type { FastifyRequest } from 'fastify'
import type { BuyersToken } from '../../checkout/checkouts/buyers-token.ts'
import type { BuyersCheckout } from '../../checkout/checkouts/find-buyers-checkout.ts'
import type { About } from '../../platform/error-details.ts'
import { answeredForm, LATEST, type Negotiated, negotiate } from '../../platform/http/negotiate.ts'
import type { Caller } from '../../tenancy/caller/context.ts'
import type { WholeService } from '../service/whole-service.ts'
import type { Identity } from './authenticate.ts'

/** What a request is known by from its first line on. */
export type State = {
  urlVersion: string | undefined
  negotiated: Negotiated
  identity: Identity | undefined
  /** Of a buyer's route: the token, and the checkout once it was looked up. */
  token?: BuyersToken
  buyer?: BuyersCheckout
}
const OPEN: State = {
  urlVersion: undefined,
  negotiated: { sandbox: false, version: LATEST, format: 'json' },
  identity: undefined,
}
/** Whose request it is, once that is known: never on an open route. */
function callerOf({ identity, negotiated, buyer }: State): Caller | undefined {
  return buyer?.caller ?? (identity && { store: identity.store, sandbox: negotiated.sandbox })
}

/** Of a request that was let in. */
export function knownCaller(state: State): Caller {
  const caller = callerOf(state)
  if (caller === undefined) throw new Error('nobody was let in')
  return caller
}

/** Of what a path names, these are ids of ours or the store's own name of an order. */
const NAMED = /^(order|checkout|capture|payment|payout|notification|webhook|campaign)Id$/
const NAME_CHARACTERS_MAX = 64

/** Whose request it is and what it is about, for the log. */
export function aboutRequest(request: FastifyRequest): About {
  const state = states.get(request)
  const named = Object.entries(request.params ?? {})
    .filter(([name]) => NAMED.test(name))
    .map(([name, id]) => [name.replace('Id', '_id'), String(id).slice(0, NAME_CHARACTERS_MAX)])
  return {
    request_id: request.id,
    method: request.method,
    route: request.routeOptions.url,
    store_id: state && callerOf(state)?.store.id,
    sandbox: state?.negotiated.sandbox,
    ...Object.fromEntries(named),
  }
}

const states = new WeakMap<object, State>()
const urlVersions = new WeakMap<object, string>()

/** `//orders`, `/orders/` and `/v1/orders` are `/orders`; no redirects, ever. */
export function rewrite(raw: { url?: string | undefined }): string {
  const { bare, version } = splitUrl(raw.url ?? '/')
  if (version !== undefined) urlVersions.set(raw, version)
  return bare
}

/** A request's target as the router wants it, and the version that stood before it. */
export function splitUrl(target: string): { bare: string; version: string | undefined } {
  // A proxy may name the whole address in the first line.
  const url = target.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
  // The router takes what follows a `#` for a query too.
  const cut = url.search(/[?#]/)
  const path = (cut < 0 ? url : url.slice(0, cut)).replace(/\/{2,}/g, '/')
  const query = cut < 0 ? '' : url.slice(cut)
  const version = /^\/(v[0-9]{1,3})(?=\/|$)/.exec(path)
  const bare = version === null ? path : path.slice(version[0].length)
  const trimmed = bare.length > 1 && bare.endsWith('/') ? bare.slice(0, -1) : bare
  return { bare: (trimmed === '' ? '/' : trimmed) + query, version: version?.[1] }
}

/** Open routes answer whatever the Accept. */
export function ignoreAccept(request: FastifyRequest): void {
  states.set(request, OPEN)
}

/** How the answer is written, also where the request was refused before it was understood. */
export function formOf(
  service: WholeService,
  request: FastifyRequest,
): Pick<Negotiated, 'version' | 'format'> {
  const known = states.get(request)?.negotiated
  const { headers, raw } = request
  return known ?? answeredForm(headers.accept, urlVersions.get(raw), service.brand)
}

/** A path of ours under the version that the request's own path names, if it names one. */
export function versioned({ raw }: FastifyRequest, path: string): string {
  const version = urlVersions.get(raw)
  return version === undefined ? path : `/${version}${path}`
}

/** Refuses with 406 what is not served. */
export function stateOf(service: WholeService, request: FastifyRequest): State {
  const known = states.get(request)
  if (known !== undefined) return known
  const urlVersion = urlVersions.get(request.raw)
  const negotiated = negotiate(request.headers.accept, urlVersion, service.brand)
  const state: State = { urlVersion, negotiated, identity: undefined }
  states.set(request, state)
  return state
}
