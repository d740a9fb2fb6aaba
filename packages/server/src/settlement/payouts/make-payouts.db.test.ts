// A store's earnings are paid on its calendar: once, never below zero, and from where the last
// payout ended.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import type { Payout } from '../../model/payouts/payout.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { Refused } from '../../platform/refusal.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { changeSettings } from '../../tenancy/stores/change-settings.ts'
import { makePayouts } from './make-payouts.ts'
import { listDuePayees } from './store.ts'

const DAY = 86_400_000
const vault = createVault('a secret key of the tests')
/** A Saturday. */
const START = Date.parse('2026-11-21T10:00:00Z')
let now = START
const clock = { now: () => new Date(now) }
const place = ownDatabase()

async function begin(): Promise<Scenario> {
  now = START
  return createScenario(place.database, { clock })
}

const payeeOf = ({ caller }: Scenario) => ({ storeId: caller.store.id, sandbox: caller.sandbox })

function placeAll(scenario: Scenario): Promise<number> {
  const { clocks } = scenario.writing
  return placeEvents({ database: place.database, clocks }, payeeOf(scenario))
}

async function pay(scenario: Scenario, way: 'due' | 'by hand' = 'due'): Promise<readonly Payout[]> {
  await placeAll(scenario)
  return makePayouts(scenario.writing, payeeOf(scenario), way)
}

const amountsOf = (payouts: readonly Payout[]) =>
  payouts.map(({ amount, carried }) => [amount, carried])

async function captured(scenario: Scenario, amount: number) {
  const order = await scenario.confirmed(amount)
  await scenario.capture(order, amount)
  return order
}

const refund = ({ writing, caller }: Scenario, ref: string, amount: number) =>
  refundOrder(writing, caller, { ref, amount: cents(amount) })

async function isDue(scenario: Scenario): Promise<boolean[]> {
  const due = await listDuePayees(place.database, new Date(now), 1_000)
  return [true, false].map((sandbox) =>
    due.some((each) => each.storeId === scenario.caller.store.id && each.sandbox === sandbox),
  )
}

const nothingToPay = (error: unknown) =>
  error instanceof Refused && error.code === 'payout_nothing_due'

test('nothing is paid before the day begins in the store’s time zone, then all of it', async () => {
  const scenario = await begin()
  await captured(scenario, 10_000)
  await captured(scenario, 2_500)
  now = Date.parse('2026-11-22T22:59:59.999Z')
  assert.deepEqual([await isDue(scenario), await pay(scenario)], [[false, false], []])
  now = Date.parse('2026-11-22T23:00:00Z')
  assert.deepEqual(await isDue(scenario), [true, true])
  const [payout, ...more] = await pay(scenario)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [payout?.amount, payout?.carried, payout?.currency, payout?.fromPosition, payout?.previousAt],
    [12_500, 0, 'EUR', 0, null],
  )
  assert.deepEqual([payout?.dueAt, payout?.createdAt], [new Date(now), new Date(now)])
  assert.deepEqual(await isDue(scenario), [false, true])
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('payouts due without a worker are paid once, and the calendar continues', async () => {
  const scenario = await begin()
  await captured(scenario, 10_000)
  now = START + 30 * DAY
  assert.deepEqual(amountsOf(await pay(scenario)), [[10_000, 0]])
  assert.deepEqual(await pay(scenario), [])
  await captured(scenario, 700)
  now = Date.parse('2026-12-27T22:59:59Z')
  assert.deepEqual(await pay(scenario), [])
  now += 1_000
  assert.deepEqual(amountsOf(await pay(scenario)), [[700, 0]])
})

test('a balance at or below zero is carried into the next payout', async () => {
  const scenario = await begin()
  const order = await captured(scenario, 10_000)
  now += 7 * DAY
  assert.deepEqual(amountsOf(await pay(scenario)), [[10_000, 0]])
  await refund(scenario, order.id, 4_000)
  now += 7 * DAY
  assert.deepEqual(await pay(scenario), [])
  await captured(scenario, 4_000)
  now += 7 * DAY
  assert.deepEqual(await pay(scenario), [], 'nothing is zero')
  await refund(scenario, order.id, 1_000)
  now += 7 * DAY
  assert.deepEqual(await pay(scenario), [])
  await captured(scenario, 1_001)
  now += 7 * DAY
  const [payout] = await pay(scenario)
  assert.deepEqual([payout?.amount, payout?.carried], [1, -1_000])
  assert.deepEqual(payout?.previousAt, new Date(START + 7 * DAY))
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('a manual payout pays the whole balance, regardless of the calendar, or nothing', async () => {
  const scenario = await begin()
  await assert.rejects(pay(scenario, 'by hand'), nothingToPay)
  const order = await captured(scenario, 10_000)
  const [payout] = await pay(scenario, 'by hand')
  assert.deepEqual([payout?.amount, payout?.dueAt], [10_000, null])
  await assert.rejects(pay(scenario, 'by hand'), nothingToPay)
  await refund(scenario, order.id, 300)
  await assert.rejects(pay(scenario, 'by hand'), nothingToPay)
  // A refused payout has counted nothing.
  await captured(scenario, 500)
  now += 7 * DAY
  assert.deepEqual(amountsOf(await pay(scenario)), [[200, 0]])
  assert.deepEqual(await isDue(scenario), [false, true])
})

test('an event without its place is paid with the next', async () => {
  const scenario = await begin()
  await captured(scenario, 10_000)
  await placeAll(scenario)
  await captured(scenario, 5_000)
  const [first] = await makePayouts(scenario.writing, payeeOf(scenario), 'by hand')
  assert.equal(first?.amount, 10_000)
  const [second] = await pay(scenario, 'by hand')
  assert.deepEqual([second?.amount, second?.fromPosition], [5_000, first?.toPosition])
})

test('one of several concurrent payouts succeeds', async () => {
  const scenario = await begin()
  await captured(scenario, 10_000)
  now += 7 * DAY
  await placeAll(scenario)
  const each = () => makePayouts(scenario.writing, payeeOf(scenario), 'due')
  const made = await Promise.all(Array.from({ length: 12 }, each))
  assert.deepEqual(amountsOf(made.flat()), [[10_000, 0]])
})

test('a new schedule or time zone counts from now on, in both modes', async () => {
  const scenario = await begin()
  const storeId = scenario.caller.store.id
  const ofDemo = { sandbox: true, demo: true }
  const change = (patch: object) =>
    changeSettings(scenario.writing, { ...ofDemo, storeId, patch, cleared: new Set(), vault })
  const nextOf = async () => {
    const rows = await place.database.query<AnyRow>(
      'SELECT DISTINCT next_at FROM payout_calendars WHERE store_id = $1',
      [storeId],
    )
    return rows.map((row) => row.next_at?.toISOString() ?? null)
  }
  assert.deepEqual(await nextOf(), ['2026-11-22T23:00:00.000Z'])
  await change({ payout_schedule: { interval: 'monthly', day: 31 } })
  assert.deepEqual(await nextOf(), ['2026-11-29T23:00:00.000Z'])
  await change({ time_zone: 'America/New_York' })
  assert.deepEqual(await nextOf(), ['2026-11-30T05:00:00.000Z'])
  await change({ payout_schedule: { interval: 'manual' } })
  assert.deepEqual(await nextOf(), [null])
  now += 60 * DAY
  assert.deepEqual(await isDue(scenario), [false, false])
  await change({ payout_schedule: { interval: 'daily' } })
  const [before] = await nextOf()
  now += DAY
  await change({ total_check: 'strict' })
  assert.deepEqual(await nextOf(), [before], 'another setting leaves what is due')
  await captured(scenario, 900)
  assert.deepEqual(amountsOf(await pay(scenario)), [[900, 0]])
})
