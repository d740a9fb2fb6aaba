// Requests of a store: what goes through, what a refusal says; stores do not share a limit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { clientOf, ownServer, startServer } from '../running-server.ts'

const server = ownServer({ RATE_LIMIT: '2', RATE_BURST: '10' })

test('past its burst a store has to wait, and another store does not', async () => {
  const client = clientOf(server)
  const first = await client('GET', '/orders')
  assert.equal(first.headers.get('ratelimit-policy'), '"store";q=10;w=5')
  assert.match(first.headers.get('ratelimit') ?? '', /^"store";r=9;t=1$/)
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, index) => client('GET', `/orders/none-${index}`)),
  )
  const refused = replies.filter(({ status }) => status === 429)
  assert.ok(refused.length >= 15 && refused.length <= 21, `${refused.length} were refused`)
  for (const { headers, body } of refused) {
    assert.equal(body.error.code, 'rate_limited')
    assert.equal(body.error.type, 'TooManyRequestsException')
    assert.equal(headers.get('retry-after'), '1')
    assert.match(headers.get('ratelimit') ?? '', /^"store";r=0;t=5$/)
  }
  const other = clientOf(server, { key: server.demo.other_store.private_key })
  assert.equal((await other('GET', '/orders')).status, 200)
  // As long as Retry-After says.
  await pause(1_000)
  assert.equal((await client('GET', '/orders')).status, 200)
})

test('a request without a valid key is not counted, and open routes are not limited', async () => {
  const stranger = clientOf(server, { key: 'sk_unknown' })
  const replies = await Promise.all(Array.from({ length: 30 }, () => stranger('GET', '/orders')))
  assert.ok(replies.every(({ status, headers }) => status === 401 && !headers.has('ratelimit')))
  const health = await Promise.all(Array.from({ length: 30 }, () => stranger('GET', '/healthz')))
  assert.ok(health.every(({ status }) => status === 200))
})

test('without a limit no answer mentions one', async () => {
  const free = await startServer()
  try {
    const { headers } = await clientOf(free)('GET', '/orders')
    assert.ok(!headers.has('ratelimit') && !headers.has('ratelimit-policy'))
  } finally {
    await free.remove()
  }
})
