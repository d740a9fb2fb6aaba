// A store's own time: it goes from moment to moment, and everything due at one is done there, once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { createTestService, type TestService } from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'
import { findOrder, listExpired } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import { Refused } from '../../platform/refusal.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { setTestClock } from '../../tenancy/test-clocks/set-test-clock.ts'
import { type StoreWork, workOnItems } from '../../tenancy/test-clocks/store-work.ts'
import { type Advance, createAdvance } from './advance.ts'

const START = new Date('2026-11-21T12:00:00Z')
const DAY = 86_400_000
const CLOCK = '/me/test-clock'
/** The guard refuses it immediately: nothing is sent, and nothing awaited. */
const settings = { notification_url: 'http://127.0.0.1:9/' }
let real = START
const clock = { now: () => real }
const place = ownDatabase()

const later = (days: number) => new Date(START.getTime() + days * DAY)

type Begun = {
  readonly scenario: Scenario
  readonly service: TestService
  readonly storeId: string
}

async function begin(): Promise<Begun> {
  real = START
  const scenario = await createScenario(place.database, { clock, settings })
  const { privateKey, caller } = scenario
  const service = createTestService(place.database, { privateKey, clock })
  return { scenario, service, storeId: caller.store.id }
}

async function sent(service: TestService, body: object): Promise<{ now: Date; frozen: boolean }> {
  const reply = await service.send('POST', CLOCK, body)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return { now: new Date(reply.body.now), frozen: reply.body.frozen }
}

const advance = async (service: TestService, by: string) =>
  (await sent(service, { advance: by })).now

async function reread({ id, storeId }: Order): Promise<Order> {
  const order = await findOrder(place.database, { storeId, sandbox: true, ref: id })
  assert.ok(order !== undefined)
  return order
}

const soundly = async () => assert.deepEqual((await audit(place.database)).findings, [])

test('a store without a test clock is in real time', async () => {
  const { service } = await begin()
  const { status, body } = await service.send('GET', CLOCK)
  assert.deepEqual([status, body], [200, { now: utcMicros(START), frozen: false }])
  // To run on from there changes nothing.
  assert.deepEqual(await sent(service, { frozen: false }), { now: START, frozen: false })
  real = later(1)
  assert.equal((await service.send('GET', CLOCK)).body.now, utcMicros(later(1)))
})

test('everything due on the way happens at its time, and only for this store', async () => {
  const { scenario, service } = await begin()
  const other = await begin()
  const order = await scenario.confirmed(50_000)
  const checkout = await scenario.checkout(30_000)
  const elsewhere = await other.scenario.confirmed(50_000)
  assert.deepEqual(await advance(service, 'P84D'), later(84))
  const { state, expiredAt } = await reread(checkout)
  assert.deepEqual([state, expiredAt], ['ko', checkout.expiresAt])
  assert.equal((await reread(order)).state, 'confirmed')
  // It is paid on Mondays, as the day begins in Madrid.
  assert.deepEqual(await advance(service, 'next_due'), new Date('2027-02-14T23:00:00Z'))
  assert.deepEqual(await advance(service, 'next_due'), later(90))
  const lapsed = await reread(order)
  assert.deepEqual([lapsed.state, lapsed.cancelledAt], ['cancelled', later(90)])
  assert.equal((await reread(elsewhere)).state, 'confirmed')
  const { body } = await service.send('GET', '/me/events')
  const events = body.results.map(({ type, created }: { type: string; created: string }) => [
    type,
    created,
  ])
  assert.deepEqual(events.slice(-3), [
    ['order.lapsing', utcMicros(later(83))],
    ['order.lapsed', utcMicros(later(90))],
    ['order.cancelled', utcMicros(later(90))],
  ])
  await soundly()
})

test('a store’s acts carry its time; its keys live in real time', async () => {
  const { scenario, service } = await begin()
  const order = await scenario.confirmed(50_000)
  await advance(service, 'P20D')
  const captured = await service.send('POST', `/orders/${order.id}/captures`, { amount: 10_000 })
  assert.match(captured.body.created, /^2026-12-11T13:00:00.000000\+01:00$/)
  const article = { id: 'a', name: 'A', quantity: 1, price: 100 }
  const basket = { id: 'new', currency: 'EUR', total_amount: 100, articles: [article] }
  const made = await service.send('POST', '/checkout', {
    order: basket,
    customer: { email: 'ada@example.com' },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const [row] = await place.database.query<AnyRow>('SELECT created_at FROM orders WHERE mid = $1', [
    'new',
  ])
  assert.deepEqual(row?.created_at, later(20))
  const wish = { name: 'Another', kind: 'private' }
  const key = (await service.send('POST', '/me/api-keys', wish)).body
  assert.equal(key.created, utcMicros(START))
  const headers = { authorization: `Bearer ${key.key}` }
  assert.equal((await service.send('DELETE', `/me/api-keys/${key.id}`)).status, 200)
  real = new Date(START.getTime() + 1_000)
  assert.equal((await service.send('GET', '/me', undefined, headers)).status, 401)
  await soundly()
})

test('a clock that keeps running keeps its lead, and a stopped one stays', async () => {
  const { service } = await begin()
  assert.deepEqual(await sent(service, { advance: 'P1D', frozen: false }), {
    now: later(1),
    frozen: false,
  })
  real = later(2)
  assert.equal((await service.send('GET', CLOCK)).body.now, utcMicros(later(3)))
  assert.deepEqual(await sent(service, {}), { now: later(3), frozen: true })
  real = later(9)
  assert.equal((await service.send('GET', CLOCK)).body.now, utcMicros(later(3)))
  assert.deepEqual(await sent(service, { frozen: false }), { now: later(3), frozen: false })
  // A world that goes back holds the clock where it was.
  real = later(8)
  assert.equal((await service.send('GET', CLOCK)).body.now, utcMicros(later(3)))
})

test('a store with a stopped clock is behind: times passed in real time are not due', async () => {
  const { scenario, service } = await begin()
  const { id } = await scenario.checkout(30_000)
  const elsewhere = await (await begin()).scenario.checkout(30_000)
  await sent(service, {})
  real = later(100)
  const due = await listExpired(place.database, real, 100)
  assert.deepEqual(
    due.filter((each) => [id, elsewhere.id].includes(each.id)).map((each) => each.id),
    [elsewhere.id],
  )
})

/** Everything of a store that has a time or an amount, without ids. */
async function lifeOf({ storeId }: Begun): Promise<string[]> {
  const events = async (text: string) =>
    (await place.database.query<AnyRow>(text, [storeId])).map((row) => JSON.stringify(row))
  return [
    ...(await events(`SELECT state, status_reason, approved_amount, voided_amount, captured_amount,
      refunded_captured_amount, ledger_sequence, event_sequence, confirmed_at, expired_at,
      cancelled_at FROM orders WHERE store_id = $1 ORDER BY approved_amount`)),
    ...(await events(`SELECT o.approved_amount, e.sequence, e.kind, e.created_at, p.debit, p.credit,
        p.amount
      FROM ledger_entries e JOIN orders o ON o.store_id = e.store_id AND o.id = e.order_id
        JOIN ledger_postings p ON p.store_id = e.store_id AND p.order_id = e.order_id
          AND p.sequence = e.sequence
      WHERE e.store_id = $1 ORDER BY o.approved_amount, e.sequence, p.number`)),
    ...(await events(`SELECT amount, carried, due_at, created_at FROM payouts
      WHERE store_id = $1 ORDER BY created_at`)),
    ...(await events(`SELECT type, created_at, count(*) FROM events
      WHERE store_id = $1 GROUP BY type, created_at ORDER BY created_at, type`)),
  ]
}

test('fourteen months in one advance equal fourteen months day by day', async () => {
  const lives: string[][] = []
  for (const step of ['at once', 'day by day']) {
    const begun = await begin()
    const { scenario, service } = begun
    const pass = async (days: number) => {
      if (step === 'at once') await advance(service, `P${days}D`)
      else for (let day = 0; day < days; day++) await advance(service, 'P1D')
    }
    const orders: Order[] = []
    for (const amount of [10_000, 20_000, 30_000]) orders.push(await scenario.confirmed(amount))
    await scenario.checkout(40_000)
    const post = async (order: Order | undefined, path: string, amount: number) => {
      const { status, body } = await service.send('POST', `/orders/${order?.id}/${path}`, {
        amount,
      })
      assert.equal(status, 200, JSON.stringify(body))
    }
    await pass(10)
    await post(orders[0], 'captures', 4_000)
    await post(orders[1], 'captures', 20_000)
    await pass(30)
    await post(orders[1], 'refund', 5_000)
    await pass(360)
    lives.push((await lifeOf(begun)).map((line) => line.replaceAll(begun.storeId, 'store')))
  }
  const [atOnce = [], dayByDay] = lives
  assert.ok(atOnce.length > 20, `${atOnce.length}`)
  assert.deepEqual(atOnce, dayByDay)
  await soundly()
})

/** Work that is due once a day for each of some things, and that a test can make fail. */
function dailyWork(things: readonly string[], days: number, fails: () => boolean) {
  const done: string[] = []
  const dayOf = (id: string) => done.filter((each) => each.startsWith(`${id} `)).length + 1
  const work: StoreWork = workOnItems({
    name: 'daily work',
    async list(_reader, _key, { upTo, limit }) {
      const open = things.filter((id) => dayOf(id) <= days && later(dayOf(id)) <= upTo)
      return open
        .map((id) => ({ id, dueAt: later(dayOf(id)) }))
        .sort((one, two) => one.dueAt.getTime() - two.dueAt.getTime())
        .slice(0, limit)
    },
    async carryOut({ clock: { now } }, _key, id) {
      if (fails()) throw new Refused('database_unavailable')
      done.push(`${id} ${(now().getTime() - START.getTime()) / DAY}`)
    },
  })
  return { done, work }
}

function advanceOf({ scenario }: Begun, work: StoreWork, stopping = () => false): Advance {
  const { clocks, ids } = scenario.writing
  return createAdvance({ database: place.database, clocks, ids, stopping }, [work])
}

async function send({ scenario, storeId }: Begun, advance: Advance, by: string): Promise<void> {
  const zone = { timeZone: 'UTC', frozen: true, nextDue: advance.nextDue }
  await setTestClock(scenario.writing, { storeId, destination: { by }, ...zone })
}

const wanted = (things: readonly string[], days: number) =>
  Array.from({ length: days }, (_, day) => things.map((id) => `${id} ${day + 1}`)).flat()

test('after an advance that gave up the next continues where the clock stands', async () => {
  const begun = await begin()
  let tried = 0
  const { work, done } = dailyWork(['a', 'b'], 10, () => ++tried > 7 && tried < 13)
  const advance = advanceOf(begun, work)
  await send(begun, advance, 'P10D')
  await assert.rejects(advance.arrive(begun.storeId), { code: 'database_unavailable' })
  const shown = await begun.service.send('GET', CLOCK)
  assert.deepEqual(shown.body, { now: utcMicros(later(4)), frozen: true })
  const refused = await begun.service.send('POST', CLOCK, { advance: 'P1D' })
  assert.equal(refused.body.error.code, 'test_clock_travelling')
  await advance.arrive(begun.storeId)
  assert.deepEqual(done.toSorted(), wanted(['a', 'b'], 10).toSorted())
  assert.equal((await begun.service.send('GET', CLOCK)).body.now, utcMicros(later(10)))
  // The same destination again is no second advance.
  assert.equal((await sent(begun.service, { now: utcMicros(later(10)) })).frozen, true)
})

test('the advance of a dead worker is continued once its time is over', async () => {
  const begun = await begin()
  const { work, done } = dailyWork(['a'], 3, () => false)
  const advance = advanceOf(begun, work)
  await send(begun, advance, 'P3D')
  await place.database.query<AnyRow>(
    'UPDATE test_clocks SET worker = $2, held_until = $3 WHERE store_id = $1',
    [begun.storeId, 'dead', new Date(real.getTime() + 15_000)],
  )
  const arriving = advance.arrive(begun.storeId)
  await advance.settle(begun.storeId)
  assert.deepEqual(done, [])
  real = new Date(real.getTime() + 15_000)
  await arriving
  assert.deepEqual(done, wanted(['a'], 3))
})

test('concurrent workers do each thing once and in order', async () => {
  const begun = await begin()
  const things = ['a', 'b', 'c', 'd', 'e']
  const { work, done } = dailyWork(things, 20, () => false)
  const advances = [1, 2, 3, 4].map(() => advanceOf(begun, work))
  const [first] = advances
  assert.ok(first !== undefined)
  await send(begun, first, 'P25D')
  await Promise.all(advances.map((advance) => advance.arrive(begun.storeId)))
  assert.deepEqual(done, wanted(things, 20))
  assert.equal((await begun.service.send('GET', CLOCK)).body.now, utcMicros(later(25)))
})

test('one of two concurrent destinations is accepted and the other refused', async () => {
  const { service } = await begin()
  await sent(service, {})
  const replies = await Promise.all(
    ['P3D', 'P5D'].map((by) => service.send('POST', CLOCK, { advance: by })),
  )
  // They may also follow each other.
  const codes = replies.map(({ status, body }) => (status === 200 ? 200 : body.error.code))
  for (const code of codes) assert.ok([200, 'test_clock_travelling'].includes(code), `${codes}`)
  assert.ok(codes.includes(200))
})

test('a process that stops leaves the advance to the next', async () => {
  const begun = await begin()
  const { work, done } = dailyWork(['a'], 10, () => false)
  const stopping = advanceOf(begun, work, () => done.length >= 4)
  await send(begun, stopping, 'P10D')
  await assert.rejects(stopping.arrive(begun.storeId), { code: 'service_stopping' })
  assert.equal(done.length, 4)
  await advanceOf(begun, work).arrive(begun.storeId)
  assert.deepEqual(done, wanted(['a'], 10))
})

test('work that stays due although it was done ends the advance with an error', async () => {
  const begun = await begin()
  const endless = workOnItems({
    name: 'endless work',
    list: async () => [{ id: 'thing', dueAt: later(1) }],
    carryOut: async () => {},
  })
  const advance = advanceOf(begun, endless)
  await send(begun, advance, 'P2D')
  await assert.rejects(advance.arrive(begun.storeId), /thing .* stays due although it was done/)
})

test('while a store advances, what it does waits for no worker, and carries one time', async () => {
  const { scenario, service } = await begin()
  const order = await scenario.confirmed(50_000)
  const travelling = sent(service, { advance: 'P80D' })
  for (let turn = 0; turn < 20; turn++) {
    const { status } = await service.send('POST', `/orders/${order.id}/captures`, { amount: 100 })
    assert.ok([200, 429].includes(status), `${status}`)
  }
  await travelling
  const rows = await place.database.query<AnyRow>(
    'SELECT created_at FROM captures WHERE order_id = $1 ORDER BY sequence',
    [order.id],
  )
  const times = rows.map((row) => row.created_at.getTime())
  assert.deepEqual(
    times,
    times.toSorted((one, two) => one - two),
  )
  await soundly()
})
