// What was sent to a webhook, over HTTP: the refusals, both formats, and whose it is.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { type Client, clientOf, type Json, ownServer, type Reply, wire } from '../running-server.ts'
import { until } from '../shop.ts'

const NOWHERE = '0'.repeat(32)
const server = ownServer()
const client = clientOf(server)
const live = clientOf(server, { accept: 'application/vnd.svc.v1+json' })
let other: Client

before(() => {
  other = clientOf(server, { key: server.demo.other_store.private_key })
})

/** One at a name that no server has, so that what is sent there stays open. */
async function make(body: Record<string, unknown> = {}): Promise<string> {
  const url = 'https://shop.invalid/events'
  const reply = await client('POST', '/me/webhooks', { url, ...body })
  assert.equal(reply.status, 201, reply.text)
  return `/me/webhooks/${reply.body.id}`
}

const refusal = ({ status, body }: Reply) => `${status} ${body.error?.code}`

test('an example that cannot be delivered stays open, and cannot be replayed', async () => {
  const path = await make({ types: ['order.refunded'] })
  const sent = await client('POST', `${path}/example`)
  assert.equal(sent.status, 202, sent.text)
  assert.deepEqual([sent.body.type, sent.body.example], ['order.refunded', true])
  const read = () => client('GET', `${path}/deliveries/${sent.body.id}`)
  assert.equal(JSON.parse((await read()).body.payload).example, true)
  // What is under way when its webhook is disabled is cancelled later.
  await until(async () => (await read()).body.state === 'waiting', 'the first attempt')
  const list = await client('GET', `${path}/deliveries?type=order.refunded`)
  assert.deepEqual(list.body.paging.count, 1)
  const replay = `${path}/deliveries/${sent.body.id}/replay`
  assert.equal(refusal(await client('POST', replay)), '409 delivery_open')
  assert.equal((await client('PATCH', path, { enabled: false })).body.pending, 0)
  const cancelled = await client('GET', `${path}/deliveries?state=cancelled`)
  assert.equal(cancelled.body.paging.count, 1)
  assert.equal(refusal(await client('POST', replay)), '409 webhook_disabled')
  assert.equal(refusal(await client('POST', `${path}/example`)), '409 webhook_disabled')
  const recover = await client('POST', `${path}/recover`, { since: '2026-01-01' })
  assert.equal(refusal(recover), '409 webhook_disabled')
  await client('PATCH', path, { enabled: true })
  assert.equal((await client('POST', replay)).status, 202)
})

test('missing objects are distinguished, and the webhook comes first', async () => {
  const path = await make()
  for (const id of [NOWHERE, 'x', '%00']) {
    const wanted = '404 delivery_not_found'
    assert.equal(refusal(await client('GET', `${path}/deliveries/${id}`)), wanted)
    assert.equal(refusal(await client('POST', `${path}/deliveries/${id}/replay`)), wanted)
  }
  const gone = `/me/webhooks/${NOWHERE}`
  for (const [method, rest, body] of [
    ['GET', '/deliveries'],
    ['GET', `/deliveries/${NOWHERE}`],
    ['POST', `/deliveries/${NOWHERE}/replay`],
    ['POST', '/recover', { since: '2026-01-01' }],
    ['POST', '/example'],
  ] as const) {
    assert.equal(refusal(await client(method, gone + rest, body)), '404 webhook_not_found', rest)
  }
})

test('another store and the other mode find nothing, byte for byte', async () => {
  const path = await make()
  const { id } = (await client('POST', `${path}/example`)).body
  const before = (await client('GET', `${path}/deliveries/${id}`)).body.state
  for (const as of [other, live]) {
    for (const [method, rest, body] of [
      ['GET', '/deliveries'],
      ['GET', `/deliveries/${id}`],
      ['POST', `/deliveries/${id}/replay`],
      ['POST', '/recover', { since: '2026-01-01' }],
      ['POST', '/example', {}],
    ] as const) {
      const theirs = await as(method, path + rest, body)
      const none = await as(method, `/me/webhooks/${NOWHERE}${rest}`, body)
      assert.equal(theirs.status, 404, rest)
      const own = path.split('/').at(-1) ?? ''
      const strip = (text: string) =>
        text
          .replaceAll(own, '')
          .replaceAll(NOWHERE, '')
          .replace(/"request_id":"\w+"/, '')
      assert.equal(strip(theirs.text), strip(none.text))
    }
  }
  assert.equal((await client('GET', `${path}/deliveries/${id}`)).body.state, before)
  const elsewhere = await make()
  assert.equal((await client('GET', `${elsewhere}/deliveries/${id}`)).status, 404)
})

const WRONG: readonly (readonly [body: unknown, ...paths: string[]])[] = [
  [{}, 'since'],
  [[], 'since'],
  [{ since: null }, 'since'],
  [{ until: '2026-01-01' }, 'since'],
  [{ since: 1_767_225_600 }, 'since'],
  [{ since: '2026-02-30' }, 'since'],
  [{ since: 'yesterday', until: 'today' }, 'since', 'until'],
  [{ since: '2026-01-02', until: '2026-01-01' }, 'until'],
  [{ since: '2026-01-01T12:00:00Z', until: '2026-01-01T13:00:00+01:00' }, 'until'],
  [{ after: 'x' }, 'after'],
  [{ after: [NOWHERE] }, 'after'],
  [{ after: NOWHERE }, 'after'],
  [{ since: '2026-01-01', after: NOWHERE }, 'after'],
]

test('an invalid recovery is refused field by field', async () => {
  const path = await make()
  for (const [body, ...paths] of WRONG) {
    const reply = await client('POST', `${path}/recover`, body)
    assert.equal(refusal(reply), '400 body_invalid', JSON.stringify(body))
    assert.deepEqual(Object.keys(reply.body.error.fields).sort(), [...paths].sort())
  }
  const example = await client('POST', `${path}/example`, { type: 'order.paid' })
  assert.deepEqual(Object.keys(example.body.error.fields), ['type'])
})

test('recovering and replaying under one key happens once', async () => {
  const path = await make({ types: ['order.captured'] })
  const header = { 'idempotency-key': randomUUID() }
  const recover = () => client('POST', `${path}/recover`, { since: '2026-01-01' }, header)
  const [first, again] = [await recover(), await recover()]
  assert.ok(first.body.count >= 2, 'the example orders that were shipped')
  assert.equal(again.text, first.text)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const { body } = await client('GET', `${path}/deliveries?page_size=100`)
  assert.equal(body.paging.count, first.body.count)
  assert.ok(body.results.every(({ type }: Json) => type === 'order.captured'))
})

test('an example of an unknown type is missing; one of a known type goes to all', async () => {
  const path = await make({ types: ['order.lapsed'] })
  for (const type of ['order.paid', 'x', '%00', '__proto__', 'toString']) {
    const reply = await client('POST', `/sandbox/events/${type}`)
    assert.equal(refusal(reply), '404 event_type_not_found', type)
  }
  const { status, body } = await client('POST', '/sandbox/events/order.lapsed')
  assert.equal(status, 202)
  assert.ok(body.results.some(({ webhook_id }: Json) => path.endsWith(webhook_id)))
  assert.equal((await live('POST', '/sandbox/events/order.lapsed')).status, 202, 'on a demo server')
})

test('in XML it is the same', async () => {
  const path = await make({ types: ['order.lapsed'] })
  const sent = await client('POST', `${path}/example`)
  const headers = {
    accept: 'application/vnd.svc.sandbox.v1+xml',
    authorization: `Bearer ${server.demo.private_key}`,
  }
  const list = await wire(server, { path: `${path}/deliveries`, headers })
  assert.equal(list.status, 200)
  assert.match(list.text, /<item><id>[0-9a-f]{32}<\/id>.*<example>true<\/example>/)
  const one = await wire(server, { path: `${path}/deliveries/${sent.body.id}`, headers })
  assert.match(one.text, /<payload>\{"id":"[0-9a-f]{32}","type":"order.lapsed"/)
})

test('each refusal comes in its turn', async () => {
  const scopes = (name: string) => ({ name, kind: 'private', scopes: [name] })
  const key = async (name: string) => (await client('POST', '/me/api-keys', scopes(name))).body.key
  const reader = clientOf(server, { key: await key('events:read') })
  const writer = clientOf(server, { key: await key('settings:write') })
  const path = await make()
  assert.equal((await reader('GET', `${path}/deliveries`)).status, 200)
  assert.equal(refusal(await writer('GET', `${path}/deliveries`)), '403 scope_missing')
  assert.equal(refusal(await reader('POST', `${path}/recover`, {})), '403 scope_missing')
  assert.equal(refusal(await reader('POST', '/sandbox/events/x')), '403 scope_missing')
  const gone = `/me/webhooks/${NOWHERE}`
  assert.equal(refusal(await writer('POST', `${gone}/recover`, {})), '400 body_invalid')
})
