import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { messageOf } from '../narrow.ts'
import { beginCall } from '../tracing/trace-context.ts'
import { checkUrl, guardedLookup, hostOf, type Outbound } from './address-guard.ts'
import { type Connecting, connectGuarded } from './connect.ts'
import { type Connected, createIdleConnections } from './idle-connections.ts'

export type PostInput = Omit<Connecting, 'signal'> & {
  readonly url: string
  readonly allow: Outbound
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /**
   * Its connection may be a reused one, and may be reused. The same request is sent a second time
   * if the reused connection turns out to be closed.
   */
  readonly keeps?: boolean
  /** For the whole exchange, from the name's look-up to the last byte of the answer. */
  readonly timeoutMs?: number
  /** The part of the answer that is stored. */
  readonly maxBytes?: number
}

export type PostResult =
  | {
      readonly status: number
      readonly headers: IncomingHttpHeaders
      readonly body: string
      readonly durationMs: number
    }
  | { readonly failure: string; readonly durationMs: number }

const TIMEOUT_MS = 15_000
const ANSWER_BYTES_MAX = 65_536
const connections = createIdleConnections()
/** Created once: a new error each time would cost as much as a signature. */
const OVER = new Error('the exchange is over')

/** One POST to an address that a store named. Follows no redirect, and never throws. */
export async function postGuarded(input: PostInput): Promise<PostResult> {
  const call = beginCall()
  const result = await post({ ...input, headers: { ...input.headers, ...call.headers } })
  const status = 'failure' in result ? undefined : result.status
  call.end({
    name: 'POST',
    isFault: status === undefined || status >= 400,
    attributes: {
      'http.request.method': 'POST',
      'server.address': URL.parse(input.url)?.hostname,
      'http.response.status_code': status,
    },
  })
  return result
}

async function post(input: PostInput): Promise<PostResult> {
  const { url, allow, timeoutMs = TIMEOUT_MS } = input
  const started = performance.now()
  const duration = () => Math.round(performance.now() - started)
  const refused = checkUrl(url, allow)
  if (refused !== undefined) return { failure: `the URL ${refused}`, durationMs: 0 }
  const ending = new AbortController()
  const late = Promise.withResolvers<never>()
  // Settles by itself: not every end of an exchange is reported as an error.
  const timer = setTimeout(
    () => late.reject(new Error(`no answer within ${timeoutMs} ms`)),
    timeoutMs,
  )
  try {
    const { response, body } = await Promise.race([exchange(input, ending.signal), late.promise])
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body,
      durationMs: duration(),
    }
  } catch (error) {
    ending.abort(OVER)
    return { failure: messageOf(error), durationMs: duration() }
  } finally {
    clearTimeout(timer)
  }
}

type Exchanged = { readonly response: IncomingMessage; readonly body: string }

/** Names are looked up and checked each time, also if there is an open connection. */
async function exchange(input: PostInput, signal: AbortSignal): Promise<Exchanged> {
  const target = new URL(input.url)
  const checked = await guardedLookup(hostOf(target), input.allow)
  signal.throwIfAborted()
  const held = input.keeps === true ? connections.take(target.origin, checked) : undefined
  if (held !== undefined) {
    const sent = await send(input, { target, connected: held, signal }).catch(() => undefined)
    if (sent !== undefined) return sent
    // It was closed at the moment of reuse: a receiver recognises a duplicate by its id.
    signal.throwIfAborted()
  }
  const connected = await connectGuarded(target, checked, { ...input, signal })
  return send(input, { target, connected, signal })
}

type Way = {
  readonly target: URL
  readonly connected: Connected
  readonly signal: AbortSignal
}

function send(input: PostInput, { target, connected, signal }: Way): Promise<Exchanged> {
  const { headers, body, keeps = false, maxBytes = ANSWER_BYTES_MAX } = input
  const { socket } = connected
  const secure = target.protocol === 'https:'
  signal.addEventListener('abort', () => socket.destroy(), { once: true })
  return new Promise((resolve, reject) => {
    const begin = secure ? requestHttps : requestHttp
    const request = begin(target, {
      method: 'POST',
      createConnection: () => socket,
      defaultPort: secure ? 443 : 80,
      headers: {
        ...headers,
        'content-length': String(Buffer.byteLength(body)),
        'accept-encoding': 'identity',
        connection: keeps ? 'keep-alive' : 'close',
      },
    })
    request.on('error', (error) => {
      socket.destroy()
      reject(error)
    })
    // Without a listener, a protocol switch would end the request without any event.
    request.on('upgrade', (response) => {
      socket.destroy()
      resolve({ response, body: '' })
    })
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let length = 0
      const text = () => Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length < maxBytes) return
        // The rest of the answer is not read.
        socket.destroy()
        resolve({ response, body: text() })
      })
      response.on('end', () => {
        if (request.shouldKeepAlive && request.writableFinished)
          socket.once('free', () => connections.keep(target.origin, connected))
        else socket.destroy()
        resolve({ response, body: text() })
      })
      response.on('error', reject)
    })
    request.end(body)
  })
}
