/** The layer before the routes: requests that no server should accept, and answers from memory. */
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { isWorkedFor, onceAnswered, trackRequest } from '../../platform/http/connections.ts'
import { requestFault } from '../../platform/http/request-fault.ts'
import type { WholeService } from '../service/whole-service.ts'
import type { Identity } from './authenticate.ts'
import { refuse } from './bare-error.ts'
import { onClientError, type RefuseMethod } from './client-error.ts'
import { boundConnections } from './connection-limit.ts'
import type { KeyMemory } from './key-memory.ts'
import type { RequestLimits } from './request-limits.ts'
import { METHODS } from './route-table.ts'
import { safetyHeaders } from './safety-headers.ts'

/** Answers a request, or says that its route has to. */
export type QuickAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

/** The server's knowledge of keys, for the layers that answer before it. */
export type QuickParts = {
  readonly known: KeyMemory<Identity>['known']
  readonly limitKey: RequestLimits['ofKey']
}
export type CreateQuick = (service: WholeService, parts: QuickParts) => QuickAnswer
type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A request that is incomplete by then is 408. */
const HEADERS_MS_MAX = 10_000
const REQUEST_MS_MAX = 30_000
const KEEP_ALIVE_MS = 72_000
/** For an answer that nobody reads. */
const STALLED_MS_MAX = 60_000

type Parts = {
  readonly quick: QuickAnswer
  readonly handler: Handler
  readonly refuseMethod: RefuseMethod
}

export function createListener(
  service: WholeService,
  { quick, handler, refuseMethod }: Parts,
): Server {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    trackRequest(request, response)
    const { method = '', url = '' } = request
    const requested = { accept: request.headers.accept, url }
    const refused = requestFault(request)
    if (refused !== undefined) refuse(service, response, { refused, requested })
    else if (url === '*') tellMethods(service, response)
    else if (!METHODS.includes(method))
      refuse(service, response, { ...refuseMethod(method, url), requested })
    else if (!quick(request, response)) handler(request, response)
  }
  const server = createServer(
    {
      // Ours is the answer if there is none or more than one.
      requireHostHeader: false,
      headersTimeout: HEADERS_MS_MAX,
      requestTimeout: REQUEST_MS_MAX,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 1_000,
    },
    answer,
  )
  server.timeout = STALLED_MS_MAX
  // Some work takes longer than any client may: months of a test clock.
  server.on('timeout', (socket: Socket) => void (isWorkedFor(socket) || socket.destroy()))
  boundConnections(server, service)
  server.on('clientError', onClientError(service, refuseMethod))
  server.on('checkExpectation', answer)
  server.on('connect', (request, socket) => {
    if (socket instanceof Socket) answerConnect(request, socket, answer)
  })
  return server
}

function tellMethods(service: WholeService, response: ServerResponse): void {
  const id = service.ids.next()
  const headers = { allow: METHODS.join(', '), 'x-request-id': id, ...safetyHeaders(service) }
  response.writeHead(204, headers).end()
  service.traffic.note({ method: 'OPTIONS', route: '*', status: 204 })
}

/**
 * Nobody is connected with anybody else: CONNECT is a method that no path has. The server keeps out
 * of its connection, so that it is answered by hand and closed.
 */
function answerConnect(request: IncomingMessage, socket: Socket, answer: Handler): void {
  socket.on('error', () => socket.destroy())
  onceAnswered(socket, () => {
    if (!socket.writable) return
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.destroySoon())
    answer(request, response)
  })
}
