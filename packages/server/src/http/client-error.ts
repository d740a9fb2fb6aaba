import type { Socket } from 'node:net'
import { Refused } from '../refusal.ts'
import { errorView } from './errors.ts'

type Fault = Error & { code?: string }

/** What arrives broken never becomes a request: it still gets our envelope, then the connection closes. */
export function onClientError(brand: string) {
  return (error: Fault, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
    const view = errorView(refusedOfFault(error), 'none')
    const body = JSON.stringify(view.body)
    const name = brand.charAt(0).toUpperCase() + brand.slice(1)
    socket.end(
      [
        `HTTP/1.1 ${view.status} Refused`,
        'Content-Type: application/json; charset=utf-8',
        `X-${name}-Media-Type: ${brand}.v1`,
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
