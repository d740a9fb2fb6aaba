// The store's powers, checked by each operation: all of them before a change, or after it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import { effort } from '../../../../../test/fixtures/effort.ts'
import {
  buyer,
  createScenario,
  type Scenario,
  type ScenarioOptions,
} from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { findOrder } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import type { Switches } from '../../model/stores/store-state.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { lapseOrder } from '../../orders/lapses/lapse-order.ts'
import { listLapsing } from '../../orders/lapses/store.ts'
import { claimDue } from '../../orders/notifications/claim-due.ts'
import { settleAttempt } from '../../orders/notifications/settling.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { voidOrder } from '../../orders/voids/void-order.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { Refused } from '../../platform/refusal.ts'
import { makePayouts } from '../../settlement/payouts/make-payouts.ts'
import { listDuePayees } from '../../settlement/payouts/store.ts'
import { changeStoreState } from './change-store-state.ts'
import type { StateAct } from './state-rules.ts'

const START = Date.parse('2026-11-21T12:00:00Z')
const DAY = 86_400_000
let now = START
const clock = { now: () => new Date(now) }
const reason = { code: 'fraud', note: 'Complaints of buyers' }
const place = ownDatabase()

async function begin(options: ScenarioOptions = { clock }): Promise<Scenario> {
  now = START
  return createScenario(place.database, options)
}

const keyOf = ({ caller }: Scenario) => ({ storeId: caller.store.id, sandbox: caller.sandbox })

function change(scenario: Scenario, act: StateAct, switches: Partial<Switches> = {}) {
  return changeStoreState(scenario.writing, { ...keyOf(scenario), act, switches, reason })
}

async function code(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

function sign(scenario: Scenario, { id: checkoutId }: Order): Promise<Order> {
  const input = { checkoutId, wish: { product: 'instalments' } as const, buyerOf: () => buyer }
  return acceptCheckout(scenario.writing, scenario.caller, input)
}

/** The store's answer to the confirmation. */
async function sayYes({ writing }: Scenario): Promise<void> {
  for (const notification of await claimDue(writing, 100)) {
    const startedAt = writing.clock.now()
    const attempt = { startedAt, durationMs: 1, status: 200, failure: null, response: '' }
    await settleAttempt(writing, { notification, attempt, verdict: 'ok', retryAfter: undefined })
  }
}

const stateOf = async (scenario: Scenario, { id }: Order) =>
  (await findOrder(place.database, { ...keyOf(scenario), ref: id }))?.state

test('a suspended store signs nothing, and continues with signed orders', async () => {
  const scenario = await begin()
  const { writing, caller } = scenario
  const open = await scenario.checkout(10_000)
  const waiting = await scenario.checkout(10_000)
  await sign(scenario, waiting)
  const order = await scenario.confirmed(10_000)
  await change(scenario, 'suspend')
  assert.equal(await code(scenario.checkout(10_000)), 'store_suspended')
  assert.equal(await code(sign(scenario, open)), 'store_suspended')
  assert.equal(await stateOf(scenario, open), 'in_process')
  await sayYes(scenario)
  assert.equal(await stateOf(scenario, waiting), 'confirmed')
  await scenario.capture(order, 1_000)
  const sum = { ref: order.id, amount: cents(500) }
  await refundOrder(writing, caller, sum)
  await voidOrder(writing, caller, sum)
  await cancelOrder(writing, caller, order.id)
  await change(scenario, 'resume')
  assert.equal((await sign(scenario, open)).state, 'confirmation_required')
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('while captures are off the store confirms later, and no deadline is lost', async () => {
  const scenario = await begin()
  const late = await scenario.confirmed(10_000)
  const announced = await scenario.confirmed(10_000)
  now = START + 84 * DAY
  await lapseOrder(scenario.writing, { ...keyOf(scenario), id: announced.id })
  now = START + 85 * DAY
  const waiting = await scenario.checkout(10_000)
  await sign(scenario, waiting)
  await change(scenario, 'suspend', { captures: false })
  assert.equal(await code(scenario.capture(late, 1_000)), 'store_suspended')
  await sayYes(scenario)
  assert.equal(await stateOf(scenario, waiting), 'confirmation_required')
  now = START + 85 * DAY + 600_000
  await change(scenario, 'suspend', { payouts: false })
  assert.equal(await code(change(scenario, 'suspend', { captures: true })), 'body_invalid')
  now = START + 85 * DAY + 3_600_000
  await change(scenario, 'resume')
  await sayYes(scenario)
  assert.equal(await stateOf(scenario, waiting), 'confirmed')
  await change(scenario, 'suspend', { captures: false })
  now = START + 200 * DAY
  const due = async () =>
    (await listLapsing(place.database, clock.now(), 1_000))
      .map(({ id }) => id)
      .filter((id) => id === late.id || id === announced.id)
  assert.deepEqual(await due(), [])
  await lapseOrder(scenario.writing, { ...keyOf(scenario), id: announced.id })
  assert.equal(await stateOf(scenario, announced), 'confirmed')
  await change(scenario, 'resume')
  // An hour, and then 115 days less that hour, have not counted.
  const deadline = new Date(START + (90 + 115) * DAY)
  const read = async ({ id }: Order) => {
    const order = await findOrder(place.database, { ...keyOf(scenario), ref: id })
    return [order?.captureBefore, order?.lapseDueAt]
  }
  assert.deepEqual(await read(announced), [deadline, deadline])
  assert.deepEqual(await read(late), [deadline, new Date(deadline.getTime() - 7 * DAY)])
  assert.deepEqual((await audit(place.database)).findings, [])
  await scenario.capture(late, 1_000)
  now = deadline.getTime()
  assert.deepEqual((await due()).sort(), [late.id, announced.id].sort())
  await lapseOrder(scenario.writing, { ...keyOf(scenario), id: announced.id })
  assert.equal(await stateOf(scenario, announced), 'cancelled')
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('held payouts wait, and a store that is being closed gets a manual payout', async () => {
  const scenario = await begin()
  const { writing } = scenario
  const key = keyOf(scenario)
  const pay = async (way: 'due' | 'by hand') => {
    await placeEvents({ database: place.database, clocks: writing.clocks }, key)
    return (await makePayouts(writing, key, way)).length
  }
  const order = await scenario.confirmed(10_000)
  await scenario.capture(order, 4_000)
  await change(scenario, 'suspend', { newCredit: true, payouts: false })
  now = START + 10 * DAY
  const due = await listDuePayees(place.database, clock.now(), 1_000)
  assert.ok(!due.some(({ storeId, sandbox }) => storeId === key.storeId && sandbox))
  assert.equal(await pay('due'), 0)
  assert.equal(await code(pay('by hand')), 'payout_held')
  assert.equal(await code(change(scenario, 'resume')), 'done')
  assert.equal(await pay('due'), 1)
  await scenario.capture(order, 1_000)
  await change(scenario, 'close')
  assert.equal(await code(change(scenario, 'close')), 'store_not_settled')
  await scenario.capture(order, 5_000)
  assert.equal(await code(change(scenario, 'close')), 'store_not_settled')
  now = START + 30 * DAY
  assert.equal(await pay('due'), 0)
  assert.equal(await pay('by hand'), 1)
  await placeEvents({ database: place.database, clocks: writing.clocks }, key)
  assert.equal((await change(scenario, 'close')).sandboxState.state, 'closed')
  const sum = { ref: order.id, amount: cents(500) }
  assert.equal(await code(refundOrder(writing, scenario.caller, sum)), 'store_suspended')
  assert.equal(await code(pay('by hand')), 'payout_held')
  assert.deepEqual((await audit(place.database)).findings, [])
})

const ROUNDS = effort({ short: 12, long: 200 })

test('signatures and captures during a suspension are before it or after it', async () => {
  const scenario = await begin({})
  for (let round = 0; round < ROUNDS; round++) {
    const opened = await scenario.checkout(10_000)
    const order = await scenario.confirmed(10_000)
    const works = [
      () => code(sign(scenario, opened)),
      () => code(scenario.capture(order, 1_000)),
      () => code(change(scenario, 'suspend', { captures: false })),
      () => code(scenario.capture(order, 1_000)),
      () => code(scenario.checkout(10_000)),
    ]
    const first = round % works.length
    const turned = [...works.slice(first), ...works.slice(0, first)]
    const ended = await Promise.all(turned.map((work) => work()))
    assert.ok(ended.every((each) => each === 'done' || each === 'store_suspended'))
    assert.equal(await code(scenario.capture(order, 1_000)), 'store_suspended')
    assert.equal(await code(scenario.checkout(10_000)), 'store_suspended')
    await change(scenario, 'resume')
  }
  assert.deepEqual((await audit(place.database)).findings, [])
})
