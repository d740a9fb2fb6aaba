// The terms agreed at the signature decide the store's costs, whatever happens to its settings; and
// no line is ever changed.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { cents } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { createCostlyScenario } from '../../../../../test/fixtures/costly-scenario.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import { listOffers } from '../../checkout/checkouts/list-offers.ts'
import { standardSettings } from '../../model/stores/new-store.ts'
import type { StoreSettings } from '../../model/stores/store-account.ts'
import { captureOrder } from '../../orders/captures/capture-order.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { editOrder } from '../../orders/editing/edit-order.ts'
import { refundCapture } from '../../orders/refunds/refund-capture.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { voidOrder } from '../../orders/voids/void-order.ts'

const place = ownDatabase()
let scenario: Scenario

before(async () => {
  scenario = await createCostlyScenario(place.database)
})

type Line = readonly [type: string, amount: number, net: number]

async function linesOf(id: string): Promise<Line[]> {
  const rows = await place.database.query<AnyRow>(
    `SELECT type, amount, net FROM settlement_lines WHERE order_id = $1
     ORDER BY event_sequence, array_position(ARRAY['fee', 'campaign_cost'], type) NULLS FIRST`,
    [id],
  )
  return rows.map(({ type, amount, net }) => [type, amount, net])
}

const withTerms = (fees: object, settings: Partial<StoreSettings> = {}) => {
  const products = standardSettings.products.map((terms) => ({ ...terms, ...fees }))
  return createCostlyScenario(place.database, { settings: { products, ...settings } })
}

test('a change of the settings changes nothing for signed orders', async () => {
  const { id } = await scenario.confirmed(10_000, 'pay_in_4')
  const { store } = scenario.caller
  const products = store.settings.products.map((terms) => {
    return { ...terms, fee_rate: 9_999, fee_fixed: 5_000 }
  })
  const settings: StoreSettings = { ...store.settings, products, fees_on_refund: 'keep' }
  const caller = { store: { ...store, settings }, sandbox: true }
  await captureOrder(scenario.writing, caller, { ref: id, amount: cents(10_000) })
  await refundOrder(scenario.writing, caller, { ref: id, amount: cents(4_000) })
  assert.deepEqual(await linesOf(id), [
    ['capture', 10_000, 10_000],
    ['fee', 280, -280],
    ['refund', 4_000, -4_000],
    ['fee', 100, 100],
  ])
})

test('a retained fee comes back when the order is cancelled, whatever cancels it', async () => {
  const keeping = await withTerms({ fee_rate: 250, fee_fixed: 30 }, { fees_on_refund: 'keep' })
  const { writing, caller } = keeping
  const captured = async () => {
    const { id: ref } = await keeping.confirmed(10_000, 'pay_later')
    const input = { ref, amount: cents(8_000) }
    return { ref, captureId: (await captureOrder(writing, caller, input)).capture.id }
  }
  const [byCancel, byRefund, byVoid, byEdit] = [
    await captured(),
    await captured(),
    await captured(),
    await captured(),
  ]
  const whole = (amount: number, { ref, captureId }: typeof byVoid) =>
    refundCapture(writing, caller, { ref, captureId, amount: cents(amount) })
  await cancelOrder(writing, caller, byCancel.ref)
  await refundOrder(writing, caller, { ref: byRefund.ref, amount: cents(10_000) })
  await whole(8_000, byVoid)
  await voidOrder(writing, caller, { ref: byVoid.ref, amount: cents(2_000) })
  await whole(8_000, byEdit)
  const edit = { total_amount: 8_000 }
  await editOrder(writing, caller, { ref: byEdit.ref, edit, whole: false })
  const first: Line[] = [
    ['capture', 8_000, 8_000],
    ['fee', 230, -230],
  ]
  const back: Line = ['fee', 230, 230]
  const refunded: Line = ['refund', 8_000, -8_000]
  assert.deepEqual(await linesOf(byCancel.ref), [...first, ['cancel', 10_000, -8_000], back])
  assert.deepEqual(await linesOf(byRefund.ref), [...first, ['refund', 10_000, -8_000], back])
  assert.deepEqual(await linesOf(byVoid.ref), [...first, refunded, ['void', 2_000, 0], back])
  assert.deepEqual(await linesOf(byEdit.ref), [...first, refunded, ['edit', 2_000, 0], back])
})

test('a campaign costs the interest that the buyer does not pay, a part comes back', async () => {
  const plain = await createScenario(place.database)
  const interestIn = async ({ caller, writing, ...of }: Scenario) => {
    const { id } = await of.checkout(90_000)
    const reading = { database: place.database, clock: writing.clock }
    const [offer] = await listOffers(reading, caller, id)
    return offer?.total_interest ?? 0
  }
  const saved = (await interestIn(plain)) - (await interestIn(scenario))
  assert.ok(saved > 100)
  const order = await scenario.confirmed(90_000)
  assert.equal(order.campaignCost, saved)
  await scenario.capture(order, 90_000)
  const { writing, caller } = scenario
  await refundOrder(writing, caller, { ref: order.id, amount: cents(30_000) })
  const lines = (await linesOf(order.id)).filter(([type]) => type === 'campaign_cost')
  const third = Math.round(saved / 3)
  assert.deepEqual(lines, [
    ['campaign_cost', saved, -saved],
    ['campaign_cost', third, third],
  ])
})

test('an automatic capture costs what another does', async () => {
  const automatic = await withTerms({ fee_rate: 250, fee_fixed: 30, capture: 'automatic' })
  const { id, feeBooked, captureCount } = await automatic.confirmed(10_000, 'pay_later')
  assert.deepEqual([feeBooked, captureCount], [280, 1])
  assert.deepEqual(await linesOf(id), [
    ['capture', 10_000, 10_000],
    ['fee', 280, -280],
  ])
})

test('concurrent captures cost together what one would, but for the fixed parts', async () => {
  const order = await scenario.confirmed(10_000, 'pay_in_4')
  await Promise.all([3_333, 3_333, 3_334].map((amount) => scenario.capture(order, amount)))
  const fees = (await linesOf(order.id)).filter(([type]) => type === 'fee')
  assert.equal(fees.length, 3)
  assert.equal(
    fees.reduce((sum, [, , net]) => sum + net, 0),
    -(250 + 3 * 30),
  )
})

test('the largest fee of the largest order is booked to the cent', async () => {
  const products = standardSettings.products.map((terms) => {
    const fees = { fee_rate: 10_000, fee_fixed: 100_000_000 }
    return { ...terms, ...fees, nominal_rate: 10_000, max_amount: 1_000_000_000_000 }
  })
  const dear = await createCostlyScenario(place.database, { settings: { products } })
  const order = await dear.confirmed(1_000_000_000_000, 'instalments')
  await dear.capture(order, 1_000_000_000_000)
  const lines = await linesOf(order.id)
  assert.deepEqual(lines[1], ['fee', 1_000_100_000_000, -1_000_100_000_000])
  assert.deepEqual(lines[2]?.[2], -order.campaignCost)
})

test('the database refuses changed lines and invalid ones', async () => {
  const { database } = place
  const order = await scenario.confirmed(10_000)
  await scenario.capture(order, 1_000)
  const attempts: readonly (readonly [string, RegExp])[] = [
    ['UPDATE settlement_lines SET net = 0 WHERE order_id = $1', /never changed/],
    ['DELETE FROM settlement_lines WHERE order_id = $1', /never changed/],
    ['UPDATE orders SET fee_booked = -1 WHERE id = $1', /check/],
    ['UPDATE orders SET campaign_cost_booked = campaign_cost + 1 WHERE id = $1', /check/],
    ['UPDATE orders SET capture_count = 0 WHERE id = $1', /check/],
    [`UPDATE orders SET fees_on_refund = 'half' WHERE id = $1`, /check/],
  ]
  for (const [statement, refusal] of attempts) {
    await assert.rejects(database.query<AnyRow>(statement, [order.id]), refusal, statement)
  }
  const copies: readonly (readonly [string, RegExp])[] = [
    [`{"type": "capture", "id": "${'a'.repeat(32)}"}`, /unique|duplicate/],
    [`{"type": "payout", "id": "${'b'.repeat(32)}"}`, /check/],
    [`{"type": "void", "id": "${'c'.repeat(32)}"}`, /check/],
    [`{"type": "refund", "id": "${'d'.repeat(32)}"}`, /check/],
    [`{"type": "gift", "id": "${'e'.repeat(32)}"}`, /check/],
    [`{"type": "edit", "net": 0, "amount": 0, "id": "${'f'.repeat(32)}"}`, /check/],
    ['{"type": "edit", "net": 0, "id": "short"}', /check/],
  ]
  for (const [changed, refusal] of copies) {
    const copy = `INSERT INTO settlement_lines SELECT made.* FROM settlement_lines l
      CROSS JOIN LATERAL jsonb_populate_record(l, $2::jsonb) made
      WHERE l.order_id = $1 AND l.type = 'capture'`
    await assert.rejects(database.query<AnyRow>(copy, [order.id, changed]), refusal, changed)
  }
  assert.deepEqual((await audit(database)).findings, [])
})
