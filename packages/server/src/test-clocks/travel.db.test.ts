// A store's own time: it goes from moment to moment, and what is due at each is done there, once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { audit } from '../audit/audit.ts'
import { utcMicros } from '../dates.ts'
import type { Order } from '../orders/order.ts'
import { findOrder } from '../orders/store.ts'
import { createScenario, type Scenario } from '../testing/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createTestService, type TestService } from '../testing/test-service.ts'

const START = new Date('2026-11-21T12:00:00Z')
const DAY = 86_400_000
const clock = { now: () => START }
const CLOCK = '/me/test-clock'
let place: TestDatabase

before(async () => {
  place = await openTestDatabase()
})
after(() => place.stop())

const later = (days: number) => new Date(START.getTime() + days * DAY)

async function begin(): Promise<{ scenario: Scenario; service: TestService }> {
  const scenario = await createScenario(place.database, { clock })
  const { privateKey } = scenario
  return { scenario, service: createTestService(place.database, { privateKey, clock }) }
}

async function advance(service: TestService, by: string): Promise<Date> {
  const { status, body } = await service.send('POST', CLOCK, { advance: by })
  assert.equal(status, 200, JSON.stringify(body))
  return new Date(body.now)
}

async function reread({ id, storeId }: Order): Promise<Order> {
  const order = await findOrder(place.database, { storeId, sandbox: true, ref: id })
  assert.ok(order !== undefined)
  return order
}

test('a store without a clock of its own lives in the time of the world', async () => {
  const { service } = await begin()
  const { status, body } = await service.send('GET', CLOCK)
  assert.deepEqual([status, body], [200, { now: utcMicros(START), frozen: false }])
})

test('what is due on the way happens at its own moment, and only for this store', async () => {
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
  const told = body.results.map(({ type, created }: { type: string; created: string }) => [
    type,
    created,
  ])
  assert.deepEqual(told.slice(-3), [
    ['order.lapsing', utcMicros(later(83))],
    ['order.lapsed', utcMicros(later(90))],
    ['order.cancelled', utcMicros(later(90))],
  ])
  assert.deepEqual((await audit(place.database)).findings, [])
})
