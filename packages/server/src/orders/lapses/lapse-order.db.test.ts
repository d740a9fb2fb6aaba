// An amount not captured in time is announced, then voided, exactly once; an automatic capture
// leaves nothing to lapse.
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { cents, type Product } from '@svc/api'
import fc from 'fast-check'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { buyer, createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { asReal } from '../../../../../test/fixtures/test-clocks.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { findOrder } from '../../kernel/orders/store.ts'
import type { ProductTerms } from '../../model/financing/offers.ts'
import {
  type Order,
  remainingCaptureAmount,
  remainingRefundAmount,
} from '../../model/order/order.ts'
import { standardSettings } from '../../model/stores/new-store.ts'
import type { StoreSettings } from '../../model/stores/store-account.ts'
import { Refused } from '../../platform/refusal.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { changeSettings } from '../../tenancy/stores/change-settings.ts'
import { captureOrder } from '../captures/capture-order.ts'
import { cancelOrder } from '../editing/cancel-order.ts'
import { editOrder } from '../editing/edit-order.ts'
import { refundOrder } from '../refunds/refund-order.ts'
import { voidOrder } from '../voids/void-order.ts'
import { lapseOrder } from './lapse-order.ts'
import { listLapsing } from './store.ts'

const START = new Date('2026-11-21T12:00:00Z').getTime()
const DAY = 86_400_000
const TOTAL = 50_000
const vault = createVault('a secret key of the tests')
let now = START
const clock = { now: () => new Date(now) }
const place = ownDatabase()
let scenario: Scenario

before(async () => {
  scenario = await createScenario(place.database, { clock })
})
beforeEach(() => {
  now = START
})

const day = (number: number) => {
  now = START + number * DAY
}

/** The worker's turns, over and over until nothing is due. */
async function work(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    const due = await listLapsing(place.database, clock.now(), 1_000)
    for (const order of due) await lapseOrder(scenario.writing, order)
  }
}

const withSettings = (settings: Partial<StoreSettings>): Promise<Scenario> =>
  createScenario(place.database, { clock, settings })

async function reread({ id, storeId }: Order): Promise<Order> {
  const order = await findOrder(place.database, { storeId, sandbox: true, ref: id })
  assert.ok(order !== undefined)
  return order
}

const rows = (text: string, { id }: Order): Promise<AnyRow[]> =>
  place.database.query<AnyRow>(text, [id])

async function eventsOf(order: Order): Promise<string[]> {
  const text = 'SELECT type FROM events WHERE order_id = $1 ORDER BY sequence'
  return (await rows(text, order)).map(({ type }) => type)
}

const voidsOf = (order: Order): Promise<AnyRow[]> =>
  rows('SELECT amount, origin FROM voids WHERE order_id = $1 ORDER BY sequence', order)

async function soundly(): Promise<void> {
  assert.deepEqual((await audit(place.database)).findings, [])
}

test('an order nobody captures is announced on day 83 and cancelled on day 90', async () => {
  const order = await scenario.confirmed(TOTAL)
  assert.equal(order.captureBefore?.getTime(), START + 90 * DAY)
  const before = await eventsOf(order)
  day(83 - 1 / DAY)
  await work()
  assert.deepEqual(await eventsOf(order), before)
  day(83)
  await work()
  assert.deepEqual(await eventsOf(order), [...before, 'order.lapsing'])
  const [sent] = await rows(
    `SELECT data FROM events WHERE order_id = $1 AND type LIKE '%ing'`,
    order,
  )
  assert.equal(sent?.data.capture_before, '2027-02-19T12:00:00.000000Z')
  assert.deepEqual([sent?.data.remaining_capture_amount, sent?.data.amount], [TOTAL, undefined])
  day(90 - 1 / DAY)
  await work()
  assert.equal((await reread(order)).state, 'confirmed')
  day(90)
  await work()
  const events = [...before, 'order.lapsing', 'order.lapsed', 'order.cancelled']
  assert.deepEqual(await eventsOf(order), events)
  const ended = await reread(order)
  assert.deepEqual(
    [ended.state, ended.cancelledAt, ended.captureBefore],
    ['cancelled', clock.now(), null],
  )
  assert.deepEqual(await voidsOf(order), [{ amount: TOTAL, origin: 'lapse' }])
  day(400)
  await work()
  assert.deepEqual(await eventsOf(order), events)
  await soundly()
})

test('only the rest of a captured order lapses, and the order is complete', async () => {
  const order = await scenario.confirmed(TOTAL, 'pay_later')
  await scenario.capture(order, 20_000)
  day(30)
  await work()
  assert.deepEqual(await voidsOf(order), [{ amount: 30_000, origin: 'lapse' }])
  const { state, captureBefore, lapseDueAt } = await reread(order)
  assert.deepEqual([state, captureBefore, lapseDueAt], ['confirmed', null, null])
  assert.equal((await eventsOf(order)).at(-1), 'order.lapsed')
  const entries = await rows(
    'SELECT kind FROM ledger_entries WHERE order_id = $1 ORDER BY sequence',
    order,
  )
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    ['confirm', 'capture', 'void'],
  )
  await soundly()
})

const takeRest: readonly (readonly [string, (order: Order) => Promise<unknown>])[] = [
  ['a capture', (order) => scenario.capture(order, 40_000)],
  ['a void', (order) => voidOrder(scenario.writing, scenario.caller, given(order, 40_000))],
  ['a refund', (order) => refundOrder(scenario.writing, scenario.caller, given(order, 50_000))],
  ['a cancel', (order) => cancelOrder(scenario.writing, scenario.caller, order.id)],
  [
    'an edit',
    (order) => {
      const edit = { total_amount: 10_000 }
      return editOrder(scenario.writing, scenario.caller, { ref: order.id, edit, whole: false })
    },
  ],
]
function given({ id }: Order, amount: number) {
  return { ref: id, amount: cents(amount) }
}
for (const [name, take] of takeRest) {
  test(`${name} that leaves nothing to capture ends the deadline`, async () => {
    const order = await scenario.confirmed(TOTAL)
    await scenario.capture(order, 10_000)
    const open = await reread(order)
    assert.deepEqual([open.captureBefore, open.lapseDueAt], [order.captureBefore, order.lapseDueAt])
    await take(order)
    const { captureBefore, lapseDueAt } = await reread(order)
    assert.deepEqual([captureBefore, lapseDueAt], [null, null])
    const events = await eventsOf(order)
    day(90)
    await work()
    assert.deepEqual(await eventsOf(order), events)
  })
}

test('a worker that was away announces and voids, in this order', async () => {
  const order = await scenario.confirmed(TOTAL)
  const before = await eventsOf(order)
  day(120)
  await work()
  assert.deepEqual((await eventsOf(order)).slice(before.length), [
    'order.lapsing',
    'order.lapsed',
    'order.cancelled',
  ])
})

test('a time of a week or less is announced immediately', async () => {
  const short = await withSettings({ capture_within: 5 })
  const order = await short.confirmed(TOTAL)
  await work()
  assert.equal((await eventsOf(order)).at(-1), 'order.lapsing')
  assert.equal((await reread(order)).captureBefore?.getTime(), START + 5 * DAY)
  day(5)
  await work()
  assert.equal((await reread(order)).state, 'cancelled')
})

test('concurrent workers take each step once, and a capture wins or loses whole', async () => {
  for (let round = 0; round < 5; round++) {
    now = START
    const order = await scenario.confirmed(TOTAL)
    const key = { storeId: order.storeId, sandbox: true, id: order.id }
    const all = () => Array.from({ length: 6 }, () => lapseOrder(scenario.writing, key))
    day(83)
    await Promise.all(all())
    day(90)
    const amount = cents(TOTAL)
    const capture = captureOrder(scenario.writing, scenario.caller, { ref: order.id, amount }).then(
      () => 'captured',
      (error) => (error instanceof Refused ? error.code : Promise.reject(error)),
    )
    const [outcome] = await Promise.all([capture, ...all()])
    const events = (await eventsOf(order)).slice(-3)
    const expected =
      outcome === 'captured'
        ? ['order.confirmed', 'order.lapsing', 'order.captured']
        : ['order.lapsing', 'order.lapsed', 'order.cancelled']
    assert.deepEqual(events, expected, outcome)
  }
  await soundly()
})

/** The standard terms with this change to all of them. */
const products = (change: Partial<ProductTerms>): ProductTerms[] =>
  standardSettings.products.map((each) => ({ ...each, ...change }))

/** As a store sends them: null members are left out. */
const automaticProducts = () =>
  products({ capture: 'automatic' }).map(({ capture_within: _, term_days: days, ...terms }) => ({
    ...terms,
    num_instalments: [...terms.num_instalments],
    ...(days === null ? {} : { term_days: days }),
  }))

test('the terms that the buyer signed apply, whatever the settings become', async () => {
  const before = await withSettings({ products: products({ capture_within: 10 }) })
  const { id: checkoutId } = await before.checkout(TOTAL)
  const input = { checkoutId, wish: { product: 'instalments' as const }, buyerOf: () => buyer }
  await acceptCheckout(before.writing, before.caller, input)
  const { writing, caller } = before
  const patch = { products: automaticProducts() }
  await changeSettings(
    { ...writing, clock: asReal(writing.clock) },
    {
      ...{ storeId: caller.store.id, sandbox: true, demo: true },
      patch,
      cleared: new Set(),
      vault,
    },
  )
  const { id } = await before.confirmed(1_000)
  const [order] = await place.database.query<AnyRow>(
    'SELECT id, capture_before, captured_amount FROM orders WHERE id = $1',
    [checkoutId],
  )
  assert.notEqual(id, checkoutId)
  assert.equal(order?.capture_before.getTime(), START + 10 * DAY)
  assert.equal(order?.captured_amount, 0)
})

for (const product of ['instalments', 'pay_later'] satisfies Product[]) {
  test(`${product} captured automatically is captured whole with its confirmation`, async () => {
    const automatic = await withSettings({
      products: products({ capture: 'automatic' }),
      capture_policy: 'full',
    })
    const order = await automatic.confirmed(TOTAL, product)
    assert.deepEqual([order.capturedAmount, order.captureBefore], [TOTAL, null])
    const events = await rows(
      'SELECT type, sequence, data FROM events WHERE order_id = $1 ORDER BY sequence DESC LIMIT 2',
      order,
    )
    const [captured, confirmed] = events
    assert.deepEqual([confirmed?.type, captured?.type], ['order.confirmed', 'order.captured'])
    assert.equal(captured?.sequence, confirmed?.sequence + 1)
    assert.deepEqual([confirmed?.data.captured_amount, captured?.data.captured_amount], [0, TOTAL])
    assert.deepEqual([captured?.data.amount, captured?.data.status], [TOTAL, 'complete'])
    const captures = await rows(
      'SELECT id, amount, sequence FROM captures WHERE order_id = $1',
      order,
    )
    assert.deepEqual(captures, [
      { id: captured?.data.effect_id, amount: TOTAL, sequence: captured?.sequence },
    ])
    const sent = await rows(
      `SELECT body FROM notifications WHERE order_id = $1 AND kind = 'information'`,
      order,
    )
    assert.deepEqual(
      sent.map(({ body }) => JSON.parse(body).status),
      ['ok'],
    )
    const { writing, caller } = automatic
    await refundOrder(writing, caller, { ref: order.id, amount: cents(20_000) })
    await soundly()
    await refundOrder(writing, caller, { ref: order.id, amount: cents(30_000) })
    assert.equal((await reread(order)).state, 'cancelled')
    await soundly()
  })
}

test('a store that captures at once learns the whole remainder', async () => {
  const whole = await withSettings({ capture_policy: 'full' })
  const order = await whole.confirmed(TOTAL)
  const capture = (amount: number) =>
    captureOrder(whole.writing, whole.caller, { ref: order.id, amount: cents(amount) })
  await voidOrder(whole.writing, whole.caller, { ref: order.id, amount: cents(10_000) })
  await assert.rejects(capture(39_999), (error) => {
    assert.ok(error instanceof Refused)
    assert.deepEqual(
      [error.code, Object.keys(error.detail.fields ?? {})],
      ['capture_not_whole', ['amount']],
    )
    assert.match(String(error.detail.fields?.amount), /40000/)
    return true
  })
  await assert.rejects(
    capture(40_001),
    (error) => error instanceof Refused && error.code === 'amount_exceeds_remaining',
  )
  await capture(40_000)
  assert.equal((await reread(order)).capturedAmount, 40_000)
})

type Step = { readonly days: number; readonly kind: number; readonly share: number }
const lives = fc.array(
  fc.record({ days: fc.nat(25), kind: fc.nat(4), share: fc.integer({ min: 1, max: 99 }) }),
  { minLength: 5, maxLength: 9 },
)

/** So many hundredths of what remains; refused when nothing does. */
async function live(order: Order, { kind, share }: Step): Promise<unknown> {
  const { writing, caller } = scenario
  const now = await reread(order)
  const part = (limit: number) => ({
    ref: order.id,
    amount: cents(Math.ceil((Math.max(1, limit) * share) / 100)),
  })
  if (kind <= 1) return captureOrder(writing, caller, part(remainingCaptureAmount(now)))
  if (kind === 2) return voidOrder(writing, caller, part(remainingCaptureAmount(now)))
  if (kind === 3) return refundOrder(writing, caller, part(remainingRefundAmount(now)))
  const edit = { total_amount: Math.max(1, now.totalAmount - share) }
  return editOrder(writing, caller, { ref: order.id, edit, whole: false })
}

test('whatever happens to an order, nothing is left to capture after its deadline', async () => {
  await fc.assert(
    fc.asyncProperty(
      lives,
      fc.constantFrom<Product>('instalments', 'pay_later'),
      async (steps, product) => {
        now = START
        const order = await scenario.confirmed(TOTAL, product)
        for (const step of steps) {
          now += step.days * DAY
          await work()
          await live(order, step).catch((error) => {
            if (!(error instanceof Refused)) throw error
          })
        }
        now = START + 90 * DAY
        await work()
        const end = await reread(order)
        assert.equal(remainingCaptureAmount(end), 0)
        assert.deepEqual([end.captureBefore, end.lapseDueAt], [null, null])
        const sent = (await eventsOf(order)).filter((type) => type === 'order.lapsing')
        const lapsed = (await voidsOf(order)).filter(({ origin }) => origin === 'lapse')
        assert.ok(sent.length <= 1 && lapsed.length <= sent.length)
      },
    ),
    { numRuns: 25 },
  )
  await soundly()
})
