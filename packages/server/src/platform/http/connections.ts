/** The unfinished answers of each connection, for when nothing more can be read from it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}
type Connection = {
  /** In the order of their requests, which is the order in which they are sent. */
  readonly answers: ServerResponse[]
  last: Exchange
}

const connections = new WeakMap<Socket, Connection>()

/** Called for every request before it is processed. */
export function trackRequest(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  const last = { request, response }
  const known = connections.get(socket)
  if (known === undefined) return void connections.set(socket, { answers: [response], last })
  known.last = last
  known.answers.push(response)
  while (known.answers[0]?.closed === true) known.answers.shift()
}

/** Answers that are still to be sent. */
const openAnswers = (socket: Socket): ServerResponse[] =>
  (connections.get(socket)?.answers ?? []).filter(({ closed }) => !closed)

/** The request that has not arrived completely. */
export function unfinishedRequest(socket: Socket): Exchange | undefined {
  const last = connections.get(socket)?.last
  return last?.request.complete === false ? last : undefined
}

/**
 * Calls back once every complete request is answered: answers are sent in the order of requests,
 * and one whose effect is stored must not be lost because of input behind it.
 */
export function onceAnswered(socket: Socket, then: () => void): void {
  const cut = unfinishedRequest(socket)?.response
  const last = openAnswers(socket).findLast((response) => response !== cut || response.headersSent)
  if (last === undefined) then()
  else last.once('close', then)
}

/** Whether it is idle: no request has begun, and no answer is unread. */
export function isIdle(socket: Socket): boolean {
  const connection = connections.get(socket)
  if (connection === undefined) return socket.bytesRead === 0
  const { complete } = connection.last.request
  return openAnswers(socket).length === 0 && complete && socket.writableLength === 0
}

/**
 * Whether it waits for its client: for the rest of a request, for reading an answer, or for the
 * next request.
 */
export function isOfClient(socket: Socket): boolean {
  return !isWorkedFor(socket) || unfinishedRequest(socket) !== undefined
}

/** Whether an answer is being computed, and none waits for the client to read it. */
export function isWorkedFor(socket: Socket): boolean {
  return openAnswers(socket).length > 0 && socket.writableLength === 0
}
