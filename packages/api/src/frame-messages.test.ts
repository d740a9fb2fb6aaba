import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  checkoutStatuses,
  closeResults,
  type FrameEvent,
  frameMessages,
  readFrameMessage,
  readStoreMessage,
  storeMessages,
} from './frame-messages.ts'

const channel = { brand: 'svc', nonce: 'n1' }

const frameEvents: FrameEvent[] = [
  { event: 'get-checkout-data' },
  { event: 'checkout-ready' },
  ...checkoutStatuses.map((status) => ({ event: 'status-change' as const, status })),
  ...closeResults.map((result) => ({ event: 'close' as const, result })),
]

for (const said of frameEvents) {
  test(`both envelopes of ${Object.values(said).join(' ')} say the same`, () => {
    const messages = frameMessages(said, channel)
    assert.equal(messages.length, 2)
    for (const message of messages) assert.deepEqual(readFrameMessage(message, channel), said)
  })
}

test('the envelopes are those of the contract', () => {
  const said = { event: 'status-change', status: 'ko', reason: 'ko_generic' } as const
  assert.deepEqual(frameMessages(said, channel), [
    { svc: 'checkout', event: 'status-change', status: 'ko', nonce: 'n1' },
    {
      source: 'svc',
      event: 'status-change',
      payload: { status: 'ko', statusReason: 'ko_generic' },
      nonce: 'n1',
    },
  ])
})

test('reads messages of the store from both envelopes', () => {
  const data = { event: 'checkout-data', id: 'a1', transaction: { order: {} } } as const
  for (const said of [data, { event: 'close-request' } as const]) {
    for (const message of storeMessages(said, channel)) {
      assert.deepEqual(readStoreMessage(message, channel), said)
    }
  }
})

test('also reads the answer of an earlier script in `data`', () => {
  const fields = { id: 'a1', transaction: { order: {} } }
  for (const envelope of [{ source: 'svc' }, { svc: 'checkout' }]) {
    for (const nested of [{ data: fields }, { payload: { data: fields } }]) {
      const read = readStoreMessage({ ...envelope, event: 'checkout-data', ...nested }, channel)
      assert.deepEqual(read, { event: 'checkout-data', ...fields })
    }
  }
})

test('the key that an answer names is read, with its mode', () => {
  const sent = { source: 'svc', event: 'checkout-data' }
  const publicKey = 'pk_1'
  for (const [data, sandbox] of [
    [{ public_key: publicKey, sandbox: true }, true],
    [{ 'public-key': publicKey, sandbox: 'false' }, false],
    [{ api: { publicKey, sandbox: '1' } }, true],
    [{ transaction: { merchant: { public_api_key: publicKey } }, sandbox: 'yes' }, true],
    [{ publicKey }, false],
  ] as const) {
    const read = readStoreMessage({ ...sent, data: { id: 'a1', ...data } }, channel)
    assert.ok(read?.event === 'checkout-data')
    assert.deepEqual(read.key, { publicKey, sandbox })
  }
  const without = { id: 'a1', public_key: 7, transaction: { merchant: null } }
  const read = readStoreMessage({ ...sent, data: without }, channel)
  assert.ok(read?.event === 'checkout-data' && !('key' in read))
})

test('a message of another brand or nonce is ignored', () => {
  for (const said of frameEvents) {
    for (const message of frameMessages(said, channel)) {
      assert.equal(readFrameMessage(message, { ...channel, nonce: 'n2' }), undefined)
      assert.equal(readFrameMessage(message, { ...channel, brand: 'other' }), undefined)
    }
  }
})

test('anything that arrives is read as one of the events or ignored', () => {
  const words = fc.constantFrom('svc', 'checkout', 'close', 'status-change', 'ready', 'success')
  const key = fc.constantFrom('svc', 'source', 'event', 'status', 'result', 'payload', 'nonce')
  const message = fc.oneof(
    fc.anything(),
    fc.dictionary(key, fc.oneof(words, fc.anything(), fc.dictionary(key, words))),
  )
  const known = new Set(frameEvents.map((said) => JSON.stringify(said)))
  fc.assert(
    fc.property(message, (data) => {
      const read = readFrameMessage(data, channel)
      assert.ok(read === undefined || known.has(JSON.stringify(read)))
      readStoreMessage(data, channel)
    }),
    { numRuns: 10_000 },
  )
})
