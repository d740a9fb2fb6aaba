// What an order says may be done with it is what the routes answer, in each state of its store.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { createTestService, type TestService } from '../../../../../test/fixtures/test-service.ts'
import type { Switches } from '../../model/stores/store-state.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { makePayouts } from '../../settlement/payouts/make-payouts.ts'
import { changeStoreState } from './change-store-state.ts'
import type { StateAct } from './state-rules.ts'

const reason = { code: 'fraud', note: 'Complaints of buyers' }
const place = ownDatabase()

const keyOf = ({ caller }: Scenario) => ({ storeId: caller.store.id, sandbox: caller.sandbox })

/** Each act as the store's server sends it, tried only. */
const ACTS = (id: string, capture: string | undefined) =>
  [
    ['capture', 'POST', `/orders/${id}/captures`, { amount: 1 }],
    ['void', 'POST', `/orders/${id}/void`, { amount: 1 }],
    ['refund', 'POST', `/orders/${id}/refund`, { amount: 1 }],
    ['edit', 'PATCH', `/orders/${id}`, { order: { discount: 1 } }],
    ['cancel', 'POST', `/orders/${id}/cancel`, undefined],
    ...(capture === undefined
      ? []
      : [
          [
            ...(['capture_refund', 'POST'] as const),
            ...([`/orders/${id}/captures/${capture}/refunds`, { amount: 1 }] as const),
          ] as const,
        ]),
  ] as const

/** Whatever an order shows and then refuses differently. */
async function compare(
  send: TestService['send'],
  orders: ReadonlyMap<string, string | undefined>,
): Promise<Set<string>> {
  const reasons = new Set<string>()
  const listed = (await send('GET', '/orders?page_size=100')).body.results
  for (const [id, capture] of orders) {
    const shown = (await send('GET', `/orders/${id}`)).body.allowed_actions
    const [inList] = listed.filter((each: { id: string }) => each.id === id)
    if (inList !== undefined) assert.deepEqual(inList.allowed_actions, shown)
    for (const [act, method, path, body] of ACTS(id, capture)) {
      const { status, body: reply } = await send(method, `${path}?dry_run=true`, body)
      const said = shown[act]
      if (said.allowed) assert.ok(status < 300, `${act}: ${JSON.stringify(reply)}`)
      else {
        const code = said.reason === 'nothing_remaining' ? 'amount_exceeds_remaining' : said.reason
        assert.equal(reply?.error?.code ?? status, code, `${act}: ${JSON.stringify(reply)}`)
        assert.equal(status === 403, code === 'store_suspended')
        reasons.add(`${act} ${said.reason}`)
      }
    }
  }
  return reasons
}

/** Orders of every state, with a capture where there is one. */
async function ordersOf(scenario: Scenario): Promise<Map<string, string | undefined>> {
  const open = await scenario.checkout(10_000)
  const confirmed = await scenario.confirmed(10_000)
  const part = await scenario.confirmed(10_000)
  const whole = await scenario.confirmed(10_000)
  const cancelled = await scenario.confirmed(10_000)
  await cancelOrder(scenario.writing, scenario.caller, cancelled.id)
  return new Map([
    [open.id, undefined],
    [confirmed.id, undefined],
    [part.id, await scenario.capture(part, 4_000)],
    [whole.id, await scenario.capture(whole, 10_000)],
    [cancelled.id, undefined],
  ])
}

test('an order lists the actions that its routes permit, whatever is switched off', async () => {
  const steps: readonly [act: StateAct, switches: Partial<Switches>, captures: boolean][] = [
    ['suspend', {}, true],
    ['suspend', { payouts: false }, true],
    ['suspend', { captures: false }, false],
    ['resume', {}, true],
    ['suspend', { newCredit: true, captures: false }, false],
    ['resume', {}, true],
    ['suspend', { newCredit: true, payouts: false }, true],
    ['close', {}, true],
  ]
  const scenario = await createScenario(place.database)
  const { send } = createTestService(place.database, { privateKey: scenario.privateKey })
  const orders = await ordersOf(scenario)
  const active = await compare(send, orders)
  assert.ok(active.has('capture nothing_remaining') && active.has('edit order_cancelled'))
  for (const [act, switches, captures] of steps) {
    const change = { ...keyOf(scenario), act, switches, reason }
    await changeStoreState(scenario.writing, change)
    const reasons = await compare(send, orders)
    const stopped = [...reasons].filter((each) => each.endsWith('store_suspended'))
    assert.deepEqual(stopped, captures ? [] : ['capture store_suspended'], act)
  }
})

test('the same for a store that is closing without captures, and for a closed one', async () => {
  const scenario = await createScenario(place.database)
  const { send } = createTestService(place.database, { privateKey: scenario.privateKey })
  const { writing } = scenario
  const key = keyOf(scenario)
  const cancelled = await scenario.confirmed(10_000)
  await cancelOrder(writing, scenario.caller, cancelled.id)
  const whole = await scenario.confirmed(10_000)
  const orders = new Map([
    [cancelled.id, undefined],
    [whole.id, await scenario.capture(whole, 10_000)],
  ])
  const change = { ...key, act: 'close', switches: { captures: false }, reason } as const
  await changeStoreState(writing, change)
  assert.ok((await compare(send, orders)).has('capture store_suspended'))
  await placeEvents({ database: place.database, clocks: writing.clocks }, key)
  await makePayouts(writing, key, 'by hand')
  await placeEvents({ database: place.database, clocks: writing.clocks }, key)
  assert.equal((await changeStoreState(writing, change)).sandboxState.state, 'closed')
  const reasons = await compare(send, orders)
  assert.deepEqual(
    [...reasons].sort(),
    ['cancel', 'capture', 'capture_refund', 'edit', 'refund', 'void'].map(
      (act) => `${act} store_suspended`,
    ),
  )
})
