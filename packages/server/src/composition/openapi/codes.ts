/** Which errors a route can answer with: its own, and those that every route of its kind has. */
import type { ErrorCode } from '@svc/api'
import type { Access, DeskAccess } from '../../tenancy/caller/access.ts'
import { isLender, type Route } from '../../tenancy/caller/route.ts'

/** Before a request is understood: on every path. */
export const transportCodes: readonly ErrorCode[] = [
  'request_timeout',
  'expectation_unknown',
  'headers_too_large',
  'connections_exceeded',
  'transfer_encoding_unsupported',
  'http_version_unsupported',
]

/** Of every route. */
export const everywhereCodes: readonly ErrorCode[] = [
  'request_malformed',
  'internal_error',
  'database_unavailable',
  'service_starting',
  'service_stopping',
  'schema_incompatible',
]

const AT_THE_DOOR: readonly ErrorCode[] = [
  'accept_unsupported',
  'key_missing',
  'key_invalid',
  'key_exposed',
  'rate_limited',
  'mode_not_allowed',
  'address_not_allowed',
]
const NEEDS_KEY: readonly ErrorCode[] = [
  ...AT_THE_DOOR,
  'store_busy',
  'origin_not_allowed',
  'key_of_lender',
]

/** For people, on the routes of the store that they name. */
const OF_VISITORS: readonly ErrorCode[] = [
  'session_ended',
  'enrolment_only',
  'permission_missing',
  'store_not_found',
]

/** A person's page of another origin sends nothing that changes something. */
const FROM_PAGES: readonly ErrorCode[] = ['origin_not_allowed']
const STEPPED_UP: readonly ErrorCode[] = ['step_up_required']
const SCOPED: readonly ErrorCode[] = ['scope_missing']

const OF_ACCESS: Readonly<Record<Access['kind'], readonly ErrorCode[]>> = {
  private: [...NEEDS_KEY, 'key_public', ...OF_VISITORS],
  browser: [...NEEDS_KEY, 'key_public'],
  public: NEEDS_KEY,
  lender: [
    ...AT_THE_DOOR,
    ...(['session_ended', 'enrolment_only'] as const),
    ...(['key_of_store', 'permission_missing', 'scope_missing', 'lender_busy'] as const),
  ],
  buyer: ['accept_unsupported', 'token_invalid', 'rate_limited', 'store_busy'],
  desk: ['accept_unsupported', 'origin_not_allowed', 'rate_limited', 'store_busy'],
  open: [],
}

const takesStepUp = (access: Access) =>
  (access.kind === 'lender' || access.kind === 'private') && access.stepUp === true

/** The refusals that a person can get, by the requirements of the route. */
function codesAtDesk({ session, stepUp, permission }: DeskAccess): readonly ErrorCode[] {
  return [
    ...(session === 'none' ? [] : (['session_missing', 'session_ended'] as const)),
    ...(session === 'full' ? (['enrolment_only'] as const) : []),
    ...(stepUp === true ? (['step_up_required'] as const) : []),
    ...(permission === undefined ? [] : (['permission_missing'] as const)),
  ]
}

const WITH_BODY: readonly ErrorCode[] = [
  'body_malformed',
  'body_too_large',
  'media_type_unsupported',
]

const OF_WRITES: readonly ErrorCode[] = [
  'query_invalid',
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'request_in_progress',
  'order_busy',
]

const OF_LISTS: readonly ErrorCode[] = ['query_invalid', 'filter_too_broad', 'list_busy']

/** Whether the route changes something, and so takes an `Idempotency-Key`. */
export function isWrite({ method, access, asks }: Route): boolean {
  const isQuestion = method === 'GET' || asks === true
  return !isQuestion && access.kind !== 'open' && access.kind !== 'desk'
}

/** Whether a key is needed. */
export function isKeyed({ access }: Route): boolean {
  return access.kind !== 'open' && access.kind !== 'buyer' && access.kind !== 'desk'
}

/** The errors implied by the route's kind. */
export function impliedCodes(route: Route): readonly ErrorCode[] {
  return [
    ...everywhereCodes,
    ...OF_ACCESS[route.access.kind],
    ...(route.access.kind === 'desk' ? codesAtDesk(route.access) : []),
    ...(takesStepUp(route.access) ? STEPPED_UP : []),
    ...(isLender(route) && route.method !== 'GET' ? FROM_PAGES : []),
    ...(isLender(route) && route.approval ? (['approval_pending'] as const) : []),
    ...('scope' in route.access && route.access.scope !== null ? SCOPED : []),
    ...((route.sandboxOnly ?? false) !== false ? (['sandbox_only'] as const) : []),
    ...(route.lenderOnly === undefined ? [] : (['lender_only'] as const)),
    ...(route.page === true ? (['store_busy'] as const) : []),
    ...(route.method === 'GET' ? [] : WITH_BODY),
    ...(route.body === undefined ? [] : (['body_invalid'] as const)),
    ...(route.doc.list === undefined ? [] : OF_LISTS),
    ...(isWrite(route) ? OF_WRITES : []),
  ]
}

/** Every code of the route, each once. */
export function codesOf(route: Route): ReadonlySet<ErrorCode> {
  return new Set([...impliedCodes(route), ...(route.doc.errors ?? [])])
}
