/** What the service sends is signed by the very code that receivers verify it with. */
export { signWebhook as signPayload } from '@svc/api/webhooks'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export function newSecret(randomBytes: (length: number) => Uint8Array): string {
  return PREFIX + Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')
}
