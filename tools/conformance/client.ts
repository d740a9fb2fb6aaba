/** Requests with limits: 15 seconds, and 1 MiB of the answer. */

const REQUEST_MS = 15_000
const ANSWER_BYTES = 1_048_576

// biome-ignore lint/suspicious/noExplicitAny: An answer is what the check makes of it.
export type Json = any
export type Reply = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined if the answer is not JSON. */
  readonly body: Json
}
type Request = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export async function ask(url: string, request: Request): Promise<Reply> {
  const signal = AbortSignal.timeout(REQUEST_MS)
  const response = await fetch(url, { ...request, redirect: 'manual', signal })
  const text = await boundedText(response)
  return { status: response.status, headers: response.headers, text, body: jsonIn(text) }
}

async function boundedText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > ANSWER_BYTES) throw new Error(`the answer is longer than ${ANSWER_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function jsonIn(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type Calling = {
  readonly body?: object
  /** The version that the shop's software was written for. */
  readonly version?: string
  readonly key?: string
  readonly idempotencyKey?: string
}
export type Client = (method: string, path: string, calling?: Calling) => Promise<Reply>

export function createClient(service: { url: string; key: string; brand: string }): Client {
  return (method, path, { body, version = 'v1', key = service.key, idempotencyKey } = {}) =>
    ask(`${service.url}${path}`, {
      method,
      headers: {
        accept: `application/vnd.${service.brand}.sandbox.${version}+json`,
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}
