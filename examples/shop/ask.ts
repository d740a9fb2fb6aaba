/** How the shop talks to the financing service: its key, the mode, and patience. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ShopSettings } from './settings.ts'

const TIMEOUT_MS = 10_000
const TRIES_MAX = 5
const RETRY_MS = 300
/** A buyer waits for the answer: no wait that the service asks for is longer than this. */
const RETRY_MS_MAX = 3_000

/** The service said no, or nothing at all (status 503). */
export class FinancingError extends Error {
  readonly status: number
  readonly code: string
  /** How long the service wants to be left alone (`Retry-After`). */
  readonly retryMs: number

  constructor(status: number, code: string, message: string, retryMs = 0) {
    super(message)
    this.status = status
    this.code = code
    this.retryMs = retryMs
  }
}

type Asking = { readonly body?: object; readonly key?: string }

export function createAsk({ apiUrl, brand, privateKey }: ShopSettings) {
  const once = async (method: string, path: string, { body, key }: Asking) => {
    const response = await fetch(apiUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${privateKey}`,
        // Without `.sandbox` the same request is about real money.
        accept: `application/vnd.${brand}.sandbox.v1+json`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    if (response.ok) return text === '' ? {} : JSON.parse(text)
    const { error } = JSON.parse(text)
    const retryMs = (Number(response.headers.get('retry-after')) || 0) * 1_000
    throw new FinancingError(response.status, error.code, error.message, retryMs)
  }

  /** A write carries one key through all its tries: it happens once even if an answer is lost. */
  return async (method: string, path: string, asking: Asking = {}) => {
    for (let tries = 1; ; tries++) {
      try {
        return await once(method, path, asking)
      } catch (error) {
        const said = error instanceof FinancingError ? error : undefined
        // A try given up here may still be under way there: the key brings its answer.
        const later = said === undefined || said.status === 429 || said.status >= 500
        if (!later && said.code !== 'request_in_progress') throw said
        if (tries === TRIES_MAX) {
          throw said ?? new FinancingError(503, 'no_answer', 'the service does not answer')
        }
        await pause(Math.min(Math.max(RETRY_MS * tries, said?.retryMs ?? 0), RETRY_MS_MAX))
      }
    }
  }
}
