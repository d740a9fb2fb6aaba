/** A request on its way through the gate, and the answer that is made to it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DocumentLanguage } from '@svc/api'
import type { BuyersToken } from '../../checkout/checkouts/buyers-token.ts'
import type { BuyersCheckout } from '../../checkout/checkouts/find-buyers-checkout.ts'
import { principalOf } from '../../model/staff/person.ts'
import { permissionsOf } from '../../model/staff/roles.ts'
import type { Signed } from '../../model/staff/session.ts'
import { grantOfMember } from '../../model/staff/store-rights.ts'
import { type StoredStore, storeIn } from '../../model/stores/store-terms.ts'
import type { About } from '../../platform/error-details.ts'
import {
  answeredForm,
  LATEST_VERSION,
  type Negotiated,
  negotiate,
} from '../../platform/http/negotiate.ts'
import type { Trace } from '../../platform/tracing/trace-context.ts'
import type { Caller, LenderCaller } from '../../tenancy/caller/context.ts'
import type { Route } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import type { Identity } from './authenticate.ts'
import type { Door } from './doors.ts'
import type { LenderIdentity } from './lender-door.ts'
import { readTarget, type Target } from './target.ts'

/** Each step knows more of it than the one before. */
export type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  readonly door: Door
  readonly target: Target
  /** That it belongs to, if any. */
  readonly trace: Trace | undefined
  route: Route | undefined
  params: Readonly<Record<string, string>>
  /** Of a route whose errors buyers may read: what they are written in. */
  language: DocumentLanguage | undefined
  state: State | undefined
  body: Buffer
  /** What it was refused with. */
  code: string | undefined
}

/** A request for a route of ours. */
export type Routed<R extends Route = Route> = Omit<Exchange, 'route' | 'state'> & {
  readonly route: R
  readonly state: State
}

/** Who asks, and in which form they are answered. */
export type State = {
  readonly negotiated: Negotiated
  identity: Identity | undefined
  /** For callers with a key of the lender. */
  lender?: LenderIdentity
  /** A person, once they are known. */
  signed?: Signed
  /** What time it is for the store, where its terms wait for it. */
  at?: Date
  /** That a person has named, where the route is a store's. */
  store?: StoredStore
  /** Of a buyer's route: the token, and the checkout once it was looked up. */
  token?: BuyersToken
  buyer?: BuyersCheckout
}

const NO_BODY = Buffer.alloc(0)
/** A page's `EventSource` names this type, and cannot name another. */
const EVENT_STREAM = 'text/event-stream'

export function beginExchange(
  id: string,
  trace: Trace | undefined,
  { request, response, door }: Pick<Exchange, 'request' | 'response' | 'door'>,
): Exchange {
  const unknown = { route: undefined, params: {}, language: undefined, state: undefined }
  const none = { body: NO_BODY, code: undefined }
  const target = readTarget(request.url)
  return { request, response, door, id, target, trace, ...unknown, ...none }
}

/** Open routes answer whatever the Accept. */
export function openState(): State {
  return {
    negotiated: { sandbox: false, version: LATEST_VERSION, format: 'json' },
    identity: undefined,
  }
}

/** Refuses with 406 what is not served. */
export function negotiatedState(
  service: WholeService,
  { request, target, route }: Exchange,
): State {
  const { accept } = request.headers
  const own = route?.doc.mediaType === EVENT_STREAM ? EVENT_STREAM : undefined
  const negotiated = negotiate(accept, target.version, service.brand, own)
  return { negotiated, identity: undefined }
}

/** How the answer is written, also where the request was refused before it was understood. */
export function formOf(
  service: WholeService,
  { request, target, state }: Exchange,
): Pick<Negotiated, 'version' | 'format'> {
  return state?.negotiated ?? answeredForm(request.headers.accept, target.version, service.brand)
}

/** The caller, once known: never on an open route. */
function callerOf(state: State): Caller | undefined {
  const { identity, negotiated, buyer, store: named, at } = state
  if (buyer !== undefined) return buyer.caller
  const store = identity?.store ?? named
  const { sandbox } = negotiated
  if (store === undefined) return undefined
  const reads = onlyReads(state, store) ? ({ onlyReads: true } as const) : {}
  return { store: storeIn(store, { sandbox, at: at ?? null }), sandbox, ...reads }
}

function onlyReads({ signed }: State, { id }: Pick<StoredStore, 'id'>): boolean {
  if (signed === undefined) return false
  const role = signed.person.memberships.find(({ storeId }) => storeId === id)?.role
  return role === undefined || grantOfMember(role, 'orders:write') === undefined
}

/** Of a request that was let in. */
export function knownCaller(state: State): Caller {
  const caller = callerOf(state)
  if (caller === undefined) throw new Error('nobody was let in')
  return caller
}

/** The same on a route of the lender. */
export function knownLender({ lender, signed, negotiated }: State): LenderCaller {
  if (signed !== undefined) {
    const { person } = signed
    const holders = person.roles
    const permissions = permissionsOf(holders)
    return { principal: principalOf(person), holders, permissions, sandbox: negotiated.sandbox }
  }
  if (lender === undefined) throw new Error('nobody of the lender was let in')
  const { principal, holders, permissions } = lender
  return { principal, holders, permissions, sandbox: negotiated.sandbox }
}

/** A path of ours under the version that the request's own path names, if it names one. */
export function versioned({ target: { version } }: Exchange, path: string): string {
  return version === undefined ? path : `/${version}${path}`
}

/** Of what a path names, these are ids of ours or the store's own name of an order. */
const NAMED = /^(order|checkout|capture|payment|payout|notification|webhook|campaign)Id$/
const NAME_CHARACTERS_MAX = 64

/** Whose request it is and what it is about, for the log. */
export function aboutRequest({ id, request, trace, route, params, state }: Exchange): About {
  const named = Object.entries(params)
    .filter(([name]) => NAMED.test(name))
    .map(([name, id]) => [name.replace('Id', '_id'), id.slice(0, NAME_CHARACTERS_MAX)])
  return {
    request_id: id,
    method: request.method,
    route: route?.path,
    trace_id: trace?.traceId,
    key_id: state?.identity?.key.id ?? state?.lender?.key.id,
    store_id: state && callerOf(state)?.store.id,
    sandbox: state?.negotiated.sandbox,
    ...Object.fromEntries(named),
  }
}
