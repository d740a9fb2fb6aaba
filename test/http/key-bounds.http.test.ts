// What a key is bound to: its mode, its addresses, its end; and the keys that it has made.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Client, checkoutBody, clientOf, newMid, ownServer } from '../running-server.ts'

const LIVE = 'application/vnd.svc.v1+json'
const server = ownServer({ TRUSTED_PROXIES: 'loopback' })
const client = clientOf(server)

type Made = { readonly id: string; readonly key: string }

async function make(body: Record<string, unknown> = {}, as = client): Promise<Made> {
  const named = { name: 'A key', kind: 'private', ...body }
  const { status, body: made, text } = await as('POST', '/me/api-keys', named)
  assert.equal(status, 201, text)
  return made
}

const withKey = ({ key }: Made, accept?: string): Client =>
  clientOf(server, accept === undefined ? { key } : { key, accept })

/** Until the answer has this status; within 10 s, however slow the machine. */
async function untilStatus(ask: () => Promise<{ status: number }>, status: number): Promise<void> {
  const limit = Date.now() + 10_000
  while ((await ask()).status !== status) assert.ok(Date.now() < limit, `waited for ${status}`)
}

test('a key that is bound to a mode is refused in the other one', async () => {
  for (const [mode, good, bad] of [
    ['sandbox', undefined, LIVE],
    ['live', LIVE, undefined],
  ] as const) {
    const key = await make({ mode })
    assert.equal((await withKey(key, good)('GET', '/orders')).status, 200)
    for (const [method, path] of [
      ['GET', '/orders'],
      ['GET', '/me/api-keys'],
      ['PATCH', '/me'],
    ] as const) {
      const { status, body } = await withKey(key, bad)(
        method,
        path,
        method === 'PATCH' ? {} : undefined,
      )
      assert.deepEqual([status, body.error.code], [403, 'mode_not_allowed'], path)
    }
    const page = await make({ kind: 'public', mode })
    const button = '/checkout/button?amount=40000&currency=EUR'
    for (let round = 0; round < 3; round++) {
      assert.equal((await withKey(page, good)('GET', button)).status, 201)
      const refused = await withKey(page, bad)('GET', button)
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'mode_not_allowed'])
    }
    const narrow = withKey(key, good)
    const minted = await make({}, narrow)
    assert.equal((await client('GET', `/me/api-keys/${minted.id}`)).body.mode, mode)
    const other = mode === 'live' ? 'sandbox' : 'live'
    const wide = await narrow('POST', '/me/api-keys', { name: 'x', kind: 'private', mode: other })
    assert.deepEqual([wide.status, wide.body.error.code], [403, 'api_key_wider'])
    const ended = await narrow('DELETE', `/me/api-keys/${(await make()).id}`)
    assert.deepEqual([ended.status, ended.body.error.code], [403, 'mode_not_allowed'])
  }
})

test('a key that is bound to addresses is refused from others, also behind a proxy', async () => {
  const key = await make({ addresses: ['203.0.113.0/24', '2001:db8::7'] })
  const from = (address: string) =>
    withKey(key)('GET', '/orders', undefined, { 'x-forwarded-for': address })
  for (const address of ['203.0.113.9', '2001:db8::7', '198.51.100.1, 203.0.113.9']) {
    assert.equal((await from(address)).status, 200, address)
  }
  for (const address of ['203.0.114.9', '203.0.113.9, 198.51.100.1', 'nonsense', '2001:db8::8']) {
    const { status, body } = await from(address)
    assert.deepEqual([status, body.error.code], [403, 'address_not_allowed'], address)
  }
  assert.equal((await withKey(key)('GET', '/orders')).status, 403, 'from here')
  const here = { 'x-forwarded-for': '203.0.113.9' }
  const wide = { name: 'x', kind: 'private', addresses: ['203.0.112.0/23'] }
  const refused = await withKey(key)('POST', '/me/api-keys', wide, here)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'api_key_wider'])
  assert.deepEqual(Object.keys(refused.body.error.fields), ['addresses'])
  const page = { name: 'x', kind: 'public' }
  const made = await withKey(key)('POST', '/me/api-keys', page, here)
  assert.deepEqual([made.status, made.body.addresses], [201, null], 'pages open everywhere')
})

test('a key passes on its own end at most, and a rotation keeps it', async () => {
  const expires_at = '2090-01-01T00:00:00.000000Z'
  const short = await make({ expires_at })
  const as = withKey(short)
  const shown = async ({ id }: Made) => (await client('GET', `/me/api-keys/${id}`)).body
  const minted = await shown(await make({}, as))
  assert.deepEqual([minted.expires_at, minted.maker], [expires_at, short.id])
  const later = { name: 'x', kind: 'private', expires_at: '2090-01-02' }
  const refused = await as('POST', '/me/api-keys', later)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'api_key_wider'])
  const endless = await make()
  const turned = await as('POST', `/me/api-keys/${endless.id}/rotate`)
  assert.deepEqual([turned.status, turned.body.error.code], [403, 'api_key_wider'])
  const bounds = { mode: 'sandbox', scopes: ['orders:read'], expires_at }
  const old = await shown(await make({ name: 'Warehouse', ...bounds }))
  const next = await client('POST', `/me/api-keys/${old.id}/rotate`)
  for (const member of ['name', 'kind', 'scopes', 'mode', 'addresses', 'expires_at']) {
    assert.deepEqual(next.body[member], old[member], member)
  }
})

test('revoking a key shows the keys that it has made, and ends them on request', async () => {
  const root = await make()
  const child = await make({}, withKey(root))
  const grandchild = await make({ kind: 'public' }, withKey(child))
  const stranger = await make()
  const ids = [child.id, grandchild.id]
  const path = `/me/api-keys/${root.id}`
  for (const wrong of ['?cascade=yes', '?cascade=', '?cascade=true&cascade=true']) {
    assert.equal((await client('DELETE', path + wrong)).body.error.code, 'query_invalid', wrong)
  }
  const alone = await client('DELETE', path)
  assert.deepEqual([alone.status, alone.body.minted.sort()], [200, ids.toSorted()])
  assert.match(alone.body.revoked_at, /Z$/)
  await untilStatus(() => withKey(root)('GET', '/orders'), 401)
  assert.equal((await withKey(child)('GET', '/orders')).status, 200)
  const all = await client('DELETE', `${path}?cascade=true`)
  assert.deepEqual(all.body.minted.sort(), ids.toSorted())
  await untilStatus(() => withKey(child)('GET', '/orders'), 401)
  for (const id of ids) {
    assert.match((await client('GET', `/me/api-keys/${id}`)).body.revoked_at, /Z$/)
  }
  assert.equal((await withKey(stranger)('GET', '/orders')).status, 200)
})

test('all keys are revoked together, except those that are named', async () => {
  const as = clientOf(server, { key: server.demo.other_store.private_key })
  const one = await make({ name: 'One' }, as)
  const two = await make({ name: 'Two' }, as)
  const revoke = (body?: object) => as('POST', '/me/api-keys/revoke-all', body)
  const unknown = await revoke({ except: ['0'.repeat(32)] })
  assert.deepEqual(Object.keys(unknown.body.error.fields), ['except.0'])
  assert.equal((await revoke({ except: [] })).body.error.code, 'api_key_last')
  const narrow = await make({ scopes: ['orders:read'] }, as)
  const denied = await withKey(narrow)('POST', '/me/api-keys/revoke-all', {})
  assert.deepEqual([denied.status, denied.body.error.code], [403, 'scope_missing'])
  const { status, body } = await revoke({ except: [one.id] })
  assert.equal(status, 200)
  assert.ok(body.revoked.includes(two.id) && !body.revoked.includes(one.id))
  await untilStatus(() => as('GET', '/orders'), 401)
  await untilStatus(() => withKey(two)('GET', '/orders'), 401)
  const last = await withKey(one)('POST', '/me/api-keys/revoke-all')
  assert.deepEqual([last.status, last.body.revoked], [200, []], 'the key that asks goes on')
})

test('an answer with a secret is repeated to the key that got it, and to no other', async () => {
  const one = withKey(await make())
  const two = withKey(await make())
  const merchant = { notification_url: 'https://shop.example/notify' }
  const requests = [
    ['/me/api-keys', { name: 'Once', kind: 'private' }],
    ['/me/webhooks', { url: 'https://shop.example/events' }],
    ['/me/notification-secret', undefined],
    ['/checkout', checkoutBody(newMid(), 40_000, { merchant })],
  ] as const
  for (const [path, body] of requests) {
    const header = { 'idempotency-key': randomUUID() }
    const first = await one('POST', path, body, header)
    assert.equal(first.status, 201, first.text)
    const repeated = await one('POST', path, body, header)
    assert.equal(repeated.text, first.text)
    assert.equal(repeated.headers.get('idempotent-replayed'), 'true')
    const other = await two('POST', path, body, header)
    assert.deepEqual([other.status, other.body.error.code], [422, 'idempotency_key_reused'], path)
  }
})
