import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Refused } from '../refusal.ts'
import { errorView } from './errors.ts'
import { LATEST, markerName } from './negotiate.ts'
import type { Service } from './service.ts'

type Fault = Error & { code?: string }

/**
 * What arrives broken never becomes a request: it still gets our envelope, then the connection
 * closes.
 */
export function onClientError({ brand, ids }: Service) {
  return (error: Fault, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
    const requestId = ids.next()
    const view = errorView(refusedOfFault(error), requestId)
    const body = JSON.stringify(view.body)
    socket.end(
      [
        `HTTP/1.1 ${view.status} ${STATUS_CODES[view.status]}`,
        'Content-Type: application/json; charset=utf-8',
        `${markerName(brand)}: ${brand}.${LATEST}`,
        `X-Request-Id: ${requestId}`,
        'Vary: Accept',
        'Connection: close',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    )
  }
}

function refusedOfFault(error: Fault): Refused {
  if (error.code === 'HPE_HEADER_OVERFLOW') return new Refused('headers_too_large')
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refused('request_timeout')
  return new Refused('request_malformed', { values: { reason: 'it is not well-formed HTTP' } })
}
