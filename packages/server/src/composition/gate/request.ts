import { limits, recordOf } from '@svc/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Writer } from '../../platform/database/database.ts'
import { type Answer, once, requestHash } from '../../platform/database/once.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Caller } from '../../tenancy/caller/context.ts'
import type { ApiRequest, OpenRequest, Route } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import { actingOf } from './acting.ts'
import { answerDryRun, isDryRun } from './dry-run.ts'
import { readSearch } from './query.ts'
import { type State, versioned } from './state.ts'

type Parts = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly state: State
  readonly route: Route
}

type OfBody = Pick<ApiRequest, 'body' | 'rawBody' | 'altered'>

/** The request as a route for whoever asks sees it. */
export function openRequest(
  service: WholeService,
  { request, route }: Pick<Parts, 'request' | 'route'>,
  body: unknown,
): OpenRequest {
  const { search } = splitTarget(request)
  return {
    baseUrl: service.baseUrl() + versioned(request, ''),
    params: Object.fromEntries(
      Object.entries(recordOf(request.params)).map(([name, value]) => [name, String(value)]),
    ),
    query: readSearch(search.slice(1), route),
    search,
    slashed: /^[^?#]*\/(?:[?#]|$)/.test(request.originalUrl),
    // Of a request only Set-Cookie would be a list, and nobody reads that.
    headers: request.headers as Record<string, string | undefined>,
    body,
  }
}

function splitTarget({ url }: FastifyRequest): { path: string; search: string } {
  const cut = url.search(/[?#]/)
  const path = cut < 0 ? url : url.slice(0, cut)
  return { path, search: url.slice(path.length) }
}

/** The same of a caller, with all that they may read and write. */
export function apiRequest(
  service: WholeService,
  { request, reply, state, route }: Parts,
  { caller, ...ofBody }: OfBody & { readonly caller: Caller },
): ApiRequest {
  const open = openRequest(service, { request, route }, ofBody.body)
  const dryRun = isDryRun(route, open.query)
  const acting = () => actingOf(service, { request, route, state })
  return {
    ...open,
    ...ofBody,
    caller,
    version: state.negotiated.version,
    dryRun,
    key: state.identity?.key,
    former: state.buyer !== undefined && state.buyer.use !== 'all',
    clock: () => service.clocks.of(modeOf(caller)),
    write: (operation, render) =>
      write(async (writer) => {
        const writing = await service.clocks.writing(modeOf(caller), writer)
        return operation({ ...writing, acting: acting() })
      }, render),
    writeInRealTime: (operation, render) =>
      write(
        (writer) =>
          operation({ writer, clock: service.clocks.real, ids: service.ids, acting: acting() }),
        render,
      ),
  }

  async function write<T>(
    operation: (writer: Writer) => Promise<T>,
    render: (result: T) => Answer,
  ): Promise<Answer> {
    const { database, clocks } = service
    const key = idempotencyKey(request)
    if (dryRun) {
      reply.header('dry-run', 'true')
      return answerDryRun(database, operation, render)
    }
    if (key === undefined) {
      const result = await operation(database)
      service.wake()
      return render(result)
    }
    const vault = route.secretAnswer === true ? service.vault : undefined
    const { path, search } = splitTarget(request)
    const sameRequest = sameRequestOf(service, { request, route, state }, [path, search.slice(1)])
    const { answer, replayed } = await once(
      { database, clock: clocks.real, once: { ...modeOf(caller), key, ...sameRequest }, vault },
      operation,
      render,
    )
    service.wake()
    if (replayed) reply.header('idempotent-replayed', 'true')
    return answer
  }
}

function modeOf({ store, sandbox }: Caller): { storeId: string; sandbox: boolean } {
  return { storeId: store.id, sandbox }
}

/** A body that few guesses could find is not stored as its hash, but under a key. */
function sameRequestOf(
  { vault }: WholeService,
  { request, route, state: { identity } }: Pick<Parts, 'request' | 'route' | 'state'>,
  target: readonly string[],
) {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  // An answer with a secret is for the key, or the buyer, that asked for it.
  const actor = route.secretAnswer === true ? [identity?.key.id ?? 'buyer'] : []
  const hash = requestHash(route.method, ...target, bytes, ...actor)
  if (route.secretBody !== true) return { requestHash: hash }
  return {
    requestHash: vault.token('request', hash),
    isSameRequest: (stored: string) => vault.verifyToken('request', hash, stored),
  }
}

/** Bare or as a quoted structured-field string. */
function idempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  const text = Array.isArray(header) ? header.join(', ') : header
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text
  if (key.length >= 1 && key.length <= limits.idempotencyKeyMax && /^[\x20-\x7e]+$/.test(key))
    return key
  const fields = { 'Idempotency-Key': ['must be 1 to 255 printable ASCII characters'] }
  throw new Refused('idempotency_key_invalid', { fields })
}
