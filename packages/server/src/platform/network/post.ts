import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { messageOf } from '../narrow.ts'
import { beginCall } from '../tracing/trace-context.ts'
import { checkUrl } from './address-guard.ts'
import { type Connecting, connectGuarded } from './connect.ts'

export type PostInput = Omit<Connecting, 'signal'> & {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For the whole exchange, from the name's look-up to the last byte of the answer. */
  readonly timeoutMs?: number
  /** What is kept of the answer. */
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
  // Settles by itself: not every way in which an exchange ends is told as an error.
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
    return { failure: messageOf(error), durationMs: duration() }
  } finally {
    clearTimeout(timer)
    ending.abort()
  }
}

async function exchange(input: PostInput, signal: AbortSignal) {
  const { url, headers, body, maxBytes = ANSWER_BYTES_MAX } = input
  const target = new URL(url)
  const socket = await connectGuarded(target, { ...input, signal })
  const secure = target.protocol === 'https:'
  return new Promise<{ response: IncomingMessage; body: string }>((resolve, reject) => {
    const send = secure ? requestHttps : requestHttp
    const request = send(target, {
      method: 'POST',
      // A connection of its own: none that was opened under another check is used again.
      createConnection: () => socket,
      defaultPort: secure ? 443 : 80,
      headers: {
        ...headers,
        'content-length': String(Buffer.byteLength(body)),
        'accept-encoding': 'identity',
      },
    })
    request.on('error', reject)
    // Without a listener, a switch of protocols would end the request and nothing would say so.
    request.on('upgrade', (response, upgraded) => {
      upgraded.destroy()
      resolve({ response, body: '' })
    })
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let length = 0
      const text = () => Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length >= maxBytes) resolve({ response, body: text() })
      })
      response.on('end', () => resolve({ response, body: text() }))
      response.on('error', reject)
    })
    request.end(body)
  })
}
