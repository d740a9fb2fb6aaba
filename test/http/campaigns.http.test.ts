// Campaigns and their articles as a store manages them: every operation, every bad input.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  type Client,
  clientOf,
  done,
  type Json,
  ownServer,
  type Reply,
  refused,
  wire,
} from '../running-server.ts'

const server = ownServer()
const client = clientOf(server)
const live = clientOf(server, { accept: 'application/json' })
let other: Client

before(() => {
  other = clientOf(server, { key: server.demo.other_store.private_key })
})

const NOWHERE = '0123456789abcdef0123456789abcdef'
const full = { name: 'Spring', start_date: '2026-03-01', interest: 5_000 }
const partial = { ...full, partial: true }
const article = (id: unknown, more: Json = {}) => ({
  ...{ id, name: `Article ${id}`, url: 'https://shop.example/a' },
  ...more,
})

async function created(body: Json = full, by: Client = client): Promise<string> {
  return (await done(by('POST', '/me/campaigns', body), 201)).id
}

const get = (id: string, by: Client = client) => done(by('GET', `/me/campaigns/${id}`))
const articlesOf = async (id: string, by: Client = client): Promise<string[]> => {
  const { results } = await done(by('GET', `/me/campaigns/${id}/articles?page_size=100`))
  return results.map((each: Json) => each.id).sort()
}

test('a new campaign is answered with everything, its defaults and its place', async () => {
  const reply = await client('POST', '/me/campaigns', full)
  assert.equal(reply.status, 201, reply.text)
  const { id, created: at, ...rest } = reply.body
  assert.match(id, /^[0-9a-f]{32}$/)
  assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
  assert.deepEqual(rest, {
    ...{ name: 'Spring', start_date: '2026-03-01T00:00:00', end_date: null, interest: 5_000 },
    ...{ partial: false, num_instalments: [], min_order_amount: null, max_order_amount: null },
  })
  assert.equal(reply.headers.get('location'), `/me/campaigns/${id}`)
  assert.deepEqual(await get(id), reply.body)
})

test('values come back as sent, the interest as a number even if it was a text', async () => {
  const sent = {
    ...{ name: 'Été ☀', start_date: '2026-03-01T08:00:00', end_date: '2026-03-31T20:00:00' },
    ...{ interest: '10000', partial: true, num_instalments: [12, 3, 60, 1] },
    ...{ min_order_amount: 0, max_order_amount: 1_000_000_000_000 },
  }
  const { id: _id, created: _created, ...rest } = await get(await created(sent))
  assert.deepEqual(rest, { ...sent, interest: 10_000 })
  assert.equal((await get(await created({ ...full, interest: '0' }))).interest, 0)
})

test('null, an empty text and false mean an omitted value', async () => {
  for (const absent of [null, '', false]) {
    const names = ['end_date', 'num_instalments', 'min_order_amount', 'max_order_amount', 'partial']
    const body = { ...full, ...Object.fromEntries(names.map((name) => [name, absent])) }
    const { end_date, num_instalments, min_order_amount, max_order_amount, ...rest } = await get(
      await created(body),
    )
    assert.deepEqual([end_date, num_instalments, rest.partial], [null, [], false])
    assert.deepEqual([min_order_amount, max_order_amount], [null, null])
  }
})

const dates: readonly (readonly [sent: string, start: string, end: string])[] = [
  ['2026-11-21', '2026-11-21T00:00:00', '2026-11-21T23:59:59'],
  ['2026-11-21T10:20:30', '2026-11-21T10:20:30', '2026-11-21T10:20:30'],
  ['2026-11-21 10:20', '2026-11-21T10:20:00', '2026-11-21T10:20:00'],
  ['2026-11-21T10:20:30.999999', '2026-11-21T10:20:30', '2026-11-21T10:20:30'],
  ['2026-11-21T10:20:30Z', '2026-11-21T11:20:30', '2026-11-21T11:20:30'],
  ['2026-07-21T10:20:30Z', '2026-07-21T12:20:30', '2026-07-21T12:20:30'],
  ['2026-11-21T10:20:30+02:00', '2026-11-21T09:20:30', '2026-11-21T09:20:30'],
  ['2026-11-21T10:20:30-0500', '2026-11-21T16:20:30', '2026-11-21T16:20:30'],
  // The days on which the clocks change have 23 and 25 hours.
  ['2026-03-29', '2026-03-29T00:00:00', '2026-03-29T23:59:59'],
  ['2026-10-25', '2026-10-25T00:00:00', '2026-10-25T23:59:59'],
  ['0001-01-01T00:00:00', '0001-01-01T00:00:00', '0001-01-01T00:00:00'],
  ['9999-12-31', '9999-12-31T00:00:00', '9999-12-31T23:59:59'],
  ['1969-12-31T23:59:59.5Z', '1970-01-01T00:59:59', '1970-01-01T00:59:59'],
]
for (const [sent, start, end] of dates) {
  test(`the date ${sent} is ${start} where a campaign starts, ${end} where it ends`, async () => {
    const first = await get(await created({ ...full, start_date: sent, end_date: sent }))
    assert.deepEqual([first.start_date, first.end_date], [start, end])
    // What is answered is taken, and means the same.
    const { start_date, end_date } = first
    const again = await get(await created({ ...full, start_date, end_date }))
    assert.deepEqual([again.start_date, again.end_date], [start, end])
  })
}

const wrong: readonly (readonly [field: string, value: unknown])[] = [
  ...[{}, 7, 'x'.repeat(201), ['a'], true].map((value) => ['name', value] as const),
  ...[7, 'soon', '2026-02-30', '2026-11-21T24:00:00', '21/11/2026', '0000-01-01', {}].map(
    (value) => ['start_date', value] as const,
  ),
  ...['2026-02-28', '2026-02-28T23:59:59', '10000-01-01', '9999-12-31T23:30:00Z', 1].map(
    (value) => ['end_date', value] as const,
  ),
  ...[-1, 10_001, 12.5, '12.50', '-1', '1e3', ' 5', '٣', {}, [5], true].map(
    (value) => ['interest', value] as const,
  ),
  ...['true', 1, 0, 'no', {}].map((value) => ['partial', value] as const),
  ...[3, '3', true, { 0: 3 }, [3, 3], Array.from({ length: 61 }, (_, n) => n + 1)].map(
    (value) => ['num_instalments', value] as const,
  ),
  ...[[0], [61], [-1], ['3'], [null], [3.5], [[3]]].map(
    (value) => ['num_instalments.0', value] as const,
  ),
  ...[-1, 1_000_000_000_001, 1.5, '100', true, {}].map(
    (value) => ['min_order_amount', value] as const,
  ),
  ...[-1, 1_000_000_000_001, 1.5, '100', true, []].map(
    (value) => ['max_order_amount', value] as const,
  ),
]
test('each field that is wrong is named, on creation and on both kinds of edit', async () => {
  const id = await created()
  const before = await get(id)
  for (const [field, value] of wrong) {
    const sent = { [field.split('.')[0] ?? '']: value }
    for (const [method, path, body] of [
      ['POST', '/me/campaigns', { ...full, ...sent }],
      ['PUT', `/me/campaigns/${id}`, { ...full, ...sent }],
      ['PATCH', `/me/campaigns/${id}`, sent],
    ] as const) {
      const { fields } = await refused(client(method, path, body), 400, 'body_invalid')
      assert.deepEqual(Object.keys(fields), [field], `${method} ${JSON.stringify(sent)}`)
    }
  }
  assert.deepEqual(await get(id), before)
})

test('all faults are reported together, those between fields too', async () => {
  const body = {
    ...{ name: '', interest: 'ten', start_date: '2026-03-02', end_date: '2026-03-01' },
    ...{ min_order_amount: 2, max_order_amount: 1, num_instalments: [3, 61, 3] },
  }
  const { fields } = await refused(client('POST', '/me/campaigns', body), 400, 'body_invalid')
  assert.deepEqual(Object.keys(fields).sort(), [
    ...['end_date', 'interest', 'max_order_amount', 'name', 'num_instalments'],
    'num_instalments.1',
  ])
  const empty = await refused(client('POST', '/me/campaigns', {}), 400, 'body_invalid')
  assert.deepEqual(Object.keys(empty.fields), ['name', 'start_date', 'interest'])
  for (const text of ['[1]', '"a"', '3', 'null', '{"name":']) {
    assert.equal((await client('POST', '/me/campaigns', text)).status, 400, text)
  }
  assert.equal((await client('POST', '/me/campaigns')).status, 400)
})

test('PUT sets absent members to their defaults, PATCH leaves them', async () => {
  const whole = {
    ...{ ...partial, end_date: '2026-12-31', num_instalments: [3], min_order_amount: 100 },
    max_order_amount: 500,
  }
  const id = await created(whole)
  const before = await get(id)
  await done(client('PATCH', `/me/campaigns/${id}`, { name: 'Summer' }), 204)
  assert.deepEqual(await get(id), { ...before, name: 'Summer' })
  await done(client('PATCH', `/me/campaigns/${id}`, {}), 204)
  const absent = { end_date: '', min_order_amount: '', name: '', interest: '' }
  await done(client('PATCH', `/me/campaigns/${id}`, absent), 204)
  assert.deepEqual(await get(id), { ...before, name: 'Summer' })
  const change = { partial: false, num_instalments: [], max_order_amount: 0, min_order_amount: 0 }
  await done(client('PATCH', `/me/campaigns/${id}`, change), 204)
  assert.deepEqual(await get(id), { ...before, name: 'Summer', ...change })
  await done(client('PUT', `/me/campaigns/${id}`, full), 204)
  const { created: _created, ...rest } = await get(id)
  assert.deepEqual(rest, {
    ...{ id, ...full, start_date: '2026-03-01T00:00:00', end_date: null, partial: false },
    ...{ num_instalments: [], min_order_amount: null, max_order_amount: null },
  })
})

test('PATCH is checked together with the unchanged members', async () => {
  const body = { ...full, end_date: '2026-03-31', min_order_amount: 100, max_order_amount: 200 }
  const id = await created(body)
  const path = `/me/campaigns/${id}`
  for (const [change, field] of [
    [{ start_date: '2026-04-01' }, 'end_date'],
    [{ end_date: '2026-02-28' }, 'end_date'],
    [{ min_order_amount: 201 }, 'max_order_amount'],
    [{ max_order_amount: 99 }, 'max_order_amount'],
  ] as const) {
    const { fields } = await refused(client('PATCH', path, change), 400, 'body_invalid')
    assert.deepEqual(Object.keys(fields), [field])
  }
  await done(client('PATCH', path, { start_date: '2026-03-31T23:59:59' }), 204)
  await done(client('PATCH', path, { min_order_amount: 200 }), 204)
  await done(client('PATCH', path, { start_date: '2026-04-01', end_date: '2026-04-01' }), 204)
  assert.equal((await get(id)).end_date, '2026-04-01T23:59:59')
})

test('a deleted campaign is gone with its articles', async () => {
  const id = await created(partial)
  await done(client('POST', `/me/campaigns/${id}/articles`, [article('a')]), 204)
  await done(client('DELETE', `/me/campaigns/${id}`), 204)
  const error = await refused(client('GET', `/me/campaigns/${id}`), 404, 'campaign_not_found')
  assert.deepEqual(error.fields, { campaign__id: id })
  await refused(client('DELETE', `/me/campaigns/${id}`), 404, 'campaign_not_found')
  await refused(client('GET', `/me/campaigns/${id}/articles`), 404, 'campaign_not_found')
})

/** Every operation on one campaign. */
const operations = (id: string) =>
  [
    ['GET', id],
    ['PUT', id, full],
    ['PATCH', id, { name: 'Mine' }],
    ['GET', `${id}/articles`],
    ['POST', `${id}/articles`, [article('a')]],
    ['DELETE', `${id}/articles`],
    ['DELETE', `${id}/articles?article-mid=a`],
    ['DELETE', `${id}/articles/a`],
    ['DELETE', id],
  ] as const

test('the campaigns of another store or mode look missing, byte for byte', async () => {
  const id = await created(partial)
  await done(client('POST', `/me/campaigns/${id}/articles`, [article('a')]), 204)
  const before = await get(id)
  const plain = ({ text, body }: Reply, sent: string) =>
    text.replaceAll(body.error.request_id, 'request').replaceAll(sent, 'id')
  for (const by of [other, live]) {
    for (const [index, [method, path, body]] of operations(id).entries()) {
      const [, missing] = operations(NOWHERE)[index] ?? ['', '']
      const reply = await by(method, `/me/campaigns/${path}`, body)
      assert.equal(reply.status, 404, `${method} ${path}: ${reply.text}`)
      assert.deepEqual(reply.body.error.fields, { campaign__id: id })
      const nothing = await by(method, `/me/campaigns/${missing}`, body)
      assert.equal(plain(reply, id), plain(nothing, NOWHERE))
    }
    const { results } = await done(by('GET', '/me/campaigns?page_size=100'))
    assert.ok(results.every((each: Json) => each.id !== id))
  }
  assert.deepEqual(await get(id), before)
  assert.deepEqual(await articlesOf(id), ['a'])
  for (const strange of ['x', 'A'.repeat(32), `${id}0`, '%00', '..%2f', 'null']) {
    const reply = client('GET', `/me/campaigns/${strange}`)
    const error = await refused(reply, 404, 'campaign_not_found')
    assert.deepEqual(error.fields, { campaign__id: decodeURIComponent(strange) })
  }
})

test('the same routes exist under the id of the store, and under no other', async () => {
  const { store_id, other_store } = server.demo
  const base = `/merchants/${store_id}/campaigns`
  const reply = await client('POST', base, partial)
  assert.equal(reply.status, 201, reply.text)
  const { id } = reply.body
  assert.equal(reply.headers.get('location'), `${base}/${id}`)
  await done(client('PATCH', `${base}/${id}`, { name: 'Renamed' }), 204)
  await done(client('POST', `${base}/${id}/articles`, [article('a'), article('b')]), 204)
  const list = await done(client('GET', `${base}/${id}/articles?page_size=1`))
  const next = `${server.demo.base_url}${base}/${id}/articles?page_size=1&page=2`
  assert.deepEqual([list.paging.count, list.paging.next], [2, next])
  await done(client('DELETE', `${base}/${id}/articles/a`), 204)
  assert.deepEqual(await articlesOf(id), ['b'])
  assert.equal((await get(id)).name, 'Renamed')
  for (const strange of [other_store.store_id, NOWHERE, 'me', '%00']) {
    for (const [method, path, body] of operations(id)) {
      const foreign = client(method, `/merchants/${strange}/campaigns/${path}`, body)
      const error = await refused(foreign, 404, 'merchant_not_found')
      assert.deepEqual(error.fields, { merchant__id: decodeURIComponent(strange) })
    }
    await refused(client('GET', `/merchants/${strange}/campaigns`), 404, 'merchant_not_found')
    const post = client('POST', `/merchants/${strange}/campaigns`, full)
    await refused(post, 404, 'merchant_not_found')
  }
  await done(client('PUT', `${base}/${id}`, full), 204)
  await done(client('DELETE', `${base}/${id}`), 204)
})

test('a public key, and no key, reach nothing', async () => {
  const id = await created(partial)
  const page = clientOf(server, { key: server.demo.public_key })
  const nobody = clientOf(server, { key: '' })
  for (const [method, path, body] of operations(id)) {
    await refused(page(method, `/me/campaigns/${path}`, body), 403, 'key_public')
    await refused(nobody(method, `/me/campaigns/${path}`, body), 401, 'key_missing')
  }
  await refused(page('POST', '/me/campaigns', full), 403, 'key_public')
  await refused(nobody('GET', '/me/campaigns'), 401, 'key_missing')
})

test('reading takes the scope orders:read, writing campaigns:write', async () => {
  const keyWith = async (scope: string) => {
    const body = { name: scope, kind: 'private', scopes: [scope] }
    const { key } = await done(client('POST', '/me/api-keys', body), 201)
    return clientOf(server, { key })
  }
  const reader = await keyWith('orders:read')
  const writer = await keyWith('campaigns:write')
  const id = await created(partial, writer)
  for (const [method, path, body] of operations(id)) {
    const [may, mayNot] = method === 'GET' ? [reader, writer] : [writer, reader]
    await refused(mayNot(method, `/me/campaigns/${path}`, body), 403, 'scope_missing')
    const { status, text } = await may(method, `/me/campaigns/${path}`, body)
    assert.ok(status < 300 || status === 409, `${method} ${path}: ${text}`)
  }
  await done(reader('GET', '/me/campaigns'))
  await refused(writer('GET', '/me/campaigns'), 403, 'scope_missing')
  await refused(reader('POST', '/me/campaigns', full), 403, 'scope_missing')
})

test('lists are paged, newest first', async () => {
  const ids = [await created(), await created(), await created()]
  const first = await done(client('GET', '/me/campaigns?page_size=2'))
  assert.equal(first.results.length, 2)
  assert.deepEqual(first.cursor, { after: 2, before: null })
  assert.equal(first.results[0].id, ids[2])
  assert.deepEqual(first.results[0], await get(ids[2] ?? ''))
  const next = await done(client('GET', first.paging.next.slice(server.demo.base_url.length)))
  assert.equal(next.results[0].id, ids[0])
  assert.equal(next.paging.count, first.paging.count)
  const past = await done(client('GET', '/me/campaigns?page=9999'))
  assert.deepEqual([past.results, past.paging.next], [[], null])
  for (const query of ['page=0', 'page=x', 'page_size=101', 'color=red']) {
    await refused(client('GET', `/me/campaigns?${query}`), 400, 'query_invalid')
  }
})

test('an Idempotency-Key makes every write happen once', async () => {
  const key = (name: string) => ({ 'idempotency-key': `campaigns-${name}` })
  const twice = async (method: string, path: string, body: unknown, name: string) => {
    const one = await client(method, path, body, key(name))
    const two = await client(method, path, body, key(name))
    assert.deepEqual([two.status, two.text], [one.status, one.text])
    assert.equal(two.headers.get('location'), one.headers.get('location'))
    assert.equal(two.headers.get('idempotent-replayed'), 'true')
    return one
  }
  const { paging } = await done(client('GET', '/me/campaigns'))
  const { body } = await twice('POST', '/me/campaigns', partial, 'create')
  assert.equal((await done(client('GET', '/me/campaigns'))).paging.count, paging.count + 1)
  const path = `/me/campaigns/${body.id}`
  await twice('PATCH', path, { name: 'Once' }, 'patch')
  await twice('POST', `${path}/articles`, [article('a'), article('b')], 'add')
  await twice('DELETE', `${path}/articles?article-mid=a`, undefined, 'remove')
  const reused = client('DELETE', `${path}/articles?article-mid=b`, undefined, key('remove'))
  await refused(reused, 422, 'idempotency_key_reused')
  assert.deepEqual(await articlesOf(body.id), ['b'])
  await twice('DELETE', path, undefined, 'delete')
  await refused(client('GET', path), 404, 'campaign_not_found')
})

test('concurrent changes leave a campaign whole', async () => {
  const id = await created({ ...full, end_date: '2026-03-31' })
  const changes = Array.from({ length: 24 }, (_, index) =>
    index % 2 === 0
      ? { start_date: '2026-03-20', end_date: '2026-03-31' }
      : { start_date: '2026-03-01', end_date: '2026-03-10' },
  )
  const replies = await Promise.all(
    changes.map((change) => client('PATCH', `/me/campaigns/${id}`, change)),
  )
  assert.ok(replies.every(({ status }) => status === 204))
  const { start_date, end_date } = await get(id)
  assert.ok(
    ['2026-03-20 2026-03-31', '2026-03-01 2026-03-10'].includes(
      `${start_date.slice(0, 10)} ${end_date.slice(0, 10)}`,
    ),
  )
  const races = await Promise.all([
    client('DELETE', `/me/campaigns/${id}`),
    client('DELETE', `/me/campaigns/${id}`),
    client('PATCH', `/me/campaigns/${id}`, { partial: true }),
  ])
  assert.equal(races.slice(0, 2).filter(({ status }) => status === 204).length, 1)
})

test('no method but those of the contract is allowed', async () => {
  for (const [method, path, allow] of [
    ['PUT', '', 'POST, GET, HEAD, OPTIONS'],
    ['POST', `/${NOWHERE}`, 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
    ['PUT', `/${NOWHERE}/articles`, 'POST, GET, DELETE, HEAD, OPTIONS'],
    ['GET', `/${NOWHERE}/articles/a`, 'DELETE, OPTIONS'],
  ] as const) {
    const reply = await wire(server, { method, path: `/me/campaigns${path}` })
    assert.equal(reply.status, 405)
    assert.deepEqual(String(reply.headers.allow).split(', ').sort(), allow.split(', ').sort())
  }
})
