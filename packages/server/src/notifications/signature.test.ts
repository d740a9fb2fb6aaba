// Vectors: Standard Webhooks, public test keys; https://www.standardwebhooks.com
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newSecret, signPayload } from './signature.ts'

const vectors = [
  {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampSeconds: 1_614_265_330,
    body: '{"test": 2432232314}',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  {
    secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    id: 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
    timestampSeconds: 1_649_367_553,
    body: '{"email":"test@example.com","username":"test_user"}',
    signature: 'v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=',
  },
]

for (const { secret, id, timestampSeconds, body, signature } of vectors) {
  test(`signs ${id} as published`, () => {
    assert.deepEqual(signPayload({ secrets: [secret], id, timestampSeconds, body }), {
      'webhook-id': id,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signature,
    })
  })
}

test('during a rotation a receiver with either secret verifies the same delivery', () => {
  const secrets = [newSecret(randomBytes), newSecret(randomBytes)]
  const body = JSON.stringify({ status: 'ok', text: 'é€' })
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const headers = signPayload({ secrets, id: 'msg_1', timestampSeconds, body })
  for (const secret of secrets) {
    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  }
  const stranger = new Webhook(newSecret(randomBytes))
  assert.throws(() => stranger.verify(body, headers))
  assert.throws(() => new Webhook(secrets[0] ?? '').verify(`${body} `, headers))
})

test('a new secret has 32 bytes of the source', () => {
  const bytes = Buffer.alloc(32, 7)
  assert.equal(
    newSecret(() => bytes),
    `whsec_${bytes.toString('base64')}`,
  )
})
