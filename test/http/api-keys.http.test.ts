// Keys: made, listed, replaced and revoked by their store; what they may do, and that they are kept
// nowhere.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { scopes } from '../../packages/api/src/index.ts'
import { routesOf } from '../../packages/server/src/composition/app.ts'
import type { WholeService } from '../../packages/server/src/composition/service/whole-service.ts'
import { openDatabase } from '../../packages/server/src/platform/database/open-database.ts'
import { dumpOf } from '../fixtures/dump.ts'
import { type Client, clientOf, ownServer } from '../running-server.ts'

const SECRET_KEY = 'a secret key for tests only'
const server = ownServer({ SECRET_KEY })
const client = clientOf(server)
let other: Client
/** Everything that must not be found anywhere afterwards. */
const secrets: string[] = []

before(() => {
  other = clientOf(server, { key: server.demo.other_store.private_key })
  secrets.push(server.demo.private_key, server.demo.other_store.private_key)
})

type Made = { readonly id: string; readonly key: string; readonly text: string }

async function make(body: Record<string, unknown> = {}, as = client): Promise<Made> {
  const {
    status,
    body: made,
    text,
  } = await as('POST', '/me/api-keys', {
    ...{ name: 'A key', kind: 'private' },
    ...body,
  })
  assert.equal(status, 201, text)
  if (made.kind === 'private') secrets.push(made.key)
  return { id: made.id, key: made.key, text }
}

const withKey = ({ key }: { key: string }): Client => clientOf(server, { key })

/** Until the answer has this status; within 10 s, however slow the machine. */
async function untilStatus(ask: () => Promise<{ status: number }>, status: number): Promise<void> {
  const limit = Date.now() + 10_000
  while ((await ask()).status !== status) assert.ok(Date.now() < limit, `waited for ${status}`)
}

test('a key is answered once, works, and is listed without itself', async () => {
  const { status, headers, body } = await client('POST', '/me/api-keys', {
    ...{ name: 'Warehouse', kind: 'private', scopes: ['orders:write', 'orders:read'] },
    expires_at: '2099-12-31T23:00:00+01:00',
  })
  assert.equal(status, 201)
  assert.match(body.key, /^sk_[a-z2-7]{56}$/)
  secrets.push(body.key)
  assert.equal(headers.get('location'), `/me/api-keys/${body.id}`)
  const { key, ...shown } = body
  assert.deepEqual(shown, {
    ...{ id: body.id, name: 'Warehouse', kind: 'private', scopes: ['orders:read', 'orders:write'] },
    ...{ mode: null, addresses: null, maker: body.maker },
    hint: `${key.slice(0, 7)}…${key.slice(-4)}`,
    ...{ created: body.created, last_used: null, revoked_at: null },
    expires_at: '2099-12-31T22:00:00.000000Z',
  })
  assert.deepEqual((await client('GET', `/me/api-keys/${body.id}`)).body, shown)
  const list = await client('GET', '/me/api-keys?page_size=1')
  assert.deepEqual(list.body.results, [shown], 'newest first')
  assert.equal(list.body.cursor.after, 2)
  assert.match(list.body.paging.next, /\/me\/api-keys\?page_size=1&page=2$/)
  assert.equal((await withKey(body)('GET', '/orders')).status, 200)
})

test('names lose the signs that nobody sees; programs that send them go on', async () => {
  const { id } = await make({ name: '\u202eWare\u200bhouse\n' })
  assert.equal((await client('GET', `/me/api-keys/${id}`)).body.name, 'Warehouse')
  const wish = { url: 'https://shop.example/names', name: ' Ledger\u2066 ' }
  const { status, body: webhook } = await client('POST', '/me/webhooks', wish)
  assert.deepEqual([status, webhook.name], [201, 'Ledger'])
  const change = { name: ' as it is ' }
  const { body: changed } = await client('PATCH', `/me/webhooks/${webhook.id}`, change)
  assert.equal(changed.name, ' as it is ')
  assert.equal((await client('DELETE', `/me/webhooks/${webhook.id}`)).status, 204)
})

test('a public key is made like a private one, and is the one for pages', async () => {
  const { body: before } = await client('GET', '/merchants/api-keys')
  assert.deepEqual(before, { public_api_key: server.demo.public_key })
  const made = await make({ kind: 'public', name: 'Shop' })
  assert.match(made.key, /^pk_/)
  const publicKey = async () => (await client('GET', '/merchants/api-keys')).body.public_api_key
  assert.equal(await publicKey(), made.key)
  assert.equal((await withKey(made)('GET', '/orders')).body.error.code, 'key_public')
  assert.equal((await withKey(made)('GET', `/checkout/${'0'.repeat(32)}`)).status, 404)
  assert.equal((await withKey(made)('GET', '/merchants/api-keys')).status, 403)
  assert.equal((await client('DELETE', `/me/api-keys/${made.id}`)).status, 200)
  assert.equal(await publicKey(), server.demo.public_key)
})

const refused: readonly (readonly [body: unknown, ...paths: string[]])[] = [
  [{}, 'kind', 'name'],
  [{ name: '', kind: 'private' }, 'name'],
  [{ name: '  ', kind: 'private' }, 'name'],
  [{ name: '\u200b\u3164', kind: 'private' }, 'name'],
  [{ name: 'x'.repeat(256), kind: 'private' }, 'name'],
  [{ name: 5, kind: 'private' }, 'name'],
  [{ name: 'x', kind: 'secret' }, 'kind'],
  [{ name: 'x', kind: null }, 'kind'],
  [{ name: 'x', kind: 'private', scopes: 'orders:read' }, 'scopes'],
  [{ name: 'x', kind: 'private', scopes: [] }, 'scopes'],
  [{ name: 'x', kind: 'private', scopes: ['orders:read', 'orders:all'] }, 'scopes.1'],
  [{ name: 'x', kind: 'private', scopes: [5] }, 'scopes.0'],
  [{ name: 'x', kind: 'private', scopes: Array(101).fill('orders:read') }, 'scopes'],
  [{ name: 'x', kind: 'public', scopes: ['orders:read'] }, 'scopes'],
  [{ name: 'x', kind: 'private', mode: 'both' }, 'mode'],
  [{ name: 'x', kind: 'private', addresses: [] }, 'addresses'],
  [{ name: 'x', kind: 'private', addresses: '10.0.0.1' }, 'addresses'],
  [{ name: 'x', kind: 'private', addresses: ['10.0.0.1', 'shop.example'] }, 'addresses.1'],
  [{ name: 'x', kind: 'private', addresses: ['10/8'] }, 'addresses.0'],
  [{ name: 'x', kind: 'private', addresses: Array(51).fill('10.0.0.1') }, 'addresses'],
  [{ name: 'x', kind: 'public', addresses: ['10.0.0.1'] }, 'addresses'],
  [{ name: 'x', kind: 'private', expires_at: '2020-01-01' }, 'expires_at'],
  [{ name: 'x', kind: 'private', expires_at: '2099-02-30' }, 'expires_at'],
  [{ name: 'x', kind: 'private', expires_at: 4_102_441_200 }, 'expires_at'],
  [
    { name: 'x', kind: 'public', scopes: ['events:read'], expires_at: '2020-01-01' },
    'scopes',
    'expires_at',
  ],
]

test('an invalid key is refused field by field, and none is made', async () => {
  const count = async () => (await client('GET', '/me/api-keys')).body.paging.count
  const before = await count()
  for (const [body, ...paths] of refused) {
    const reply = await client('POST', '/me/api-keys', body)
    assert.equal(reply.status, 400, JSON.stringify(body))
    assert.deepEqual(Object.keys(reply.body.error.fields).sort(), [...paths].sort())
  }
  const { id } = await make()
  for (const minutes of [-1, 10_081, 1.5, '60', true]) {
    const body = { overlap_minutes: minutes }
    const reply = await client('POST', `/me/api-keys/${id}/rotate`, body)
    assert.equal(reply.status, 400, String(minutes))
    assert.deepEqual(Object.keys(reply.body.error.fields), ['overlap_minutes'])
  }
  assert.equal(await count(), before + 1)
})

test('a repeated request gets the same key again', async () => {
  const header = { 'idempotency-key': randomUUID() }
  const send = () => client('POST', '/me/api-keys', { name: 'Once', kind: 'private' }, header)
  const first = await send()
  const second = await send()
  secrets.push(first.body.key)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal(second.text, first.text)
})

test('nobody makes a key with more scopes than their own', async () => {
  const narrow = withKey(await make({ scopes: ['keys:write', 'orders:read'] }))
  const beyond = await narrow('POST', '/me/api-keys', {
    ...{ name: 'Wide', kind: 'private', scopes: ['orders:read', 'refunds:write'] },
  })
  assert.deepEqual([beyond.status, beyond.body.error.code], [403, 'scope_missing'])
  assert.match(beyond.body.error.message, /refunds:write/)
  const own = await make({}, narrow)
  assert.deepEqual(JSON.parse(own.text).scopes, ['orders:read', 'keys:write'])
  const wide = await make()
  const turned = await narrow('POST', `/me/api-keys/${wide.id}/rotate`)
  assert.deepEqual([turned.status, turned.body.error.code], [403, 'scope_missing'])
})

test('a rotated key works together with its successor until the overlap is over', async () => {
  const old = await make({ name: 'Shop server', scopes: ['orders:read'] })
  const { status, body } = await client('POST', `/me/api-keys/${old.id}/rotate`)
  assert.equal(status, 201)
  secrets.push(body.key)
  assert.deepEqual([body.name, body.kind, body.scopes], ['Shop server', 'private', ['orders:read']])
  assert.notEqual(body.id, old.id)
  for (const key of [old, body]) assert.equal((await withKey(key)('GET', '/orders')).status, 200)
  const { body: left } = await client('GET', `/me/api-keys/${old.id}`)
  const hours = (Date.parse(left.expires_at) - Date.parse(body.created)) / 3_600_000
  assert.equal(hours, 24)

  const next = await client('POST', `/me/api-keys/${body.id}/rotate`, { overlap_minutes: 0 })
  assert.equal(next.status, 201)
  secrets.push(next.body.key)
  await untilStatus(() => withKey(body)('GET', '/orders'), 401)
  assert.equal((await withKey(next.body)('GET', '/orders')).status, 200)
  const ended = await client('POST', `/me/api-keys/${body.id}/rotate`)
  assert.deepEqual([ended.status, ended.body.error.code], [409, 'api_key_ended'])
  assert.match(ended.body.error.message, /expired/)
})

test('a key stops working when it expires', async () => {
  const expires = new Date(Date.now() + 1_500).toISOString()
  const short = await make({ expires_at: expires })
  await untilStatus(() => withKey(short)('GET', '/orders'), 401)
  assert.ok(Date.now() >= Date.parse(expires))
  const { body } = await withKey(short)('GET', '/orders')
  assert.equal(body.error.code, 'key_invalid')
})

test('a revoked key is refused, stays in the list, and may be revoked again', async () => {
  const key = await make()
  assert.equal((await withKey(key)('DELETE', `/me/api-keys/${key.id}`)).status, 200, 'itself')
  await untilStatus(() => withKey(key)('GET', '/orders'), 401)
  const again = await client('DELETE', `/me/api-keys/${key.id}`)
  assert.deepEqual([again.status, again.body.minted], [200, []])
  const { body } = await client('GET', `/me/api-keys/${key.id}`)
  assert.match(body.revoked_at, /Z$/)
  const turned = await client('POST', `/me/api-keys/${key.id}/rotate`)
  assert.deepEqual([turned.status, turned.body.error.code], [409, 'api_key_ended'])
})

test('the last key that can make keys is not revoked, but it can be replaced', async () => {
  const { body } = await other('GET', '/me/api-keys')
  const last = body.results.find(({ kind }: { kind: string }) => kind === 'private')
  await make({ scopes: ['orders:read'] }, other)
  await make({ expires_at: '2099-01-01' }, other)
  const stored = await other('DELETE', `/me/api-keys/${last.id}`)
  assert.deepEqual([stored.status, stored.body.error.code], [409, 'api_key_last'])
  const next = await other('POST', `/me/api-keys/${last.id}/rotate`)
  assert.equal(next.status, 201)
  secrets.push(next.body.key)
  const successor = withKey(next.body)
  assert.equal((await successor('DELETE', `/me/api-keys/${next.body.id}`)).status, 409)
  assert.equal((await successor('DELETE', `/me/api-keys/${last.id}`)).status, 200)
  other = successor
})

test('another store’s key looks like a missing one', async () => {
  const { id } = await make({}, other)
  const unknown = '0'.repeat(32)
  const strange = 'a%20key'
  for (const [method, end] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/rotate'],
  ] as const) {
    const answers = await Promise.all(
      [id, unknown, strange].map(async (ref) => {
        const { status, body } = await client(method, `/me/api-keys/${ref}${end}`)
        assert.equal(status, 404)
        const { request_id, fields, ...rest } = body.error
        assert.deepEqual(fields, { api_key__id: decodeURIComponent(ref) })
        return rest
      }),
    )
    for (const each of answers) assert.equal(each.code, 'api_key_not_found')
    assert.deepEqual(answers[0], answers[1])
  }
  assert.equal((await other('GET', `/me/api-keys/${id}`)).body.revoked_at, null)
})

test('a store has at most 50 keys that work, however many it requests together', async () => {
  const body = { name: 'Many', kind: 'public' }
  const active = async () => {
    const { results } = (await other('GET', '/me/api-keys?page_size=100')).body
    return results.filter(
      (key: { revoked_at: string | null; expires_at: string | null }) =>
        key.revoked_at === null &&
        (key.expires_at === null || Date.parse(key.expires_at) > Date.now()),
    ).length
  }
  const codes = new Set<string>()
  const limit = Date.now() + 60_000
  while (!codes.has('api_key_limit_reached') && Date.now() < limit) {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => other('POST', '/me/api-keys', body)),
    )
    for (const { status, body: said } of replies) codes.add(said.error?.code ?? String(status))
  }
  codes.delete('order_busy')
  assert.deepEqual([...codes].sort(), ['201', 'api_key_limit_reached'])
  assert.equal(await active(), 50)
  const listed = await other('GET', '/me/api-keys?page_size=1')
  const rotated = await other('POST', `/me/api-keys/${listed.body.results[0].id}/rotate`, {})
  assert.equal(rotated.body.error.code, 'api_key_limit_reached')
  assert.equal((await other('GET', '/me/api-keys?page=0')).body.error.code, 'query_invalid')
})

test('the last use of a key is noted', async () => {
  const key = await make({ scopes: ['orders:read'] })
  const started = Date.now()
  await withKey(key)('GET', '/orders')
  const read = async () => (await client('GET', `/me/api-keys/${key.id}`)).body.last_used
  const limit = Date.now() + 10_000
  while ((await read()) === null) assert.ok(Date.now() < limit, 'waited for last_used')
  const noted = Date.parse(await read())
  assert.ok(noted >= started && noted <= Date.now())
})

test('every route asks for its scope, and a public key opens none of them', async () => {
  const lacking = new Map<string, Client>()
  for (const scope of scopes) {
    const others = scopes.filter((each) => each !== scope)
    lacking.set(scope, withKey(await make({ name: `not ${scope}`, scopes: others })))
  }
  const page = clientOf(server, { key: server.demo.public_key })
  const ref: string[] = []
  for (const { method, path, access } of routesOf({} as WholeService)) {
    if (access.kind !== 'private') continue
    const place = path.replace(/:\w+/g, '0'.repeat(32))
    const name = `${method} ${path}`
    assert.equal((await page(method, place)).body.error.code, 'key_public', name)
    if (access.scope === null) continue
    const { status, body } = (await lacking.get(access.scope)?.(method, place)) ?? {}
    assert.deepEqual([status, body.error.code], [403, 'scope_missing'], name)
    assert.match(body.error.message, new RegExp(access.scope), name)
    if (/refund/.test(path) && method === 'POST') assert.equal(access.scope, 'refunds:write', name)
    ref.push(name)
  }
  assert.ok(ref.length >= 15)
})

test('no key and no token is in the database or in the log', async () => {
  const token = `token-${randomUUID()}`
  await client('PATCH', '/me', { notification_auth: 'token', notification_token: token })
  const exposed = await make()
  for (const origin of ['https://page.example', `https://${exposed.key}.example`]) {
    const { status, body } = await withKey(exposed)('GET', '/orders', undefined, { origin })
    assert.deepEqual([status, body.error.code], [403, 'key_exposed'])
  }
  await client('GET', `/orders?key=${exposed.key}`)
  assert.equal(await server.stop(), 0)
  const { databaseUrl, folder } = server.place
  const database = await openDatabase({
    databaseUrl,
    folder: join(folder, 'database'),
    fraction: Math.random,
    print: () => {},
  })
  const dump = Object.values(await dumpOf(database))
    .flat()
    .join('\n')
  const events = await database.query(
    'SELECT sandbox, type, data FROM events WHERE order_id IS NULL',
    [],
  )
  await database.close()
  assert.ok(dump.includes(server.demo.public_key), 'the dump is one')
  assert.ok(secrets.length > 20)
  for (const secret of [...secrets, token]) {
    for (const part of [secret, secret.slice(3, 30)]) {
      assert.ok(!dump.includes(part), 'in the database')
      assert.ok(!server.log().includes(part), 'in the log')
    }
  }
  const api_key = { id: exposed.id, name: 'A key', hint: JSON.parse(exposed.text).hint }
  assert.deepEqual(events, [
    { sandbox: true, type: 'api_key.exposed', data: { api_key, origin: 'https://page.example' } },
  ])
})
