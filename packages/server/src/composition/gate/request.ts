import type { IncomingMessage } from 'node:http'
import { limits } from '@svc/api'
import type { Writer } from '../../platform/database/database.ts'
import { type Answer, type OnceKey, once, requestHash } from '../../platform/database/once.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Caller, LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'
import type {
  ApiRequest,
  DeskRequest,
  LenderRequest,
  OpenRequest,
} from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import { actingOf } from './acting.ts'
import { answerDryRun, isDryRun } from './dry-run.ts'
import { type Routed, versioned } from './exchange.ts'
import { readSearch } from './query.ts'

type OfBody = Pick<ApiRequest, 'body' | 'rawBody' | 'altered'>

/** The request as a route for whoever asks sees it. */
export function openRequest(service: WholeService, exchange: Routed, body: unknown): OpenRequest {
  const { request, route, params, target } = exchange
  const { search, slashed } = target
  return {
    baseUrl: service.baseUrl() + versioned(exchange, ''),
    params,
    query: readSearch(search.slice(1), route),
    search,
    slashed,
    // Of a request only Set-Cookie would be a list, and nobody reads that.
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
    writing: { writer: database, clock: clocks.real, ids, acting },
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
  const writes = createWrites(service, exchange, { ...modeOf(caller), query: open.query })
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

/** The same of the lender's principals, whose keys of idempotency are each one's own. */
export function lenderRequest(
  service: WholeService,
  exchange: Routed,
  { caller, body }: { readonly caller: LenderCaller; readonly body: unknown },
): LenderRequest {
  const open = openRequest(service, exchange, body)
  const { principal, sandbox } = caller
  const scope = { storeId: `${principal.kind}/${principal.id}`, sandbox, query: open.query }
  const { dryRun, writeInRealTime } = createWrites(service, exchange, scope)
  const { version } = exchange.state.negotiated
  const { database, clocks, ids } = service
  const acting = actingOf(service, exchange)
  const writing = { writer: database, clock: clocks.real, ids, acting }
  return { ...open, caller, version, writing, dryRun, writeInRealTime }
}

/** Whose `Idempotency-Key` it is. */
type Scope = Pick<OnceKey, 'storeId' | 'sandbox'> & { readonly query: URLSearchParams }

function createWrites(service: WholeService, exchange: Routed, { query, ...scope }: Scope) {
  const { request, response, route } = exchange
  const dryRun = isDryRun(route, query)

  async function run<T>(
    operation: (writer: Writer) => Promise<T>,
    render: (result: T) => Answer,
  ): Promise<Answer> {
    const { database, clocks } = service
    const key = idempotencyKey(request)
    if (dryRun) {
      response.setHeader('dry-run', 'true')
      return answerDryRun(database, operation, render)
    }
    if (key === undefined) {
      const result = await operation(database)
      service.wake()
      return render(result)
    }
    const vault = route.secretAnswer === true ? service.vault : undefined
    const sameRequest = sameRequestOf(service, exchange)
    const { answer, replayed } = await once(
      { database, clock: clocks.real, once: { ...scope, key, ...sameRequest }, vault },
      operation,
      render,
    )
    service.wake()
    if (replayed) response.setHeader('idempotent-replayed', 'true')
    return answer
  }
  function writeInRealTime<T>(
    operation: (writing: RealWriting) => Promise<T>,
    render: (result: T) => Answer,
  ): Promise<Answer> {
    const { clocks, ids } = service
    const acting = actingOf(service, exchange)
    return run((writer) => operation({ writer, clock: clocks.real, ids, acting }), render)
  }
  return { dryRun, run, writeInRealTime }
}

function modeOf({ store, sandbox }: Caller): { storeId: string; sandbox: boolean } {
  return { storeId: store.id, sandbox }
}

/** A body that few guesses could find is not stored as its hash, but under a key. */
function sameRequestOf(
  { vault }: WholeService,
  { route, target, body, state: { identity } }: Routed,
) {
  // An answer with a secret is for the key, or the buyer, that asked for it.
  const actor = route.secretAnswer === true ? [identity?.key.id ?? 'buyer'] : []
  const { path, search } = target
  const hash = requestHash(route.method, path, search.slice(1), body, ...actor)
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
