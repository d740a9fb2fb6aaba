import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Product } from '@svc/api'
import { at, orderOf } from '../../../../../test/fixtures/order.ts'
import type { ProductTerms } from '../../model/financing/offers.ts'
import type { OrderState } from '../../model/order/order.ts'
import { standardSettings } from '../../model/stores/new-store.ts'
import { agreedCapture, decideLapse, withDeadline } from './rules.ts'

const day = (number: number): Date => new Date(at.getTime() + number * 86_400_000)

const [standard] = standardSettings.products
function terms(change: Partial<ProductTerms>): ProductTerms {
  assert.ok(standard !== undefined)
  return { ...standard, max_amount: 50_000, ...change }
}

type Agreed = readonly [
  name: string,
  products: readonly ProductTerms[],
  captureWithin: number | null,
  expected: readonly [automatic: boolean, within: number | null],
]
const agreements: readonly Agreed[] = [
  ['nothing set', [terms({})], null, [false, null]],
  ['the store’s days', [terms({})], 20, [false, 20]],
  ['the product’s own days win', [terms({ capture_within: 3 })], 20, [false, 3]],
  ['an automatic capture', [terms({ capture: 'automatic' })], null, [true, null]],
  ['no terms any more', [], 20, [false, 20]],
  [
    'the terms of the amount, the currency and the count',
    [
      terms({ capture_within: 1, currency: 'USD' }),
      terms({ capture_within: 2, min_amount: 10_001 }),
      terms({ capture_within: 3, max_amount: 9_999 }),
      terms({ capture_within: 4, num_instalments: [6] }),
      terms({ capture_within: 5, type: 'pay_later' }),
      terms({ capture_within: 6, min_amount: 10_000, max_amount: 10_000 }),
      terms({ capture_within: 7 }),
    ],
    null,
    [false, 6],
  ],
]
for (const [name, products, days, [automaticCapture, captureWithin]] of agreements) {
  test(`terms of captures: ${name}`, () => {
    const settings = { ...standardSettings, products, capture_within: days }
    const offer = { product: 'instalments', num_instalments: 3 } as const
    const agreed = agreedCapture(settings, orderOf(), offer)
    assert.deepEqual(agreed, { automaticCapture, captureWithin })
  })
}

type Deadline = readonly [
  product: Product,
  within: number | null,
  deadline: number,
  announced: number,
]
const deadlines: readonly Deadline[] = [
  ['instalments', null, 90, 83],
  ['pay_in_4', null, 90, 83],
  ['pay_later', null, 30, 23],
  ['pay_later', 90, 90, 83],
  ['instalments', 365, 365, 358],
  ['instalments', 8, 8, 1],
  ['instalments', 7, 7, 0],
  ['instalments', 1, 1, 0],
]
for (const [product, captureWithin, deadline, announced] of deadlines) {
  test(`${product} within ${captureWithin}: until ${deadline}, announced on ${announced}`, () => {
    const order = withDeadline({ ...orderOf(), product, captureWithin }, at)
    assert.deepEqual([order.captureBefore, order.lapseDueAt], [day(deadline), day(announced)])
  })
}

test('a deadline is so many times 24 hours, also over a change of the clocks', () => {
  const march = new Date('2026-03-01T10:00:00Z')
  const { captureBefore } = withDeadline({ ...orderOf(), captureWithin: 90 }, march)
  assert.equal(captureBefore?.toISOString(), '2026-05-30T10:00:00.000Z')
})

const waiting = { ...orderOf({ C: 6_000, V: 1_000 }), captureBefore: day(90), lapseDueAt: day(83) }
const waited = { ...waiting, lapseDueAt: day(90) }

test('before the announcement nothing is due', () => {
  assert.equal(decideLapse(waiting, new Date(day(83).getTime() - 1)), undefined)
  assert.equal(decideLapse(orderOf(), day(400)), undefined)
})

test('the announcement voids nothing, and the lapse follows it', () => {
  for (const late of [day(83), day(89), day(90), day(400)]) {
    assert.deepEqual(decideLapse(waiting, late), {
      order: waited,
      voided: 0,
      captureBefore: day(90),
    })
  }
})

test('the lapse voids the whole rest at the deadline and not before', () => {
  assert.equal(decideLapse(waited, new Date(day(90).getTime() - 1)), undefined)
  const plan = decideLapse(waited, day(90))
  assert.deepEqual([plan?.voided, plan?.order.voidedAmount], [3_000, 4_000])
  assert.equal(plan?.order.state, 'confirmed')
})

test('a lapse that leaves nothing cancels the order', () => {
  const cases: readonly (readonly [ReturnType<typeof orderOf>, OrderState])[] = [
    [orderOf(), 'cancelled'],
    [orderOf({ V: 4_000, Ru: 1_000 }), 'cancelled'],
    [orderOf({ C: 2_000, Rc: 2_000 }), 'cancelled'],
    [orderOf({ C: 2_000, Rc: 1_999 }), 'confirmed'],
  ]
  for (const [order, state] of cases) {
    const due = { ...order, captureBefore: day(90), lapseDueAt: day(90) }
    const after = decideLapse(due, day(91))?.order
    assert.deepEqual(
      [after?.state, after?.cancelledAt],
      [state, state === 'cancelled' ? day(91) : null],
    )
  }
})
