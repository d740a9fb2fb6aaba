// A request that is repeated with its Idempotency-Key has one effect and one answer (contract §1).
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  checkoutBody,
  clientOf,
  confirmedOrder,
  newMid,
  ownServer,
  type Reply,
  wire,
} from '../running-server.ts'

const TOTAL = 50_000
const server = ownServer()
const client = clientOf(server)

const keyed = (key: string) => ({ 'idempotency-key': key })
const replayed = ({ headers }: Reply): boolean => headers.get('idempotent-replayed') === 'true'

/** All that can be read of an order, as text. */
async function everything(ref: string): Promise<string> {
  const paths = ['', '/captures', '/void', '/refund'].map((each) => `/orders/${ref}${each}`)
  return (await Promise.all(paths.map((path) => client('GET', path)))).map(readText).join('\n')
}
const readText = ({ text }: Reply): string => text

type Write = {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly token?: string
  /** Whatever it changes. */
  readonly order?: string
}

async function open(): Promise<{ id: string; token: string }> {
  const { body } = await client('POST', '/checkout', checkoutBody(newMid(), TOTAL))
  return { id: body.id, token: new URL(body.checkout_url).hash.slice(1) }
}

async function orderWrite(
  step: string,
  body: unknown = { amount: 1_000 },
  method = 'POST',
): Promise<Write> {
  const { mid } = await confirmedOrder(client, TOTAL)
  return { method, path: `/orders/${mid}${step}`, body, order: mid }
}

const buyer = {
  ...{ first_name: 'Ada', last_name: 'Prueba', phone: '600000000' },
  ...{ birthday: '1990-01-01', document_id: '12345678Z' },
}
const whole = { articles: [], currency: 'EUR', total_amount: TOTAL - 1 }
const writes: Readonly<Record<string, () => Promise<Write>>> = {
  'POST /checkout': async () => ({
    method: 'POST',
    path: '/checkout',
    body: checkoutBody(newMid(), TOTAL),
  }),
  'POST /orders/:id/captures': () => orderWrite('/captures'),
  'POST /orders/:id/void': () => orderWrite('/void'),
  'POST /orders/:id/refund': () => orderWrite('/refund'),
  'POST /orders/:id/refund-extended': () => orderWrite('/refund-extended'),
  'POST /orders/:id/captures/:id/refunds': async () => {
    const write = await orderWrite('')
    const capture = await client('POST', `${write.path}/captures`, { amount: 5_000 })
    return { ...write, path: `${write.path}/captures/${capture.body.id}/refunds` }
  },
  'POST /orders/:id/cancel': () => orderWrite('/cancel', undefined),
  'PUT /orders/:id': () => orderWrite('', { order: whole }, 'PUT'),
  'PATCH /orders/:id': () => orderWrite('', { order: { total_amount: 30_000 } }, 'PATCH'),
  'POST /sandbox/checkouts/:id/complete': async () => {
    const { id } = await open()
    const body = { document_id: '99999998T' }
    return { method: 'POST', path: `/sandbox/checkouts/${id}/complete`, body, order: id }
  },
  'PUT /checkout/:id/buyer': async () => {
    const { id, token } = await open()
    return { method: 'PUT', path: `/checkout/${id}/buyer`, body: buyer, token, order: id }
  },
  'POST /checkout/:id/accept': async () => {
    const { id, token } = await open()
    const document_id = '99999995C'
    const holder = clientOf(server, { key: token })
    await holder('PUT', `/checkout/${id}/buyer`, { ...buyer, document_id })
    const body = { product: 'instalments' }
    return { method: 'POST', path: `/checkout/${id}/accept`, body, token, order: id }
  },
  'POST /checkout/:id/dismiss': async () => {
    const { id, token } = await open()
    return { method: 'POST', path: `/checkout/${id}/dismiss`, token, order: id }
  },
  'POST /me/notification-secret': async () => ({ method: 'POST', path: '/me/notification-secret' }),
}

for (const [route, prepare] of Object.entries(writes)) {
  test(`${route} repeated with its key has one effect and the same answer`, async () => {
    const { method, path, body, token, order } = await prepare()
    const caller = token === undefined ? client : clientOf(server, { key: token })
    const key = randomUUID()
    const first = await caller(method, path, body, keyed(key))
    assert.ok([200, 201, 204].includes(first.status), first.text)
    assert.equal(replayed(first), false)
    const unchanged = order === undefined ? '' : await everything(order)
    for (const header of [key, `"${key}"`, key]) {
      const again = await caller(method, path, body, keyed(header))
      assert.equal(again.status, first.status)
      assert.equal(again.text, first.text)
      assert.equal(again.headers.get('location'), first.headers.get('location'))
      assert.equal(again.headers.get('content-type'), first.headers.get('content-type'))
      assert.equal(replayed(again), true)
      assert.notEqual(again.headers.get('x-request-id'), first.headers.get('x-request-id'))
    }
    if (order !== undefined) assert.equal(await everything(order), unchanged)
    const other = await caller(method, path, { ...Object(body), other: 1 }, keyed(key))
    assert.equal(other.status, 422, other.text)
    assert.equal(other.body.error.code, 'idempotency_key_reused')
    assert.equal(other.body.error.type, 'UnprocessableException')
    if (order !== undefined) assert.equal(await everything(order), unchanged)
  })
}

test('the same key for another method, path, query or body is 422 and does nothing', async () => {
  const one = await confirmedOrder(client, TOTAL)
  const two = await confirmedOrder(client, TOTAL)
  const key = randomUUID()
  const path = `/orders/${one.mid}/captures`
  assert.equal((await client('POST', path, { amount: 100 }, keyed(key))).status, 200)
  const unchanged = [await everything(one.mid), await everything(two.mid)]
  const others: readonly (readonly [string, string, unknown?])[] = [
    ['POST', path, { amount: 101 }],
    ['POST', `${path}?x=1`, { amount: 100 }],
    ['POST', `/orders/${two.mid}/captures`, { amount: 100 }],
    ['POST', `/orders/${one.mid}/void`, { amount: 100 }],
    ['PATCH', `/orders/${one.mid}`, { order: { total_amount: 40_000 } }],
    ['POST', `/orders/${one.mid}/cancel`],
    ['POST', '/checkout', checkoutBody(newMid(), TOTAL)],
  ]
  for (const [method, elsewhere, body] of others) {
    const reply = await client(method, elsewhere, body, keyed(key))
    assert.equal(reply.status, 422, `${method} ${elsewhere}: ${reply.text}`)
  }
  assert.deepEqual([await everything(one.mid), await everything(two.mid)], unchanged)
})

test('a key belongs to a store and a mode', async () => {
  const key = randomUUID()
  const callers = [
    client,
    clientOf(server, { accept: 'application/json' }),
    clientOf(server, { key: server.demo.other_store.private_key }),
  ]
  const ids = new Set<string>()
  for (const caller of callers) {
    const reply = await caller('POST', '/checkout', checkoutBody(newMid(), TOTAL), keyed(key))
    assert.equal(reply.status, 201, reply.text)
    assert.equal(replayed(reply), false)
    ids.add(reply.body.id)
  }
  assert.equal(ids.size, callers.length)
})

test('50 keys, each sent 10 times together, have one effect each', async () => {
  const busy = await confirmedOrder(client, 1_000_000)
  const others = await Promise.all(Array.from({ length: 5 }, () => confirmedOrder(client, TOTAL)))
  // Half of them on one order, so that keys also wait for each other.
  const captures = Array.from({ length: 50 }, (_, index) => ({
    key: randomUUID(),
    mid: index % 2 === 0 ? busy.mid : (others[index % 5]?.mid ?? busy.mid),
    amount: 100 + index,
  }))
  const send = ({ key, mid, amount }: (typeof captures)[number]) =>
    client('POST', `/orders/${mid}/captures`, { amount }, keyed(key))
  const bursts = await Promise.all(
    captures.map((capture) => Promise.all(Array.from({ length: 10 }, () => send(capture)))),
  )
  for (const [index, burst] of bursts.entries()) {
    const succeeded = burst.filter(({ status }) => status === 200)
    const fresh = succeeded.filter((reply) => !replayed(reply))
    assert.ok(fresh.length <= 1, `key ${index} had ${fresh.length} effects`)
    assert.ok(new Set(succeeded.map(readText)).size <= 1)
    for (const { status, text, body } of burst.filter((reply) => reply.status !== 200)) {
      // On a busy machine the store's own turn comes too late, before the order's does.
      const codes = { 409: ['request_in_progress'], 429: ['order_busy', 'store_busy'] }
      assert.ok(codes[status as 409 | 429].includes(body.error.code), text)
    }
    const [capture] = captures.slice(index)
    const after = capture === undefined ? undefined : await send(capture)
    assert.equal(after?.status, 200)
    if (fresh[0] !== undefined) assert.equal(after?.text, fresh[0].text)
  }
  for (const { mid } of [busy, ...others]) {
    const { body } = await client('GET', `/orders/${mid}/captures`)
    const amounts = body.results.map(({ amount }: { amount: number }) => amount)
    const expected = captures.filter((each) => each.mid === mid).map(({ amount }) => amount)
    assert.deepEqual(amounts.sort(), expected.sort())
  }
})

test('20 simultaneous checkouts under one key make one checkout', async () => {
  const body = checkoutBody(newMid(), TOTAL)
  const key = randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => client('POST', '/checkout', body, keyed(key))),
  )
  const made = replies.filter(({ status }) => status === 201)
  assert.ok(made.length >= 1)
  assert.equal(new Set(made.map((reply) => reply.body.id)).size, 1)
  assert.equal(made.filter((reply) => !replayed(reply)).length, 1)
  for (const reply of replies.filter(({ status }) => status !== 201)) {
    assert.equal(reply.body.error.code, 'request_in_progress', reply.text)
  }
})

test('a failure frees its key for the corrected request', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  const pending = await open()
  const failures: readonly (readonly [string, unknown, number])[] = [
    [`/orders/${mid}/captures`, { amount: -1 }, 400],
    [`/orders/${mid}/captures`, '{', 400],
    [`/orders/${mid}/captures`, { amount: TOTAL + 1 }, 400],
    [`/orders/${newMid()}/captures`, { amount: 1 }, 404],
    [`/orders/${pending.id}/captures`, { amount: 1 }, 409],
    ['/checkout', checkoutBody(mid, TOTAL), 409],
    ['/checkout', checkoutBody(newMid(), 1), 403],
  ]
  for (const [path, body, status] of failures) {
    const key = randomUUID()
    for (let twice = 0; twice < 2; twice++) {
      const failed = await client('POST', path, body, keyed(key))
      assert.equal(failed.status, status, failed.text)
      assert.equal(replayed(failed), false)
    }
    const corrected = await client('POST', `/orders/${mid}/captures`, { amount: 10 }, keyed(key))
    assert.equal(corrected.status, 200, corrected.text)
    assert.equal(replayed(corrected), false)
  }
})

test('the first answer is given again whatever happened since, and after a restart', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  const key = randomUUID()
  const capture = () => client('POST', `/orders/${mid}/captures`, { amount: 10 }, keyed(key))
  const first = await capture()
  assert.equal((await client('POST', `/orders/${mid}/cancel`)).status, 204)
  const later = await capture()
  assert.deepEqual([later.status, later.text, replayed(later)], [200, first.text, true])
  assert.equal(await server.stop(), 0)
  await server.restart()
  const again = await capture()
  assert.deepEqual([again.status, again.text, replayed(again)], [200, first.text, true])
})

test('a key is 1 to 255 printable characters, else 400; reading needs none', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  const send = (key: string) =>
    wire(server, {
      method: 'POST',
      path: `/orders/${mid}/captures`,
      body: '{"amount":10}',
      headers: {
        accept: 'application/vnd.svc.sandbox.v1+json',
        authorization: `Bearer ${server.demo.private_key}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
    })
  const long = randomUUID().padEnd(255, 'x')
  for (const key of [randomUUID().slice(0, 1), `"${randomUUID()}"`, 'a b,c;"d"', long]) {
    const first = await send(key)
    assert.equal(first.status, 200, `${key}: ${first.text}`)
    assert.equal((await send(key)).headers['idempotent-replayed'], 'true')
  }
  for (const key of ['', '""', `${long}x`, `"${long}x"`, 'clé', 'a\tb']) {
    const reply = await send(key)
    assert.equal(reply.status, 400, `${key}: ${reply.text}`)
    assert.equal(reply.body.error.code, 'idempotency_key_invalid')
    assert.deepEqual(Object.keys(reply.body.error.fields), ['Idempotency-Key'])
  }
  const read = await client('GET', `/orders/${mid}`, undefined, keyed(long))
  assert.equal(read.status, 200)
  assert.equal(replayed(read), false)
  assert.equal(read.body.captured_amount, 40)
})
