/**
 * Verifies that a delivery comes from the service, is complete and recent. Use nothing of it before
 * this has returned.
 */
import { timingSafeEqual } from 'node:crypto'
import { isRecord } from '../records.ts'
import type { WebhookPayload } from './payloads.ts'
import { keysOf, type WebhookSecrets } from './secrets.ts'
import { signatureOf } from './sign.ts'
import { WebhookVerificationError, type WebhookVerificationReason } from './verification-error.ts'

const TOLERANCE_SECONDS = 300
/** More signatures than any rotation needs, and few enough to compare. */
const SIGNATURES_MAX = 16
/** Whole seconds as the service writes them: no sign, no fraction, no exponent. */
const TIMESTAMP = /^(0|[1-9][0-9]{0,11})$/

/** Of Node's request (`request.headers`), of `fetch` (`Headers`), or of a framework. */
export type ReceivedHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export type WebhookDelivery = WebhookSecrets & {
  readonly headers: ReceivedHeaders
  /** Exactly as received: a body that was parsed and serialised again has another signature. */
  readonly body: string | Uint8Array
  /** The permitted difference of the clocks in seconds, both ways. Default: 300. */
  readonly toleranceSeconds?: number
  /** The receiver's time. Default: now. */
  readonly now?: Date
}

export type VerifiedWebhook = {
  /** `webhook-id`, the same on every attempt: a delivery with a known one is a duplicate. */
  readonly id: string
  readonly payload: WebhookPayload
}

/**
 * Returns the message, or throws `WebhookVerificationError` with its reason. Deliberately
 * synchronous: a forgotten `await` would accept everything.
 */
export function verifyWebhook(delivery: WebhookDelivery): VerifiedWebhook {
  const {
    headers,
    body,
    toleranceSeconds = TOLERANCE_SECONDS,
    now = new Date(),
    ...given
  } = delivery
  const keys = keysOf(given)
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw refused('body_not_raw', 'the body must be the text or bytes as received, not parsed')
  }
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  checkTime(timestamp, { toleranceSeconds, now })
  const expected = keys.map((key) => Buffer.from(signatureOf(key, { id, timestamp, body })))
  const received = signatures.split(' ', SIGNATURES_MAX).map((signature) => Buffer.from(signature))
  const matches = received.filter((signature) => expected.some((one) => isSame(one, signature)))
  if (matches.length === 0) {
    throw refused('signature_mismatch', 'no signature fits the headers, the body and the secret')
  }
  return { id, payload: payloadOf(body) }
}

/** Constant time: it does not depend on where the values differ. */
function isSame(expected: Buffer, received: Buffer): boolean {
  return expected.length === received.length && timingSafeEqual(expected, received)
}

/** In any case. A header that occurs twice is ambiguous and rejected. */
function headerOf(headers: ReceivedHeaders, name: string): string {
  const isMatching =
    typeof headers.get === 'function'
      ? [headers.get(name)]
      : Object.entries(headers)
          .filter(([key]) => key.toLowerCase() === name)
          .flatMap(([, value]) => value)
  const values = isMatching.filter((value) => value !== undefined && value !== null && value !== '')
  const [value] = values
  if (value === undefined) throw refused('header_missing', `the header ${name} is missing`)
  if (values.length > 1) throw refused('header_malformed', `the header ${name} appears twice`)
  if (typeof value !== 'string') throw refused('header_malformed', `${name} is not a text`)
  return value
}

type Moment = { readonly toleranceSeconds: number; readonly now: Date }

function checkTime(timestamp: string, { toleranceSeconds, now }: Moment): void {
  const nowSeconds = Math.floor(now.getTime() / 1000)
  // If either were NaN, every comparison below would be false and everything would pass.
  if (!(toleranceSeconds >= 0 && toleranceSeconds < Infinity)) {
    throw new RangeError('toleranceSeconds must be a number of seconds')
  }
  if (Number.isNaN(nowSeconds)) throw new RangeError('now must be a valid date')
  if (!TIMESTAMP.test(timestamp)) {
    throw refused('header_malformed', 'webhook-timestamp is no whole number of seconds')
  }
  const age = nowSeconds - Number(timestamp)
  const clocks = 'are the clocks right?'
  if (age > toleranceSeconds) throw refused('timestamp_too_old', `sent ${age} s ago: ${clocks}`)
  if (-age > toleranceSeconds) throw refused('timestamp_too_new', `sent in ${-age} s: ${clocks}`)
}

function payloadOf(body: string | Uint8Array): WebhookPayload {
  const value = jsonOf(body)
  if (!isRecord(value)) throw refused('body_not_json', 'the body is no JSON object')
  // Not checked further: the signature proves the origin, and members may be added at any time.
  return value as WebhookPayload
}

function jsonOf(body: string | Uint8Array): unknown {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return JSON.parse(typeof body === 'string' ? body : decoder.decode(body))
  } catch {
    return undefined
  }
}

function refused(reason: WebhookVerificationReason, message: string): WebhookVerificationError {
  return new WebhookVerificationError(reason, message)
}
