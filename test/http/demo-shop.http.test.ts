// The demo's shop, as its pages and the service talk to it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import { type OrderNotification, testWebhook } from '@svc/api/webhooks'
import { startShop } from '../../examples/shop/shop.ts'
import { clientOf, type Json, ownServer, reaches, startServer } from '../running-server.ts'

const server = ownServer()
const client = clientOf(server)

const customer = {
  firstName: 'Ada',
  lastName: 'Prueba',
  email: 'ada@example.com',
  phone: '+34 600 000 000',
  street: 'Calle de la Bicicleta 7',
  postcode: '28012',
  city: 'Madrid',
}
const cart = { 'city-bicycle': 1, helmet: 2 }
const TOTAL = 96_800 + 2 * 6_050

let keys = 0
const newKey = () => `0123456789abcdef${String(++keys).padStart(4, '0')}`
const wish = (more: object = {}) => {
  return { key: newKey(), cart, customer, payment: 'instalments', language: 'en', ...more }
}

type Reply = { readonly status: number; readonly body: Json }

/** As a page of the shop sends it, unless the headers say otherwise. */
async function post(
  path: string,
  body: object,
  headers: object = {},
  url = server.demo.shop_url,
): Promise<Reply> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

async function placed(more: object = {}): Promise<{ number: string; id: string }> {
  const { status, body } = await post('/orders', wish(more))
  assert.equal(status, 201, JSON.stringify(body))
  return { number: body.number, id: body.checkout.id }
}

/** Ordered, signed and confirmed by the shop itself. */
async function bought(): Promise<{ number: string; id: string }> {
  const order = await placed()
  const signed = await client('POST', `/sandbox/checkouts/${order.id}/complete`)
  assert.equal(signed.status, 200, signed.text)
  await reaches(client, order.id, '')
  return order
}

async function pageText(path: string): Promise<string> {
  return (await fetch(server.demo.shop_url + path)).text()
}

function notification(id: string, more: Partial<OrderNotification> = {}): OrderNotification {
  return {
    id,
    status: 'pending',
    status_reason: 'confirmation_required',
    sandbox: true,
    mid: 'M-100000',
    total_amount: TOTAL,
    tax_rate: null,
    discount: null,
    discount_rate: null,
    currency: { name: 'Euro', code: 'EUR', numeric: '978', symbol: '€' },
    rejected: false,
    confirmed: null,
    verified: null,
    expired: null,
    expires_at: null,
    cancelled: null,
    created: new Date().toISOString(),
    ...more,
  }
}

async function notify(payload: OrderNotification, more: object = {}): Promise<Reply> {
  const { shop_url: url, notification_secret: secret } = server.demo
  const { headers, body } = testWebhook({ secret, payload, ...more })
  const response = await fetch(`${url}/notifications`, { method: 'POST', headers, body })
  return { status: response.status, body: await response.json() }
}

test('an order costs the shop’s price, whatever its page claims', async () => {
  const { id, number } = await placed({ total: 1, price: 1 })
  const { body } = await client('GET', `/orders/${id}`)
  assert.equal(body.total_amount, TOTAL)
  assert.equal(body.mid, number)
  assert.equal(body.customer.email, customer.email)
  assert.deepEqual(body.warnings, [], 'lines, tax and total add up')
})

test('input of a form is shown as text', async () => {
  const typed = `<script>alert(1)</script>"'&`
  await placed({ customer: { ...customer, lastName: typed } })
  for (const path of ['/staff', `/orders?lang=en&x=${encodeURIComponent(typed)}`]) {
    const text = await pageText(path)
    assert.ok(!text.includes('<script>alert'), path)
    assert.ok(
      path !== '/staff' || text.includes('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;'),
    )
  }
})

test('an address that leads nowhere shows an error', async () => {
  for (const path of [
    '/none',
    '/articles/constructor',
    '/drawings/constructor.svg',
    '/browser/a.js',
  ])
    assert.equal((await fetch(server.demo.shop_url + path)).status, 404, path)
})

test('no address makes a page that leads to another site', async () => {
  const { host, port } = new URL(server.demo.shop_url)
  for (const path of ['//elsewhere.example/', '/\\elsewhere.example/', '/.//elsewhere.example/']) {
    const text = await new Promise<string>((resolve, reject) => {
      const asking = request({ port, path, headers: { host } }, (response) => {
        resolve(textOf(response))
      })
      asking.on('error', reject).end()
    })
    const links = [...text.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link)
    assert.ok(links.length > 5)
    for (const link of links) assert.match(link, /^(?:\/(?![/\\])|[?#])/, `${path}: ${link}`)
  }
})

test('a body that is too long is refused before it is read', async () => {
  const body = 'x'.repeat(1_048_577)
  const response = await fetch(`${server.demo.shop_url}/notifications`, { method: 'POST', body })
  assert.equal(response.status, 413)
  assert.doesNotMatch(server.log(), /demo-shop|TooLong/)
})

test('the same request twice together is one order with one checkout', async () => {
  const once = wish()
  const all = await Promise.all([1, 2, 3].map(() => post('/orders', once)))
  const later = await post('/orders', once)
  for (const { body } of [...all, later]) assert.deepEqual(body, all[0]?.body)
})

test('a key that has placed one order places no other, and shows none', async () => {
  const first = wish()
  const ordered = await post('/orders', first)
  const others = [
    { cart: { helmet: 1 } },
    { payment: 'transfer' },
    { customer: { ...customer, city: 'X' } },
  ]
  for (const other of others) {
    const { status, body } = await post('/orders', { ...first, ...other })
    assert.deepEqual([status, Object.keys(body)], [409, ['error']], JSON.stringify(other))
  }
  assert.deepEqual(await post('/orders', first), ordered)
})

test('an invalid request is refused and orders nothing', async () => {
  const before = await pageText('/orders')
  const wrong = [
    { cart: {} },
    { cart: { 'city-bicycle': 0 } },
    { cart: { 'city-bicycle': 1.5 } },
    { cart: { 'city-bicycle': 6 } },
    { cart: { 'golden-bicycle': 1 } },
    { cart: null },
    { payment: 'gold' },
    { customer: { ...customer, email: '' } },
    { customer: { ...customer, city: 7 } },
    { customer: { ...customer, street: 'x'.repeat(121) } },
    { key: '' },
  ]
  for (const each of wrong) {
    assert.equal((await post('/orders', wish(each))).status, 400, JSON.stringify(each))
  }
  assert.equal(await pageText('/orders'), before)
})

test('only pages of the shop may order, ship and take back', async () => {
  const { number } = await bought()
  const foreign = [
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { origin: '' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
  ]
  const change = { action: 'ship', amount: 100, key: newKey() }
  for (const headers of foreign) {
    assert.equal((await post('/orders', wish(), headers)).status, 403)
    assert.equal((await post(`/staff/${number}/changes`, change, headers)).status, 403)
  }
  const { body } = await client('GET', `/orders/${number}`)
  assert.equal(body.captured_amount, 0)
})

test('a foreign name that leads to the shop gets nothing of it', async () => {
  const { port } = new URL(server.demo.shop_url)
  const status = await new Promise<number>((resolve, reject) => {
    const headers = { host: `elsewhere.example:${port}` }
    const asking = request({ port, path: '/orders', headers }, async (response) => {
      await textOf(response)
      resolve(response.statusCode ?? 0)
    })
    asking.on('error', reject).end()
  })
  assert.equal(status, 421)
})

test('shipments and returns are captured and refunded to the cent', async () => {
  const { number, id } = await bought()
  const change = (what: object) => post(`/staff/${number}/changes`, { key: newKey(), ...what })
  const preview = await post(`/staff/${number}/preview`, {
    ...{ action: 'ship', amount: 96_800, key: newKey(), language: 'en' },
  })
  assert.match(preview.body.preview, /shipped €968\.00, left to ship €121\.00/)
  assert.equal((await client('GET', `/orders/${id}`)).body.captured_amount, 0, 'nothing was done')
  assert.equal((await change({ action: 'ship', amount: 96_800 })).status, 200)
  const twice = { action: 'return', amount: 6_050, key: newKey() }
  assert.deepEqual([(await change(twice)).status, (await change(twice)).status], [200, 200])
  const { body } = await client('GET', `/orders/${id}`)
  assert.equal(body.captured_amount, 96_800)
  assert.equal(body.refunded_amount, 6_050, 'a second click is the same refund')
  for (const path of ['/staff?lang=en', '/orders?lang=en']) {
    const text = await pageText(path)
    assert.match(text, /data-sum="captured">€968\.00</, path)
    assert.match(text, /data-sum="refunded">€60\.50</, path)
  }
  const much = await change({ action: 'ship', amount: 12_101 })
  assert.equal(much.status, 400)
  assert.match(much.body.error, /\S/)
  for (const amount of [0, -1, 1.5, '100', null]) {
    assert.equal((await change({ action: 'ship', amount })).status, 400)
  }
  assert.equal((await change({ action: 'cancel' })).status, 200)
  assert.equal((await client('GET', `/orders/${id}`)).body.status, 'cancelled')
})

test('a notification that the service did not sign is refused and changes nothing', async () => {
  const { id } = await placed()
  const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const paid = notification(id, { status: 'ok', status_reason: '' })
  const late = { now: new Date(Date.now() - 3_600_000) }
  assert.deepEqual(await notify(paid, { secret: other }), {
    status: 400,
    body: { error: 'signature_mismatch' },
  })
  assert.equal((await notify(paid, late)).status, 400)
  const plain = await fetch(`${server.demo.shop_url}/notifications`, {
    method: 'POST',
    body: JSON.stringify(paid),
  })
  assert.equal(plain.status, 400)
})

test('the shop accepts its own orders only, and only over their own amount', async () => {
  const { id } = await placed()
  const unknown = await notify(notification('0'.repeat(32)))
  assert.deepEqual([unknown.status, unknown.body.status], [200, 'ko'])
  const less = notification(id, { total_amount: TOTAL - 1 })
  assert.equal((await notify(less)).body.status, 'ko')
  assert.equal((await notify(notification(id))).body.status, 'ko', 'it was given up')
})

test('a repeated confirmation gets the first answer again', async () => {
  const { id } = await placed()
  const same = { id: 'msg_again' }
  const yes = await notify(notification(id), same)
  assert.deepEqual(yes.body, { status: 'ok' })
  await notify(notification(id, { status: 'ko', status_reason: 'expired' }))
  assert.deepEqual((await notify(notification(id), same)).body, yes.body)
  assert.equal((await notify(notification(id))).body.status, 'ko')
})

test('the shop keeps its orders over a restart, and over a power cut', async () => {
  const { number, id } = await bought()
  for (const end of ['stop', 'kill'] as const) {
    await server[end]()
    await server.restart()
    const text = await pageText('/orders')
    assert.ok(text.includes(number))
  }
  const shipped = await post(`/staff/${number}/changes`, {
    ...{ action: 'ship', amount: TOTAL, key: newKey() },
  })
  assert.equal(shipped.status, 200)
  assert.equal((await client('GET', `/orders/${id}`)).body.status, 'complete')
})

test('pages load and frame nothing but the shop and the service', async () => {
  const { headers } = await fetch(server.demo.shop_url)
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, new RegExp(`script-src 'self' ${server.demo.base_url};`))
  assert.match(policy, new RegExp(`frame-src ${server.demo.base_url};`))
  assert.doesNotMatch(policy, /unsafe/)
  assert.equal(headers.get('set-cookie'), null)
})

test('a taken port becomes another one, and behind a proxy both find the service', async () => {
  const base = 'https://pay.example.com/financing'
  const { port } = new URL(server.demo.shop_url)
  const second = await startServer({ SHOP_PORT: port, BASE_URL: base })
  try {
    const { shop_url: url } = second.demo
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.notEqual(new URL(url).port, port)
    assert.match(second.log(), new RegExp(`port ${port} is taken`))
    const shown = await fetch(url)
    assert.ok((await shown.text()).includes(`src="${base}/svc.js?public-key=pk_`))
    assert.match(
      shown.headers.get('content-security-policy') ?? '',
      / https:\/\/pay\.example\.com;/,
    )
    const order = await post('/orders', wish(), {}, url)
    assert.equal(order.status, 201, 'asks where the service listens')
    assert.ok(order.body.checkout.url.startsWith(`${base}/checkout/`))
  } finally {
    assert.equal(await second.stop(), 0)
    await second.remove()
  }
})

test('an order whose checkout was never made gets it, and no second order, later', async () => {
  const { demo } = server
  const ordersFile = join(server.place.folder, 'late.json')
  const placedAt = async (apiUrl: string, once: object) => {
    const shop = await startShop({
      ...{ apiUrl, browserApiUrl: demo.base_url, brand: 'svc', ordersFile },
      ...{ privateKey: demo.private_key, publicKey: demo.public_key ?? '' },
      ...{ notificationSecret: 'whsec_AAAA', host: '127.0.0.1', port: 0, shopUrl: undefined },
    })
    try {
      return await post('/orders', once, {}, shop.url)
    } finally {
      await shop.close()
    }
  }
  const once = wish()
  assert.equal((await placedAt('http://127.0.0.1:1', once)).status, 503)
  const later = await placedAt(demo.base_url, once)
  assert.equal(later.status, 201)
  const orders = JSON.parse(readFileSync(ordersFile, 'utf8'))
  assert.deepEqual(
    orders.map(({ number }: Json) => number),
    [later.body.number],
  )
})

test('a buyer reads what is wrong with their data, and nothing of the shop’s keys', async () => {
  const { demo } = server
  const wrong = await startShop({
    ...{ apiUrl: demo.base_url, browserApiUrl: demo.base_url, brand: 'svc' },
    ...{ privateKey: demo.public_key ?? '', publicKey: demo.public_key ?? '' },
    ...{ notificationSecret: 'whsec_AAAA', host: '127.0.0.1', port: 0, shopUrl: undefined },
    ordersFile: join(server.place.folder, 'wrong.json'),
  })
  try {
    const answer = await post('/orders', wish(), {}, wrong.url)
    assert.deepEqual(answer, { status: 503, body: { error: 'try again' } })
    const bad = await post('/orders', wish({ customer: { ...customer, email: 'nobody' } }))
    assert.equal(bad.status, 400)
  } finally {
    await wrong.close()
  }
})

test('the shop runs with two keys and a secret, and is notified of its orders', async () => {
  const { demo } = server
  const program = join(import.meta.dirname, '../../examples/shop/main.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: {
      API_URL: demo.base_url,
      PRIVATE_KEY: demo.private_key,
      PUBLIC_KEY: demo.public_key,
      NOTIFICATION_SECRET: demo.notification_secret,
      PORT: '0',
      ORDERS_FILE: join(server.place.folder, 'alone.json'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await new Promise<string>((resolve) => {
      child.stdout.once('data', (line: Buffer) => resolve(String(line).trim()))
    })
    const { body } = await post('/orders', wish(), {}, url)
    const path = `/sandbox/checkouts/${body.checkout.id}/complete`
    assert.equal((await client('POST', path)).status, 200)
    await reaches(client, body.checkout.id, '')
    const thanks = await (await fetch(url + body.page)).text()
    assert.ok(thanks.includes('Thank you, Ada'))
  } finally {
    child.kill()
  }
})

test('the way to pay shows its monthly price and the example; neither where refused', async () => {
  const text = await pageText('/checkout?city-bicycle=1&helmet=2&lang=es')
  assert.match(text, /Desde 96,\d\d\u00a0€ al mes en 12 cuotas\. TAE 12,\d\d\u00a0%, total 1\.16/)
  assert.match(text, /id="example"[^>]*>Ejemplo representativo: compra de 1\.089,00\u00a0€/)
  assert.match(text, /¡Atención! Pedir dinero prestado cuesta dinero/)
  const dear = await pageText('/checkout?cargo-bicycle-long=5&lang=es')
  assert.doesNotMatch(dear, /al mes|id="example"/)
  assert.match(dear, /A plazos/)
})

test('an unsigned order is not done', async () => {
  const unsigned = await placed()
  const transfer = (await post('/orders', wish({ payment: 'transfer' }))).body.number
  const text = await pageText('/staff?lang=en')
  const parts = text.split('data-part="').slice(1)
  const partOf = (number: string) =>
    parts.find((part) => part.includes(`id="${number}"`))?.match(/^\w+/)?.[0]
  assert.equal(partOf(unsigned.number), 'unsigned')
  assert.equal(partOf(transfer), 'unsigned')
  const refused = { document_id: '99999998T' }
  const over = await client('POST', `/sandbox/checkouts/${unsigned.id}/complete`, refused)
  assert.equal(over.status, 200, over.text)
  const later = (await pageText('/staff?lang=en')).split('data-part="done"')[1] ?? ''
  assert.ok(later.includes(`id="${unsigned.number}"`))
})
