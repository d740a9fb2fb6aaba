/** Messages are signed with the same code with which receivers verify them. */
export { signWebhook as signPayload } from '@svc/api/webhooks'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export function newSecret(randomBytes: (length: number) => Uint8Array): string {
  return PREFIX + Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')
}
