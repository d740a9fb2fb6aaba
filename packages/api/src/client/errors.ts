import type { ErrorEntry } from '../error-entry.ts'
import { type ErrorCode, errorCatalogue } from '../errors.ts'
import type { ErrorAnswer } from '../schemas/answers.ts'
import type { Static } from '../schemas/common.ts'

type Envelope = Static<typeof ErrorAnswer>['error']

const catalogue: Readonly<Record<string, ErrorEntry>> = errorCatalogue

/** The service answered with an error of its catalogue (docs/reference/errors.md). */
export class SvcError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** A newer service may return codes that this version does not know. */
  readonly code: ErrorCode | (string & Record<never, never>)
  /** Sentences by the dotted path of the invalid member. */
  readonly fields: NonNullable<Envelope['fields']>
  /** Identifies the request in the service's log. */
  readonly requestId: string
  /** Seconds to wait before the next attempt, if the service specifies them. */
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
 * There was no usable answer: the connection failed, the time ran out, or an intermediary answered.
 * It is unknown whether the request took effect; repeat it with the same `idempotencyKey` to find
 * out.
 */
export class SvcConnectionError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'SvcConnectionError'
  }
}
