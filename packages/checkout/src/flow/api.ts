/** Requests of the page, always to its own service. */

import type { StoreKey } from '@svc/api/frame-messages'

export type Question = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** After `/checkout/<id>`. */
  readonly path: string
  readonly body?: unknown
  /** The same for every attempt, so that a request whose answer was lost takes effect once. */
  readonly idempotencyKey?: string
  readonly withKey?: boolean
  /** The answer is not JSON. */
  readonly asText?: boolean
  readonly timeoutMs?: number
  /** The page may be closed before the answer arrives. */
  readonly keepalive?: boolean
}

export type Reply = {
  readonly status: number
  /** Parsed JSON; otherwise the text. */
  readonly body: unknown
  /** The error code, empty if there is none. */
  readonly code: string
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly requestId: string | null
  readonly retryAfterMs: number
}

export type Api = {
  /** One attempt; undefined if there was no answer. */
  ask(question: Question): Promise<Reply | undefined>
}

type ApiSettings = {
  /** Path of the service, without a slash at the end. */
  readonly root: string
  readonly brand: string
  key(): StoreKey | null
  checkoutId(): string
  token(): string | null
}

const TIMEOUT_MS = 15_000

export function createApi(settings: ApiSettings): Api {
  const { root, brand } = settings
  return {
    async ask(question) {
      const { method, path, body, idempotencyKey, withKey = false } = question
      const { publicKey = null, sandbox = false } = settings.key() ?? {}
      const bearer = withKey ? publicKey : settings.token()
      const controller = new AbortController()
      const late = setTimeout(() => controller.abort(), question.timeoutMs ?? TIMEOUT_MS)
      try {
        // A key needs the mode in addition; a token implies it.
        const mode = withKey && sandbox ? '.sandbox' : ''
        const response = await fetch(`${root}/checkout/${settings.checkoutId()}${path}`, {
          method,
          headers: {
            accept: `application/vnd.${brand}${mode}.v1+json`,
            authorization: `Bearer ${bearer ?? ''}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          keepalive: question.keepalive ?? false,
          credentials: 'omit',
          cache: 'no-store',
          referrerPolicy: 'no-referrer',
          signal: controller.signal,
        })
        const reply = replyOf(response, await response.text())
        // Not the service, but an intermediary: for example the sign-in page of a hotel.
        const foreign = response.ok && typeof reply.body === 'string' && reply.body !== ''
        return foreign && !question.asText ? undefined : reply
      } catch {
        return undefined
      } finally {
        clearTimeout(late)
      }
    },
  }
}

function replyOf(response: Response, text: string): Reply {
  const { status, headers } = response
  const body = bodyOf(text)
  const error = fieldsOf(fieldsOf(body).error)
  const { code, fields, request_id: requestId } = error
  return {
    status,
    body,
    code: typeof code === 'string' ? code : '',
    fields: Object.fromEntries(
      Object.entries(fieldsOf(fields)).map(([name, each]) => [name, [each].flat().map(String)]),
    ),
    requestId: typeof requestId === 'string' ? requestId : null,
    retryAfterMs: (Number(headers.get('retry-after')) || 0) * 1000,
  }
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
