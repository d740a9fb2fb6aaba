// Settings refuse members that nobody knows, and take back a whole answer (contract §12).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, clientOf, type RunningServer, startServer } from '../running-server.ts'

let server: RunningServer
let client: Client

before(async () => {
  server = await startServer()
  client = clientOf(server)
})
after(() => server.remove())

test('the whole answer of GET /me can be sent back and changes nothing', async () => {
  const before = (await client('GET', '/me')).body
  const { status, text, body } = await client('PATCH', '/me', before)
  assert.equal(status, 200, text)
  assert.deepEqual(body, before)
})

test('the whole answer of a webhook can be sent back and changes nothing', async () => {
  const made = await client('POST', '/me/webhooks', {
    url: `${server.demo.base_url}/demo/notifications`,
  })
  const path = `/me/webhooks/${made.body.id}`
  const before = (await client('GET', path)).body
  const { status, text } = await client('PATCH', path, before)
  assert.equal(status, 200, text)
  assert.deepEqual((await client('GET', path)).body, before)
})

const unknown: readonly (readonly [string, string, object, string])[] = [
  ['PATCH', '/me', { notification_ulr: 'http://127.0.0.1/' }, 'notification_ulr'],
  ['PATCH', '/me', { collection: { late_after_day: 3 } }, 'collection.late_after_day'],
  ['POST', '/me/webhooks', { url: 'http://127.0.0.1:9/', typs: [] }, 'typs'],
  ['POST', '/me/api-keys', { name: 'a', kind: 'public', scope: [] }, 'scope'],
]
for (const [method, path, body, member] of unknown) {
  test(`${method} ${path} refuses ${member} and names the nearest`, async () => {
    const before = (await client('GET', '/me')).text
    const { status, body: answer } = await client(method, path, body)
    assert.equal(status, 400)
    assert.match(answer.error.fields[member][0], /did you mean \w+\?/)
    assert.equal((await client('GET', '/me')).text, before)
  })
}

test('orders and campaigns ignore what they do not know', async () => {
  const campaign = { name: 'A', start_date: '2026-01-01', interest: 0, colour: 'red' }
  assert.equal((await client('POST', '/me/campaigns', campaign)).status, 201)
})
