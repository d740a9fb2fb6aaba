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
    return {
      failure: error instanceof Error ? error.message : String(error),
      durationMs: duration(),
    }
  }
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
    const send = url.toLowerCase().startsWith('https:') ? requestHttps : requestHttp
    const request = send(url, {
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
    const timer = setTimeout(
      () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)),
      timeoutMs,
    )
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      request.destroy()
    }
    request.on('error', (error) => finish(() => reject(error)))
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
