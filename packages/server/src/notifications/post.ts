import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type AllowList, checkUrl, guardedLookup } from './address-guard.ts'

export type PostInput = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly allow: AllowList
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
  const started = performance.now()
  const duration = () => Math.round(performance.now() - started)
  const refused = checkUrl(input.url, input.allow)
  if (refused !== undefined) return { failure: refused, durationMs: 0 }
  try {
    const { response, body } = await exchange(input)
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body,
      durationMs: duration(),
    }
  } catch (error) {
    return { failure: messageOf(error), durationMs: duration() }
  }
}

/** What failed at every one of several addresses has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

function exchange({
  url,
  headers,
  body,
  allow,
  timeoutMs = TIMEOUT_MS,
  maxBytes = ANSWER_BYTES_MAX,
}: PostInput) {
  return new Promise<{ response: IncomingMessage; body: string }>((resolve, reject) => {
    const target = new URL(url)
    const send = target.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(target, {
      method: 'POST',
      // A connection of its own: none that was opened under another check is used again.
      agent: false,
      lookup: guardedLookup(allow),
      headers: {
        ...headers,
        'content-length': String(Buffer.byteLength(body)),
        'accept-encoding': 'identity',
      },
    })
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      request.destroy()
    }
    // Settles by itself: not every way in which a request ends is told as an error.
    const timer = setTimeout(
      () => finish(() => reject(new Error(`no answer within ${timeoutMs} ms`))),
      timeoutMs,
    )
    request.on('error', (error) => finish(() => reject(error)))
    // Without a listener, a switch of protocols would end the request and nothing would say so.
    request.on('upgrade', (response, socket) => {
      socket.destroy()
      finish(() => resolve({ response, body: '' }))
    })
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let length = 0
      const text = () => Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
      const answered = () => finish(() => resolve({ response, body: text() }))
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length >= maxBytes) answered()
      })
      response.on('end', answered)
      response.on('error', (error) => finish(() => reject(error)))
    })
    request.end(body)
  })
}
