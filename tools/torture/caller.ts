/**
 * A store's client that never gives up: any of the services will do, an answer that is lost is
 * requested again under the same key, and now and then it hangs up before it has the answer.
 */
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../simulate/random.ts'
import type { Tally } from './tally.ts'

const ANSWER_MS_MAX = 30_000
const HANG_UP = 0.1
const PAUSE_MS = 50
const SANDBOX = 'application/vnd.svc.sandbox.v1+json'

export type Place = {
  readonly baseUrl: string
  /** The private keys of its stores. */
  readonly keys: readonly string[]
}
export type Reply = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}
export type Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  /** Absent: without an Idempotency-Key. */
  readonly key?: string
}

export type Caller = {
  /** One attempt; undefined when nobody can know whether it took place. */
  once(call: Call): Promise<Reply | undefined>
  /** Until there is an answer that is not "later"; throws after two minutes. */
  persist(call: Call): Promise<Reply>
}

type CallerOptions = {
  /** The services that are up. */
  readonly places: () => readonly Place[]
  /** Which of the stores calls. */
  readonly store: number
  readonly random: Random
  readonly tally: Tally
  readonly msMax: number
}

export function createCaller({ places, store, random, tally, msMax }: CallerOptions): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })

  async function attempt(call: Call, hangUp: boolean): Promise<Reply | undefined> {
    const up = places()
    if (up.length === 0) {
      await pause(PAUSE_MS)
      return undefined
    }
    try {
      const { baseUrl, keys } = random.pick(up)
      const place = { baseUrl, key: keys[store] ?? '' }
      const reply = await send(place, { call, agent, hangUpMs: hangUp ? delay() : null })
      tally.answered(reply.status)
      // What the service could not finish it says with 503; anything else from 500 is a fault.
      if (reply.status >= 500 && reply.status !== 503)
        tally.fault(`${call.method} ${call.path}: ${reply.status} ${reply.text}`)
      if (reply.status === 503 && reply.headers['retry-after'] === undefined)
        tally.fault(`${call.method} ${call.path}: 503 without Retry-After: ${reply.text}`)
      return reply.status >= 500 ? undefined : reply
    } catch {
      tally.broken()
      return undefined
    }
  }
  const delay = () => random.between(0, 15)

  return {
    once: (call) => attempt(call, false),
    async persist(call) {
      const limit = Date.now() + msMax
      for (;;) {
        const reply = await attempt(call, call.key !== undefined && random.chance(HANG_UP))
        const later = reply === undefined || reply.status === 429 || isRunning(reply)
        if (!later) return reply
        if (Date.now() > limit) {
          const last = reply === undefined ? 'no answer' : `${reply.status} ${reply.text}`
          throw new Error(`${call.method} ${call.path} was never answered: ${last}`)
        }
        await pause(random.between(10, PAUSE_MS))
      }
    },
  }
}

function isRunning({ status, text }: Reply): boolean {
  return status === 409 && text.includes('request_in_progress')
}

type Sending = {
  readonly call: Call
  readonly agent: Agent
  /** After so long the client is gone, whatever the service does. */
  readonly hangUpMs: number | null
}

type Target = { readonly baseUrl: string; readonly key: string }

function send({ baseUrl, key }: Target, { call, agent, hangUpMs }: Sending): Promise<Reply> {
  const { method, path, body } = call
  const json = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    accept: SANDBOX,
    authorization: `Bearer ${key}`,
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(call.key === undefined ? {} : { 'idempotency-key': call.key }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(baseUrl + path, { method, headers, agent, timeout: ANSWER_MS_MAX })
    const leave = () => sent.destroy(new Error('hung up'))
    const timer = setTimeout(leave, hangUpMs ?? ANSWER_MS_MAX)
    sent.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    sent.once('response', (response) => {
      textOf(response)
        .then((text) => {
          const { statusCode: status = 0, headers: answered } = response
          resolve({ status, headers: answered, text })
        }, reject)
        .finally(() => clearTimeout(timer))
    })
    sent.end(json)
  })
}
