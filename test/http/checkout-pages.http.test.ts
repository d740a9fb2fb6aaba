// The buyer's page as it is served: its addresses, its parts, and who may hold it in a frame.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { before, test } from 'node:test'
import {
  checkoutBody,
  clientOf,
  newMid,
  ownServer,
  startServer,
  type WireReply,
  wire,
} from '../running-server.ts'

const shop = 'https://shop.example'
const other = 'https://other.example'
const server = ownServer()
const client = clientOf(server)
let id: string
let key: string
let own: string
/** Where the demo's store has its shop. */
let site: string

before(async () => {
  key = server.demo.public_key
  own = new URL(server.demo.base_url).origin
  site = server.demo.shop_url
  id = (await client('POST', '/checkout', checkoutBody(newMid(), 10_000))).body.id
})

type Query = Readonly<Record<string, string>>
const pathOf = (path: string, query: Query) => `${path}?${new URLSearchParams(query)}`
const byKey = (query: Query = {}, headers: Record<string, string> = {}) =>
  wire(server, { path: pathOf('/', { order: id, 'public-key': key, ...query }), headers })
const byId = (query: Query = {}, headers: Record<string, string> = {}) =>
  wire(server, { path: pathOf(`/checkout/${id}/page`, query), headers })
const framed = (query: Query = {}): Query => ({ iframe: 'checkout', ...query })

const policyOf = ({ headers }: WireReply) => String(headers['content-security-policy'])
const ancestorsOf = (reply: WireReply) => /frame-ancestors (.*)$/.exec(policyOf(reply))?.[1]
const originOf = ({ text }: WireReply) => /data-origin="([^"]*)"/.exec(text)?.[1]

function heldBy(reply: WireReply, origin: string | undefined, message?: string) {
  assert.equal(reply.status, 200)
  assert.deepEqual([ancestorsOf(reply), originOf(reply)], [origin ?? "'none'", origin], message)
}

test('both addresses give the same page, and so does one that names nothing', async () => {
  const page = await byId()
  assert.equal(page.status, 200)
  assert.doesNotMatch(page.text, /\{\w+\}|undefined/)
  const { date: _date, 'x-request-id': _id, ...headers } = page.headers
  assert.deepEqual(headers, {
    ...{ connection: 'close', 'content-length': String(Buffer.byteLength(page.text)) },
    ...{ 'content-type': 'text/html; charset=utf-8', 'content-language': 'es' },
    ...{ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    'content-security-policy': policyOf(page),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': headers['permissions-policy'],
    'x-content-type-options': 'nosniff',
    'x-svc-media-type': 'svc.v1',
  })
  for (const path of ['/', '/v1', '//', `/v1/checkout/${id}/page/`, '/checkout/nobody/page']) {
    assert.equal((await wire(server, { path })).text, page.text, path)
  }
  assert.equal((await byKey({ nonce: 'x', sandbox: 'true' })).text, page.text)
  assert.equal((await wire(server, { method: 'HEAD', path: '/' })).status, 200)
  assert.equal((await wire(server, { path: '/', headers: { accept: 'text/html' } })).status, 200)
  const posted = await wire(server, { method: 'POST', path: '/' })
  assert.equal(posted.body.error.code, 'method_not_allowed')
})

test('it runs its own script, asks its own server, shows documents in their style', async () => {
  const [style = '', ...rest] = policyOf(await byId())
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .sort((a) => (a.startsWith('style-src') ? -1 : 1))
  assert.deepEqual(rest, [
    "default-src 'none'",
    "script-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ])
  const checkout = await client('POST', '/checkout', checkoutBody(newMid(), 10_000))
  const token = new URL(checkout.body.checkout_url).hash.slice(1)
  const path = `/checkout/${checkout.body.id}/documents/pre_contract.html?product=pay_in_4`
  const document = await wire(server, { path, headers: { authorization: `Bearer ${token}` } })
  assert.equal(document.status, 200, document.text)
  const [hash = 'none'] = /'sha256-[^']+'/.exec(policyOf(document)) ?? []
  assert.equal(style, `style-src 'self' ${hash}`)
})

test('its parts are cached while they are those of this release, and compressed', async () => {
  const { text } = await byId()
  const parts = [...text.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path = '']) => path)
  assert.equal(parts.length, 2)
  for (const path of parts) {
    const plain = await wire(server, { path })
    assert.equal(plain.status, 200)
    assert.match(String(plain.headers['content-type']), /^text\/(css|javascript); charset=utf-8$/)
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(plain.headers['x-content-type-options'], 'nosniff')
    assert.equal(plain.headers.vary, 'Accept-Encoding')
    assert.equal(plain.headers['content-encoding'], undefined)
    for (const encoding of ['br', 'gzip']) {
      const headers = { 'accept-encoding': encoding }
      const response = await fetch(server.demo.base_url + path, { headers })
      assert.equal(response.headers.get('content-encoding'), encoding)
      assert.equal(await response.text(), plain.text)
    }
    for (const version of ['', '?', '?0123456789abcdef', `?${path.split('?')[1]}0`]) {
      const stale = await wire(server, { path: path.split('?')[0] + version })
      assert.equal(stale.headers['cache-control'], 'no-store', version)
      assert.equal(stale.text, plain.text)
    }
  }
  const missing = await wire(server, { path: '/checkout/page/nothing.js' })
  assert.equal(missing.status, 404)
})

test('in a tab nobody may embed it, whatever its address claims', async () => {
  for (const query of [{}, { origin: shop }, { iframe: '1', origin: shop }, { iframe: '' }]) {
    heldBy(await byKey(query), undefined)
    heldBy(await byId(query, { referer: `${shop}/cart` }), undefined)
  }
})

test('in a frame only the page that opens it may frame it', async () => {
  const referred = { referer: `${shop}/cart?secret=1` }
  for (const ask of [byKey, byId]) {
    const named = await ask(framed({ origin: 'HTTPS://Other.Example:443' }), referred)
    heldBy(named, other, 'named in the address')
    assert.equal(named.headers['cross-origin-opener-policy'], undefined)
    heldBy(await ask(framed(), referred), shop, 'by the page that it was opened from')
    heldBy(await ask(framed()), site, 'the site of the store')
    for (const referer of ['about:blank', 'null', 'http://a;sandbox/', 'android-app://shop', 'x']) {
      heldBy(await ask(framed(), { referer }), site, referer)
    }
  }
  const aliased = pathOf('/', framed({ public_key: key, origin: shop }))
  heldBy(await wire(server, { path: aliased }), shop, 'the key by its other name')
  heldBy(await byKey(framed({ order: 'nobody', origin: shop })), shop, 'an unknown order')
})

test('nobody may frame the page of an unknown store', async () => {
  const mistyped = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`
  const { body: revoked } = await client('POST', '/me/api-keys', { name: 'Page', kind: 'public' })
  heldBy(await byKey(framed({ 'public-key': revoked.key, origin: shop })), shop)
  await client('DELETE', `/me/api-keys/${revoked.id}`)
  for (const wrong of [mistyped, revoked.key, '', 'pk_', 'x'.repeat(4_000)]) {
    heldBy(await byKey(framed({ 'public-key': wrong, origin: shop })), undefined, wrong)
  }
  for (const unknown of ['0'.repeat(32), 'nobody', '%00', '%22%3E', id.toUpperCase()]) {
    const path = pathOf(`/checkout/${unknown}/page`, framed({ origin: shop }))
    heldBy(await wire(server, { path }), undefined, unknown)
  }
  const hostless = pathOf('/', framed({ origin: own }))
  heldBy(await wire(server, { path: hostless }), own, 'our own page always may')
})

test('a store that names its origins is framed by these and by us', async () => {
  const store = clientOf({ demo: { ...server.demo, ...server.demo.other_store } })
  const { body } = await store('POST', '/checkout', checkoutBody(newMid(), 10_000))
  await store('PATCH', '/me', { origins: [shop], url: other })
  const publicKey = server.demo.other_store.public_key
  const ask = (query: Query) => [
    wire(server, { path: pathOf('/', framed({ 'public-key': publicKey, ...query })) }),
    wire(server, { path: pathOf(`/checkout/${body.id}/page`, framed(query)) }),
  ]
  const all: [string, string | undefined][] = [
    [shop, shop],
    [own, own],
    [other, undefined],
    [`${shop}:8443`, undefined],
    [`${shop}.evil.example`, undefined],
    ['http://shop.example', undefined],
  ]
  for (const [origin, holder] of all) {
    for (const reply of ask({ origin })) heldBy(await reply, holder, origin)
  }
  for (const reply of ask({})) heldBy(await reply, undefined, 'its site is none of them')
})

const hostile = [
  'http://a; script-src *',
  'http://a;script-src',
  "http://a 'unsafe-inline'",
  'http://a\r\nx-injected: 1',
  'http://a\n',
  'http://a\u0000',
  'http://a,http://b',
  'http://a"><script>alert(1)</script>',
  "http://a'onload='x",
  'http://*.example',
  '*',
  "'self'",
  "'none'",
  'data:',
  'https:',
  'null',
  'javascript:alert(1)',
  'blob:http://a',
  'file://',
  'http://user@a',
  'http://a/path',
  'http://a?x',
  'http://a#x',
  '//a',
  'shop.example',
  '',
  ' ',
  `http://${'a'.repeat(1_000)}`,
]

test('an invalid origin is ignored; nothing of the URL gets into page or headers', async () => {
  const bare = await byId()
  for (const text of hostile) {
    const query = framed({ origin: text, order: text, nonce: text, lang: text, sandbox: text })
    for (const reply of [
      await byKey(query),
      await byId(query),
      await byKey({ ...query, iframe: text }),
    ]) {
      heldBy(reply, undefined, text)
      assert.equal(reply.headers['x-injected'], undefined)
      if (reply.headers['content-language'] === 'es') assert.equal(reply.text, bare.text, text)
    }
  }
  const twice = `${pathOf('/', framed({ 'public-key': key, origin: shop }))}&origin=${other}`
  heldBy(await wire(server, { path: twice }), shop, 'the first counts, as for the script')
  for (const broken of [
    '/?%',
    '/?%ff=%fe&origin=%zz&iframe=checkout',
    '/?=&&==',
    '/?iframe=checkout&origin[]=x',
  ]) {
    heldBy(await wire(server, { path: broken }), undefined, broken)
  }
})

test('it begins in the language of its reader', async () => {
  for (const [query, accepted, language, title] of [
    [{ lang: 'en' }, 'es', 'en', 'Pay later'],
    [{}, 'en-GB, es;q=0.5', 'en', 'Pay later'],
    [{}, 'es-ES', 'es', 'Pago aplazado'],
  ] as const) {
    const { text, headers } = await byId(query, { 'accept-language': accepted })
    assert.ok(
      text.includes(`<html lang="${language}" `) && text.includes(`<title>${title}</title>`),
    )
    assert.equal(headers['content-language'], language)
  }
})

async function freePort(): Promise<string> {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  taken.close()
  await once(taken, 'close')
  return String(port)
}

test('it works under every name of the service, below a path, and with another brand', async () => {
  const { port } = new URL(own)
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, 'pay.example']) {
    const reply = await byKey(framed({ origin: `http://${host}` }), { host })
    heldBy(reply, `http://${host}`)
  }
  const there = await freePort()
  const base = 'https://pay.example/credit'
  const named = await startServer({ BASE_URL: base, BRAND: 'acme', PORT: there })
  try {
    const local = { demo: { ...named.demo, base_url: `http://127.0.0.1:${there}` } }
    const { text } = await wire(local, { path: '/?iframe=checkout&origin=https://pay.example' })
    assert.ok(
      text.includes('data-brand="acme" data-root="/credit" data-origin="https://pay.example"'),
    )
    assert.match(text, /src="\/credit\/checkout\/page\/checkout\.js\?[0-9a-f]{16}"/)
  } finally {
    await named.remove()
  }
})

test('a frame is recognised by its address or by what the browser reports', async () => {
  const referer = `${other}/`
  const inFrame = { 'sec-fetch-dest': 'iframe', referer }
  heldBy(await byKey({ sandbox: 'true' }, inFrame), other)
  heldBy(await byKey({ sandbox: 'true' }, { ...inFrame, 'sec-fetch-dest': 'frame' }), other)
  heldBy(await byKey({ sandbox: 'true' }, { ...inFrame, 'sec-fetch-dest': 'document' }), undefined)
  heldBy(await byId({}, inFrame), undefined, 'checkout_url is meant for a tab')
})

test('a frame that names neither key nor checkout is held where nothing is live', async () => {
  const path = `/?iframe=checkout&t=${Date.now()}`
  const headers = { referer: `${other}/` }
  heldBy(await wire(server, { path, headers }), other)
  heldBy(await wire(server, { path }), undefined, 'nobody says who holds it')
})
