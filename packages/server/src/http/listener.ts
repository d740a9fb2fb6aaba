/**
 * What stands before the framework: requests that no server should take, and answers from memory
 * that are not worth its while.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Refused } from '../refusal.ts'
import type { Authenticator } from './authenticate.ts'
import { bareError, onExpectation } from './client-error.ts'
import { boundConnections } from './connection-limit.ts'
import type { RequestLimits } from './request-limits.ts'
import type { Service } from './service.ts'

/** Answers a request, or says that the framework has to. */
export type QuickAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

/** What the server knows of keys, for those who answer before it. */
export type QuickParts = {
  readonly known: Authenticator['known']
  readonly limitKey: RequestLimits['ofKey']
}
export type CreateQuick = (service: Service, parts: QuickParts) => QuickAnswer
type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** What is not here by then is 408. */
const HEADERS_MS_MAX = 10_000
const REQUEST_MS_MAX = 30_000
const KEPT_ALIVE_MS = 72_000
/** Of an answer that nobody reads. */
const STALLED_MS_MAX = 60_000
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

export function createListener(service: Service, handler: Handler, quick: QuickAnswer): Server {
  const server = createServer(
    {
      // Ours is the answer where there is none or more than one.
      requireHostHeader: false,
      headersTimeout: HEADERS_MS_MAX,
      requestTimeout: REQUEST_MS_MAX,
      keepAliveTimeout: KEPT_ALIVE_MS,
      connectionsCheckingInterval: 1_000,
    },
    (request, response) => {
      if (!namesOneHost(request)) {
        const reason = 'it must have one Host header'
        return refuse(service, response, new Refused('request_malformed', { values: { reason } }))
      }
      if (request.url === '*' && request.method === 'OPTIONS') {
        return void response.writeHead(204, { allow: METHODS }).end()
      }
      if (!quick(request, response)) handler(request, response)
    },
  )
  server.timeout = STALLED_MS_MAX
  boundConnections(server, service)
  server.on('checkExpectation', onExpectation(service))
  return server
}

/** Two servers could each believe another one: a way past whoever is in front (RFC 9112 §3.2). */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

function refuse(service: Service, response: ServerResponse, refused: Refused): void {
  const { status, headers, body } = bareError(service, refused)
  response.writeHead(status, { ...headers, Connection: 'close' }).end(body)
}
