import { Readable } from 'node:stream'
import { errorCatalogue } from '@svc/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../../platform/database/once.ts'
import { errorDetails } from '../../platform/error-details.ts'
import { errorView, refusedOf } from '../../platform/http/errors.ts'
import { markerName } from '../../platform/http/negotiate.ts'
import { xmlOf } from '../../platform/http/xml.ts'
import { Refused } from '../../platform/refusal.ts'
import { notedLanguage } from '../../tenancy/caller/language.ts'
import type { Page } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import { safetyHeaders } from './safety-headers.ts'
import { aboutRequest, formOf, versioned } from './state.ts'

/** What every answer carries; answers the format that was asked for. */
function head(service: WholeService, request: FastifyRequest, reply: FastifyReply): string {
  const { version, format } = formOf(service, request)
  reply.header(markerName(service.brand), `${service.brand}.${version}`)
  reply.header('X-Request-Id', request.id)
  reply.headers(safetyHeaders(service))
  if (service.readiness.isClosing()) reply.header('connection', 'close')
  return format
}

/** The head, and a body in the format that was asked for. */
function write(
  service: WholeService,
  { request, reply, json }: { request: FastifyRequest; reply: FastifyReply; json: string | null },
) {
  const format = head(service, request, reply)
  reply.header('Vary', varyOf(request, reply))
  if (json === null) return reply.send()
  reply.header('content-type', `application/${format}; charset=utf-8`)
  return reply.send(format === 'xml' ? xmlOf(json) : json)
}

/** What the answer depends on beside the address. */
function varyOf(request: FastifyRequest, reply: FastifyReply): string {
  const narrowed = String(reply.getHeader('vary')).includes('Origin')
  const names = ['Accept']
  if (notedLanguage(request) !== undefined) names.push('Accept-Language')
  if (narrowed) names.push('Origin')
  return names.join(', ')
}

export function send(
  service: WholeService,
  request: FastifyRequest,
  reply: FastifyReply,
  given: Answer,
) {
  if (given.location !== null) reply.header('location', versioned(request, given.location))
  reply.code(given.status)
  return write(service, { request, reply, json: given.body })
}

/** What a browser shows or runs. */
export function sendPage(
  service: WholeService,
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 200, headers, content }: Page,
) {
  head(service, request, reply)
  const vary = notedLanguage(request) === undefined ? {} : { vary: varyOf(request, reply) }
  const whole = typeof content === 'string' || Buffer.isBuffer(content)
  // Part by part, as fast as they are taken; what fails half-way ends the connection.
  const body = whole ? content || undefined : Readable.from(content, { objectMode: false })
  return reply
    .code(status)
    .headers({ ...headers, ...vary })
    .send(body)
}

function isServerError({ code }: Refused): boolean {
  return errorCatalogue[code].status >= 500
}

/** Every error leaves here; what is not a refusal is a 500 whose cause goes to the log only. */
export function sendError(
  service: WholeService,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
) {
  const known = refusedOf(error, request.routeOptions.bodyLimit)
  // A refusal with a cause is one that the caller can do nothing about.
  if (known === undefined || (known.cause !== undefined && isServerError(known))) {
    const about = aboutRequest(request)
    service.log.error({ ...about, ...errorDetails(error) }, 'request failed')
  }
  const language = notedLanguage(request)
  const view = errorView(known ?? new Refused('internal_error'), request.id, language)
  if (language !== undefined) reply.header('content-language', language)
  if (view.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(view.retryAfterSeconds))
  if (view.status === 401) reply.header('www-authenticate', 'Bearer')
  // The framework would close at once, and a client that is still sending would never read this.
  if (view.status === 413) reply.removeHeader('connection')
  reply.code(view.status)
  return write(service, { request, reply, json: JSON.stringify(view.body) })
}
