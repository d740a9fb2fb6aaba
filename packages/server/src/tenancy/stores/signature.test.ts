import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { verifyWebhook } from '@svc/api/webhooks'
import { newSecret, signPayload } from './signature.ts'

test('a new secret has 32 bytes of the source', () => {
  const bytes = Buffer.alloc(32, 7)
  assert.equal(
    newSecret(() => bytes),
    `whsec_${bytes.toString('base64')}`,
  )
})

test('a receiver verifies the signature of a new secret', () => {
  const secret = newSecret(randomBytes)
  const now = new Date('2026-11-21T12:00:00Z')
  const timestampSeconds = now.getTime() / 1000
  const body = '{"text":"é€"}'
  const headers = signPayload({ secrets: [secret], id: 'msg_1', timestampSeconds, body })
  const { id, payload } = verifyWebhook({ secret, headers, body, now })
  assert.deepEqual([id, payload], ['msg_1', JSON.parse(body)])
})
