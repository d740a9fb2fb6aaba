/** Errors outside an exchange: the same envelope and headers. */
import type { ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorView } from '../../platform/http/errors.ts'
import { answeredForm, markerName } from '../../platform/http/negotiate.ts'
import { xmlOf } from '../../platform/http/xml.ts'
import type { Refused } from '../../platform/refusal.ts'
import { NO_ROUTE } from '../service/traffic.ts'
import type { WholeService } from '../service/whole-service.ts'
import { safetyHeaders } from './safety-headers.ts'
import { readTarget } from './target.ts'

export type Refusal = {
  readonly refused: Refused
  /** The known parts of the request. */
  readonly requested?: { readonly accept?: string | undefined; readonly url?: string | undefined }
  /** The methods of its path. */
  readonly allow?: string | undefined
}

/** Its method may be any word. */
const ANY_METHOD = 'any'
/** As long as a caller may take to read why the connection closes. */
const LINGER_MS = 2_000

type BareError = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

function bareError(service: WholeService, { refused, requested = {}, allow }: Refusal): BareError {
  const { brand, ids } = service
  const target = readTarget(requested.url)
  const { version, format } = answeredForm(requested.accept, target.version, brand)
  const requestId = ids.next()
  const view = errorView(refused, requestId)
  service.traffic.note({ method: ANY_METHOD, route: NO_ROUTE, status: view.status })
  const json = JSON.stringify(view.body)
  const body = format === 'xml' ? xmlOf(json) : json
  const headers = {
    'Content-Type': `application/${format}; charset=utf-8`,
    [markerName(brand)]: `${brand}.${version}`,
    'X-Request-Id': requestId,
    Vary: 'Accept',
    ...safetyHeaders(service),
    ...(allow === undefined ? {} : { Allow: allow }),
    ...(view.retryAfterSeconds === undefined
      ? {}
      : { 'Retry-After': String(view.retryAfterSeconds) }),
    'Content-Length': String(Buffer.byteLength(body)),
  }
  return { status: view.status, headers, body }
}

/** If the end of a request is in doubt, or more follows it. */
const CLOSING: readonly number[] = [400, 501, 505]

export function refuse(service: WholeService, response: ServerResponse, refusal: Refusal): void {
  const { status, headers, body } = bareError(service, refusal)
  const close = CLOSING.includes(status) ? { Connection: 'close' } : {}
  const isHead = response.req.method === 'HEAD'
  response.writeHead(status, { ...headers, ...close }).end(isHead ? undefined : body)
}

/** All bytes of an answer after which the connection closes. */
export function bareAnswer(service: WholeService, refusal: Refusal): string {
  const { status, headers, body } = bareError(service, refusal)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`
  return [first, ...lines, 'Connection: close', '', body].join('\r\n')
}

/**
 * A client that still sends is not cut off immediately: a reset would destroy the answer before it
 * is read.
 */
export function endSocket(socket: Socket, text = ''): void {
  socket.end(text)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer))
}
