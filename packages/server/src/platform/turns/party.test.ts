import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentParty, onBehalfOf, partsOnBehalfOf } from './party.ts'

test('work for a party stays its own across everything that is awaited', async () => {
  const party = await onBehalfOf('store', async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return currentParty()
  })
  assert.deepEqual([party, currentParty()], ['store', ''])
})

test('parts are made on behalf of their party, by any reader', async () => {
  let ended = false
  async function* parts() {
    try {
      for (;;) yield currentParty()
    } finally {
      ended = true
    }
  }
  for await (const party of partsOnBehalfOf('store', parts())) {
    assert.equal(party, 'store')
    break
  }
  assert.equal(ended, true)
})
