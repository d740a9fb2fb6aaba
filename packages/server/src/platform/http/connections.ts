/** What each connection still has to answer, for when nothing more can be read from it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}
type Connection = {
  /** In the order of their requests, which is that in which they go out. */
  readonly answers: ServerResponse[]
  last: Exchange
}

const connections = new WeakMap<Socket, Connection>()

/** Of every request, before anything is made of it. */
export function noteRequest(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  const last = { request, response }
  const known = connections.get(socket)
  if (known === undefined) return void connections.set(socket, { answers: [response], last })
  known.last = last
  known.answers.push(response)
  while (known.answers[0]?.closed === true) known.answers.shift()
}

/** What still has to go out. */
const openAnswers = (socket: Socket): ServerResponse[] =>
  (connections.get(socket)?.answers ?? []).filter(({ closed }) => !closed)

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
  const last = openAnswers(socket).findLast((response) => response !== cut || response.headersSent)
  if (last === undefined) then()
  else last.once('close', then)
}

/** Whether nothing is under way: no request that has begun, no answer that is not read yet. */
export function isIdle(socket: Socket): boolean {
  const connection = connections.get(socket)
  if (connection === undefined) return socket.bytesRead === 0
  const { complete } = connection.last.request
  return openAnswers(socket).length === 0 && complete && socket.writableLength === 0
}

/** Whether it goes on only when its client does: sends the rest, reads the rest, asks anew. */
export function isOfClient(socket: Socket): boolean {
  return !isWorkedFor(socket) || unfinishedRequest(socket) !== undefined
}

/** Whether an answer is being made, and none waits for the client to read it. */
export function isWorkedFor(socket: Socket): boolean {
  return openAnswers(socket).length > 0 && socket.writableLength === 0
}
