// A sandbox store's own time, over HTTP: what waits happens on the way, messages are delivered, a
// kill in the middle loses nothing, and nobody else notices.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  auditOf,
  type Client,
  clientOf,
  confirmedOrder,
  type Json,
  ownServer,
} from '../running-server.ts'
import { ok, openShop, type Shop, until } from '../shop.ts'

const CLOCK = '/me/test-clock'
const DAY = 86_400_000
const LIVE = 'application/vnd.svc.v1+json'
const server = ownServer()
let client: Client
let other: Client

const connect = () => {
  client = clientOf(server)
  other = clientOf({ demo: { ...server.demo, ...server.demo.other_store } })
}
before(() => {
  connect()
})

async function shown(of: Client = client): Promise<{ now: number; frozen: boolean }> {
  const { status, body } = await of('GET', CLOCK)
  assert.equal(status, 200)
  return { now: Date.parse(body.now), frozen: body.frozen }
}

async function sent(wish: object): Promise<number> {
  const { status, body, text } = await client('POST', CLOCK, wish)
  assert.equal(status, 200, text)
  return Date.parse(body.now)
}

/** A webhook of the store; `answers` decides what it is told. */
async function subscribed(answers: () => number): Promise<{ shop: Shop; path: string }> {
  const shop = await openShop(() => ({ ...ok, status: answers() }))
  const { body } = await client('POST', '/me/webhooks', { url: shop.url })
  return { shop, path: `/me/webhooks/${body.id}` }
}

const bodies: readonly [string, unknown, string][] = [
  ['both', { now: '2040-01-01', advance: 'P1D' }, 'advance'],
  ['no such day', { now: '2027-02-30' }, 'now'],
  ['no date', { now: 'tomorrow' }, 'now'],
  ['a number', { now: 1_800_000_000 }, 'now'],
  ['the past', { now: '2020-01-01T00:00:00Z' }, 'now'],
  ['year 1', { now: '0001-01-01' }, 'now'],
  ['year 9999', { now: '9999-12-31' }, 'now'],
  ['more than five years', { advance: 'P5Y1D' }, 'advance'],
  ['very many years', { advance: 'P999999Y' }, 'advance'],
  ['very many seconds', { advance: 'PT999999999S' }, 'advance'],
  ['no number', { advance: 'P' }, 'advance'],
  ['no number of hours', { advance: 'P1DT' }, 'advance'],
  ['back', { advance: '-P1D' }, 'advance'],
  ['back in parts', { advance: 'P-1D' }, 'advance'],
  ['a fraction', { advance: 'P1.5D' }, 'advance'],
  ['parts in disorder', { advance: 'P1D1M' }, 'advance'],
  ['small letters', { advance: 'p1d' }, 'advance'],
  ['a line break', { advance: 'P1D\n' }, 'advance'],
  ['words', { advance: 'next due' }, 'advance'],
  ['a long text', { advance: 'P'.repeat(10_000) }, 'advance'],
  ['a list', { advance: ['P1D'] }, 'advance'],
  ['no flag', { frozen: 'yes' }, 'frozen'],
]
for (const [name, body, field] of bodies) {
  test(`refuses ${name}: the clock stays where it is`, async () => {
    const before = await shown(other)
    const reply = await other('POST', CLOCK, body)
    assert.equal(reply.status, 400, reply.text)
    assert.deepEqual(Object.keys(reply.body.error.fields), [field])
    const { now, frozen } = await shown(other)
    assert.ok(!frozen && now >= before.now && now - before.now < DAY)
  })
}

test('a body that is no object, or names a member twice, is refused as a whole', async () => {
  for (const body of ['1', '"P1D"', '{"advance":"P1D","advance":"P1D"}', '{']) {
    assert.equal((await other('POST', CLOCK, body)).status, 400)
  }
})

test('is a tool of the sandbox, for private keys that may write settings', async () => {
  const live = clientOf(server, { accept: LIVE })
  for (const [method, body] of [
    ['GET', undefined],
    ['POST', { advance: 'P1D' }],
    ['POST', { advance: 'nonsense' }],
  ] as const) {
    const reply = await live(method, CLOCK, body)
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'sandbox_only'])
  }
  const page = clientOf(server, { key: server.demo.public_key })
  assert.equal((await page('GET', CLOCK)).body.error.code, 'key_public')
  assert.equal((await page('POST', CLOCK, {})).body.error.code, 'key_public')
  const wish = { name: 'Reader', kind: 'private', scopes: ['orders:read'] }
  const { key } = (await client('POST', '/me/api-keys', wish)).body
  const reader = clientOf(server, { key })
  assert.equal((await reader('POST', CLOCK, {})).body.error.code, 'scope_missing')
  assert.equal((await reader('GET', CLOCK)).status, 200)
  const unknown = clientOf(server, { key: 'sk_nobody' })
  assert.equal((await unknown('POST', CLOCK, {})).status, 401)
  assert.equal((await client('DELETE', CLOCK)).status, 405)
})

test('where nothing waits there is no next moment', async () => {
  const manual = { payout_schedule: { interval: 'manual' } }
  assert.equal((await other('PATCH', '/me', manual)).status, 200)
  const { status, body } = await other('POST', CLOCK, { advance: 'next_due' })
  assert.deepEqual([status, body.error?.code], [409, 'test_clock_nothing_due'])
})

test('waiting work happens on the way and is signed with real time', async () => {
  const { shop, path } = await subscribed(() => 200)
  const order = await confirmedOrder(client, 50_000)
  const theirs = await confirmedOrder(other, 50_000)
  const begun = Date.now()
  const there = await sent({ advance: 'P100D' })
  assert.deepEqual(await shown(), { now: there, frozen: true })
  const { status, cancelled } = (await client('GET', `/orders/${order.id}`)).body
  assert.equal(status, 'cancelled')
  assert.ok(Math.abs(Date.parse(cancelled) - begun - 90 * DAY) < DAY)
  const mine = shop.messages.filter(({ body }) => body.order_id === order.id)
  assert.deepEqual(mine.map(({ body }) => body.type).slice(-3), [
    'order.lapsing',
    'order.lapsed',
    'order.cancelled',
  ])
  for (const { headers } of mine) {
    assert.ok(Math.abs(Number(headers['webhook-timestamp']) * 1_000 - Date.now()) < 60_000)
  }
  assert.equal((await other('GET', `/orders/${theirs.id}`)).body.status, 'processing')
  assert.ok(Math.abs((await shown(other)).now - Date.now()) < 60_000)
  await client('DELETE', path)
  shop.close()
})

test('a store with a stopped clock is still notified of its operations', async () => {
  const { shop, path } = await subscribed(() => 200)
  const { now } = await shown()
  const order = await confirmedOrder(client, 20_000)
  await client('POST', `/orders/${order.id}/captures`, { amount: 20_000 })
  const captured = () => shop.messages.filter(({ body }) => body.type === 'order.captured')
  await until(() => captured().length > 0, 'the event')
  assert.equal(Date.parse(captured()[0]?.body.created), now)
  await client('DELETE', path)
  shop.close()
})

test('a receiver that is down is retried on the way, and nothing arrives twice', async () => {
  let answers = 503
  const { shop, path } = await subscribed(() => answers)
  const order = await confirmedOrder(client, 20_000)
  await client('POST', `/orders/${order.id}/captures`, { amount: 20_000 })
  const deliveries = async (): Promise<Json[]> => {
    const { body } = await client('GET', `${path}/deliveries?order_id=${order.id}`)
    return body.results
  }
  await until(async () => (await deliveries()).some((each) => each.attempt_count > 0), 'a failure')
  await sent({ advance: 'PT2H' })
  const [waiting] = (await deliveries()).filter(({ state }) => state === 'waiting')
  assert.ok(waiting.attempt_count >= 6, `${waiting.attempt_count}`)
  answers = 200
  await sent({ advance: 'PT2H' })
  assert.deepEqual([...new Set((await deliveries()).map(({ state }) => state))], ['delivered'])
  const ids = shop.messages.map(({ headers }) => headers['webhook-id'])
  assert.ok(ids.length > new Set(ids).size)
  const last = shop.messages.filter(({ body }) => body.type === 'order.captured')
  assert.equal(last.length, 1)
  await client('DELETE', path)
  shop.close()
})

test('the same key gets the first answer, another request with it is refused', async () => {
  const headers = { 'idempotency-key': 'advance' }
  const wish = { advance: 'P1D' }
  const first = await client('POST', CLOCK, wish, headers)
  const again = await client('POST', CLOCK, wish, headers)
  assert.deepEqual([again.status, again.text], [200, first.text])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await shown()).now, Date.parse(first.body.now))
  assert.equal((await client('POST', CLOCK, { advance: 'P2D' }, headers)).status, 422)
})

test('an advance whose process is killed is ended by the next one', async () => {
  await confirmedOrder(client, 30_000)
  const { now } = await shown()
  const advancing = client('POST', CLOCK, { advance: 'P4Y' }).catch(() => undefined)
  await until(async () => (await shown()).now > now, 'the advance')
  await server.kill()
  await advancing
  await server.restart()
  connect()
  const zone = { timeZone: 'Europe/Madrid' }
  const yearOf = (time: number) =>
    Number(new Date(time).toLocaleString('en', { year: 'numeric', ...zone }))
  const target = yearOf(now) + 4
  const limit = Date.now() + 90_000
  while (yearOf((await shown()).now) < target && Date.now() < limit);
  const { status, text } = await client('POST', CLOCK, { advance: 'P1D' })
  assert.ok(status === 200 || status === 409, text)
  const lapsed = (await client('GET', '/orders?status=processing&page_size=1')).body.paging.count
  assert.equal(lapsed, 0)
  const { findings } = await auditOf(server)
  assert.deepEqual(findings, [])
})

test('runs on from where it is', async () => {
  await until(async () => (await client('POST', CLOCK, {})).status === 200, 'the end')
  const there = await sent({ advance: 'P1D', frozen: false })
  await until(async () => (await shown()).now > there, 'the clock')
  assert.equal((await shown()).frozen, false)
  assert.ok((await sent({ advance: 'next_due' })) > there)
})
