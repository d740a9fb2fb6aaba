import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCatalogue } from '@svc/api'
import type { Answer } from '../../platform/database/once.ts'
import { errorDetails } from '../../platform/error-details.ts'
import { errorView } from '../../platform/http/errors.ts'
import { markerName } from '../../platform/http/negotiate.ts'
import { xmlOf } from '../../platform/http/xml.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Page } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import { aboutRequest, type Exchange, formOf, versioned } from './exchange.ts'
import { safetyHeaders } from './safety-headers.ts'

/** Names are lower-case, as HTTP/2 has them. */
function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** The headers of every answer; returns the requested format. */
function head(service: WholeService, exchange: Exchange): string {
  const { response, id } = exchange
  const { version, format } = formOf(service, exchange)
  response.setHeader(markerName(service.brand).toLowerCase(), `${service.brand}.${version}`)
  response.setHeader('x-request-id', id)
  setHeaders(response, safetyHeaders(service))
  if (service.readiness.isClosing()) response.setHeader('connection', 'close')
  return format
}

/** With its length, wherever the status allows a body. */
function end(response: ServerResponse, body: string | Buffer): void {
  const { statusCode } = response
  if (statusCode !== 204 && statusCode !== 304) {
    response.setHeader('content-length', Buffer.byteLength(body))
  }
  response.end(body)
}

/** The head, and a body in the requested format. */
function write(service: WholeService, exchange: Exchange, status: number, json: string | null) {
  const { response } = exchange
  const format = head(service, exchange)
  response.statusCode = status
  response.setHeader('vary', varyOf(exchange))
  if (json === null) return end(response, '')
  response.setHeader('content-type', `application/${format}; charset=utf-8`)
  end(response, format === 'xml' ? xmlOf(json) : json)
}

/** The headers that the answer depends on. */
function varyOf({ response, language }: Exchange): string {
  const narrowed = String(response.getHeader('vary')).includes('Origin')
  const names = ['Accept']
  if (language !== undefined) names.push('Accept-Language')
  if (narrowed) names.push('Origin')
  return names.join(', ')
}

export function send(service: WholeService, exchange: Exchange, given: Answer): void {
  const { status, location, body } = given
  if (location !== null) exchange.response.setHeader('location', versioned(exchange, location))
  write(service, exchange, status, body)
}

/** Types that a browser shows or runs. */
export async function sendPage(
  service: WholeService,
  exchange: Exchange,
  { status = 200, headers, content }: Page,
): Promise<void> {
  const { request, response, language } = exchange
  head(service, exchange)
  const vary = language === undefined ? {} : { vary: varyOf(exchange) }
  setHeaders(response, { ...headers, ...vary })
  response.statusCode = status
  if (typeof content === 'string' || Buffer.isBuffer(content)) return end(response, content)
  // Nothing is made for a request that reads the head only.
  if (request.method === 'HEAD') return void response.end()
  const parts = Readable.from(content, { objectMode: false })
  // Until the first part is there, a failure still has an answer of its own.
  await once(parts, 'readable')
  // A pipeline into an answer that is closed already would never end.
  if (response.destroyed) return void parts.destroy()
  await pipeline(parts, response).catch((error: NodeJS.ErrnoException) => {
    // The caller has gone.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

function isServerError({ code }: Refused): boolean {
  return errorCatalogue[code].status >= 500
}

/** Every error leaves here; anything but a refusal is a 500 whose cause goes to the log only. */
export function sendError(service: WholeService, exchange: Exchange, error: unknown): void {
  const { response } = exchange
  const known = error instanceof Refused ? error : undefined
  // A refusal with a cause is one that the caller can do nothing about.
  if (known === undefined || (known.cause !== undefined && isServerError(known))) {
    service.log.error({ ...aboutRequest(exchange), ...errorDetails(error) }, 'request failed')
  }
  // An answer that has begun is cut, so that nobody takes it for whole.
  if (response.headersSent) return void response.destroy()
  writeError(service, exchange, known ?? new Refused('internal_error'))
}

function writeError(service: WholeService, exchange: Exchange, refused: Refused): void {
  const { response, language } = exchange
  exchange.code = refused.code
  const { status, body, retryAfterSeconds } = errorView(refused, exchange.id, language)
  if (language !== undefined) response.setHeader('content-language', language)
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds))
  if (status === 401) response.setHeader('www-authenticate', 'Bearer')
  write(service, exchange, status, JSON.stringify(body))
}
