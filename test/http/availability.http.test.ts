// The availability check: what pages ask with the public key before they show a button.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXml } from '../fixtures/read-xml.ts'
import { ownServer, type Wire, wire } from '../running-server.ts'

const server = ownServer()

const SANDBOX = 'application/vnd.svc.sandbox.v1+json'

function ask(
  query: string,
  { path = '/checkout/button', headers = {}, ...more }: Partial<Wire> = {},
) {
  const authorization = `Bearer ${server.demo.public_key}`
  const whole = query === '' ? path : `${path}?${query}`
  return wire(server, {
    path: whole,
    headers: { host: 'pay.example.com', authorization, accept: SANDBOX, ...headers },
    ...more,
  })
}

// Demo products: instalments to 10,000.00, pay_later to 1,000.00.
const available: readonly (readonly [query: string, includes: readonly string[]])[] = [
  ['amount=45000&currency=EUR', ['instalments', 'pay_later']],
  ['amount=100&currency=EUR', ['instalments', 'pay_later']],
  ['amount=1000000&currency=EUR', ['instalments']],
  ['amount=45000&currency=eur', ['instalments', 'pay_later']],
  ['currency=EUR&amount=45000', ['instalments', 'pay_later']],
  ['amount=45000&currency=EUR&product[type]=instalments', ['instalments']],
  ['amount=45000&currency=EUR&product%5Btype%5D=pay_later', ['pay_later']],
  ['amount=45000&currency=EUR&product[type]=', ['instalments', 'pay_later']],
  ['amount=45000&currency=EUR&locale=es&page=0&x[]=1', ['instalments', 'pay_later']],
]
for (const [query, includes] of available) {
  test(`?${query} is 201 with ${includes.join(' and ')}`, async () => {
    const { status, body, text } = await ask(query)
    assert.equal(status, 201, text)
    assert.deepEqual(Object.keys(body), ['allowed', 'products'])
    assert.equal(body.allowed, true)
    for (const product of includes) assert.ok(body.products.includes(product), text)
    if (query.includes('type]=i') || query.includes('D=pay')) assert.equal(body.products.length, 1)
  })
}

const refused = [
  'amount=99&currency=EUR',
  'amount=0&currency=EUR',
  'amount=1000001&currency=EUR',
  'amount=100001&currency=EUR&product[type]=pay_later',
  'amount=45000&currency=USD',
  'amount=45000&currency=JPY',
  'amount=1000000000000&currency=EUR',
]
for (const query of refused) {
  test(`?${query} is 403 and not allowed`, async () => {
    const { status, body } = await ask(query)
    assert.equal(status, 403)
    assert.equal(body.allowed, false)
    assert.equal(body.error.type, 'ForbiddenException')
    assert.equal(body.error.code, 'financing_unavailable')
    assert.equal(typeof body.error.message, 'string')
  })
}

const invalid: readonly (readonly [query: string, fields: readonly string[]])[] = [
  ['', ['amount', 'currency']],
  ['amount=&currency=', ['amount', 'currency']],
  ['amount=45000', ['currency']],
  ['currency=EUR', ['amount']],
  ['amount=12.50&currency=EUR', ['amount']],
  ['amount=100.0&currency=EUR', ['amount']],
  ['amount=1e3&currency=EUR', ['amount']],
  ['amount=-1&currency=EUR', ['amount']],
  ['amount=+1&currency=EUR', ['amount']],
  ['amount=007&currency=EUR', ['amount']],
  ['amount=٤٥&currency=EUR', ['amount']],
  ['amount=9007199254740993&currency=EUR', ['amount']],
  ['amount=1000000000001&currency=EUR', ['amount']],
  ['amount=99999999999999999999999&currency=EUR', ['amount']],
  ['amount=45000&amount=1&currency=EUR', ['amount']],
  ['amount=45000&currency=EURO', ['currency']],
  ['amount=45000&currency=E1R', ['currency']],
  ['amount=45000&currency=%00', ['currency']],
  ['amount=x&currency=y&product[type]=z', ['amount', 'currency', 'product[type]']],
  ['amount=45000&currency=EUR&product[type]=Instalments', ['product[type]']],
  ['amount=45000&currency=EUR&product[type]=__proto__', ['product[type]']],
]
for (const [query, fields] of invalid) {
  test(`?${query} is 400 and names ${fields.join(', ')}`, async () => {
    const { status, body, text } = await ask(encodeURI(query).replace('%2500', '%00'))
    assert.equal(status, 400, text)
    assert.equal(body.error.type, 'ApiValidationException')
    assert.deepEqual(Object.keys(body.error.fields), fields)
  })
}

// Two ways lead to an answer, one of them before the routes: nobody may notice which.
test('the quick way and the long way answer alike', async () => {
  const queries = ['amount=45000&currency=EUR', 'amount=1&currency=EUR', 'amount=x&currency=EUR']
  const origin = { origin: 'https://shop.example.com' }
  for (const query of queries) {
    for (const headers of [{}, origin, { ...origin, accept: 'application/vnd.svc.v1+json' }]) {
      // A key asked for twice within a second is known; this path the quick way never takes.
      await ask(query, { headers })
      const quick = await ask(query, { headers })
      const long = await ask(query, { headers, path: '//checkout/button' })
      const known = ({
        status,
        headers: { date, 'x-request-id': id, ...rest },
        text,
      }: typeof quick) => JSON.stringify({ status, rest, text: text.replaceAll(String(id), 'id') })
      assert.equal(known(quick), known(long))
      assert.notEqual(quick.headers['x-request-id'], long.headers['x-request-id'])
    }
  }
})

test('it works with a public or a private key, and with no other', async () => {
  const query = 'amount=45000&currency=EUR'
  const authorization = `Bearer ${server.demo.private_key}`
  assert.equal((await ask(query, { headers: { authorization } })).status, 201)
  const inPage = { authorization, origin: 'https://shop.example.com' }
  assert.equal((await ask(query, { headers: inPage })).body.error.code, 'key_exposed')
  const { public_key: key } = server.demo
  const mistyped = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`
  const wrong = { authorization: `Bearer ${mistyped}` }
  assert.equal((await ask(query, { headers: wrong })).status, 401)
  const other = { authorization: `Bearer ${server.demo.other_store.public_key}` }
  assert.equal((await ask(query, { headers: other })).status, 201)
})

test('XML, HEAD, versions and other methods are as everywhere', async () => {
  const query = 'amount=45000&currency=EUR'
  const accept = 'application/vnd.svc.sandbox.v2+xml'
  const xml = await ask(query, { headers: { accept } })
  assert.equal(xml.status, 201)
  assert.equal(xml.headers['content-type'], 'application/xml; charset=utf-8')
  assert.equal(xml.headers['x-svc-media-type'], 'svc.v2')
  assert.match(xml.text, /<response><allowed>true<\/allowed><products><item>instalments<\/item>/)
  const refusedXml = await ask('amount=1&currency=EUR', { headers: { accept } })
  assert.equal(refusedXml.status, 403)
  const { root, tree } = readXml(refusedXml.text)
  assert.equal(root, 'error')
  assert.ok(
    Array.isArray(tree) && tree.some(([name, value]) => name === 'allowed' && value === 'false'),
  )
  const head = await ask(query, { method: 'HEAD' })
  assert.equal(head.status, 201)
  assert.equal(head.text, '')
  const versioned = await ask(query, { path: '/v4/checkout/button', headers: { accept: '*/*' } })
  assert.equal(versioned.status, 201)
  assert.equal(versioned.headers['x-svc-media-type'], 'svc.v4')
  assert.equal((await ask(query, { headers: { accept: 'text/html' } })).status, 406)
  assert.equal((await ask(query, { method: 'POST' })).status, 405)
})

const askAll = (query: string, more: Partial<Wire> = {}) =>
  ask(query, { path: '/checkout/buttons', ...more })

test('many amounts are one request, answered in order like separate requests', async () => {
  const amounts = [45_000, 99, 1_000_000, 1_000_001, 45_000, 0]
  for (const product of ['', '&product[type]=pay_later']) {
    const { status, body, text } = await askAll(`amounts=${amounts}&currency=EUR${product}`)
    assert.equal(status, 200, text)
    const single = await Promise.all(
      amounts.map(async (amount) => {
        const { body } = await ask(`amount=${amount}&currency=EUR${product}`)
        return { amount, allowed: body.allowed, products: body.products ?? [] }
      }),
    )
    assert.deepEqual(body, { buttons: single })
  }
  const dollars = await askAll('amounts=45000&currency=USD')
  assert.deepEqual(dollars.body.buttons, [{ amount: 45_000, allowed: false, products: [] }])
})

test('a hundred amounts are answered, one more is refused', async () => {
  const many = Array(100).fill('1000000000000')
  const { status, body } = await askAll(`amounts=${many}&currency=EUR`)
  assert.deepEqual([status, body.buttons.length], [200, 100])
  const more = await askAll(`amounts=${many},1&currency=EUR`)
  assert.equal(more.status, 400)
  assert.match(more.body.error.fields.amounts[0], /at most 100/)
})

for (const [query, fields] of [
  ['', ['currency', 'amounts']],
  ['amounts=&currency=EUR', ['amounts']],
  ['amounts=100,&currency=EUR', ['amounts']],
  ['amounts=,&currency=EUR', ['amounts']],
  ['amounts=100,12.50&currency=EUR', ['amounts']],
  ['amounts=100, 200&currency=EUR', ['amounts']],
  ['amounts=1000000000001&currency=EUR', ['amounts']],
  ['amounts=100&amounts=200&currency=EUR', ['amounts']],
  ['amounts=100&currency=EURO&product[type]=z', ['currency', 'product[type]']],
] as const) {
  test(`/checkout/buttons?${query} is 400 and names ${fields.join(', ')}`, async () => {
    const { status, body, text } = await askAll(encodeURI(query))
    assert.equal(status, 400, text)
    assert.deepEqual(Object.keys(body.error.fields).sort(), [...fields].sort())
  })
}
