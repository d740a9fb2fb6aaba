import type { IncomingMessage } from 'node:http'
import { limits, recordOf } from '@svc/api'
import type { Acting } from '../../model/actions/action.ts'
import { principalOf } from '../../model/staff/person.ts'
import type { Writer } from '../../platform/database/database.ts'
import {
  type Answer,
  findAnswer,
  type OnceKey,
  once,
  requestHash,
} from '../../platform/database/once.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Caller, LenderCaller } from '../../tenancy/caller/context.ts'
import type {
  ApiRequest,
  DeskRequest,
  LenderRequest,
  OpenRequest,
} from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import { actingOf } from './acting.ts'
import { sentTrip } from './desk-door.ts'
import { answerDryRun, isDryRun } from './dry-run.ts'
import { type Routed, type State, versioned } from './exchange.ts'
import { readSearch } from './query.ts'
import { isStillAllowed } from './still-allowed.ts'

type OfBody = Pick<ApiRequest, 'body' | 'rawBody' | 'altered'>

/** The request as a route for the caller sees it. */
export function openRequest(service: WholeService, exchange: Routed, body: unknown): OpenRequest {
  const { request, route, params, target } = exchange
  const { search, slashed } = target
  return {
    baseUrl: service.baseUrl() + versioned(exchange, ''),
    params,
    query: readSearch(search.slice(1), route),
    search,
    slashed,
    // In a request only Set-Cookie would be a list, and nobody reads that.
    headers: request.headers as Record<string, string | undefined>,
    body,
  }
}

/** The same of a person. */
export function deskRequest(service: WholeService, exchange: Routed, body: unknown): DeskRequest {
  const { database, clocks, ids, clientAddresses } = service
  const acting = actingOf(service, exchange)
  return {
    ...openRequest(service, exchange, body),
    signed: exchange.state.signed,
    address: clientAddresses.of(exchange.request).group ?? null,
    trip: sentTrip(service, exchange.request),
    writing: {
      ...{ writer: database, clock: clocks.real, ids, acting },
      staffOnly: service.desk === 'staff',
    },
  }
}

/** The same of a caller, with all that they may read and write. */
export function apiRequest(
  service: WholeService,
  exchange: Routed,
  { caller, ...ofBody }: OfBody & { readonly caller: Caller },
): ApiRequest {
  const { state } = exchange
  const open = openRequest(service, exchange, ofBody.body)
  const scope = scopeOf(state, caller)
  const writes = createWrites(service, exchange, { ...scope, query: open.query })
  return {
    ...open,
    ...ofBody,
    ...writes,
    caller,
    version: state.negotiated.version,
    key: state.identity?.key,
    former: state.buyer !== undefined && state.buyer.use !== 'all',
    clock: () => service.clocks.of(modeOf(caller)),
    acting: () => actingOf(service, exchange),
    write: (operation, render) =>
      writes.run(async (writer) => {
        const writing = await service.clocks.writing(modeOf(caller), writer)
        return operation({ ...writing, acting: actingOf(service, exchange) })
      }, render),
  }
}

type OfLender = {
  readonly caller: LenderCaller
  readonly body: unknown
  readonly rawBody: unknown
  /** Work in each transaction beside the operation. */
  readonly around?: (writer: Writer) => Writer
}

/** The same of the lender's principals, whose keys of idempotency are each one's own. */
export function lenderRequest(
  service: WholeService,
  exchange: Routed,
  { caller, body, rawBody, around }: OfLender,
): LenderRequest {
  const open = openRequest(service, exchange, body)
  const { dryRun, run } = createWrites(service, exchange, {
    ...{ ...ofPrincipal(caller), query: open.query, around, early: true },
  })
  const { version } = exchange.state.negotiated
  const acting = () => actingOf(service, exchange)
  const writes = lenderWrites(service, { run, acting, sandbox: caller.sandbox })
  const writing = {
    writer: service.database,
    clock: service.clocks.real,
    ids: service.ids,
    acting: acting(),
  }
  const mayStill = () => isStillAllowed(service, exchange)
  const sent = { rawBody: recordOf(rawBody) }
  return { ...open, ...sent, caller, version, writing, mayStill, dryRun, ...writes }
}

const ofPrincipal = ({ principal, sandbox }: Pick<LenderCaller, 'principal' | 'sandbox'>) => ({
  ...{ storeId: `${principal.kind}/${principal.id}`, sandbox },
})

/** A store's keys share their keys of idempotency; each person has their own. */
function scopeOf({ signed }: State, caller: Caller): Scope {
  if (signed === undefined) return modeOf(caller)
  return ofPrincipal({ principal: principalOf(signed.person), sandbox: caller.sandbox })
}

/** How an operation comes to its transaction, and its result to an answer. */
export type Run = <T>(
  operation: (writer: Writer) => Promise<T>,
  render: (result: T) => Answer,
) => Promise<Answer>

type Ways = {
  readonly run: Run
  readonly acting: () => Acting
  readonly sandbox: boolean
}

/** The lender's requests that write. */
export function lenderWrites(
  { clocks, ids }: Pick<WholeService, 'clocks' | 'ids'>,
  { run, acting, sandbox }: Ways,
): Pick<LenderRequest, 'writeFor' | 'writeInRealTime'> {
  return {
    ...realWrites({ clocks, ids }, { run, acting }),
    writeFor: ({ storeId, reason }, operation, render) =>
      run(async (writer) => {
        const writing = await clocks.writing({ storeId, sandbox }, writer)
        return operation({ ...writing, acting: { ...acting(), ...(reason && { reason }) } })
      }, render),
  }
}

/** The earlier answer to the same request under its `Idempotency-Key`. */
export async function answeredBefore(
  service: WholeService,
  exchange: Routed,
  caller: LenderCaller,
): Promise<Answer | undefined> {
  const keyed = keyedOf(service, exchange, ofPrincipal(caller))
  const answered = keyed && (await findAnswer(service.database, keyed))
  return answered && replay(exchange.response, answered)
}

/** Whose `Idempotency-Key` it is. */
type Scope = Pick<OnceKey, 'storeId' | 'sandbox'>

/** The request under its `Idempotency-Key`; undefined: it has none. */
function keyedOf(service: WholeService, exchange: Routed, { storeId, sandbox }: Scope) {
  const key = idempotencyKey(exchange.request)
  if (key === undefined) return undefined
  const vault = exchange.route.secretAnswer === true ? service.vault : undefined
  const sameRequest = sameRequestOf(service, exchange)
  return { once: { storeId, sandbox, key, ...sameRequest }, vault }
}

type OfCaller = Scope & {
  readonly query: URLSearchParams
  readonly around?: OfLender['around']
  /** The operation reads before its transaction: a replay goes before that. */
  readonly early?: true
}

function replay(response: Routed['response'], answer: Answer): Answer {
  response.setHeader('idempotent-replayed', 'true')
  return answer
}

function createWrites(
  service: WholeService,
  exchange: Routed,
  { query, around, early, ...scope }: OfCaller,
) {
  const { response, route } = exchange
  const dryRun = isDryRun(route, query)

  const run: Run = async (operation, render) => {
    const { database, clocks } = service
    const keyed = keyedOf(service, exchange, scope)
    if (dryRun) {
      response.setHeader('dry-run', 'true')
      return answerDryRun(database, operation, render)
    }
    const before = early === true && keyed ? await findAnswer(database, keyed) : undefined
    if (before !== undefined) return replay(response, before)
    const work = (writer: Writer) => operation(around === undefined ? writer : around(writer))
    if (keyed === undefined) {
      const result = await work(database)
      service.wake()
      return render(result)
    }
    const { answer, replayed } = await once(
      { database, clock: clocks.real, ...keyed },
      work,
      render,
    )
    service.wake()
    return replayed ? replay(response, answer) : answer
  }
  return { dryRun, run, ...realWrites(service, { run, acting: () => actingOf(service, exchange) }) }
}

function realWrites(
  { clocks, ids }: Pick<WholeService, 'clocks' | 'ids'>,
  { run, acting }: Omit<Ways, 'sandbox'>,
): Pick<LenderRequest, 'writeInRealTime'> {
  return {
    writeInRealTime: (operation, render) =>
      run((writer) => operation({ writer, clock: clocks.real, ids, acting: acting() }), render),
  }
}

function modeOf({ store, sandbox }: Caller): { storeId: string; sandbox: boolean } {
  return { storeId: store.id, sandbox }
}

/** A body that few guesses could find is not stored as its hash, but under a key. */
function sameRequestOf(
  { vault }: WholeService,
  { route, target, body, state: { identity, store } }: Routed,
) {
  // An answer with a secret is for the key, or the buyer, that requested it.
  const actor = route.secretAnswer === true ? [identity?.key.id ?? 'buyer'] : []
  // A person does the same in several stores.
  const named = store === undefined ? [] : [store.id]
  const { path, search } = target
  const hash = requestHash(route.method, path, search.slice(1), body, ...actor, ...named)
  if (route.secretBody !== true) return { requestHash: hash }
  return {
    requestHash: vault.token('request', hash),
    isSameRequest: (stored: string) => vault.verifyToken('request', hash, stored),
  }
}

/** Bare or as a quoted structured-field string. */
function idempotencyKey(request: IncomingMessage): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  const text = Array.isArray(header) ? header.join(', ') : header
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text
  if (key.length >= 1 && key.length <= limits.idempotencyKeyMax && /^[\x20-\x7e]+$/.test(key))
    return key
  const fields = { 'Idempotency-Key': ['must be 1 to 255 printable ASCII characters'] }
  throw new Refused('idempotency_key_invalid', { fields })
}
