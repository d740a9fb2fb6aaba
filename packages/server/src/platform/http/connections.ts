/** What each connection still has to answer, for when nothing more can be read from it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}
type Connection = { readonly open: Set<ServerResponse>; last: Exchange }

const connections = new WeakMap<Socket, Connection>()

/** Of every request, before anything is made of it. */
export function noteRequest(request: IncomingMessage, response: ServerResponse): void {
  const known = connections.get(request.socket)
  const last = { request, response }
  const connection = known ?? { open: new Set<ServerResponse>(), last }
  connection.last = last
  if (known === undefined) connections.set(request.socket, connection)
  connection.open.add(response)
  response.once('close', () => connection.open.delete(response))
}

/** The request that has not arrived whole. */
export function unfinishedRequest(socket: Socket): Exchange | undefined {
  const last = connections.get(socket)?.last
  return last?.request.complete === false ? last : undefined
}

/**
 * Calls back once all is answered that arrived whole: answers go out in the order of the requests,
 * and one whose effect is stored must not be lost for what came behind it.
 */
export function onceAnswered(socket: Socket, then: () => void): void {
  const cut = unfinishedRequest(socket)?.response
  const open = [...(connections.get(socket)?.open ?? [])]
  const last = open.findLast((response) => response !== cut || response.headersSent)
  if (last === undefined) then()
  else last.once('close', then)
}

/** Whether nothing is under way: no request that has begun, no answer that is not read yet. */
export function isIdle(socket: Socket): boolean {
  const connection = connections.get(socket)
  if (connection === undefined) return socket.bytesRead === 0
  const { open, last } = connection
  return open.size === 0 && last.request.complete && socket.writableLength === 0
}

/** Whether an answer is being made, and none waits for the client to read it. */
export function isWorkedFor(socket: Socket): boolean {
  return (connections.get(socket)?.open.size ?? 0) > 0 && socket.writableLength === 0
}
