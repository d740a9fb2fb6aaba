// The simulator: what an amount costs in each way to pay, as a product's page asks with the
// public key; and that a checkout offers exactly the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { readXml } from '../fixtures/read-xml.ts'
import {
  auditOf,
  checkoutBody,
  clientOf,
  type Json,
  newMid,
  ownServer,
  reaches,
  type Wire,
  wire,
} from '../running-server.ts'

const server = ownServer()
const client = clientOf(server)

const SANDBOX = 'application/vnd.svc.sandbox.v1+json'
const PATH = '/instalment-plan-simulator'

function ask(query: string, { path = PATH, headers = {}, ...more }: Partial<Wire> = {}) {
  const authorization = `Bearer ${server.demo.public_key}`
  return wire(server, {
    path: `${path}?${query}`,
    headers: { host: 'pay.example.com', authorization, accept: SANDBOX, ...headers },
    ...more,
  })
}

async function simulated(query: string): Promise<Json> {
  const { status, body, text } = await ask(query)
  assert.equal(status, 200, text)
  return body
}

/** Settings reach every answer within a second: asks until this one shows them. */
async function until<T>(read: () => Promise<T>, seen: (actual: T) => boolean): Promise<T> {
  const limit = Date.now() + 5_000
  for (;;) {
    const actual = await read()
    if (seen(actual)) return actual
    assert.ok(Date.now() < limit, `waited for settings: ${JSON.stringify(actual)}`)
    await pause(5)
  }
}

/** Of 100.00: how many payments are offered, and the fees of the fewest. */
async function shown(): Promise<string> {
  const { body } = await client('GET', `${PATH}?amount=10000&product[type]=instalments`)
  const plans = body.choices[0].instalments
  return JSON.stringify([plans.map((each: Json) => each.num_instalments), plans[0].total_fees])
}

async function withTerms(change: object, work: () => Promise<void>): Promise<void> {
  const before = await shown()
  const { products } = (await client('GET', '/me')).body
  const changed = products.map((each: Json) =>
    each.type === 'instalments' ? { ...each, ...change } : each,
  )
  const { status, text } = await client('PATCH', '/me', { products: changed })
  assert.equal(status, 200, text)
  await until(shown, (now) => now !== before)
  try {
    await work()
  } finally {
    await client('PATCH', '/me', { products })
    await until(shown, (now) => now === before)
  }
}

test('the answer has the shape that pages of earlier services read', async () => {
  const body = await simulated('amount=40000')
  assert.deepEqual(Object.keys(body), ['choices', 'options'])
  assert.deepEqual(
    body.choices.map(({ product }: Json) => product),
    ['instalments', 'pay_in_4', 'pay_later'],
  )
  const [{ instalments }, four, later] = body.choices
  assert.deepEqual(
    instalments.map((each: Json) => each.num_instalments),
    [3, 6, 9, 12],
  )
  const { schedule, ...twelve } = instalments[3]
  assert.deepEqual(twelve, {
    ...{ num_instalments: 12, amount: 3_554, last_amount: 3_553, downpayment_amount: 0 },
    ...{ total_interest: 2_647, total_fees: 0, total_amount: 42_647, nominal_rate: 1_200 },
    ...{ annual_equivalent: 1_268, discounts: [] },
  })
  assert.equal(schedule.length, 12)
  const members = ['number', 'due_date', 'amount', 'capital', 'interest', 'fee']
  assert.deepEqual(Object.keys(schedule[0]), members)
  assert.deepEqual([four.instalments.length, later.instalments.length], [1, 1])
  const { representative_example: example, featured, ...options } = body.options
  assert.deepEqual(options, {
    ...{ max_credit_amount: 1_000_000, min_credit_amount: 100, annual_equivalent: 1_268 },
    highlighted_num_instalments: 12,
    widget: { disabled: null, type: 'button', preferences: {}, styles: '' },
  })
  assert.match(example, /TIN fijo: 12,00.%\. TAE: 12,68.%.*426,47.*¡Atención!/)
  const { representative_example: own, warning, ...plan } = featured
  assert.deepEqual(plan, { product: 'pay_in_4', num_instalments: 4 }, 'the free plan leads')
  assert.equal(warning, '¡Atención! Pedir dinero prestado cuesta dinero.')
  assert.match(own, /^Ejemplo representativo: .*4 de 100,00.€.*TAE: 0,00.%.*400,00.€\.$/)
})

test('known parameters count, and meaningless ones are ignored', async () => {
  const products = async (query: string) =>
    (await simulated(query)).choices.map(({ product }: Json) => product)
  const all = ['instalments', 'pay_in_4', 'pay_later']
  assert.deepEqual(await products('amount=40000&currency=eur&x=1&page=0&y[]=2'), all)
  assert.deepEqual(await products('amount=40000&currency=&product[type]='), all)
  assert.deepEqual(await products('amount=40000&product[type]=pay_later'), ['pay_later'])
  assert.deepEqual(await products('amount=40000&product%5Btype%5D=pay_in_4'), ['pay_in_4'])
  assert.deepEqual(await products('amount=150000'), ['instalments', 'pay_in_4'])
  const { options } = await simulated('amount=40000&product[type]=pay_later&locale=en-GB')
  assert.deepEqual([options.max_credit_amount, options.highlighted_num_instalments], [100_000, 1])
  assert.match(options.representative_example, /^Representative example: .*APR: 0\.00%/)
  for (const locale of ['es', 'fr', 'x'.repeat(999), '%F0', '__proto__', 'en\u0000']) {
    const { options } = await simulated(`amount=40000&locale=${encodeURIComponent(locale)}`)
    assert.match(options.representative_example, locale.startsWith('en') ? /^Rep|^Eje/ : /^Eje/)
  }
})

const invalid: readonly (readonly [query: string, fields: readonly string[]])[] = [
  ['', ['amount']],
  ['amount=', ['amount']],
  ['amount=99', ['amount']],
  ['amount=0', ['amount']],
  ['amount=1000001', ['amount']],
  ['amount=1000000000000', ['amount']],
  ['amount=1000000000001', ['amount']],
  ['amount=99999999999999999999999', ['amount']],
  ['amount=12.50', ['amount']],
  ['amount=1e3', ['amount']],
  ['amount=-1', ['amount']],
  ['amount=40000&amount=40000', ['amount']],
  ['amount=100001&product[type]=pay_later', ['amount']],
  ['amount=200001&product[type]=pay_in_4', ['amount']],
  ['amount=40000&currency=EURO', ['currency']],
  ['amount=40000&currency=EUR&currency=EUR', ['currency']],
  ['amount=40000&product[type]=credit', ['product[type]']],
  [`amount=40000&article-id=${'x'.repeat(129)}`, ['article-id']],
  ['amount=40000&article-id=a%00b', ['article-id']],
  ['amount=40000&article-id=a&article-id=b', ['article-id']],
  ['amount=40000&locale=es&locale=en', ['locale']],
  ['amount=x&currency=y&product[type]=z', ['amount', 'currency', 'product[type]']],
]
for (const [query, fields] of invalid) {
  test(`?${query.slice(0, 60)} is 400 and names ${fields.join(', ')}`, async () => {
    const { status, body, text } = await ask(query)
    assert.equal(status, 400, text)
    assert.equal(body.error.code, 'query_invalid')
    assert.deepEqual(Object.keys(body.error.fields), fields)
  })
}

test('an amount outside the limits is refused with the limits', async () => {
  const { body } = await ask('amount=1000001&locale=en')
  assert.deepEqual(body.error.fields, { amount: ['must be from 100 to 1000000'] })
  assert.equal(
    body.notice,
    'Purchases from €1.00 to €10,000.00 can be financed. Caution! Borrowing money costs money.',
  )
  const later = await ask('amount=100001&product[type]=pay_later')
  assert.match(later.body.notice, /^Se financian compras de 1,00.€ a 1\.000,00.€\. ¡Atención!/)
})

test('a product that the store never offers is 403', async () => {
  for (const query of ['amount=40000&currency=USD', 'amount=1&currency=GBP']) {
    const { status, body } = await ask(query)
    assert.deepEqual([status, body.error.code], [403, 'financing_unavailable'])
  }
  const other = clientOf(server, { key: server.demo.other_store.private_key })
  const { products } = (await other('GET', '/me')).body
  const status = async () => (await other('GET', `${PATH}?amount=40000`)).status
  await other('PATCH', '/me', { products: [] })
  await until(status, (now) => now === 403)
  await other('PATCH', '/me', { products })
  await until(status, (now) => now === 200)
})

test('a checkout of the same amount offers exactly the same today', async () => {
  const terms = { opening_fee_rate: 100, opening_fee_fixed: 50, downpayment_rate: 2_000 }
  await withTerms({ ...terms, late_charge: 900 }, async () => {
    const body = checkoutBody(newMid(), 45_678)
    const made = (await client('POST', '/checkout', body)).body
    const token = new URL(made.checkout_url).hash.slice(1)
    const buyer = clientOf(server, { key: token })
    const { offers } = (await buyer('GET', `/checkout/${made.id}/offers`)).body
    const { choices } = (await client('GET', `${PATH}?amount=45678`)).body
    const plans = choices.flatMap(({ product, instalments }: Json) =>
      instalments.map((each: Json) => ({ product, ...each })),
    )
    const alike = offers.map(({ term_days: _days, late_charge, ...rest }: Json) => {
      assert.equal(late_charge, rest.product === 'instalments' ? 900 : 0)
      return rest
    })
    assert.deepEqual(plans, alike)
    const [{ schedule, downpayment_amount, total_fees, annual_equivalent }] = plans
    assert.deepEqual([downpayment_amount, total_fees], [9_136, 507])
    assert.deepEqual([schedule[0].number, schedule[0].amount], [0, 9_643])
    assert.ok(annual_equivalent > 1_268)
    const signed = { product: 'instalments', num_instalments: 3 }
    const done = await client('POST', `/sandbox/checkouts/${made.id}/complete`, signed)
    assert.equal(done.status, 200, done.text)
    await reaches(client, made.id, '')
    const { loan, ...plan } = (await client('GET', `/orders/${made.id}`)).body.instalment_plan
    assert.deepEqual(plan, offers[0])
    assert.deepEqual(
      loan.instalments.map(({ number, due_date, amount }: Json) => [number, due_date, amount]),
      schedule.map(({ number, due_date, amount }: Json) => [number, due_date, amount]),
    )
    const { code, findings } = await auditOf(server)
    assert.deepEqual([code, findings], [0, []])
  })
})

test('instalments of a checkout begin at its event, those of the simulator today', async () => {
  const body = checkoutBody(newMid(), 45_678)
  const year = new Date().getUTCFullYear() + 2
  const order = { ...body.order, options: { event_date: `${year}-01-31` } }
  const made = (await client('POST', '/checkout', { ...body, order })).body
  const buyer = clientOf(server, { key: new URL(made.checkout_url).hash.slice(1) })
  const { offers } = (await buyer('GET', `/checkout/${made.id}/offers`)).body
  const [three] = offers
  const february = new Date(Date.UTC(year, 2, 0)).getUTCDate()
  assert.deepEqual(
    three.schedule.map(({ due_date }: Json) => due_date),
    [`${year}-02-${february}`, `${year}-03-31`, `${year}-04-30`],
  )
  const four = offers.find(({ product }: Json) => product === 'pay_in_4')
  assert.ok(four.schedule[0].due_date < `${year}-01-01`)
  const late = { ...body.order, id: newMid(), options: { event_date: `${year + 10}-01-31` } }
  const refused = await client('POST', '/checkout', { ...body, order: late })
  assert.equal(refused.status, 400)
  assert.deepEqual(Object.keys(refused.body.error.fields), ['order.options.event_date'])
})

test('campaigns that run count: full ones always, partial ones for their articles', async () => {
  const campaign = (more: Json) =>
    client('POST', '/me/campaigns', { name: 'Spring', start_date: '2026-01-01', ...more })
  const full = (await campaign({ interest: 5_000, num_instalments: [3], max_order_amount: 50_000 }))
    .body.id
  const partial = (await campaign({ interest: 10_000, partial: true })).body.id
  const article = { id: 'bike/1 ñ', name: 'Bicycle', url: 'https://shop.example/' }
  const added = await client('POST', `/me/campaigns/${partial}/articles`, [article])
  assert.equal(added.status, 204, added.text)
  const rates = async (query: string) =>
    (await simulated(query)).choices[0].instalments.map((each: Json) => each.nominal_rate)
  try {
    assert.deepEqual(await rates('amount=40000'), [600, 1_200, 1_200, 1_200])
    assert.deepEqual(await rates('amount=50001'), [1_200, 1_200, 1_200, 1_200])
    assert.deepEqual(await rates('amount=40000&article-id=tent'), [600, 1_200, 1_200, 1_200])
    const id = encodeURIComponent(article.id)
    assert.deepEqual(await rates(`amount=40000&article-id=${id}`), [0, 0, 0, 0])
    const { choices, options } = await simulated(`amount=40000&article-id=${id}`)
    const [{ discounts, total_interest, annual_equivalent }] = choices[0].instalments
    assert.deepEqual([total_interest, annual_equivalent, options.annual_equivalent], [0, 0, 0])
    assert.equal(discounts[0].campaign_id, partial)
    assert.ok(discounts[0].amount > 0)
    const live = await ask('amount=40000', { headers: { accept: 'application/json' } })
    assert.equal(live.body.choices[0].instalments[0].nominal_rate, 1_200)
    const authorization = `Bearer ${server.demo.other_store.public_key}`
    const other = await ask('amount=40000', { headers: { authorization } })
    assert.equal(other.body.choices[0].instalments[0].nominal_rate, 1_200)
  } finally {
    for (const each of [full, partial]) await client('DELETE', `/me/campaigns/${each}`)
  }
})

test('the currency is the store’s unless another one is requested', async () => {
  const { products } = (await client('GET', '/me')).body
  const pounds = products.map((each: Json) => ({ ...each, currency: 'GBP', max_amount: 60_000 }))
  await client('PATCH', '/me', { products: [...products, ...pounds], currency: 'GBP' })
  const max = async (query: string) =>
    (await client('GET', `${PATH}?${query}`)).body.options.max_credit_amount
  await until(
    () => max('amount=40000'),
    (actual) => actual === 60_000,
  )
  assert.equal(await max('amount=40000&currency=EUR'), 1_000_000)
  await client('PATCH', '/me', { products, currency: null })
  await until(
    () => max('amount=40000'),
    (actual) => actual === 1_000_000,
  )
})

test('60 instalments of a few cents are left out, and no plan at all is refused', async () => {
  await withTerms({ num_instalments: [60, 3], nominal_rate: 0 }, async () => {
    const counts = async (amount: number) =>
      (await client('GET', `${PATH}?amount=${amount}`)).body.choices[0].instalments.map(
        (each: Json) => each.num_instalments,
      )
    assert.deepEqual(await counts(100), [3])
    assert.deepEqual(await counts(120), [3, 60])
    assert.deepEqual(await counts(10_000), [3, 60])
  })
  await withTerms({ num_instalments: [60], nominal_rate: 0 }, async () => {
    const simulation = await client('GET', `${PATH}?amount=100`)
    assert.equal(simulation.status, 400)
    assert.deepEqual(Object.keys(simulation.body.error.fields), ['amount'])
    const button = `/checkout/button?amount=100&currency=EUR`
    assert.deepEqual((await client('GET', button)).body.products, ['pay_in_4', 'pay_later'])
    const wanted = { ...checkoutBody(newMid(), 100), product: { type: 'instalments' } }
    assert.equal((await client('POST', '/checkout', wanted)).status, 403)
  })
})

test('keys, origins, XML, HEAD and other methods are as everywhere', async () => {
  const query = 'amount=40000'
  const inPage = { origin: 'https://shop.example.com' }
  const page = await ask(query, { headers: inPage })
  assert.equal(page.status, 200)
  assert.equal(page.headers['access-control-allow-origin'], '*')
  assert.equal(
    (await ask('amount=1', { headers: inPage })).headers['access-control-allow-origin'],
    '*',
  )
  const authorization = `Bearer ${server.demo.private_key}`
  assert.equal((await ask(query, { headers: { authorization } })).status, 200)
  const exposed = await ask(query, { headers: { authorization, ...inPage } })
  assert.equal(exposed.body.error.code, 'key_exposed')
  assert.equal((await ask(query, { headers: { authorization: 'Bearer x' } })).status, 401)
  const accept = 'application/vnd.svc.sandbox.v1+xml'
  const xml = await ask(query, { headers: { accept } })
  assert.equal(xml.headers['content-type'], 'application/xml; charset=utf-8')
  assert.equal(readXml(xml.text).root, 'response')
  assert.equal((await ask(query, { method: 'HEAD' })).text, '')
  assert.equal((await ask(query, { method: 'POST' })).status, 405)
  assert.equal((await ask(query, { path: `/v3${PATH}`, headers: { accept: '*/*' } })).status, 200)
  assert.equal((await ask(query, { path: `/${PATH}/` })).status, 200)
})
