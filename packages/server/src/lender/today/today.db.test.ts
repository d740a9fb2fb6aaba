// Pending work of a person: their own, except their own requests.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { cents } from '@svc/api'
import { type Colleague, colleague } from '../../../../../test/fixtures/colleagues.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import type { Json } from '../../../../../test/running-server.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { addDays, dayOf } from '../../platform/time/calendar.ts'
import { makePayouts } from '../../settlement/payouts/make-payouts.ts'
import { placeActions } from '../../tenancy/actions/place-actions.ts'
import { writeNote } from '../loans/write-note.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const place = ownDatabase()
let desks: TestDesk
let shop: Scenario
let now = Date.parse('2026-11-25T09:00:00Z')
const clock = { now: () => new Date(now) }
before(async () => {
  desks = testDesk(place.database, clock, { demo: true })
  shop = await createScenario(place.database, { clock })
})

const placeAll = async () => {
  const placing = { database: place.database, clock: { ...clock, real: true as const } }
  for (const mode of ['live', 'sandbox'] as const) await placeActions(placing, mode)
}

const todayOf = async ({ send }: Colleague) => {
  const { status, body } = await send('GET', '/lender/me/today')
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('a role has tasks for its permissions, and none if nothing happened', async () => {
  const none = { count: 0, oldest: null }
  const support = await todayOf(await colleague(desks, 'support'))
  const { at, ...waiting } = support
  assert.equal(at, '2026-11-25T09:00:00.000000Z')
  const { approvals, news, ...others } = waiting
  assert.equal(news.since, '2026-11-24T09:00:00.000000Z')
  assert.deepEqual(others, { reviews: null, promises: none, failures: none, payouts: null })
  const risk = await todayOf(await colleague(desks, 'risk'))
  assert.deepEqual([risk.reviews, risk.payouts?.oldest ?? null], [none, null])
  assert.ok(approvals === null || approvals.count === 0)
})

test('a request waits for others, only in its own mode', async () => {
  const order = await shop.confirmed(200_000)
  await shop.capture(order, 200_000)
  const [maker, checker] = [
    await colleague(desks, 'collections'),
    await colleague(desks, 'finance'),
  ]
  const reason = { code: 'payment_received', note: 'Came by transfer.' }
  const body = { amount: 60_000, method: 'bank_transfer', reference: 'E2E 1', reason }
  const reply = await maker.send('POST', `/lender/loans/${order.id}/payments`, body)
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  assert.equal((await todayOf(maker)).approvals.count, 0)
  const waiting = { count: 1, oldest: '2026-11-25T09:00:00.000000Z' }
  assert.deepEqual((await todayOf(checker)).approvals, waiting)
  const live = { accept: 'application/vnd.svc.v1+json' }
  const { body: other } = await checker.send('GET', '/lender/me/today', undefined, live)
  assert.equal(other.approvals.count, 0)
  // A program decides on nothing.
  const program = await lenderClient(place.database, { clock })
  assert.equal((await program('GET', '/lender/me/today')).body.approvals, null)
})

test('the last promise of an overdue loan is due from its day on', async () => {
  const order = await shop.confirmed(30_000)
  await shop.capture(order, 30_000)
  const { caller, writing } = shop
  const promise = (days: number) => {
    const promisedOn = addDays(dayOf(clock.now(), 'UTC'), days)
    const said = { kind: 'promise', note: null, amount: cents(1_000), promisedOn } as const
    return writeNote(writing, { ...caller, id: order.id }, said)
  }
  await promise(1)
  await place.database.query(
    `UPDATE loans SET overdue_counted = true, overdue_amount = 1000,
       overdue_since = '2026-11-20', ordered_at = $2, currency = 'EUR' WHERE order_id = $1`,
    [order.id, clock.now()],
  )
  const count = async () => (await todayOf(await colleague(desks, 'collections'))).promises.count
  assert.equal(await count(), 0)
  now += DAY_MS
  assert.equal(await count(), 1)
  await promise(3)
  // A day of Madrid ends at 23:00 UTC in winter.
  const midnight = 14 * HOUR_MS
  const evening = midnight - 1_000
  now += 2 * DAY_MS + evening
  assert.equal(await count(), 0)
  now += midnight - evening
  assert.equal(await count(), 1)
  now += 32 * DAY_MS - midnight
  assert.equal(await count(), 0)
})

test('a payout waits from its proposal until it is paid, held or not', async () => {
  const schedule = { interval: 'daily', weekday: null, day: null, hold_days: 3 } as const
  const settings = { payout_schedule: schedule }
  const { capture, confirmed, caller, writing } = await createScenario(place.database, {
    ...{ clock, settings },
  })
  await capture(await confirmed(12_000), 12_000)
  now += DAY_MS
  const key = { storeId: caller.store.id, sandbox: true }
  await placeEvents({ database: place.database, clocks: writing.clocks }, key)
  const risk = await colleague(desks, 'risk')
  const none = { count: 0, oldest: null }
  assert.deepEqual((await todayOf(risk)).payouts, none, 'what is only due does not wait')
  const [payout] = await makePayouts(writing, key, 'due')
  const one = { count: 1, oldest: clock.now().toISOString().replace('Z', '000Z') }
  assert.deepEqual((await todayOf(risk)).payouts, one)
  const reason = { code: 'fraud', note: 'Complaints of buyers.' }
  const held = await risk.send('POST', `/lender/payouts/${payout?.id}/hold`, { reason })
  assert.equal(held.status, 200, JSON.stringify(held.body))
  assert.deepEqual((await todayOf(risk)).payouts, one)
})

test('events of a day are counted in their mode, by action', async () => {
  now = Date.parse('2027-06-01T09:00:00Z')
  const finance = await colleague(desks, 'finance')
  await placeAll()
  const before = await todayOf(finance)
  assert.deepEqual([before.news.actions, before.news.complete], [[], true])
  const { capture, confirmed } = await createScenario(place.database, { clock })
  const order = await confirmed(90_000)
  for (const amount of [1_000, 2_000, 3_000]) await capture(order, amount)
  await placeAll()
  const { news } = await todayOf(finance)
  const counts = new Map(news.actions.map((each: Json) => [each.action, each.count]))
  assert.equal(counts.get('order.capture'), 3)
  assert.equal(counts.get('order.confirm'), 1)
  assert.equal(counts.has('order.refund'), false)
  const live = { accept: 'application/vnd.svc.v1+json' }
  const { body } = await finance.send('GET', '/lender/me/today', undefined, live)
  assert.ok(body.news.actions.every(({ action }: Json) => !action.startsWith('order.')))
  now += 86_400_000 + 1
  const tomorrow = await todayOf(await colleague(desks, 'finance'))
  assert.deepEqual(tomorrow.news.actions, [])
})
