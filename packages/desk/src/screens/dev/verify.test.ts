// What the page works out of a secret is what receivers of the library accept.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { signWebhook, verifyWebhook, WebhookVerificationError } from '@svc/api/webhooks'
import fastCheck from 'fast-check'
import { isAmong, keyOf, signatureOf } from './verify.ts'

const secretOf = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`

/** What the library makes of the same. */
function verdictOf(secret: string, headers: Record<string, string>, body: string): string {
  try {
    const now = new Date(Number(headers['webhook-timestamp']) * 1_000)
    verifyWebhook({ secret, headers, body, now })
    return 'fits'
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return error.reason === 'secret_malformed' ? 'no secret' : 'does not fit'
  }
}

test('the verdict is the library’s, whatever was pasted', async () => {
  const property = fastCheck.asyncProperty(
    fastCheck.dictionary(fastCheck.string(), fastCheck.string({ unit: 'binary' })),
    fastCheck.integer({ min: 0, max: 4_000_000_000 }),
    fastCheck.integer({ min: 0, max: 4 }),
    async (payload, timestampSeconds, kind) => {
      const body = JSON.stringify(payload)
      const own = secretOf(32)
      const other = secretOf(24)
      const id = randomBytes(16).toString('hex')
      const headers = { ...signWebhook({ secrets: [other, own], id, timestampSeconds, body }) }
      const wrong = [own, other, secretOf(32), own.slice(0, -1), `${own}=`][kind] ?? own
      const timestamp = String(timestampSeconds)
      const signature = await signatureOf(wrong, { id, timestamp, body })
      const shown =
        signature === undefined
          ? 'no secret'
          : isAmong(signature, headers['webhook-signature'])
            ? 'fits'
            : 'does not fit'
      assert.equal(shown, verdictOf(wrong, headers, body), wrong)
      const changed = await signatureOf(own, { id, timestamp, body: `${body} ` })
      assert.ok(changed && !isAmong(changed, headers['webhook-signature']))
    },
  )
  await fastCheck.assert(property, { numRuns: 200 })
})

test('a secret that is too short, too long or not base64 is invalid', () => {
  for (const secret of ['', 'whsec_', secretOf(23), secretOf(65), 'whsec_***', 'ümlaut']) {
    assert.equal(keyOf(secret), undefined, secret)
  }
  assert.equal(keyOf(secretOf(24).replace('whsec_', ''))?.length, 24)
})
