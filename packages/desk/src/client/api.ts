/** Requests to the service, like any client of its API; the browser adds the cookie. */
import { site } from './site.ts'

export type Fields = Readonly<Record<string, readonly string[]>>

type Refusal = {
  /** 0: there was no answer. */
  readonly status: number
  /** Of the error catalogue; `offline` without an answer, `foreign` if it is not ours. */
  readonly code: string
  readonly message: string
  readonly fields: Fields
  readonly requestId: string | null
  readonly retryAfterMs: number
}

/** A refusal of the service, or the reason why it could not be reached. */
export class Failure extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
  get status(): number {
    return this.refusal.status
  }
  get code(): string {
    return this.refusal.code
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Question = {
  readonly method?: Method
  /** With its query; relative to the root of the service. */
  readonly path: string
  readonly body?: unknown
  readonly sandbox?: boolean
  readonly signal?: AbortSignal
  readonly idempotencyKey?: string
  /** The store of the route, for store staff. */
  readonly storeId?: string | undefined
}

const TIMEOUT_MS = 30_000

/** The media type of the API in a mode. */
export const acceptOf = (sandbox: boolean): string =>
  `application/vnd.${site.brand}${sandbox ? '.sandbox' : ''}.v1+json`

const LEFT_ALONE_MS = 60_000
let usedAt = performance.now()
for (const name of ['pointerdown', 'keydown', 'wheel'] as const) {
  addEventListener(name, () => {
    usedAt = performance.now()
  })
}

/** The page has been idle for a while: its requests do not keep the session alive. */
const isLeftAlone = (): boolean => performance.now() - usedAt > LEFT_ALONE_MS

/** One attempt; throws a `Failure`. */
export async function ask<T>(question: Question): Promise<T> {
  const answer = await answerTo(question)
  const content = parsed<T>(answer.text)
  if (answer.ok && content !== undefined) return content
  throw failureOf(answer, content)
}

/**
 * A file, without a time limit while it progresses; `onMore` receives the number of bytes so far.
 */
export async function requestFile(
  question: Question,
  onMore: (bytes: number) => void,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const answer = await answerTo(question, (part) => {
    parts.push(part)
    bytes += part.length
    onMore(bytes)
  })
  if (answer.ok) return new Blob(parts)
  throw failureOf(answer, parsed(answer.text))
}

type Reply = Pick<Response, 'ok' | 'status' | 'headers'> & { readonly text: string }

/** `onPart` receives parts instead of the text. */
async function answerTo(
  question: Question,
  onPart?: (part: Uint8Array<ArrayBuffer>) => void,
): Promise<Reply> {
  const { method = 'GET', path, body, sandbox = false, signal, idempotencyKey } = question
  const { storeId } = question
  const silence = new AbortController()
  let timer = 0
  const moved = () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => silence.abort(), TIMEOUT_MS)
  }
  moved()
  try {
    const answer = await fetch(site.root + path, {
      method,
      headers: {
        accept: acceptOf(sandbox),
        'x-desk': method === 'GET' && isLeftAlone() ? 'live' : '1',
        'accept-language': document.documentElement.lang,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(storeId === undefined ? {} : { 'store-id': storeId }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]),
    })
    const { ok, status, headers } = answer
    // A truncated answer is invalid.
    const reader = ok && onPart ? answer.body?.getReader() : undefined
    if (reader === undefined) return { ok, status, headers, text: await answer.text() }
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      moved()
      onPart?.(next.value)
    }
    return { ok, status, headers, text: '' }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Failure({ ...NOTHING, code: 'offline', message: '' })
  } finally {
    clearTimeout(timer)
  }
}

const NOTHING = { status: 0, fields: {}, requestId: null, retryAfterMs: 0 } as const

/** Null for an empty answer; undefined if it is not JSON. */
function parsed<T>(text: string): T | undefined {
  try {
    return JSON.parse(text === '' ? 'null' : text)
  } catch {
    return undefined
  }
}

function failureOf({ status, headers }: Reply, answer: unknown): Failure {
  const { error } = recordOf(answer)
  const { code, message, fields, request_id: requestId } = recordOf(error)
  return new Failure({
    status,
    // Not the service, but an intermediary: a proxy, the sign-in page of a hotel.
    code: typeof code === 'string' ? code : 'foreign',
    message: typeof message === 'string' ? message : '',
    fields: Object.fromEntries(
      Object.entries(recordOf(fields)).map(([name, each]) => [name, [each].flat().map(String)]),
    ),
    requestId: typeof requestId === 'string' ? requestId : null,
    retryAfterMs: (Number(headers.get('retry-after')) || 0) * 1_000,
  })
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
