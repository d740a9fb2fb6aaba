// Whatever arrives, the answer names what is wrong with it and nothing else happens (contract §2).

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { atATime } from '../at-a-time.ts'
import { seedOf } from '../fixtures/seed.ts'
import {
  type Client,
  checkoutBody,
  clientOf,
  confirmedOrder,
  newMid,
  ownServer,
  type Reply,
  wire,
} from '../running-server.ts'
import { until } from '../shop.ts'

const server = ownServer()
const client = clientOf(server)
let other: Client

before(() => {
  other = clientOf(server, { key: server.demo.other_store.private_key })
})

// JSON texts that are wrong for every field of a kind.
const LONG = (length: number): string => JSON.stringify('x'.repeat(length))
const texts = (...list: string[]): string[] => list.map((each) => JSON.stringify(each))
const NOT_SCALAR = ['[]', '["a"]', '{}', '{"a":1}']
const NOT_INTEGER = ['12.50', '100.0', '1e2', '1E2', '-0.5', '"1250"', '"12.50"', 'true', '"x"']
const TOO_LARGE = ['9007199254740993', '1000000000001', '1e400', `1${'0'.repeat(40)}`]
const amount = [
  ...NOT_INTEGER,
  ...NOT_SCALAR,
  ...TOO_LARGE.filter((each) => each !== '1e400'),
  '-1',
]
const rate = [...NOT_INTEGER, ...NOT_SCALAR, '10001', '-1', '9007199254740993']
const identifier = (max: number): string[] => [
  ...['1.5', '100.0', '1e2', 'true'],
  ...NOT_SCALAR,
  LONG(max + 1),
]
const text = (max = 255): string[] => ['1', '1.5', 'true', ...NOT_SCALAR, LONG(max + 1)]
const url = [
  ...text(2_048),
  `"https://a.example/${'x'.repeat(2_031)}"`,
  ...texts('x', '/path', 'ftp://a.example', 'http://', 'https://', 'http:///x', 'http://a b'),
  ...texts('javascript:alert(1)', ' https://a.example', 'https://a.example\n', 'https:\\\\a.b'),
]
const urlOrPath = [
  ...text(2_048),
  ...texts('javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', '//other.example'),
  ...texts('\\\\other.example', '/\\other.example', ' /x', 'https://', 'java\tscript:x'),
]
const date = [
  ...['1', 'true', ...NOT_SCALAR, LONG(65)],
  ...texts('2026-02-30', '2025-02-29', '2026-13-01', '2026-00-10', '2026-01-32', '2026-1-1'),
  ...texts('01/02/2026', 'yesterday', '20260101', '2026-01-01T25:00:00Z', '2026-01-01T10:61'),
  ...texts('2026-01-01T10:00:00+99:00', '2026-01-01 noon', '2026-02-30T10:00:00Z', '-1'),
]
const email = [
  ...text(254),
  ...texts('x', 'a@', '@b.example', 'a@b', 'a b@c.example', 'a@b..example', 'a@@b.example'),
  ...texts('a@b.example\n', 'a@-b.example', `${'x'.repeat(65)}@b.example`, 'a@b.example,c@d.e'),
]
const country = ['34', 'true', ...NOT_SCALAR, ...texts('ESP', 'E', '1S', 'E ', 'ÑÑ')]
const currency = [
  ...['978', 'true', '[]', '["EUR"]', '{}', '{"code":1}', '{"code":"XXX"}', '{"a":"EUR"}'],
  ...texts('EURO', 'EU', 'XXX', 'eur ', '€', '978'),
]
const choice = ['1', 'true', ...NOT_SCALAR, ...texts('x', 'INSTALMENTS', 'instalments ')]
const boolean = ['1', '"true"', '"yes"', ...NOT_SCALAR]
const integer = (tooLarge: number): string[] => [...NOT_INTEGER, ...NOT_SCALAR, `${tooLarge}`, '-1']
const object = ['1', '1.5', 'true', '"x"', '[1]', '["a"]', '[{}]']
const ABSENT = ['null', '""', 'false']

type Field = {
  readonly wrong: readonly string[]
  readonly required?: boolean
  /** What is cut, left out or replaced, with a warning. */
  readonly soft?: readonly string[]
}
const need = (...wrong: string[]): Field => ({ wrong: [...wrong, ...ABSENT], required: true })
const may = (...wrong: string[]): Field => ({ wrong })
const soft = (...given: string[]): Field => ({ wrong: [], soft: given })

const article: Readonly<Record<string, Field>> = {
  id: need(...identifier(128)),
  name: { ...need(), soft: text() },
  quantity: { ...need(...integer(100_001)), soft: ['0'] },
  price: need(...amount),
  description: soft(...text(2_000)),
  url: soft(...url),
  image_url: soft(...url),
  category: soft(...text()),
  sku: may(...identifier(128)),
  tax_rate: may(...rate),
  discount: may(...amount),
  discount_rate: may(...rate),
}
const address: Readonly<Record<string, Field>> = {
  first_name: soft(...text()),
  last_name: soft(...text()),
  street: soft(...text()),
  address_addition: soft(...text()),
  city: soft(...text()),
  state: soft(...text()),
  country: soft(...country),
  postcode: soft(...identifier(16)),
  phone: soft(...identifier(32)),
  alt_phone: soft(...identifier(32)),
}
const shipping: Readonly<Record<string, Field>> = {
  ...address,
  name: soft(...text()),
  price: may(...amount),
  tax_rate: may(...rate),
  discount: may(...amount),
  discount_rate: may(...rate),
  method: may(...choice),
}
const list = ['1', 'true', '"x"', '{"a":1}']

function under(place: string, fields: Readonly<Record<string, Field>>): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [`${place}.${name}`, field]),
  )
}

const checkoutFields: Readonly<Record<string, Field>> = {
  merchant: may(...object),
  ...under('merchant', {
    notification_url: may(...url),
    success_url: may(...urlOrPath),
    pending_url: may(...urlOrPath),
    error_url: may(...urlOrPath),
    dismiss_url: may(...urlOrPath),
    ko_url: may(...urlOrPath),
    close_on_success: may(...boolean),
    timeout_checkout: may(...integer(121), '0'),
    timeout_extra: may(...integer(2_881)),
  }),
  order: need(...object),
  ...under('order', {
    id: need(...identifier(128)),
    currency: need(...currency),
    total_amount: need(...amount, '0'),
    articles: need(...list, '[]', '{}'),
    tax_rate: may(...rate),
    discount: may(...amount),
    discount_rate: may(...rate),
    cart_discount: may(...amount),
    cart_discount_rate: may(...rate),
    options: may(...object),
    'options.event_date': soft(...date),
    'articles.0': need(...object),
  }),
  ...under('order.articles.0', article),
  customer: need(...object),
  ...under('customer', {
    email: need(...email),
    id: may(...identifier(128)),
    type: soft(...choice),
    gender: soft(...integer(4)),
    first_name: soft(...text()),
    last_name: soft(...text()),
    phone: soft(...identifier(32)),
    birthday: soft(...date),
    language: soft(...text(35)),
    date_joined: soft(...date),
    last_login: soft(...date),
    address: soft(...object),
    document_id: soft(...object),
    'document_id.type': soft(...text(32)),
    'document_id.number': soft(...identifier(64)),
    'document_id.country': soft(...country),
  }),
  ...under('customer.address', address),
  billing: soft(...object),
  ...under('billing', address),
  shipping: may(...object),
  ...under('shipping', shipping),
  product: may(...object),
  'product.type': may(...choice),
}

type Json = Record<string, unknown>
const MARK = '\u{1f4b6}'

/** A body as JSON text, in which what is at the dotted path is replaced by another JSON text. */
function replaced(body: Json, path: string, json: string): string {
  const copy = structuredClone(body)
  const steps = path.split('.')
  let place: Json = copy
  for (const step of steps.slice(0, -1)) {
    place[step] ??= {}
    place = place[step] as Json
  }
  place[steps.at(-1) ?? ''] = MARK
  return JSON.stringify(copy).replace(`"${MARK}"`, () => json)
}

/** A number that stands for a text is the text that it was written as. */
const isTextual = (json: string): boolean => /^-?[0-9.e]+$/i.test(json)

/** The fault of an object with no required member is told of the members that lack. */
function names(reply: Reply, path: string, json: string): void {
  assert.equal(reply.status, 400, `${path}: ${json.slice(0, 80)} → ${reply.status} ${reply.text}`)
  assert.equal(reply.body.error.code, 'body_invalid')
  assert.equal(reply.body.error.message, 'API validation error')
  const fields = Object.keys(reply.body.error.fields)
  assert.deepEqual(fields, [path], json)
  for (const sentence of reply.body.error.fields[path]) assert.equal(typeof sentence, 'string')
}

for (const [path, { wrong, required, soft = [] }] of Object.entries(checkoutFields)) {
  test(`POST /checkout names ${path}, whatever is wrong with it`, async () => {
    const body = checkoutBody(newMid(), 50_000)
    await atATime(16, wrong.length, async (index) => {
      const json = wrong[index] ?? ''
      names(await client('POST', '/checkout', replaced(body, path, json)), path, json)
    })
    await atATime(16, soft.length, async (index) => {
      const json = soft[index] ?? ''
      const order = replaced(checkoutBody(newMid(), 50_000), path, json)
      const reply = await client('POST', '/checkout', order)
      assert.equal(reply.status, 201, `${path}: ${json.slice(0, 80)}: ${reply.text}`)
      const { warnings } = (await client('GET', `/orders/${reply.body.id}`)).body
      const reported = warnings.some(
        (each: string) => each.startsWith(path) && each.includes('cut'),
      )
      assert.ok(reported || isTextual(json), `${path}: ${json}: ${warnings}`)
    })
    if (required === true || path.endsWith('close_on_success')) return
    for (const json of ABSENT) {
      const mine = checkoutBody(newMid(), 50_000)
      const reply = await client('POST', '/checkout', replaced(mine, path, json))
      assert.equal(reply.status, 201, `${path}: ${json}: ${reply.text}`)
    }
  })
}

test('an amount that is not an integer is refused with how 12.50 is written', async () => {
  for (const json of ['12.50', '100.0', '1e2', '"12.50"', '"1250"']) {
    const body = replaced(checkoutBody(newMid(), 50_000), 'order.total_amount', json)
    const { error } = (await client('POST', '/checkout', body)).body
    assert.match(error.fields['order.total_amount'][0], /12\.50 is written 1250/)
  }
})

test('all faults are reported together, each by its dotted path', async () => {
  const reply = await client('POST', '/checkout', {
    merchant: { notification_url: 'ftp://x', timeout_checkout: 0 },
    order: {
      currency: 'XXX',
      total_amount: -1,
      articles: [{ id: 'a', name: 'A', quantity: 0, price: 12.5 }, 7, { id: 'b' }],
    },
    customer: { email: 'x', address: { country: 'ESP' } },
    shipping: { price: '1' },
    product: { type: 'x' },
  })
  assert.equal(reply.status, 400)
  assert.deepEqual(Object.keys(reply.body.error.fields).sort(), [
    'customer.email',
    'merchant.notification_url',
    'merchant.timeout_checkout',
    'order.articles.0.price',
    'order.articles.1',
    'order.articles.2.name',
    'order.articles.2.price',
    'order.articles.2.quantity',
    'order.currency',
    'order.id',
    'order.total_amount',
    'product.type',
    'shipping.price',
  ])
})

test('values at the bounds are accepted', async () => {
  const body = checkoutBody('m'.repeat(128), 1_000_000) as Json
  const name = '\u{1f6b2}'.repeat(255)
  const path = '/'.padEnd(2_048, 'x')
  const good: readonly (readonly [string, unknown])[] = [
    ['order.articles.0.name', name],
    ['order.articles.0.description', 'd'.repeat(2_000)],
    ['order.articles.0.quantity', 100_000],
    ['order.articles.0.price', 1_000_000_000_000],
    ['order.articles.0.tax_rate', 10_000],
    ['merchant.success_url', path],
    ['merchant.timeout_checkout', 120],
    ['merchant.timeout_extra', 0],
    ['customer.phone', '6'.repeat(32)],
    ['billing.postcode', '2'.repeat(16)],
    ['order.options.event_date', '2028-02-29'],
  ]
  let text = JSON.stringify(body)
  for (const [field, value] of good) {
    text = replaced(JSON.parse(text), field, JSON.stringify(value))
  }
  const reply = await client('POST', '/checkout', text)
  assert.equal(reply.status, 201, reply.text)
  const articles = Array.from({ length: 501 }, () => ({ id: 1, name: 'x', quantity: 1, price: 1 }))
  const full = { ...checkoutBody(newMid(), 500).order, articles: articles.slice(1) }
  const more = { ...checkoutBody(newMid(), 500).order, articles }
  const customer = { email: 'a@b.example' }
  assert.equal((await client('POST', '/checkout', { order: full, customer })).status, 201)
  const { body: refused } = await client('POST', '/checkout', { order: more, customer })
  assert.deepEqual(Object.keys(refused.error.fields), ['order.articles'])
})

/** All that can be read of an order, as text. */
/** The store is told of a confirmed order twice; the second message may still be under way. */
async function settledOrder(): Promise<string> {
  const { mid } = await confirmedOrder(client, 50_000)
  const reported = async () =>
    (await client('GET', '/demo/notifications')).text.split(mid).length > 2
  await until(reported, `the final notification of ${mid}`)
  return mid
}

async function everything(mid: string): Promise<string> {
  const paths = ['', '/captures', '/void', '/refund'].map((each) => `/orders/${mid}${each}`)
  const replies = await Promise.all(paths.map((path) => client('GET', path)))
  const { text: inbox } = await client('GET', '/demo/notifications')
  const reported = inbox.split(mid).length
  return [...replies.map((each) => each.text), String(reported)].join('\n')
}

test('a wrong amount is named by every route that takes one, and nothing changes', async () => {
  const mid = await settledOrder()
  const capture = await client('POST', `/orders/${mid}/captures`, { amount: 20_000 })
  const routes = ['captures', 'void', 'refund', 'refund-extended']
  routes.push(`captures/${capture.body.id}/refunds`)
  const unchanged = await everything(mid)
  for (const route of routes) {
    const path = `/orders/${mid}/${route}`
    const wrong = [...amount, '0', ...ABSENT]
    await atATime(8, wrong.length, async (index) => {
      const json = wrong[index] ?? ''
      names(await client('POST', path, `{"amount":${json}}`), 'amount', json)
    })
    for (const body of ['{}', '{"Amount":1}', '[]', '{"order":{"amount":1}}']) {
      names(await client('POST', path, body), 'amount', body)
    }
    for (const body of ['1', '"x"', 'null', 'true', '[1]']) {
      assert.equal((await client('POST', path, body)).status, 400, body)
    }
    const beyond = await client('POST', path, { amount: 50_001 })
    assert.equal(beyond.body.error.code, 'amount_exceeds_remaining')
    assert.deepEqual(Object.keys(beyond.body.error.fields), ['amount'])
  }
  assert.equal(await everything(mid), unchanged)
})

const edit = {
  order: {
    articles: [{ id: 'a', name: 'A', quantity: 1, price: 1 }],
    currency: 'EUR',
    total_amount: 50_000,
  },
}
const editFields: Readonly<Record<string, readonly string[]>> = {
  order: object,
  'order.total_amount': [...amount, '0'],
  'order.discount': amount,
  'order.currency': currency,
  'order.articles': list,
  ...Object.fromEntries(
    Object.entries(under('order.articles.0', article)).map(([path, { wrong }]) => [path, wrong]),
  ),
  'order.shipping': object,
  ...Object.fromEntries(
    Object.entries(under('order.shipping', shipping)).map(([path, { wrong }]) => [path, wrong]),
  ),
}
for (const method of ['PUT', 'PATCH']) {
  test(`${method} names each wrong field of an edit, and nothing changes`, async () => {
    const mid = await settledOrder()
    const unchanged = await everything(mid)
    const cases = Object.entries(editFields).flatMap(([path, wrong]) =>
      wrong.map((json) => ({ path, json })),
    )
    await atATime(16, cases.length, async (index) => {
      const { path = '', json = '' } = cases[index] ?? {}
      names(await client(method, `/orders/${mid}`, replaced(edit, path, json)), path, json)
    })
    for (const body of ['{}', '{"order":null}', '{"total_amount":1}', '[]', '{"order":""}']) {
      const reply = await client(method, `/orders/${mid}`, body)
      names(reply, 'order', body)
      assert.deepEqual(reply.body.error.fields.order, ['order is required'])
    }
    assert.equal(await everything(mid), unchanged)
  })
}

test('PUT names every field that it needs', async () => {
  const { mid } = await confirmedOrder(client, 50_000)
  const { body } = await client('PUT', `/orders/${mid}`, { order: { discount: 0 } })
  const fields = ['order.articles', 'order.currency', 'order.total_amount']
  assert.deepEqual(Object.keys(body.error.fields).sort(), fields)
})

const FUZZED = 2_400
test(`${FUZZED} bodies of any shape never fail the service, and are always answered`, async () => {
  const { mid } = await confirmedOrder(client, 900_000)
  const capture = await client('POST', `/orders/${mid}/captures`, { amount: 400_000 })
  const { id } = (await client('POST', '/checkout', checkoutBody(newMid(), 50_000))).body
  const targets: readonly (readonly [string, string, Json, readonly string[]])[] = [
    ['POST', '/checkout', checkoutBody('fuzz', 50_000), Object.keys(checkoutFields)],
    ['POST', '/checkout', checkoutBody('fuzz', 50_000), ['meta', 'toc', 'order.x', 'constructor']],
    ['POST', `/orders/${mid}/captures`, { amount: 1 }, ['amount', 'x']],
    ['POST', `/orders/${mid}/void`, { amount: 1 }, ['amount']],
    ['POST', `/orders/${mid}/refund`, { amount: 1 }, ['amount']],
    ['POST', `/orders/${mid}/captures/${capture.body.id}/refunds`, { amount: 1 }, ['amount']],
    ['PATCH', `/orders/${mid}`, edit, Object.keys(editFields)],
    ['PUT', `/orders/${mid}`, edit, Object.keys(editFields)],
    [
      'POST',
      `/sandbox/checkouts/${id}/complete`,
      {},
      ['document_id', 'product', 'card', 'dismiss'],
    ],
    ['POST', '/demo/notifications', {}, ['status', 'sandbox']],
  ]
  const special = fc.constantFrom(0, -1, 1e12, 1e300, 2 ** 53, '', '12.50', '\u0000', '\ud800', '%')
  const any = fc.oneof(fc.jsonValue({ maxDepth: 5 }), special, fc.string({ unit: 'binary' }))
  const shape = fc.record({
    target: fc.nat(targets.length - 1),
    field: fc.nat(),
    value: any,
    whole: fc.integer({ min: 0, max: 9 }),
  })
  const sample = fc.sample(shape, { numRuns: FUZZED, seed: seedOf('bodies') })
  await atATime(16, FUZZED, async (index) => {
    const { target, field, value, whole } = sample[index] ?? { target: 0, field: 0, whole: 0 }
    const [method, path, body, fields] = targets[target] ?? ['POST', '/checkout', {}, []]
    const json = JSON.stringify(value) ?? 'null'
    const place = fields[field % fields.length] ?? 'x'
    const sent = whole === 0 ? json : replaced(body, place, json)
    const reply = await client(method, path, sent)
    const about = `${method} ${path} ${sent} → ${reply.status} ${reply.text}`
    assert.ok(reply.status < 500, about)
    if (reply.status < 300) return
    assert.equal(typeof reply.body.error.code, 'string', about)
    assert.equal(reply.body.error.request_id, reply.headers.get('x-request-id'), about)
  })
})

/** Status, headers and text, without what differs between any two answers. */
function comparable({ status, headers, text }: Reply, id: string): object {
  const masked = text.replace(String(headers.get('x-request-id')), 'REQUEST').replaceAll(id, 'ID')
  const names = [...headers.keys()].sort()
  return { status, masked, names, length: text.length - id.length }
}

test("another store's objects are, byte for byte, like missing ones", async () => {
  const { id, mid } = await confirmedOrder(client, 50_000)
  const capture = (await client('POST', `/orders/${mid}/captures`, { amount: 100 })).body.id
  const checkout = (await client('POST', '/checkout', checkoutBody(newMid(), 50_000))).body.id
  const missing = '0123456789abcdef0123456789abcdef'
  const one = { amount: 1 }
  const asks: readonly (readonly [string, string, unknown?])[] = [
    ['GET', '/orders/ID'],
    ['PUT', '/orders/ID', edit],
    ['PATCH', '/orders/ID', edit],
    ['POST', '/orders/ID/cancel'],
    ['GET', '/orders/ID/captures'],
    ['POST', '/orders/ID/captures', one],
    ['GET', '/orders/ID/void'],
    ['POST', '/orders/ID/void', one],
    ['GET', '/orders/ID/refund'],
    ['POST', '/orders/ID/refund', one],
    ['POST', '/orders/ID/refund-extended', one],
    ['GET', `/orders/ID/captures/${capture}/refunds`],
    ['POST', `/orders/ID/captures/${capture}/refunds`, one],
    ['GET', '/checkout/ID'],
    ['GET', '/checkout/ID/status'],
    ['POST', '/sandbox/checkouts/ID/complete', {}],
  ]
  for (const [method, path, body] of asks) {
    for (const existing of [id, mid, checkout]) {
      const absent = existing === mid ? mid.replace('order', 'ordre') : missing
      const theirs = await other(method, path.replace('ID', existing), body)
      const none = await other(method, path.replace('ID', absent), body)
      assert.equal(theirs.status, 404, `${method} ${path}`)
      assert.deepEqual(comparable(theirs, existing), comparable(none, absent))
      const [field] = Object.keys(theirs.body.error.fields)
      const kind = /checkout/.test(path) ? 'checkout__id' : 'order__id'
      assert.equal(field, kind)
      assert.equal(theirs.body.error.fields[kind], existing)
    }
  }
})

test('a capture is found under its own order only', async () => {
  const mine = await confirmedOrder(client, 50_000)
  const another = await confirmedOrder(client, 50_000)
  const capture = (await client('POST', `/orders/${mine.mid}/captures`, { amount: 100 })).body.id
  for (const [method, body] of [['GET'], ['POST', { amount: 1 }]] as const) {
    const path = `/orders/${another.mid}/captures/${capture}/refunds`
    const { status, body: answer } = await client(method, path, body)
    assert.equal(status, 404)
    assert.deepEqual(answer.error.fields, { capture__id: capture })
  }
})

const strange = ['%00', 'a%00b', '%2F', '..%2Forders', '%F0%9F%9A%B2', '%25', '%2500', '%20']
strange.push(
  'x'.repeat(128),
  'x'.repeat(129),
  'x'.repeat(4_000),
  'x'.repeat(10_000),
  "'%20or%201=1",
)
strange.push('%E2%80%AE', '__proto__', 'constructor', '-1', '*', '%0d%0aX-Evil:%201', '..;', '%5c')
test('a strange name in a path is not found', async () => {
  // Of the store whose names no other test makes up.
  const { mid } = await confirmedOrder(other, 50_000)
  const headers = {
    accept: 'application/vnd.svc.sandbox.v1+json',
    authorization: `Bearer ${server.demo.other_store.private_key}`,
  }
  for (const name of strange) {
    const paths = [`/orders/${name}`, `/orders/${name}/captures`, `/checkout/${name}`]
    paths.push(`/orders/${mid}/captures/${name}/refunds`)
    for (const path of paths) {
      const reply = await wire(server, { path, headers })
      assert.equal(reply.status, 404, `${path.slice(0, 60)}: ${reply.text}`)
      assert.equal(reply.body.error.type, 'ObjectNotFoundException')
      const [sent] = Object.values(reply.body.error.fields)
      assert.equal(sent, decodeURIComponent(name))
    }
  }
})

test('a name of 10,000 characters is not found', async () => {
  const { status, body } = await client('GET', `/orders/${'x'.repeat(10_000)}`)
  assert.equal(status, 404)
  assert.equal(body.error.type, 'ObjectNotFoundException')
})

test('a query that a list does not know is 400 and names the parameter', async () => {
  const wrong: readonly (readonly [string, string])[] = [
    ...['0', 'x', '-1', '1.5', '', '1e1', '+1', ' 1', '99999999999', '0x1', 'null'].map(
      (value) => ['page', `page=${encodeURIComponent(value)}`] as const,
    ),
    ...['0', '101', 'x', '-5'].map((value) => ['page_size', `page_size=${value}`] as const),
    ['page', 'page=1&page=2'],
    ['pagee', 'pagee=1'],
    ['__proto__', '__proto__=1'],
    ['%z', '%25z=1'],
    ['PAGE', 'PAGE=1'],
  ]
  for (const [name, query] of wrong) {
    const { status, body, text } = await client('GET', `/orders?${query}`)
    assert.equal(status, 400, `${query}: ${text}`)
    assert.ok(Object.hasOwn(body.error.fields, name), text)
  }
  const both = await client('GET', '/orders?page=0&page_size=0')
  assert.deepEqual(Object.keys(both.body.error.fields), ['page', 'page_size'])
  for (const query of ['', '&', '&&&', 'page=1&', 'page=10000000']) {
    assert.equal((await client('GET', `/orders?${query}`)).status, 200, query)
  }
})

test('a packed body is refused with 415', async () => {
  const headers = {
    authorization: `Bearer ${server.demo.private_key}`,
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  }
  const packed = { method: 'POST', path: '/checkout', headers, body: Buffer.from('1f8b08', 'hex') }
  const { status, body } = await wire(server, packed)
  assert.equal(status, 415)
  assert.equal(body.error.code, 'media_type_unsupported')
})
