import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCardMessage } from './card-messages.ts'

const read = (data: unknown) => readCardMessage(data, 'svc')
const said = { source: 'svc-payments' }

test('reads only the token of a card, whatever else the message contains', () => {
  const message = { ...said, event: 'card', token: 'card_1', brand: 'visa', last4: '1111' }
  const card = { token: 'card_1', brand: 'visa', last4: '1111' }
  assert.deepEqual(read({ ...message, number: '4111111111111111' }), { event: 'card', card })
  assert.deepEqual(read({ ...said, event: 'card', token: 'card_1' }), {
    event: 'card',
    card: { token: 'card_1', brand: '', last4: '' },
  })
})

test('messages from others, or in another form, are ignored', () => {
  const nothing = [null, undefined, 'card', 1, [], {}, { event: 'ready' }]
  const others = [
    { source: 'other-payments', event: 'ready' },
    { source: 'undefined-payments', event: 'ready' },
    { ...said, event: 'sign' },
    { ...said, event: 'card' },
    { ...said, event: 'card', token: '' },
    { ...said, event: 'card', token: { toString: () => 'card_1' } },
    { ...said, event: 'size', height: '10' },
    { ...said, event: 'size', height: Number.NaN },
    { ...said, event: 'size', height: 1e9 },
  ]
  for (const data of [...nothing, ...others]) assert.equal(read(data), undefined)
  assert.equal(
    readCardMessage({ source: 'undefined-payments', event: 'ready' }, undefined),
    undefined,
  )
})

test('the frame announces itself and its height', () => {
  assert.deepEqual(read({ ...said, event: 'ready' }), { event: 'ready' })
  assert.deepEqual(read({ ...said, event: 'size', height: 420 }), { event: 'size', height: 420 })
})
