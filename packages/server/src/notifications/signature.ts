/**
 * Standard Webhooks signatures: HMAC-SHA256 over id, timestamp and body, one per secret that signs
 * now.
 */
import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export type Signing = {
  /** `whsec_…`, newest first; two while one of them is being rotated out. */
  readonly secrets: readonly string[]
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
}

/** The headers that a receiver verifies. */
export function signPayload({
  secrets,
  id,
  timestampSeconds,
  body,
}: Signing): Record<string, string> {
  const signed = `${id}.${timestampSeconds}.${body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(
      secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret,
      'base64',
    )
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.join(' '),
  }
}

export function newSecret(randomBytes: (length: number) => Uint8Array): string {
  return PREFIX + Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')
}
