/** Input that never becomes a request still gets our envelope. */
import type { Socket } from 'node:net'
import { onceAnswered, unfinishedRequest } from '../../platform/http/connections.ts'
import { type Packet, readUnknownMethod } from '../../platform/http/request-line.ts'
import { Refused } from '../../platform/refusal.ts'
import type { WholeService } from '../service/whole-service.ts'
import { bareAnswer, endSocket, type Refusal } from './bare-error.ts'

/** As the parser reports it; declarations elsewhere differ. */
type Fault = Error & Packet

/** 405 with the methods of the target's path, or 404. */
export type RefuseMethod = (method: string, target: string) => Refusal

/** Connections from which nothing more is read. */
const failed = new WeakSet<Socket>()

/**
 * Input that is not HTTP, or comes too slowly, or is too large: the requests before it are
 * answered, then it is, then the connection closes.
 */
export function onClientError(service: WholeService, refuseMethod: RefuseMethod) {
  return (error: Fault, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
    if (failed.has(socket)) return
    failed.add(socket)
    const cut = unfinishedRequest(socket)
    onceAnswered(socket, () => {
      if (!socket.writable) return
      // Its answer went out before the fault was met.
      if (cut?.response.headersSent === true) return endSocket(socket)
      const { accept } = cut?.request.headers ?? {}
      const requested = { accept, url: cut?.request.url }
      endSocket(socket, bareAnswer(service, { requested, ...refusalOf(error, refuseMethod) }))
    })
  }
}

/** By the codes of the parser (llhttp) and its reasons. */
function refusalOf(error: Fault, refuseMethod: RefuseMethod): Refusal {
  const { code = '', reason = '' } = error
  if (code === 'HPE_HEADER_OVERFLOW') return { refused: new Refused('headers_too_large') }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { refused: new Refused('request_timeout') }
  if (code === 'HPE_INVALID_VERSION' || code === 'HPE_PAUSED_H2_UPGRADE')
    return { refused: new Refused('http_version_unsupported') }
  // The same code is used for one together with a Content-Length, which is not a lack of support.
  if (code === 'HPE_INVALID_TRANSFER_ENCODING' && !reason.includes('Content-Length'))
    return { refused: new Refused('transfer_encoding_unsupported') }
  const line = readUnknownMethod(error)
  if (line !== undefined) return { ...refuseMethod(line.method, line.url), requested: line }
  return { refused: new Refused('request_malformed', { values: { reason: NOT_HTTP } }) }
}

const NOT_HTTP = 'it is not well-formed HTTP'
