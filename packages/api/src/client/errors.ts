import type { ErrorEntry } from '../error-entry.ts'
import { type ErrorCode, errorCatalogue } from '../errors.ts'
import type { ErrorAnswer } from '../schemas/answers.ts'
import type { Static } from '../schemas/common.ts'

type Envelope = Static<typeof ErrorAnswer>['error']

const catalogue: Readonly<Record<string, ErrorEntry>> = errorCatalogue

/** The service answered with an error of its catalogue (docs/reference/errors.md). */
export class SvcError extends Error {
  /** Of HTTP. */
  readonly status: number
  /** A newer service may answer with codes that this version does not know. */
  readonly code: ErrorCode | (string & Record<never, never>)
  /** Sentences by the dotted path of the member that is wrong. */
  readonly fields: NonNullable<Envelope['fields']>
  /** Names the request in the service's log. */
  readonly requestId: string
  /** Seconds to wait before the next try, where the service names them. */
  readonly retryAfter: number | undefined

  constructor(status: number, error: Envelope, retryAfter: number | undefined) {
    super(error.message)
    this.name = 'SvcError'
    this.status = status
    this.code = error.code
    this.fields = error.fields ?? {}
    this.requestId = error.request_id
    this.retryAfter = retryAfter
  }

  /** Whether the same request may succeed later, unchanged. */
  get retryable(): boolean {
    return catalogue[this.code]?.retryable ?? (this.status === 429 || this.status >= 500)
  }
}

/**
 * No usable answer: the connection failed, the time ran out, or something between answered. It is
 * unknown whether the request took effect; repeat it with the same `idempotencyKey` to find out.
 */
export class SvcConnectionError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'SvcConnectionError'
  }
}
