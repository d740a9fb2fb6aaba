import { limits } from '@svc/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { once, requestHash } from '../database/once.ts'
import { Refused } from '../refusal.ts'
import { answerDryRun, isDryRun } from './dry-run.ts'
import type { ApiRequest, Method, Route } from './route.ts'
import type { Service } from './service.ts'
import { callerOf, type State } from './state.ts'

type Parts = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly state: State
  readonly route: Route
  readonly body: unknown
  readonly rawBody: unknown
}

/** The request as a route sees it. */
export function apiRequest(
  service: Service,
  { request, reply, state, route, body, rawBody }: Parts,
): ApiRequest {
  const identity = state.identity
  const caller = callerOf(state)
  const cut = request.url.search(/[?#]/)
  const path = cut < 0 ? request.url : request.url.slice(0, cut)
  const search = request.url.slice(path.length)
  const query = new URLSearchParams(search.slice(1))
  const dryRun = isDryRun(route, query)
  return {
    caller,
    version: state.negotiated.version,
    dryRun,
    key: identity?.key,
    params: request.params as Record<string, string>,
    query,
    search,
    slashed: /^[^?#]*\/(?:[?#]|$)/.test(request.originalUrl),
    headers: request.headers as Record<string, string | undefined>,
    body: body as never,
    rawBody,
    async write(operation, render, as = caller) {
      const key = idempotencyKey(request)
      if (dryRun) {
        reply.header('dry-run', 'true')
        return answerDryRun(service.database, operation, render)
      }
      if (key === undefined) {
        const result = await operation(service.database)
        service.wake()
        return render(result)
      }
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const hash = requestHash(route.method as Method, path, search.slice(1), bytes)
      const { database, clock } = service
      const kept = route.secretBody === true ? service.vault.token('request', hash) : hash
      const options = { storeId: as.store.id, sandbox: as.sandbox, key, requestHash: kept }
      const vault = route.secretAnswer === true ? service.vault : undefined
      const { answer, replayed } = await once(
        { database, clock, once: options, vault },
        operation,
        render,
      )
      service.wake()
      if (replayed) reply.header('idempotent-replayed', 'true')
      return answer
    },
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
