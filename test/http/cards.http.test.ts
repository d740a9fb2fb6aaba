// The buyer's card: given to the provider's frame, authorised at the signature (contract §10, §11).
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sandboxCards } from '../../packages/api/src/index.ts'
import { buyerOf } from '../buyers.ts'
import {
  auditOf,
  type Client,
  checkoutBody,
  clientOf,
  newMid,
  ownServer,
  type Reply,
  reaches,
  wire,
} from '../running-server.ts'

const TOTAL = 40_000
const GOOD = { number: '4111 1111 1111 1111', expiry: '12/49', cvc: '123' }
const DECLINED = '4012888888881881'
const LATE = '4000000000130007'
const buyer = {
  ...{ first_name: 'Ada', last_name: 'Prueba', phone: '600000000' },
  ...{ birthday: '1990-01-01', document_id: '12345678Z' },
}
const server = ownServer()
const client = clientOf(server)

type Open = { readonly id: string; readonly token: string; readonly holder: Client }

async function open(by: Client = client): Promise<Open> {
  const { status, body, text } = await by('POST', '/checkout', checkoutBody(newMid(), TOTAL))
  assert.equal(status, 201, text)
  const token = new URL(body.checkout_url).hash.slice(1)
  const holder = buyerOf(server, by, body.id)
  await holder('PUT', `/checkout/${body.id}/buyer`, buyer)
  return { id: body.id, token, holder }
}

const enter = ({ id, holder }: Open, card: unknown, headers?: Record<string, string>) =>
  holder('POST', `/sandbox/checkouts/${id}/cards`, card, headers)
const accept = ({ id, holder }: Open, card_token?: unknown, product = 'pay_in_4') => {
  const card = card_token === undefined ? {} : { card_token }
  return holder('POST', `/checkout/${id}/accept`, { product, ...card })
}
const complete = (id: string, body: unknown, headers?: Record<string, string>) =>
  client('POST', `/sandbox/checkouts/${id}/complete`, body, headers)
const refusal = ({ status, body }: Reply) => [status, body.error?.code]

test('a card becomes a token, and its token signs', async () => {
  const checkout = await open()
  const entered = await enter(checkout, GOOD)
  assert.equal(entered.status, 201, entered.text)
  const { token, ...shown } = entered.body
  assert.match(token, /^card_[0-9a-f]{32}$/)
  assert.deepEqual(shown, { brand: 'visa', last4: '1111', expiry: '12/49' })
  const signed = await accept(checkout, token)
  assert.deepEqual([signed.status, signed.body.status_reason], [200, 'confirmation_required'])
  await reaches(client, checkout.id, '')
  assert.deepEqual(refusal(await enter(checkout, GOOD)), [409, 'checkout_finished'])
})

test('a repeated request gets the same token, another card under its key is refused', async () => {
  const checkout = await open()
  const headers = { 'idempotency-key': randomUUID() }
  const first = await enter(checkout, GOOD, headers)
  const again = await enter(checkout, GOOD, headers)
  assert.deepEqual([again.status, again.text], [201, first.text])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const other = await enter(checkout, { ...GOOD, cvc: '124' }, headers)
  assert.deepEqual(refusal(other), [422, 'idempotency_key_reused'])
})

test('faults of a card are reported field by field, and no number comes back', async () => {
  const checkout = await open()
  const faulty = async (more: object, ...fields: string[]) => {
    const reply = await enter(checkout, { ...GOOD, ...more })
    assert.deepEqual(refusal(reply), [400, 'body_invalid'], reply.text)
    assert.deepEqual(Object.keys(reply.body.error.fields).sort(), fields.sort())
    assert.doesNotMatch(JSON.stringify(reply.body.error.fields), /\d{12}/)
  }
  await faulty({ number: '4111111111111112', expiry: '01/20' }, 'number', 'expiry')
  await faulty({ number: '4242424242424242' }, 'number')
  await faulty({ number: '4111111111111111'.repeat(3) }, 'number')
  await faulty({ number: {}, expiry: '13/30', cvc: '12' }, 'number', 'expiry', 'cvc')
  await faulty({ expiry: 1230, cvc: 123 }, 'expiry', 'cvc')
  await faulty({ number: '١١١١١١١١١١١١١١١١' }, 'number')
  await faulty({ expiry: '12/1999', cvc: '12a' }, 'expiry', 'cvc')
  await faulty({ cvc: '1234' }, 'cvc')
  const nothing = await enter(checkout, {})
  assert.deepEqual(Object.keys(nothing.body.error.fields).sort(), ['cvc', 'expiry', 'number'])
})

test('only the holder of the checkout’s token gives it a card', async () => {
  const one = await open()
  const other = await open()
  const crossed = { ...one, holder: other.holder }
  assert.deepEqual(refusal(await enter(crossed, GOOD)), [401, 'token_invalid'])
  const key = await client('POST', `/sandbox/checkouts/${one.id}/cards`, GOOD)
  assert.deepEqual(refusal(key), [401, 'token_invalid'])
  await complete(one.id, { document_id: '99999995C' })
  assert.deepEqual(refusal(await enter(one, GOOD)), [409, 'checkout_state'])
})

test('a declined card is reported, and another one may follow', async () => {
  const checkout = await open()
  const bad = await enter(checkout, { ...GOOD, number: DECLINED })
  for (const product of ['pay_in_4', 'instalments', 'pay_later']) {
    const declined = await accept(checkout, bad.body.token, product)
    assert.deepEqual(refusal(declined), [400, 'card_declined'], product)
    assert.deepEqual(declined.body.error.fields, { card_token: ['was not accepted: declined'] })
    assert.equal(declined.body.error.type, 'ApiValidationException')
  }
  const { body } = await client('GET', `/checkout/${checkout.id}/status`)
  assert.deepEqual([body.status, body.status_reason], ['pending', 'in_process'])
  const good = await enter(checkout, GOOD)
  assert.equal((await accept(checkout, good.body.token)).status, 200)
})

test('a token that stands for nothing, or looks like a card, is refused', async () => {
  const checkout = await open()
  for (const wrong of ['card_standard2', `card_${'0'.repeat(32)}`, '4111111111111111', 12, {}]) {
    const reply = await accept(checkout, wrong)
    assert.deepEqual(refusal(reply), [400, 'body_invalid'], reply.text)
    assert.deepEqual(Object.keys(reply.body.error.fields), ['card_token'])
    assert.doesNotMatch(JSON.stringify(reply.body.error.fields), /\d{12}/)
  }
  const theirs = await enter(await open(clientOf(server, { accept: LIVE })), GOOD)
  assert.equal(theirs.status, 201)
  assert.deepEqual(refusal(await accept(checkout, theirs.body.token)), [400, 'body_invalid'])
  assert.equal((await accept(checkout)).status, 200, 'without a card the good one is taken')
})
const LIVE = 'application/vnd.svc.v1+json'

test('the sandbox’s tool takes the number of a card', async () => {
  const { id } = await open()
  const declined = await complete(id, { product: 'pay_in_4', card: '4012 8888 8888 1881' })
  assert.deepEqual(refusal(declined), [400, 'card_declined'])
  assert.deepEqual(Object.keys(declined.body.error.fields), ['card'])
  const plain = await complete(id, { card: DECLINED })
  assert.deepEqual(refusal(plain), [400, 'card_declined'])
  for (const card of ['4242424242424242', '1', 'x'.repeat(33), 4]) {
    const wrong = await complete(id, { card })
    assert.deepEqual(refusal(wrong), [400, 'body_invalid'], String(card))
    assert.deepEqual(Object.keys(wrong.body.error.fields), ['card'])
  }
  const headers = { 'idempotency-key': randomUUID() }
  const body = { product: 'pay_in_4', card: '4111 1111 1111 1111' }
  const signed = await complete(id, body, headers)
  assert.equal(signed.status, 200, signed.text)
  assert.equal((await complete(id, body, headers)).text, signed.text)
})

test('a bank that takes its time: ask again, with the same card', async () => {
  const { id } = await open()
  for (let ask = 0; ask < 3; ask++) {
    const late = await complete(id, { product: 'pay_in_4', card: LATE })
    assert.deepEqual(refusal(late), [409, 'authorisation_pending'])
  }
  assert.deepEqual(refusal(await complete(id, { product: 'pay_in_4' })), [
    409,
    'authorisation_pending',
  ])
  const byHolder = await open()
  const { body } = await enter(byHolder, { ...GOOD, number: LATE })
  assert.deepEqual(refusal(await accept(byHolder, body.token)), [409, 'authorisation_pending'])
})

test('a checkout tries a limited number of cards', async () => {
  const checkout = await open()
  const bad = await enter(checkout, { ...GOOD, number: DECLINED })
  for (let tries = 0; tries < 20; tries++) {
    assert.deepEqual(refusal(await accept(checkout, bad.body.token)), [400, 'card_declined'])
  }
  assert.deepEqual(refusal(await accept(checkout, bad.body.token)), [409, 'card_limit_reached'])
  const completed = await complete(checkout.id, { card: DECLINED })
  assert.deepEqual(refusal(completed), [409, 'card_limit_reached'])
  assert.deepEqual([(await auditOf(server)).findings], [[]])
})

const frame = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  wire(server, { path: `/sandbox/card-frame?${new URLSearchParams(query)}`, headers })

test('the frame is a page of one language for one parent, with no script but its own', async () => {
  const { id } = await open()
  const origin = new URL(server.demo.base_url).origin
  for (const [lang, label] of [
    ['es', 'Número de tarjeta'],
    ['en', 'Card number'],
    ['es-MX', 'Número de tarjeta'],
    ['fr', 'Card number'],
  ] as const) {
    const { status, headers, text } = await frame({ checkout: id, origin, lang })
    assert.equal(status, 200, text)
    assert.ok(text.includes(label), lang)
    assert.doesNotMatch(text, /\{\w+\}|undefined/)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, new RegExp(`frame-ancestors ${origin}$`))
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'/)
    assert.equal(headers['cache-control'], 'no-store')
    for (const autocomplete of ['cc-number', 'cc-exp', 'cc-csc']) {
      assert.ok(text.includes(`autocomplete="${autocomplete}"`))
    }
    for (const { number } of sandboxCards) {
      assert.ok(text.includes(number.replace(/(.{4})(?=.)/g, '$1 ')))
    }
    for (const [, part = ''] of text.matchAll(/(?:href|src)="(\/[^"]+)"/g)) {
      assert.equal((await wire(server, { path: part })).status, 200, part)
    }
  }
})

test('the frame has no other parent than the service’s own page', async () => {
  const checkout = '0'.repeat(32)
  const origin = new URL(server.demo.base_url).origin
  const faultsOf = async (query: Record<string, string>) => {
    const { status, body } = await frame(query)
    assert.deepEqual([status, body.error.code], [400, 'query_invalid'])
    return Object.keys(body.error.fields)
  }
  assert.deepEqual(await faultsOf({}), ['checkout', 'origin'])
  for (const foreign of ['https://shop.example', 'null', '*', `${origin}.evil`, `${origin}/x`]) {
    assert.deepEqual(await faultsOf({ checkout, origin: foreign }), ['origin'], foreign)
  }
  const markup = { checkout: '"><script>', origin }
  assert.deepEqual(await faultsOf(markup), ['checkout'])
})

test('only a page that its store allows may frame the page of the checkout', async () => {
  const origin = new URL(server.demo.base_url).origin
  const shop = 'https://shop.example'
  const other = clientOf({ demo: { ...server.demo, ...server.demo.other_store } })
  const { id: checkout } = await open()
  const narrow = (await open(other)).id
  await other('PATCH', '/me', { origins: [shop] })
  const ancestorsOf = async (query: Record<string, string>) => {
    const { status, headers, text } = await frame({ origin, ...query })
    assert.equal(status, 200, text)
    assert.ok(text.includes(`data-parent="${origin}"`), 'it is told of no card')
    return /frame-ancestors (.*)$/.exec(String(headers['content-security-policy']))?.[1]
  }
  assert.equal(await ancestorsOf({ checkout, top: `${shop}/` }), `${origin} ${shop}`)
  assert.equal(await ancestorsOf({ checkout: narrow, top: shop }), `${origin} ${shop}`)
  assert.equal(await ancestorsOf({ checkout: narrow, top: origin }), `${origin} ${origin}`)
  assert.equal(await ancestorsOf({ checkout: narrow }), origin)

  const refused = async (query: Record<string, string>) => {
    const { status, body } = await frame({ origin, ...query })
    assert.deepEqual([status, body.error.code], [400, 'query_invalid'], query.top)
    assert.deepEqual(Object.keys(body.error.fields), ['top'])
  }
  for (const top of ['https://evil.example', `${shop}:8443`, 'http://shop.example']) {
    await refused({ checkout: narrow, top })
  }
  await refused({ checkout: '0'.repeat(32), top: shop })
  for (const top of ['', '*', 'null', 'https://a;sandbox', "https://a 'self'", `${shop}/x`]) {
    await refused({ checkout, top })
  }
})
