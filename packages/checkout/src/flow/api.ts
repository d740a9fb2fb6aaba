/** Requests of the page: always to the service that the page comes from. */

import type { StoreKey } from '@svc/api/frame-messages'

export type Question = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Behind `/checkout/<id>`. */
  readonly path: string
  readonly body?: unknown
  /** The same for every attempt, so that a request whose answer got lost counts once. */
  readonly idempotencyKey?: string
  readonly withKey?: boolean
  /** The answer is no JSON. */
  readonly asText?: boolean
  readonly timeoutMs?: number
  /** The page may be gone before the answer is there. */
  readonly keepalive?: boolean
}

export type Reply = {
  readonly status: number
  /** Parsed JSON; text where it is something else. */
  readonly body: unknown
  /** Of the error, empty where there is none. */
  readonly code: string
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly requestId: string | null
  readonly retryAfterMs: number
}

export type Api = {
  /** One attempt; undefined where no answer came. */
  ask(question: Question): Promise<Reply | undefined>
}

type ApiSettings = {
  /** Path under which the service is reached, without a slash at its end. */
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
        // The mode goes by the key's question; a token knows its own.
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
        // Not the service, but what stands between: the sign-in page of a hotel, say.
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
