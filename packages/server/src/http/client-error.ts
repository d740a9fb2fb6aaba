/** What never becomes a request of the framework still gets our envelope. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Refused } from '../refusal.ts'
import { errorView } from './errors.ts'
import { LATEST, markerName } from './negotiate.ts'
import type { Service } from './service.ts'

type Fault = Error & { code?: string }

/** What is not HTTP, or comes too slowly, or is too large: answered, then the connection closes. */
export function onClientError(service: Service) {
  return (error: Fault, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
    socket.end(bareAnswer(service, refusedOfFault(error)))
  }
}

/** All bytes of an answer after which the connection closes. */
export function bareAnswer(service: Service, refused: Refused): string {
  const { status, headers, body } = bareError(service, refused)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`
  return [first, ...lines, 'Connection: close', '', body].join('\r\n')
}

/** An `Expect` other than `100-continue`. */
export function onExpectation(service: Service) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    const { status, headers, body } = bareError(service, new Refused('expectation_unknown'))
    response.writeHead(status, headers).end(body)
  }
}

/** An error's head and body where there is no framework to write them. */
export function bareError({ brand, ids }: Service, refused: Refused) {
  const requestId = ids.next()
  const view = errorView(refused, requestId)
  const body = JSON.stringify(view.body)
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    [markerName(brand)]: `${brand}.${LATEST}`,
    'X-Request-Id': requestId,
    Vary: 'Accept',
    ...(view.retryAfterSeconds === undefined
      ? {}
      : { 'Retry-After': String(view.retryAfterSeconds) }),
    'Content-Length': String(Buffer.byteLength(body)),
  }
  return { status: view.status, headers, body }
}

function refusedOfFault(error: Fault): Refused {
  if (error.code === 'HPE_HEADER_OVERFLOW') return new Refused('headers_too_large')
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refused('request_timeout')
  return new Refused('request_malformed', { values: { reason: 'it is not well-formed HTTP' } })
}
