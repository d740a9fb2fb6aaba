/**
 * Why a delivery is not to be trusted. Stable: programs may compare them.
 *
 * - `secret_malformed`: the receiver's own secret is missing or was not copied whole
 * - `header_missing`: one of the three headers is absent or empty
 * - `header_malformed`: a header is there twice, or the timestamp is no whole number of seconds
 * - `timestamp_too_old`, `timestamp_too_new`: sent too long ago, or a clock is wrong
 * - `signature_mismatch`: no signature fits id, timestamp, body and any of the secrets
 * - `body_not_raw`: the body was parsed before; its bytes as received are needed
 * - `body_not_json`: the signature fits, and the body is no JSON object
 */
export type WebhookVerificationReason =
  | 'secret_malformed'
  | 'header_missing'
  | 'header_malformed'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_mismatch'
  | 'body_not_raw'
  | 'body_not_json'

/** Thrown by `verifyWebhook`. Its message contains no secret and nothing of the body. */
export class WebhookVerificationError extends Error {
  readonly reason: WebhookVerificationReason

  constructor(reason: WebhookVerificationReason, message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.reason = reason
  }
}
