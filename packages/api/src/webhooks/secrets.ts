import { WebhookVerificationError } from './verification-error.ts'

/** One secret, or several while one of them is being replaced. With or without `whsec_`. */
export type WebhookSecrets =
  | { readonly secret: string; readonly secrets?: undefined }
  | { readonly secret?: undefined; readonly secrets: readonly string[] }

const PREFIX = 'whsec_'
/** Bounds of the standard. Anybody could sign with an empty key. */
const KEY_BYTES_MIN = 24
const KEY_BYTES_MAX = 64

/** The keys, in the order of the secrets. Throws `secret_malformed`. */
export function keysOf({ secret, secrets }: WebhookSecrets): Uint8Array[] {
  const given: readonly unknown[] = secrets ?? [secret]
  if (given.length === 0) throw malformed('no secret is given')
  return given.map(keyOf)
}

/** Strict: a lenient decoder would accept a secret that lost a character as another key. */
function keyOf(secret: unknown): Uint8Array {
  if (typeof secret !== 'string' || secret === '') throw malformed('no secret is given')
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret
  const key = Buffer.from(text, 'base64')
  if (text !== key.toString('base64')) {
    throw malformed('the secret is not base64 behind whsec_: was it copied whole?')
  }
  if (key.length < KEY_BYTES_MIN || key.length > KEY_BYTES_MAX) {
    throw malformed(`the secret must have ${KEY_BYTES_MIN} to ${KEY_BYTES_MAX} bytes`)
  }
  return key
}

function malformed(message: string): WebhookVerificationError {
  return new WebhookVerificationError('secret_malformed', message)
}
