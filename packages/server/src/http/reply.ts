import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../database/once.ts'
import { Refused } from '../refusal.ts'
import { errorView, refusedOf } from './errors.ts'
import { LATEST, markerName } from './negotiate.ts'
import type { Service } from './service.ts'
import { stateOf } from './state.ts'

/**
 * The version whose name the marker answers, also where the request was refused before it was read.
 */
function versionAsked(service: Service, request: FastifyRequest): { version: string } {
  try {
    return stateOf(service, request).negotiated
  } catch {
    return { version: LATEST }
  }
}

function head(service: Service, request: FastifyRequest, reply: FastifyReply): void {
  const { version } = versionAsked(service, request)
  reply.header(markerName(service.brand), `${service.brand}.${version}`)
  reply.header('X-Request-Id', request.id)
  reply.header('Vary', 'Accept')
  if (service.stopping()) reply.header('connection', 'close')
}

export function send(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  given: Answer,
) {
  head(service, request, reply)
  if (given.location !== null) reply.header('location', given.location)
  reply.code(given.status)
  if (given.body === null) return reply.send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(given.body)
}

/** Every error leaves here; what is not a refusal is a 500 whose cause goes to the log only. */
export function sendError(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
) {
  const known = refusedOf(error)
  if (known === undefined) {
    const { stack, message } =
      error instanceof Error ? error : { stack: undefined, message: String(error) }
    service.log.error({ request_id: request.id, message, stack }, 'request failed')
  }
  const view = errorView(known ?? new Refused('internal_error'), request.id)
  head(service, request, reply)
  if (view.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(view.retryAfterSeconds))
  if (view.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(view.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(view.body))
}
