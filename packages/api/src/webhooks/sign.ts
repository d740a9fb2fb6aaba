/**
 * Standard Webhooks signatures: HMAC-SHA256 over id, timestamp and body, one for each secret. The
 * service signs its messages with this, a store its tests of its own receiver.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { isEvent, type WebhookPayload } from './payloads.ts'
import { keysOf, type WebhookSecrets } from './secrets.ts'

/** The headers that a receiver verifies. */
export type WebhookHeaders = {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

export type WebhookSigning = WebhookSecrets & {
  /** The id of the message: the same for every attempt to deliver it. */
  readonly id: string
  /** The time of sending, in seconds since 1970. */
  readonly timestampSeconds: number
  /** The exact bytes that are sent; a text means its UTF-8. */
  readonly body: string | Uint8Array
}

/** Signs a message with every secret, in their order. */
export function signWebhook({
  id,
  timestampSeconds,
  body,
  ...given
}: WebhookSigning): WebhookHeaders {
  const timestamp = String(timestampSeconds)
  const signatures = keysOf(given).map((key) => signatureOf(key, { id, timestamp, body }))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** The signed content: id and timestamp as in the headers, and the body. */
export type SignedContent = {
  readonly id: string
  readonly timestamp: string
  readonly body: string | Uint8Array
}

/** One signature as in the header: `v1,` and base64. */
export function signatureOf(key: Uint8Array, { id, timestamp, body }: SignedContent): string {
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body)
  return `v1,${digest.digest('base64')}`
}

export type WebhookTest = WebhookSecrets & {
  readonly payload: WebhookPayload
  /** Default: the event's id, or a new one for a notification. */
  readonly id?: string
  /** The time of sending in the signature. Default: now. */
  readonly now?: Date
}

/**
 * A signed request for testing your own receiver without the service: `fetch(url, { method: 'POST',
 * ...testWebhook({ secret, payload }) })`.
 */
export function testWebhook({ payload, id, now = new Date(), ...given }: WebhookTest): {
  readonly headers: WebhookHeaders & { readonly 'content-type': string }
  readonly body: string
} {
  const body = JSON.stringify(payload)
  const named = id ?? (isEvent(payload) ? payload.id : `msg_${randomUUID().replaceAll('-', '')}`)
  const timestampSeconds = Math.floor(now.getTime() / 1000)
  const signed = signWebhook({ id: named, timestampSeconds, body, ...given })
  return { headers: { 'content-type': 'application/json', ...signed }, body }
}
