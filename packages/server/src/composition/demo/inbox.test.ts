import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInbox } from './inbox.ts'

const received = (body: unknown) => ({ received: '2026-11-22', webhook_id: null, body })

test('the newest 100 messages of each store and mode are kept', () => {
  const inbox = createInbox()
  for (let number = 0; number < 150; number++) {
    for (const storeId of ['a', 'b']) {
      inbox.keep({ storeId, sandbox: true, received: received(number) })
    }
  }
  for (const storeId of ['a', 'b']) {
    const bodies = inbox.list({ storeId, sandbox: true }).map(({ body }) => body)
    assert.equal(bodies.length, 100)
    assert.deepEqual([bodies[0], bodies.at(-1)], [149, 50])
  }
  assert.deepEqual(inbox.list({ storeId: 'a', sandbox: false }), [])
})

test('together they take at most 1 MiB, by any sender', () => {
  const inbox = createInbox()
  const stores = ['a', 'b', 'c']
  for (let number = 0; number < 60; number++) {
    const storeId = stores[number % 3] ?? ''
    inbox.keep({ storeId, sandbox: number % 2 === 0, received: received('x'.repeat(100_000)) })
  }
  const modes = [true, false]
  const stored = stores.flatMap((storeId) =>
    modes.flatMap((sandbox) => inbox.list({ storeId, sandbox })),
  )
  assert.equal(stored.length, 10)
  inbox.keep({ storeId: 'a', sandbox: true, received: received('x'.repeat(2_000_000)) })
  const after = inbox.list({ storeId: 'a', sandbox: true })
  assert.ok(after.length > 0, 'one that is larger takes no place of others')
})
