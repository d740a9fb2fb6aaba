// Webhooks: registered, listed, changed, rotated and deleted by their store, in one mode.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { eventTypes, limits } from '../../packages/api/src/index.ts'
import { openDatabase } from '../../packages/server/src/platform/database/open-database.ts'
import { dumpOf } from '../fixtures/dump.ts'
import { type Client, clientOf, type Json, ownServer, wire } from '../running-server.ts'

const SECRET_KEY = 'a secret key for tests only'
const LIVE = 'application/vnd.svc.v1+json'
const server = ownServer({ SECRET_KEY })
const client = clientOf(server)
let live: Client
let other: Client
/** Everything that must be found nowhere afterwards. */
const secrets: string[] = []

before(() => {
  live = clientOf(server, { accept: LIVE })
  other = clientOf(server, { key: server.demo.other_store.private_key })
})

let made = 0
const newUrl = () => `https://shop.example/events/${++made}`

async function make(body: Record<string, unknown> = {}, as = client): Promise<Json> {
  const reply = await as('POST', '/me/webhooks', { url: newUrl(), ...body })
  assert.equal(reply.status, 201, reply.text)
  secrets.push(reply.body.secret)
  return reply.body
}

const pathOf = ({ id }: { id: string }) => `/me/webhooks/${id}`

test('a webhook is answered with its secret once, and read and listed without it', async () => {
  const url = newUrl()
  const reply = await client('POST', '/me/webhooks', {
    ...{ url, name: 'Warehouse', types: ['order.refunded', 'order.captured'] },
  })
  assert.equal(reply.status, 201)
  const { secret, ...shown } = reply.body
  secrets.push(secret)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(reply.headers.get('location'), `/me/webhooks/${shown.id}`)
  assert.deepEqual(shown, {
    ...{ id: shown.id, name: 'Warehouse', url, types: ['order.captured', 'order.refunded'] },
    ...{ version: 'v1', state: 'enabled', disabled_reason: null, disabled_at: null },
    ...{ failing_since: null, pending: 0, created: shown.created },
  })
  assert.deepEqual((await client('GET', pathOf(shown))).body, shown)
  const list = await client('GET', '/me/webhooks?page_size=1')
  assert.deepEqual(list.body.results, [shown], 'newest first')
})

test('without types it gets all of them, and deliveries keep the requested version', async () => {
  const v3 = clientOf(server, { accept: 'application/vnd.svc.sandbox.v3+json' })
  const body = await make({ types: null, name: '' }, v3)
  assert.deepEqual([body.types, body.name, body.version], [null, null, 'v3'])
  const unasked = clientOf(server, { accept: '*/*' })
  assert.equal((await make({}, unasked)).version, 'v1')
  assert.deepEqual((await make({ types: eventTypes })).types, eventTypes)
})

const WRONG: readonly (readonly [body: unknown, ...paths: string[]])[] = [
  [{}, 'url'],
  [[], 'url'],
  [{ url: null }, 'url'],
  [{ url: 5 }, 'url'],
  [{ url: '/events' }, 'url'],
  [{ url: 'ftp://shop.example/' }, 'url'],
  [{ url: 'https://' }, 'url'],
  [{ url: 'https://user:pass@shop.example/' }, 'url'],
  [{ url: 'https://user@shop.example/' }, 'url'],
  [{ url: 'https://shop.example/\u0000' }, 'url'],
  [{ url: 'https://shop.example/\n' }, 'url'],
  [{ url: ' https://shop.example/' }, 'url'],
  [{ url: 'https://shop.example:22/' }, 'url'],
  [{ url: 'http://10.0.0.1/' }, 'url'],
  [{ url: 'http://169.254.169.254/latest/meta-data' }, 'url'],
  [{ url: 'http://[fd00::1]/' }, 'url'],
  [{ url: 'http://0x0a000001/' }, 'url'],
  [{ url: `https://shop.example/${'x'.repeat(2_028)}` }, 'url'],
  [{ url: 'https://shop.example/', name: '  ' }, 'name'],
  [{ url: 'https://shop.example/', name: 'x'.repeat(256) }, 'name'],
  [{ url: 'https://shop.example/', name: ['x'] }, 'name'],
  [{ url: 'https://shop.example/', types: [] }, 'types'],
  [{ url: 'https://shop.example/', types: {} }, 'types'],
  [{ url: 'https://shop.example/', types: 'order.captured' }, 'types'],
  [{ url: 'https://shop.example/', types: ['order.captured', 'order.paid'] }, 'types.1'],
  [{ url: 'https://shop.example/', types: ['*'] }, 'types.0'],
  [{ url: 'https://shop.example/', types: [null] }, 'types.0'],
  [{ url: 'https://shop.example/', types: ['order.edited', 'order.edited'] }, 'types.1'],
  [{ url: 'https://shop.example/', types: Array(101).fill('order.edited') }, 'types'],
  [
    { url: 'http://127.0.0.1:22/', name: 7, types: ['a', 'order.edited', 'order.edited'] },
    ...['url', 'name', 'types.0', 'types.2'],
  ],
]

test('an invalid webhook is refused field by field and changes nothing', async () => {
  const count = async () => (await client('GET', '/me/webhooks')).body.paging.count
  const existing = await make()
  const before = await count()
  for (const [body, ...paths] of WRONG) {
    const reply = await client('POST', '/me/webhooks', body)
    assert.equal(reply.status, 400, JSON.stringify(body))
    assert.deepEqual(Object.keys(reply.body.error.fields).sort(), [...paths].sort())
    if (paths[0] === 'url' && (body as Json).url?.length === undefined) continue
    const changed = await client('PATCH', pathOf(existing), body)
    assert.equal(changed.status, 400, JSON.stringify(body))
    assert.deepEqual(Object.keys(changed.body.error.fields).sort(), [...paths].sort())
  }
  for (const enabled of ['yes', 1, []]) {
    const reply = await client('PATCH', pathOf(existing), { enabled })
    assert.deepEqual([reply.status, Object.keys(reply.body.error.fields)], [400, ['enabled']])
  }
  for (const minutes of [-1, 10_081, 1.5, '60', true]) {
    const reply = await client('POST', `${pathOf(existing)}/rotate`, { overlap_minutes: minutes })
    assert.equal(reply.status, 400, String(minutes))
  }
  assert.equal(await count(), before)
  const { secret: _secret, ...shown } = existing
  assert.deepEqual((await client('GET', pathOf(existing))).body, shown)
})

test('an unknown type is answered with the list of known ones', async () => {
  const reply = await client('POST', '/me/webhooks', { url: newUrl(), types: ['order.paid'] })
  const [sentence] = reply.body.error.fields['types.0']
  for (const type of eventTypes) assert.ok(sentence.includes(type), type)
})

test('a change keeps what it does not name; null is all types, and no name', async () => {
  const { secret: _secret, ...shown } = await make({ name: 'A', types: ['order.captured'] })
  const change = async (body: unknown) => {
    const reply = await client('PATCH', pathOf(shown), body)
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual((await client('GET', pathOf(shown))).body, reply.body)
    return reply.body
  }
  assert.deepEqual(await change({}), shown)
  assert.deepEqual(await change({ url: null, enabled: null }), shown)
  const moved = { ...shown, url: newUrl() }
  assert.deepEqual(await change({ url: moved.url }), moved)
  assert.deepEqual(await change({ types: null }), { ...moved, types: null })
  assert.deepEqual(await change({ name: null }), { ...moved, types: null, name: null })
  const off = await change({ enabled: false })
  assert.deepEqual([off.state, off.disabled_reason], ['disabled', 'store'])
  assert.match(off.disabled_at, /Z$/)
  assert.deepEqual(await change({ enabled: false }), off)
  assert.deepEqual(await change({ enabled: true }), { ...moved, types: null, name: null })
})

test('two concurrent changes are both kept', async () => {
  const webhook = await make({ name: 'A' })
  const url = newUrl()
  const replies = await Promise.all([
    client('PATCH', pathOf(webhook), { name: 'B' }),
    client('PATCH', pathOf(webhook), { types: ['order.edited'] }),
    client('PATCH', pathOf(webhook), { url }),
    client('PATCH', pathOf(webhook), { enabled: false }),
  ])
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  const { body } = await client('GET', pathOf(webhook))
  const fields = [body.name, body.types, body.url, body.state]
  assert.deepEqual(fields, ['B', ['order.edited'], url, 'disabled'])
})

test('deleted it is gone, and only one of two deletions finds it', async () => {
  const webhook = await make()
  const path = pathOf(webhook)
  const replies = await Promise.all([client('DELETE', path), client('DELETE', path)])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [204, 404])
  for (const [method, at, body] of [
    ['GET', path],
    ['PATCH', path, { name: 'A' }],
    ['DELETE', path],
    ['POST', `${path}/rotate`],
  ] as const) {
    const reply = await client(method, at, body)
    assert.deepEqual([reply.status, reply.body.error.code], [404, 'webhook_not_found'], method)
    assert.deepEqual(reply.body.error.fields, { webhook__id: webhook.id })
  }
  const list = await client('GET', `/me/webhooks?url=${encodeURIComponent(webhook.url)}`)
  assert.equal(list.body.paging.count, 0)
})

test('another store and the other mode find nothing, byte for byte', async () => {
  const webhook = await make()
  const nowhere = '0'.repeat(32)
  for (const as of [other, live]) {
    for (const [method, rest, body] of [
      ['GET', ''],
      ['PATCH', '', { name: 'Theirs', enabled: false }],
      ['DELETE', ''],
      ['POST', '/rotate', {}],
    ] as const) {
      const theirs = await as(method, pathOf(webhook) + rest, body)
      const none = await as(method, pathOf({ id: nowhere }) + rest, body)
      assert.equal(theirs.status, 404, method)
      const strip = (text: string, id: string) =>
        text.replaceAll(id, '').replace(/"request_id":"\w+"/, '')
      assert.equal(strip(theirs.text, webhook.id), strip(none.text, nowhere))
    }
    const seen = (await as('GET', '/me/webhooks?page_size=100')).body.results
    assert.ok(seen.every(({ id }: Json) => id !== webhook.id))
  }
  const { secret: _secret, ...shown } = webhook
  assert.deepEqual((await client('GET', pathOf(webhook))).body, shown)
})

test('an invalid id is missing like any other', async () => {
  for (const id of ['x', '%00', '%27', 'A'.repeat(32), 'rotate', 'f'.repeat(33)]) {
    const reply = await client('GET', `/me/webhooks/${id}`)
    assert.equal(reply.status, 404, id)
  }
})

test('each refusal comes in its turn', async () => {
  const scopes = (name: string) => ({ name, kind: 'private', scopes: [name] })
  const key = async (name: string) => (await client('POST', '/me/api-keys', scopes(name))).body.key
  const reader = clientOf(server, { key: await key('events:read') })
  const writer = clientOf(server, { key: await key('settings:write') })
  const path = `/me/webhooks/${'0'.repeat(32)}`
  assert.equal((await reader('GET', '/me/webhooks')).status, 200)
  assert.equal((await writer('GET', '/me/webhooks')).body.error.code, 'scope_missing')
  assert.equal((await reader('POST', '/me/webhooks', {})).body.error.code, 'scope_missing')
  assert.equal((await writer('POST', '/me/webhooks', {})).body.error.code, 'body_invalid')
  assert.equal((await writer('PATCH', path, { name: 5 })).body.error.code, 'body_invalid')
  assert.equal((await writer('PATCH', path, { name: 'A' })).body.error.code, 'webhook_not_found')
  const text = { 'content-type': 'text/plain' }
  assert.equal((await writer('PATCH', path, '{}', text)).status, 415)
})

test('the list takes filters, an order and pages', async () => {
  const marked = `list-${randomUUID()}`
  const ids: string[] = []
  for (const name of ['b', 'a', 'c']) ids.push((await make({ name: `${marked}-${name}` })).id)
  await client('PATCH', `/me/webhooks/${ids[1]}`, { enabled: false })
  const fields = async (query: string) => {
    const reply = await client('GET', `/me/webhooks?name-startswith=${marked}&${query}`)
    assert.equal(reply.status, 200, reply.text)
    return reply.body.results.map(({ id }: Json) => ids.indexOf(id)).join()
  }
  assert.equal(await fields(''), '2,1,0')
  assert.equal(await fields('ordering=name'), '1,0,2')
  assert.equal(await fields('state=disabled'), '1')
  assert.equal(await fields('disabled_reason-isnull=yes&ordering=created'), '0,2')
  assert.equal(await fields('page_size=2&page=2'), '0')
  const wrong = await client('GET', '/me/webhooks?secret=x&state-gt=1')
  assert.deepEqual(Object.keys(wrong.body.error.fields), ['secret', 'state-gt'])
})

test('a repeated request gets the same secret again', async () => {
  const header = { 'idempotency-key': randomUUID() }
  const url = newUrl()
  const send = () => client('POST', '/me/webhooks', { url }, header)
  const [first, second] = [await send(), await send()]
  secrets.push(first.body.secret)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal(second.text, first.text)
  const once = { 'idempotency-key': randomUUID() }
  const rotate = () => client('POST', `${pathOf(first.body)}/rotate`, undefined, once)
  const [rotated, again] = [await rotate(), await rotate()]
  assert.equal(rotated.status, 201)
  secrets.push(rotated.body.secret)
  assert.equal(again.text, rotated.text)
  assert.notEqual(rotated.body.secret, first.body.secret)
})

test('a mode of a store has a limited number of webhooks, also under concurrency', async () => {
  const full = clientOf(server, { key: server.demo.other_store.private_key, accept: LIVE })
  const replies = await Promise.all(
    Array.from({ length: limits.webhooksMax + 6 }, () =>
      full('POST', '/me/webhooks', { url: newUrl() }),
    ),
  )
  const fitting = replies.filter(({ status }) => status === 201)
  assert.equal(fitting.length, limits.webhooksMax)
  for (const { body } of fitting) secrets.push(body.secret)
  const refused = replies.find(({ status }) => status !== 201)
  assert.deepEqual([refused?.status, refused?.body.error.code], [409, 'webhook_limit_reached'])
  assert.match(refused?.body.error.message, /50/)
  assert.equal((await other('POST', '/me/webhooks', { url: newUrl() })).status, 201)
  assert.equal((await full('DELETE', pathOf(fitting[0]?.body))).status, 204)
  assert.equal((await full('POST', '/me/webhooks', { url: newUrl() })).status, 201)
})

test('in XML it is the same', async () => {
  const { name, id } = await make({ name: 'A & B', types: ['order.edited'] })
  const reply = await wire(server, {
    path: pathOf({ id }),
    headers: {
      accept: 'application/vnd.svc.sandbox.v1+xml',
      authorization: `Bearer ${server.demo.private_key}`,
    },
  })
  assert.equal(reply.status, 200)
  assert.match(reply.text, /<types><item>order.edited<\/item><\/types>/)
  assert.ok(reply.text.includes(`<name>${name.replace('&', '&amp;')}</name>`))
})

test('no secret is in the database or in the log', async () => {
  assert.equal(await server.stop(), 0)
  const { databaseUrl, folder } = server.place
  const database = await openDatabase({
    ...{ databaseUrl, folder: join(folder, 'database') },
    ...{ fraction: Math.random, print: () => {} },
  })
  const dump = Object.values(await dumpOf(database))
    .flat()
    .join('\n')
  await database.close()
  assert.ok(dump.includes('https://shop.example/events/1'), 'the dump is one')
  assert.ok(secrets.length > 50)
  for (const secret of secrets) {
    const text = secret.slice('whsec_'.length)
    assert.ok(!dump.includes(text), 'in the database')
    assert.ok(!server.log().includes(text), 'in the log')
  }
})
