/** Sends one request until it has an answer, a few times at most. */

import { isRecord } from '../records.ts'
import { SvcConnectionError, SvcError } from './errors.ts'
import type { ClientSettings } from './settings.ts'

type Request = {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body?: string
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

const TIMEOUT_MS = 10_000
const TRIES_MAX = 3
const PAUSE_MS = 300
/** The longest `Retry-After` that is honoured. */
const PAUSE_MS_MAX = 10_000

/** A write has the same key in all its attempts: it takes effect once even if an answer is lost. */
export async function send(settings: ClientSettings, request: Request): Promise<unknown> {
  const { triesMax = TRIES_MAX } = settings
  for (let tries = 1; ; tries++) {
    try {
      return await sendOnce(settings, request)
    } catch (error) {
      const retryable =
        error instanceof SvcConnectionError || (error instanceof SvcError && error.retryable)
      if (!retryable || tries >= triesMax) throw error
      await pause(pauseMs(error, tries), request.signal)
    }
  }
}

/** The delay doubles with each attempt; it is longer if the service says so. */
function pauseMs(error: SvcError | SvcConnectionError, tries: number): number {
  const requested = error instanceof SvcError ? (error.retryAfter ?? 0) * 1000 : 0
  const own = PAUSE_MS * 2 ** (tries - 1)
  return Math.min(Math.max(requested, own), PAUSE_MS_MAX)
}

async function sendOnce(settings: ClientSettings, request: Request): Promise<unknown> {
  const { method, path, body, idempotencyKey, signal } = request
  const { baseUrl, privateKey, mode, brand = 'svc', timeoutMs = TIMEOUT_MS } = settings
  const timeout = AbortSignal.timeout(timeoutMs)
  const sandbox = mode === 'sandbox' ? '.sandbox' : ''
  let response: Response
  let text: string
  try {
    response = await fetch(baseUrl.replace(/\/+$/, '') + path, {
      method,
      headers: {
        Authorization: `Bearer ${privateKey}`,
        Accept: `application/vnd.${brand}${sandbox}.v1+json`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body }),
      // The key is sent to the service only, never to a redirect's target.
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    text = await response.text()
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason
    const what = timeout.aborted ? `no answer within ${timeoutMs} ms` : 'the connection failed'
    throw new SvcConnectionError(`${method} ${path}: ${what}`, error)
  }
  if (response.ok && text === '') return undefined
  const answer = parse(text)
  if (response.ok && answer !== undefined) return answer
  if (response.ok || !isEnvelope(answer)) {
    const { status } = response
    throw new SvcConnectionError(`${method} ${path}: ${status} with a body not of the service`)
  }
  throw new SvcError(response.status, answer.error, retryAfter(response))
}

type Envelope = { readonly error: ConstructorParameters<typeof SvcError>[1] }

function isEnvelope(answer: unknown): answer is Envelope {
  if (!isRecord(answer) || !isRecord(answer.error)) return false
  return typeof answer.error.code === 'string' && typeof answer.error.message === 'string'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function retryAfter(response: Response): number | undefined {
  const value = response.headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted === true) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
