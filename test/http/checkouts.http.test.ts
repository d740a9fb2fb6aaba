// A checkout from its creation to the store's answer, and what the store is told (contract §5, §6).
import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import {
  type Client,
  checkoutBody,
  clientOf,
  confirmedOrder,
  type Json,
  newMid,
  ownServer,
  reaches,
} from '../running-server.ts'
import { messagesOf, ok, openShop, type Saying, type Shop, until } from '../shop.ts'

const MINUTE = { timeout: 60_000 }
const server = ownServer()
const client = clientOf(server)
let publicClient: Client

before(() => {
  publicClient = clientOf(server, { key: server.demo.public_key })
})

const clone = (mid: string, amount: number): Json => checkoutBody(mid, amount)

async function created(body: unknown): Promise<{ id: string; token: string; url: string }> {
  const reply = await client('POST', '/checkout', body)
  assert.equal(reply.status, 201, reply.text)
  const { id, checkout_url: url } = reply.body
  assert.equal(reply.headers.get('location'), `/checkout/${id}`)
  return { id, url, token: new URL(url).hash.slice(1) }
}

const complete = (id: string, body?: unknown) =>
  client('POST', `/sandbox/checkouts/${id}/complete`, body)

test('a checkout has an id of 32 hexadecimal characters and an address with a token', async () => {
  const { id, url, token } = await created(checkoutBody(newMid(), 50_000))
  assert.match(id, /^[0-9a-f]{32}$/)
  assert.ok(url.startsWith(`${server.demo.base_url}/`))
  assert.ok(url.includes(id))
  assert.ok(token.length >= 32)
})

test('shops of all kinds are understood: numbers, synonyms, objects, empty values', async () => {
  const mid = Date.now()
  const { id } = await created({
    merchant: { success_url: '/thanks', notification_url: '', ko_url: null, dismiss_url: false },
    order: {
      id: mid,
      currency: { name: 'Euro', code: 'EUR', numeric: '978', symbol: '€' },
      total_amount: 50_000,
      tax_rate: null,
      discount: '',
      options: [],
      articles: [{ id: 17, name: 'Bicycle', quantity: 1, price: 50_000, sku: 12_345, url: null }],
      coupon: 'unknown keys are ignored',
    },
    customer: {
      ...{ email: 'ada@example.com', id: 42, type: 'existing', gender: 2, phone: 600_000_000 },
      ...{ address: [], document_id: {}, birthday: '1990-01-01T00:00:00Z', language: 'es' },
    },
    billing: { zip: 28_001, country: 'ES' },
    shipping: { zip: '08001', name: 'Post', price: 0, method: 'postal' },
    product: [],
    meta: { cart: [1, 2] },
    toc: { anything: true },
  })
  const { body } = await client('GET', `/orders/${mid}`)
  assert.equal(body.id, id)
  assert.equal(body.mid, String(mid))
  assert.deepEqual(body.currency, { name: 'Euro', code: 'EUR', numeric: '978', symbol: '€' })
  assert.equal(body.articles[0].id, '17')
  assert.equal(body.articles[0].sku, '12345')
  assert.equal(body.customer.id, '42')
  assert.equal(body.customer.phone, '600000000')
  assert.equal(body.billing.postcode, '28001')
  assert.equal(body.shipping.postcode, '08001')
  assert.equal(body.status, 'pending')
})

test('shipping, billing, addresses and product may be missing, [] or {}', async () => {
  for (const empty of [undefined, null, [], {}, '', false]) {
    const body = { shipping: empty, billing: empty, merchant: empty, product: empty }
    await created(checkoutBody(newMid(), 50_000, body))
  }
})

test('the private key reads the whole body, the public one nothing secret', async () => {
  const sent = clone(newMid(), 50_000)
  sent.merchant = { notification_url: `${server.demo.base_url}/demo/notifications?x=1` }
  sent.merchant.success_url = '/thanks'
  sent.billing = { city: 'Secret town' }
  sent.meta = { note: 'inner' }
  const { id } = await created(sent)
  const { body } = await client('GET', `/checkout/${id}`)
  const keys = ['id', 'status', 'status_reason', 'expires_at', 'transaction']
  assert.deepEqual(Object.keys(body), keys.toSpliced(4, 0, 'checkout_url'))
  assert.equal(body.id, id)
  assert.deepEqual([body.status, body.status_reason], ['pending', 'in_process'])
  assert.deepEqual(body.transaction, sent)
  assert.match(body.expires_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)

  const seen = await publicClient('GET', `/checkout/${id}`)
  assert.equal(seen.status, 200)
  assert.deepEqual(Object.keys(seen.body), keys)
  const { id: _id, ...order } = sent.order
  const merchant = { success_url: '/thanks' }
  assert.deepEqual(seen.body.transaction, { merchant, order, customer: {} })
  assert.doesNotMatch(seen.text, /ada@|notifications|Secret|inner/)
  assert.equal((await publicClient('GET', `/checkout/${id}/status`)).status, 403)
})

test('the status names the order, its amount and the result so far', async () => {
  const mid = newMid()
  const { id } = await created(checkoutBody(mid, 50_000))
  const { body } = await client('GET', `/checkout/${id}/status`)
  assert.deepEqual(body, {
    id,
    mid,
    total_amount: 50_000,
    currency: { name: 'Euro', code: 'EUR', numeric: '978', symbol: '€' },
    status: 'pending',
    status_reason: 'in_process',
    sandbox: true,
  })
})

test('a checkout lasts as long as its store sets', async () => {
  for (const [merchant, minutes] of [
    [{}, 60],
    [{ timeout_checkout: 1 }, 1],
    [{ timeout_checkout: 120 }, 120],
  ] as const) {
    const { id } = await created(checkoutBody(newMid(), 50_000, { merchant }))
    const { body } = await client('GET', `/orders/${id}`)
    const lived = Date.parse(body.expires_at) - Date.parse(body.created)
    assert.equal(lived, minutes * 60_000)
  }
})

test('lines that do not add up to the total are a warning on the order, and no more', async () => {
  const odd = clone(newMid(), 50_000)
  odd.order.articles[0].price = 49_999
  const { id } = await created(odd)
  const { body } = await client('GET', `/orders/${id}`)
  assert.equal(body.warnings.length, 1)
  assert.match(body.warnings[0], /50000.*49999/)
  const even = await created(checkoutBody(newMid(), 50_000))
  assert.deepEqual((await client('GET', `/orders/${even.id}`)).body.warnings, [])
})

test('where no product fits, financing is unavailable', async () => {
  const gbp = clone(newMid(), 50_000)
  gbp.order.currency = 'GBP'
  const later = checkoutBody(newMid(), 100_001, { product: { type: 'pay_later' } })
  const none = [clone(newMid(), 99), clone(newMid(), 1_000_001), gbp, later]
  for (const body of none) {
    const reply = await client('POST', '/checkout', body)
    assert.equal(reply.status, 403, reply.text)
    assert.equal(reply.body.error.code, 'financing_unavailable')
  }
  for (const amount of [100, 1_000_000]) await created(clone(newMid(), amount))
})

test('offers of every amount: the capital parts sum to the amount, to the cent', async () => {
  for (const amount of [100, 101, 997, 33_333, 99_999, 100_000, 100_001, 1_000_000]) {
    const { id, token } = await created(clone(newMid(), amount))
    const { status, body } = await clientOf(server, { key: token })('GET', `/checkout/${id}/offers`)
    assert.equal(status, 200)
    assert.ok(body.offers.length >= 4)
    for (const offer of body.offers) {
      const sum = (part: string): number =>
        offer.schedule.reduce((total: number, each: Json) => total + each[part], 0)
      assert.equal(offer.schedule.length, offer.num_instalments)
      assert.equal(sum('capital'), amount)
      assert.equal(sum('interest'), offer.total_interest)
      assert.equal(sum('amount'), offer.total_amount)
      assert.equal(offer.total_amount, amount + offer.total_interest)
      for (const each of offer.schedule) assert.ok(each.capital >= 0 && each.interest >= 0)
    }
    const products = new Set(body.offers.map((offer: Json) => offer.product))
    assert.equal(products.has('pay_later'), amount <= 100_000)
  }
})

test('only the product that the store asks for is offered', async () => {
  const wanted = { product: { type: 'pay_later' } }
  const { id, token } = await created(checkoutBody(newMid(), 50_000, wanted))
  const { body } = await clientOf(server, { key: token })('GET', `/checkout/${id}/offers`)
  assert.deepEqual(
    body.offers.map((offer: Json) => offer.product),
    ['pay_later'],
  )
  const other = await complete(id, { product: 'instalments' })
  assert.equal(other.status, 400)
  assert.deepEqual(Object.keys(other.body.error.fields), ['product'])
  assert.equal((await complete(id)).status, 200)
})

const buyer = {
  first_name: 'Ada',
  last_name: 'Prueba',
  phone: '600000000',
  birthday: '1990-01-01',
  document_id: '12345678-z',
}

test('the buyer gives their data and signs under the token of their checkout', async () => {
  const { id, token } = await created(checkoutBody(newMid(), 50_000))
  const accept = 'application/json'
  const holder = clientOf(server, { key: token, accept })
  const wish = { product: 'instalments', num_instalments: 6 }
  const early = await holder('POST', `/checkout/${id}/accept`, wish)
  assert.equal(early.status, 400)
  const missing = await holder('PUT', `/checkout/${id}/buyer`, { document_id: '1' })
  const names = ['birthday', 'first_name', 'last_name', 'phone']
  assert.deepEqual(Object.keys(missing.body.error.fields).sort(), names)
  const typo = await holder('PUT', `/checkout/${id}/buyer`, { ...buyer, document_id: '12345678A' })
  assert.deepEqual(Object.keys(typo.body.error.fields), ['document_id'])
  assert.equal((await holder('PUT', `/checkout/${id}/buyer`, buyer)).status, 204)
  const dismissed = await holder('POST', `/checkout/${id}/dismiss`)
  assert.equal(dismissed.status, 200)
  assert.equal(dismissed.body.status_reason, 'in_process')
  const seven = await holder('POST', `/checkout/${id}/accept`, { ...wish, num_instalments: 7 })
  assert.deepEqual(Object.keys(seven.body.error.fields), ['num_instalments'])
  const { offers } = (await holder('GET', `/checkout/${id}/offers`)).body
  const { total_amount: read } = offers.find((offer: Json) => offer.num_instalments === 6)
  const cheaper = { ...wish, total_amount: read - 1 }
  const changed = await holder('POST', `/checkout/${id}/accept`, cheaper)
  assert.deepEqual(changed.body.error.fields, {
    total_amount: [`is ${read} now: the terms have changed`],
  })
  const shown = { ...wish, total_amount: read }
  const signed = await holder('POST', `/checkout/${id}/accept`, shown)
  assert.equal(signed.status, 200, signed.text)
  assert.equal(signed.body.status_reason, 'confirmation_required')
  await reaches(client, id, '')
  const { body } = await client('GET', `/orders/${id}`)
  assert.equal(body.product, 'instalments')
  assert.equal(body.instalment_plan.num_instalments, 6)
  assert.equal(body.financing_status, 'ok')
  const renewed = clientOf(server, { key: signed.body.token, accept })
  for (const [by, code] of [
    [renewed, 'checkout_finished'],
    [holder, 'token_invalid'],
  ] as const) {
    for (const step of ['accept', 'dismiss']) {
      const again = await by('POST', `/checkout/${id}/${step}`, wish)
      assert.equal(again.body.error.code, code, step)
    }
    const late = await by('PUT', `/checkout/${id}/buyer`, buyer)
    assert.equal(late.body.error.code, code)
  }
})

test("a wrong token, another checkout's token or a key opens no buyer's route", async () => {
  const { id } = await created(checkoutBody(newMid(), 50_000))
  const another = await created(checkoutBody(newMid(), 50_000))
  const { private_key, public_key } = server.demo
  const wrong = ['', 'x', another.token, `${another.token}x`, private_key, public_key]
  const routes: readonly (readonly [string, string, unknown?])[] = [
    ['GET', 'offers'],
    ['PUT', 'buyer', buyer],
    ['POST', 'accept', { product: 'instalments' }],
    ['POST', 'dismiss'],
  ]
  for (const key of wrong) {
    for (const [method, step, body] of routes) {
      const reply = await clientOf(server, { key })(method, `/checkout/${id}/${step}`, body)
      assert.equal(reply.status, 401, `${method} ${step}: ${reply.text}`)
      assert.equal(reply.headers.get('www-authenticate'), 'Bearer')
    }
  }
  const nowhere = clientOf(server, { key: another.token })
  assert.equal((await nowhere('GET', `/checkout/${'0'.repeat(32)}/offers`)).status, 401)
})

test("the sandbox's people decide: refused, to be checked, accepted", async () => {
  const refused = await created(checkoutBody(newMid(), 50_000))
  const ko = await complete(refused.id, { document_id: '99999998T' })
  assert.deepEqual([ko.status, ko.body.status, ko.body.status_reason], [200, 'ko', 'ko_generic'])
  const order = (await client('GET', `/orders/${refused.id}`)).body
  assert.deepEqual([order.status, order.rejected], ['cancelled', true])
  const checked = await created(checkoutBody(newMid(), 50_000))
  const waits = await complete(checked.id, { document_id: '99999995c', challenge: 'leave' })
  assert.deepEqual([waits.body.status, waits.body.status_reason], ['pending', 'challenge_required'])
  for (const document_id of ['12345678Z', 'X1234567L', '00000000t', undefined]) {
    const { id } = await created(checkoutBody(newMid(), 50_000))
    const { status, body } = await complete(id, { document_id })
    assert.equal(status, 200)
    assert.ok(['confirmation_required', ''].includes(body.status_reason))
    await reaches(client, id, '')
  }
  const { id } = await created(checkoutBody(newMid(), 50_000))
  const typo = await complete(id, { document_id: '12345678A' })
  assert.equal(typo.status, 400)
})

test('the sandbox tool works without a body, takes wishes, and only once', async () => {
  const first = await created(checkoutBody(newMid(), 50_000))
  assert.equal((await complete(first.id)).status, 200)
  const again = await complete(first.id)
  assert.equal(again.status, 409)
  assert.equal(again.body.error.code, 'checkout_finished')
  const { body: plain } = await client('GET', `/orders/${first.id}`)
  assert.deepEqual([plain.product, plain.instalment_plan.num_instalments], ['instalments', 3])
  const wished = await created(checkoutBody(newMid(), 50_000))
  assert.equal((await complete(wished.id, { dismiss: true })).body.status_reason, 'in_process')
  assert.equal((await complete(wished.id, { num_instalments: 12 })).status, 200)
  const { body } = await client('GET', `/orders/${wished.id}`)
  assert.equal(body.instalment_plan.num_instalments, 12)
  const refused = await created(checkoutBody(newMid(), 50_000))
  await complete(refused.id, { document_id: '99999998T' })
  assert.equal((await complete(refused.id)).body.error.code, 'checkout_finished')
})

test('an order id in use is refused, one that ended ko is free', async () => {
  const { mid } = await confirmedOrder(client, 50_000)
  const again = await client('POST', '/checkout', checkoutBody(mid, 50_000))
  assert.equal(again.status, 409)
  assert.equal(again.body.error.code, 'order_id_used')
  assert.match(again.body.error.message, /confirmed/)
  await client('POST', `/orders/${mid}/cancel`)
  const cancelled = await client('POST', '/checkout', checkoutBody(mid, 50_000))
  assert.equal(cancelled.body.error.code, 'order_id_used', 'it was ok once')
  const waiting = newMid()
  const checked = await created(checkoutBody(waiting, 50_000))
  await complete(checked.id, { document_id: '99999995C' })
  const third = await client('POST', '/checkout', checkoutBody(waiting, 50_000))
  assert.equal(third.body.error.code, 'order_id_used')
  const refused = newMid()
  const ended = await created(checkoutBody(refused, 50_000))
  await complete(ended.id, { document_id: '99999998T' })
  const fresh = await created(checkoutBody(refused, 50_000))
  assert.equal((await client('GET', `/orders/${refused}`)).body.id, fresh.id)
})

test('a new checkout of an order ends the older one that nobody signed', async () => {
  const mid = newMid()
  const older = await created(checkoutBody(mid, 50_000))
  const newer = await created(checkoutBody(mid, 60_000))
  const { body } = await client('GET', `/checkout/${older.id}/status`)
  assert.deepEqual([body.status, body.status_reason], ['ko', 'expired'])
  assert.notEqual((await client('GET', `/orders/${older.id}`)).body.expired, null)
  assert.equal((await complete(older.id)).status, 409)
  assert.equal((await client('GET', `/orders/${mid}`)).body.id, newer.id)
  assert.equal((await complete(newer.id)).status, 200)
})

test('exactly one of 16 simultaneous checkouts of one order id stays open', async () => {
  const mid = newMid()
  const replies = await Promise.all(
    Array.from({ length: 16 }, () => client('POST', '/checkout', checkoutBody(mid, 50_000))),
  )
  const ids = replies.filter(({ status }) => status === 201).map(({ body }) => body.id)
  assert.ok(ids.length >= 1)
  const states = await Promise.all(ids.map((id) => client('GET', `/checkout/${id}/status`)))
  assert.equal(states.filter(({ body }) => body.status === 'pending').length, 1)
})

/** The three headers of a Standard Webhooks signature. */
const signed = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    ['id', 'timestamp', 'signature'].map((each) => [
      `webhook-${each}`,
      String(headers[`webhook-${each}`]),
    ]),
  )

async function signedAt({ url }: Shop, document_id?: string): Promise<string> {
  const merchant = { notification_url: url }
  const { id } = await created(checkoutBody(newMid(), 50_000, { merchant }))
  const { status, text } = await complete(id, { document_id })
  assert.equal(status, 200, text)
  return id
}

test(
  'the store that says ok is asked once, signed, and notified of the result',
  MINUTE,
  async () => {
    const shop = await openShop(() => ok)
    const id = await signedAt(shop)
    const messages = await messagesOf(shop, id, 'ok')
    shop.close()
    assert.deepEqual(
      messages.map(({ body }) => [body.status, body.status_reason]),
      [
        ['pending', 'confirmation_required'],
        ['ok', ''],
      ],
    )
    const order = (await client('GET', `/orders/${id}`)).body
    const last = messages.at(-1)?.body
    const { currency, sandbox, mid, total_amount, tax_rate, discount, discount_rate } = order
    const { rejected, confirmed, verified, expired, cancelled, created: made } = order
    assert.deepEqual(last, {
      ...{ id, status: 'ok', status_reason: '', sandbox, mid, total_amount, tax_rate, discount },
      ...{ discount_rate, currency, rejected, confirmed, verified, expired, expires_at: null },
      ...{ cancelled, created: made },
    })
    for (const { text, headers } of messages) {
      new Webhook(server.demo.notification_secret).verify(text, signed(headers))
      assert.match(String(headers['content-type']), /^application\/json/)
      const forged = { ...signed(headers), 'webhook-id': 'msg_other' }
      assert.throws(() => new Webhook(server.demo.notification_secret).verify(text, forged))
    }
    assert.notEqual(messages[0]?.headers['webhook-id'], messages[1]?.headers['webhook-id'])
  },
)

test('a store that answers ko rejects the order, and is notified', MINUTE, async () => {
  const shop = await openShop(() => ({ text: '{"status":"ko","reason":"sold out"}' }))
  const id = await signedAt(shop)
  const messages = await messagesOf(shop, id, 'ko')
  shop.close()
  assert.equal(messages.at(-1)?.body.status_reason, 'confirmation_rejected_by_merchant')
  assert.equal(messages.at(-1)?.body.rejected, true)
  const { body } = await client('GET', `/orders/${id}`)
  assert.deepEqual([body.status, body.financing_status], ['cancelled', 'ko'])
  const capture = await client('POST', `/orders/${id}/captures`, { amount: 1 })
  assert.equal(capture.body.error.code, 'order_cancelled')
})

test('refused and checked buyers are reported to the store too', MINUTE, async () => {
  const shop = await openShop(() => ok)
  const refused = await signedAt(shop, '99999998T')
  const checked = await signedAt(shop, '99999995C')
  const ko = await messagesOf(shop, refused, 'ko')
  const pending = await messagesOf(shop, checked, 'pending')
  shop.close()
  assert.deepEqual(
    ko.map(({ body }) => body.status_reason),
    ['ko_generic'],
  )
  assert.deepEqual(
    pending.map(({ body }) => body.status_reason),
    ['challenge_required'],
  )
})

/** What is not an answer: the order waits, and the store is asked again after some seconds. */
const noAnswers: Readonly<Record<string, Saying>> = {
  'an error': { status: 500, text: '{"status":"ok"}' },
  'another status': { status: 201, text: '{"status":"ok"}' },
  'no JSON': { text: 'ok' },
  'another word': { text: '{"status":"OK!"}' },
  'an empty body': { text: '' },
  'a redirect': { status: 307, text: '', location: '/elsewhere' },
  gone: { status: 410, text: '' },
  'a body without end': { text: `{"status":"ok","x":"${'x'.repeat(100_000)}"}` },
}
test('an invalid answer is retried, and the next answer counts', MINUTE, async () => {
  await Promise.all(
    Object.entries(noAnswers).map(async ([what, saying]) => {
      const shop = await openShop((_message, count) => (count === 1 ? saying : ok))
      const id = await signedAt(shop)
      await until(() => shop.messages.length > 0, what)
      const waiting = await client('GET', `/checkout/${id}/status`)
      assert.equal(waiting.body.status_reason, 'confirmation_required', what)
      const messages = await messagesOf(shop, id, 'ok')
      shop.close()
      assert.equal(messages.length, 3, what)
      const [first, second] = messages.map(({ headers }) => headers['webhook-id'])
      assert.equal(first, second, 'a repeated question has the same id')
    }),
  )
})

test('a slow store delays nobody, and its answer counts unless it cancelled', MINUTE, async () => {
  const gate = Promise.withResolvers<void>()
  const slow = await openShop(async ({ body }) => {
    if (body.status_reason === 'confirmation_required') await gate.promise
    return ok
  })
  const waits = await signedAt(slow)
  const cancelled = await signedAt(slow)
  await until(() => slow.messages.length === 2, 'both questions')
  await confirmedOrder(client, 50_000)
  assert.equal((await client('POST', `/orders/${cancelled}/cancel`)).status, 204)
  const { body } = await client('GET', `/checkout/${waits}/status`)
  assert.equal(body.status_reason, 'confirmation_required')
  gate.resolve()
  await reaches(client, waits, '')
  const messages = await messagesOf(slow, cancelled, 'ko')
  slow.close()
  assert.equal(messages.at(-1)?.body.status_reason, 'confirmation_rejected_by_merchant')
  const ended = await client('GET', `/checkout/${cancelled}/status`)
  assert.equal(ended.body.status, 'ko', 'the late ok does not bring it back')
})

test(
  'an abandoned checkout is reported to its store as ko, a replaced one is not',
  MINUTE,
  async () => {
    const shop = await openShop(() => ok)
    const merchant = { notification_url: shop.url }
    const mid = newMid()
    const older = await created(checkoutBody(mid, 50_000, { merchant }))
    const newer = await created(checkoutBody(mid, 50_000, { merchant }))
    assert.equal((await client('POST', `/orders/${newer.id}/cancel`)).status, 204)
    const given = await messagesOf(shop, newer.id, 'ko')
    shop.close()
    const reason = 'confirmation_rejected_by_merchant'
    assert.deepEqual(
      given.map(({ body }) => body.status_reason),
      [reason],
    )
    assert.deepEqual(
      shop.messages.filter(({ body }) => body.id === older.id),
      [],
    )
    const { body } = await client('GET', `/orders/${older.id}/notifications`)
    assert.equal(body.paging.count, 0)
  },
)
