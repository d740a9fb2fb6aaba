// A store tells of its buyer's earlier orders, usually while the buyer is in the checkout.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  auditOf,
  type Client,
  checkoutBody,
  clientOf,
  confirmedOrder,
  type Json,
  newMid,
  ownServer,
  type Reply,
  refused,
  wire,
} from '../running-server.ts'

const server = ownServer()
const client = clientOf(server)
let other: Client

before(() => {
  other = clientOf(server, { key: server.demo.other_store.private_key })
})

const ENTRY = {
  id: 'H-1',
  amount: 12_050,
  due: 50,
  status: 'complete',
  type: 'card',
  order_date: '2026-03-01T10:00:00+02:00',
  currency: 'EUR',
  billing: { first_name: 'Ada', country: 'ES', postcode: 28_001 },
  shipping: { street: 'Calle Mayor 1', price: 500, name: 'Post' },
}
const entry = (id: unknown, more: object = {}): object => ({ ...ENTRY, id, ...more })

/** A checkout that its buyer has not signed. */
async function pending(): Promise<{ id: string; mid: string }> {
  const mid = newMid()
  const { body } = await client('POST', '/checkout', checkoutBody(mid, 10_000))
  return { id: body.id, mid }
}

const post = (ref: string, body: unknown, headers = {}): Promise<Reply> =>
  client('POST', `/orders/${ref}/history`, body, headers)

async function stored(ref: string, query = '?page_size=100'): Promise<Json> {
  const reply = await client('GET', `/orders/${ref}/history${query}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

async function sent(ref: string, body: unknown, headers = {}): Promise<void> {
  const reply = await post(ref, body, headers)
  assert.deepEqual([reply.status, reply.text], [204, ''])
}

const idsOf = ({ results }: Json): string[] => results.map(({ id }: Json) => id)

test('history is taken for an order in the checkout, and listed newest first', async () => {
  const { id, mid } = await pending()
  await sent(mid, [
    ENTRY,
    entry('H-3', { order_date: '2026-05-01' }),
    entry('H-2', { order_date: '2026-04-01T10:00:00Z' }),
  ])
  const list = await stored(id)
  assert.deepEqual(idsOf(list), ['H-3', 'H-2', 'H-1'])
  const paging = { count: 3, next: null, previous: null }
  assert.deepEqual([list.paging, list.cursor], [paging, { after: null, before: null }])
  const [whole, , first] = list.results
  assert.deepEqual(first, {
    ...ENTRY,
    order_date: '2026-03-01T08:00:00.000000Z',
    billing: { ...ENTRY.billing, postcode: '28001' },
  })
  // A date is the beginning of its day where the store is.
  assert.equal(whole.order_date, '2026-04-30T22:00:00.000000Z')
})

test('an entry sent again under its id replaces the first, and the rest stays', async () => {
  const { id } = await pending()
  await sent(id, [ENTRY, entry('H-2')])
  await sent(id, [entry('H-1', { amount: 7, due: '', billing: null, status: 'pending' })])
  const { results } = await stored(id)
  assert.equal(results.length, 2)
  const again = results.find((each: Json) => each.id === 'H-1')
  assert.deepEqual(
    [again.amount, again.due, again.billing, again.status],
    [7, null, null, 'pending'],
  )
  assert.deepEqual(again.shipping, ENTRY.shipping)
})

test('the last of several entries with one id in one request counts', async () => {
  const { id } = await pending()
  await sent(id, [entry(5, { amount: 1 }), entry('6'), entry('5', { amount: 2 }), entry(6)])
  const { results } = await stored(id)
  const amounts = results.map((each: Json) => [each.id, each.amount])
  assert.deepEqual(amounts, [
    ['6', 12_050],
    ['5', 2],
  ])
})

const plain = {
  id: 'p',
  amount: 0,
  status: 'x',
  type: 'x',
  order_date: '2026-01-01',
  currency: 'EUR',
}
const taken: readonly (readonly [name: string, sent: object, shown: object])[] = [
  ['only what is required', {}, { due: null, billing: null, shipping: null }],
  ['nothing due', { due: '' }, { due: null }],
  ['null where nothing is meant', { due: null, billing: null, shipping: null }, { billing: null }],
  ['lists where objects are meant', { billing: [], shipping: [] }, { billing: {}, shipping: {} }],
  ['an integer as id', { id: 12_345_678_901_234_567n }, { id: '12345678901234567' }],
  ['a status of the store’s own', { status: 'Pagado ✓' }, { status: 'Pagado ✓' }],
  ['each known status', { status: 'processing' }, { status: 'processing' }],
  ['any type', { type: "bacs'; DROP TABLE orders; --" }, { type: "bacs'; DROP TABLE orders; --" }],
  ['255 characters', { type: '\u{1f6b2}'.repeat(255) }, { type: '\u{1f6b2}'.repeat(255) }],
  ['the currency as an object', { currency: { code: 'usd' } }, { currency: 'USD' }],
  ['the largest amounts', { amount: 1e12, due: 1e12 }, { amount: 1e12, due: 1e12 }],
  [
    'a local time',
    { order_date: '2026-07-01 10:00' },
    { order_date: '2026-07-01T08:00:00.000000Z' },
  ],
  ['an old date', { order_date: '0001-01-02' }, { order_date: '0001-01-02T00:14:44.000000Z' }],
  ['an unknown key', { extra: { a: 1 } }, { extra: undefined }],
]
for (const [name, given, shown] of taken) {
  test(`takes ${name}`, async () => {
    const { id } = await pending()
    const text = JSON.stringify([{ ...plain, ...given }], (_key, value) =>
      typeof value === 'bigint' ? `@${value}@` : value,
    ).replace(/"@(\d+)@"/, '$1')
    await sent(id, text)
    const { results } = await stored(id)
    assert.equal(results.length, 1)
    for (const [key, value] of Object.entries(shown)) assert.deepEqual(results[0][key], value, key)
  })
}

const NOT_LISTS = [
  '{"0": {}}',
  '{"history": []}',
  'null',
  '"x"',
  '1',
  'true',
  JSON.stringify(ENTRY),
]
test('an empty list is taken, also as PHP may write it', async () => {
  const { id } = await pending()
  for (const body of ['[]', '{}']) await sent(id, body)
  assert.equal((await stored(id)).paging.count, 0)
})

test('a body that is no list is refused', async () => {
  const { id } = await pending()
  for (const body of NOT_LISTS) {
    const error = await refused(post(id, body), 400, 'body_invalid')
    assert.deepEqual(Object.keys(error.fields), ['body'], body)
  }
  await refused(post(id, undefined), 400, 'body_malformed')
  await refused(post(id, '[{]'), 400, 'body_malformed')
  await refused(post(id, '[{"id": "\\u0000"}]'), 400, 'body_malformed')
  await refused(post(id, '[{"id": "\\ud800"}]'), 400, 'body_malformed')
  assert.equal((await stored(id)).paging.count, 0)
})

const LONG = 'x'.repeat(256)
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  id: [undefined, null, '', 'x'.repeat(129), 1.5, true, {}, ['a']],
  amount: [undefined, null, '', -1, 1.5, '1', 1e12 + 1, {}, true],
  due: [-1, 1.5, '1', 1e12 + 1, {}, [1], true],
  status: [undefined, null, '', LONG, 1, {}, ['a'], true],
  type: [undefined, null, '', LONG, 1, {}, ['a'], true],
  order_date: [undefined, null, '', 'yesterday', '2026-02-30', '2026-13-01', 1, '01/02/2026', {}],
  currency: [undefined, null, '', 'EURO', 'XXX', 978, {}, []],
  billing: ['x', 1, ['a'], true, [{}]],
  shipping: ['x', 1, ['a'], true],
}
for (const [field, values] of Object.entries(wrong)) {
  test(`refuses an invalid ${field}, names it, and stores nothing`, async () => {
    const { id } = await pending()
    for (const value of values) {
      const body = [ENTRY, { ...plain, [field]: value }]
      const error = await refused(post(id, body), 400, 'body_invalid')
      assert.deepEqual(Object.keys(error.fields), [`1.${field}`], JSON.stringify(value))
    }
    assert.equal((await stored(id)).paging.count, 0)
  })
}

test('names all faults of all entries together', async () => {
  const { id } = await pending()
  const billing = { country: 'Spain', postcode: {} }
  const error = await refused(post(id, [{}, entry('a', { billing }), 7]), 400, 'body_invalid')
  const required = ['id', 'amount', 'status', 'type', 'order_date', 'currency']
  assert.deepEqual(
    Object.keys(error.fields).sort(),
    [...required.map((name) => `0.${name}`), '1.billing.country', '1.billing.postcode', '2'].sort(),
  )
  for (const name of required) assert.match(error.fields[`0.${name}`][0], /required/)
})

test('no entries are fine, a thousand too, one more is not', async () => {
  const { id } = await pending()
  await sent(id, [])
  await sent(id, '[]')
  assert.equal((await stored(id)).paging.count, 0)
  const many = Array.from({ length: 1_001 }, (_, index) => entry(index))
  await refused(post(id, many), 400, 'body_invalid')
  await sent(id, many.slice(1))
  assert.equal((await stored(id)).paging.count, 1_000)
})

test('an order keeps ten thousand entries; those may still change', async () => {
  const { id } = await pending()
  for (let batch = 0; batch < 10; batch++) {
    await sent(
      id,
      Array.from({ length: 1_000 }, (_, index) => entry(batch * 1_000 + index)),
    )
  }
  const error = await refused(post(id, [entry(0), entry('one more')]), 409, 'history_full')
  assert.match(error.message, /in_process.*10000/)
  await sent(id, [entry(9_999, { amount: 1 }), entry(0, { amount: 2 })])
  await sent(id, [])
  assert.equal((await stored(id)).paging.count, 10_000)
})

test('bodies up to 4 MiB are accepted, larger ones refused', async () => {
  const { id } = await pending()
  const street = 'é'.repeat(255)
  const large = Array.from({ length: 1_000 }, (_, index) =>
    entry(index, {
      billing: { street, city: street, state: street },
      shipping: { street, city: street, state: street },
    }),
  )
  const text = JSON.stringify(large)
  assert.ok(Buffer.byteLength(text) > 3 * 1_048_576 - 50_000)
  await sent(id, text)
  assert.equal((await stored(id)).paging.count, 1_000)
  const padded = text.padEnd(4 * 1_048_576 - Buffer.byteLength(text) + text.length, ' ')
  assert.equal(Buffer.byteLength(padded), 4 * 1_048_576)
  await sent(id, padded)
  // In chunks, so that it is refused when all of it has arrived.
  const reply = await wire(server, {
    method: 'POST',
    path: `/orders/${id}/history`,
    headers: {
      authorization: `Bearer ${server.demo.private_key}`,
      accept: 'application/vnd.svc.sandbox.v1+json',
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    },
    body: `${padded} `,
  })
  assert.deepEqual([reply.status, reply.body.error.code], [413, 'body_too_large'])
  assert.match(reply.body.error.message, /4194304/)
})

test('history is taken after the confirmation, but not once the order has ended', async () => {
  const order = await confirmedOrder(client, 10_000)
  await sent(order.mid, [ENTRY])
  await client('POST', `/orders/${order.id}/cancel`)
  const error = await refused(post(order.id, [ENTRY]), 409, 'order_cancelled')
  assert.match(error.message, /cancelled/)
  assert.deepEqual(idsOf(await stored(order.id)), ['H-1'])
  const ko = await pending()
  await client('POST', `/orders/${ko.id}/cancel`)
  await refused(post(ko.id, []), 409, 'order_cancelled')
  await refused(post(ko.id, [{}]), 400, 'body_invalid')
})

test('an order that is not there, of another store or of the other mode is missing', async () => {
  const { id } = await pending()
  const live = clientOf(server, { accept: 'application/vnd.svc.v1+json' })
  const strangers: readonly (readonly [Client, string])[] = [
    [client, 'nowhere'],
    [other, id],
    [live, id],
  ]
  for (const [asking, ref] of strangers) {
    const path = `/orders/${ref}/history`
    for (const reply of [asking('POST', path, [ENTRY]), asking('GET', path)]) {
      const error = await refused(reply, 404, 'order_not_found')
      assert.deepEqual(error.fields, { order__id: ref })
    }
  }
  assert.equal((await stored(id)).paging.count, 0)
})

test('only a private key may write and read it', async () => {
  const { id } = await pending()
  const path = `/orders/${id}/history`
  const visitor = clientOf(server, { key: server.demo.public_key })
  const nobody = clientOf(server, { key: '' })
  await refused(visitor('POST', path, [ENTRY]), 403, 'key_public')
  await refused(visitor('GET', path), 403, 'key_public')
  await refused(nobody('POST', path, [ENTRY]), 401, 'key_missing')
})

test('pages keep their address, also under a name that has to be encoded', async () => {
  const mid = `a/b ${newMid()}`
  await client('POST', '/checkout', checkoutBody(mid, 10_000))
  const ref = encodeURIComponent(mid)
  await sent(
    ref,
    Array.from({ length: 5 }, (_, index) => entry(`same day ${index}`)),
  )
  const seen: string[] = []
  let path: string | null = `/orders/${ref}/history?page_size=2`
  while (path !== null) {
    const { status, body }: Reply = await client('GET', path)
    assert.deepEqual([status, body.paging.count], [200, 5])
    seen.push(...idsOf(body))
    path = body.paging.next?.slice(server.demo.base_url.length) ?? null
  }
  assert.deepEqual(
    seen,
    [4, 3, 2, 1, 0].map((index) => `same day ${index}`),
  )
  for (const query of ['?page=0', '?page_size=101', '?page=x', '?id=1']) {
    await refused(client('GET', `/orders/${ref}/history${query}`), 400, 'query_invalid')
  }
})

test('with an Idempotency-Key it is taken once', async () => {
  const { id } = await pending()
  const headers = { 'idempotency-key': `history of ${id}` }
  await sent(id, [ENTRY], headers)
  await sent(id, [entry('H-2')])
  const again = await post(id, [ENTRY], headers)
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [204, 'true'])
  await refused(post(id, [entry('H-3')], headers), 422, 'idempotency_key_reused')
  assert.equal((await stored(id)).paging.count, 2)
})

test('there is no dry run of it', async () => {
  const { id } = await pending()
  await refused(client('POST', `/orders/${id}/history?dry_run=true`, [ENTRY]), 400, 'query_invalid')
  assert.equal((await stored(id)).paging.count, 0)
})

test('concurrent requests for the same orders succeed, and each entry is there once', async () => {
  const { id } = await pending()
  const ids = Array.from({ length: 50 }, (_, index) => index)
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, turn) =>
      post(
        id,
        (turn % 2 === 0 ? ids : ids.toReversed()).map((each) => entry(each, { amount: turn })),
      ),
    ),
  )
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([204]))
  const { results, paging } = await stored(id)
  assert.equal(paging.count, 50)
  assert.equal(new Set(results.map((each: Json) => each.amount)).size, 1)
})

test('the auditor finds nothing', async () => {
  const { findings } = await auditOf(server)
  assert.deepEqual(findings, [])
})
