import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Cents, cents, ZERO } from '@svc/api'
import fc from 'fast-check'
import { type Amounts, orderOf } from '../../../../../test/fixtures/order.ts'
import {
  captureRefundPostings,
  uncapturedPostings,
} from '../../../../../test/fixtures/reductions.ts'
import type { ProductTerms } from '../../model/financing/offers.ts'
import type { EntryKind } from '../../model/ledger/rules.ts'
import type { Order } from '../../model/order/order.ts'
import { newStore } from '../../model/stores/new-store.ts'
import { agreedCosts, changePostings, costsSoFar, settlementLines, withCosts } from './rules.ts'

type Agreed = {
  readonly rate?: number
  readonly fixed?: number
  readonly keep?: true
  readonly cost?: number
  readonly count?: number
}

function costly(amounts: Amounts, agreed: Agreed, state?: 'cancelled' | 'ko'): Order {
  const { rate = 0, fixed = 0, keep, cost = 0, count } = agreed
  const order = orderOf(amounts, state)
  return {
    ...order,
    feeRate: rate,
    feeFixed: cents(fixed),
    feesOnRefund: keep === true ? 'keep' : 'return',
    campaignCost: cents(cost),
    captureCount: count ?? order.captureCount,
  }
}

type Case = readonly [amounts: Amounts, agreed: Agreed, fee: number, campaignCost: number]
/** An order that was approved with 100.00. */
const cases: readonly Case[] = [
  [{}, { rate: 250, fixed: 30, cost: 500 }, 0, 0],
  [{ C: 10_000 }, { rate: 250 }, 250, 0],
  [{ C: 10_000 }, { rate: 10_000 }, 10_000, 0],
  [{ C: 10_000 }, { fixed: 30 }, 30, 0],
  [{ C: 10_000 }, { rate: 250, fixed: 30, count: 3 }, 340, 0],
  [{ C: 1 }, { rate: 250, fixed: 30 }, 30, 0],
  // Ties go to the even cent.
  [{ C: 20 }, { rate: 250 }, 0, 0],
  [{ C: 60 }, { rate: 250 }, 2, 0],
  [{ C: 100 }, { rate: 250 }, 2, 0],
  [{ C: 101 }, { rate: 250 }, 3, 0],
  [{ C: 10_000, Rc: 4_000 }, { rate: 250, fixed: 30 }, 180, 0],
  [{ C: 10_000, Rc: 4_000 }, { rate: 250, fixed: 30, keep: true }, 280, 0],
  [{ C: 4_000, Rc: 4_000 }, { rate: 250, fixed: 30 }, 30, 0],
  [{ C: 4_000, Rc: 4_000 }, { rate: 250, fixed: 30, keep: true }, 130, 0],
  [{ V: 5_000, C: 4_000, Ru: 1_000 }, { rate: 250, cost: 500 }, 100, 200],
  [{ C: 10_000 }, { cost: 501 }, 0, 501],
  [{ C: 3_333 }, { cost: 500 }, 0, 167],
  [{ C: 50 }, { cost: 300 }, 0, 2],
  [{ C: 50 }, { cost: 500 }, 0, 2],
  [{ C: 10_000, Rc: 9_999 }, { cost: 500 }, 0, 0],
  [{ C: 10_000, Rc: 2_500 }, { rate: 250, cost: 500, keep: true }, 250, 375],
  // The approved amount counts, not the lowered total.
  [{ T: 5_000, C: 5_000 }, { cost: 500 }, 0, 250],
]

for (const [amounts, agreed, fee, campaignCost] of cases) {
  const name = `${JSON.stringify(amounts)}, ${JSON.stringify(agreed)}`
  test(`${name}: a fee of ${fee}, campaigns for ${campaignCost}, nothing once cancelled`, () => {
    assert.deepEqual(costsSoFar(costly(amounts, agreed)), { fee, campaignCost })
    const nothing = { fee: 0, campaignCost: 0 }
    assert.deepEqual(costsSoFar(costly(amounts, agreed, 'cancelled')), nothing)
    assert.deepEqual(costsSoFar(costly(amounts, agreed, 'ko')), nothing)
  })
}

test('captures in parts cost together what the whole would cost', () => {
  let order = costly({}, { rate: 250, cost: 1_000 })
  const fees = [3_333, 6_666, 10_000].map((C) => {
    const { order: booked, change } = withCosts({ ...order, capturedAmount: cents(C) })
    order = booked
    return [change.fee, change.campaignCost]
  })
  assert.deepEqual(fees, [
    [83, 333],
    [84, 334],
    [83, 333],
  ])
  assert.deepEqual([order.feeBooked, order.campaignCostBooked], [250, 1_000])
})

test('costs are debited to store_payable, and credited when they go back', () => {
  const move = (debit: string, credit: string, amount: number) => ({ debit, credit, amount })
  assert.deepEqual(changePostings({ fee: cents(5), campaignCost: cents(7) }), [
    move('store_payable', 'store_fee_income', 5),
    move('store_payable', 'campaign_income', 7),
  ])
  assert.deepEqual(changePostings({ fee: cents(-5), campaignCost: cents(-7) }), [
    move('store_fee_income', 'store_payable', 5),
    move('campaign_income', 'store_payable', 7),
  ])
  assert.deepEqual(changePostings({ fee: ZERO, campaignCost: ZERO }), [])
})

// ---------- lives

type Step = { readonly capture: boolean; readonly thousandths: number }
const agreements: fc.Arbitrary<Agreed> = fc.record({
  rate: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
  fixed: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000_000 })),
  keep: fc.constantFrom(undefined, true as const),
  cost: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 })),
}) as fc.Arbitrary<Agreed>
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ capture: fc.boolean(), thousandths: fc.integer({ min: 0, max: 1_000 }) }),
  { minLength: 1, maxLength: 30 },
)

/** Captures a part of the uncaptured amount, or refunds a part of the captured one. */
function step(order: Order, { capture, thousandths }: Step): Order {
  const part = (of: number) => Math.floor((of * thousandths) / 1_000)
  const { capturedAmount: C, refundedCapturedAmount: Rc } = order
  if (!capture) return { ...order, refundedCapturedAmount: cents(Rc + part(C - Rc)) }
  const amount = part(order.totalAmount - C)
  if (amount === 0) return order
  const captureCount = order.captureCount + 1
  return { ...order, capturedAmount: cents(C + amount), captureCount }
}

test('nothing is negative, and the booked total equals the amount due so far', () => {
  fc.assert(
    fc.property(agreements, steps, (agreed, life) => {
      let order = costly({}, agreed)
      const total = { fee: 0, campaignCost: 0 }
      for (const each of life) {
        const { order: booked, change } = withCosts(step(order, each))
        order = booked
        total.fee += change.fee
        total.campaignCost += change.campaignCost
        assert.ok(total.fee >= 0 && total.campaignCost >= 0)
        assert.ok(total.campaignCost <= order.campaignCost)
        assert.deepEqual(total, costsSoFar(order))
        assert.deepEqual([order.feeBooked, order.campaignCostBooked], Object.values(total))
      }
      const { order: ended, change } = withCosts({ ...order, state: 'cancelled' })
      assert.deepEqual([change.fee + total.fee, change.campaignCost + total.campaignCost], [0, 0])
      assert.deepEqual([ended.feeBooked, ended.campaignCostBooked], [0, 0])
    }),
  )
})

test('the sequence of the same operations makes no difference in the end', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 20 })
  fc.assert(
    fc.property(agreements, amounts, fc.infiniteStream(fc.nat()), (agreed, captured, chance) => {
      const live = (parts: readonly number[]) => {
        let order = costly({}, agreed)
        for (const part of parts) {
          const capturedAmount = cents(order.capturedAmount + part)
          const captureCount = order.captureCount + 1
          order = withCosts({ ...order, capturedAmount, captureCount }).order
          const refundedCapturedAmount = cents(order.refundedCapturedAmount + (part % 7))
          if (part > 7) order = withCosts({ ...order, refundedCapturedAmount }).order
        }
        return [order.feeBooked, order.campaignCostBooked]
      }
      const shuffled = captured.map((part) => ({ part, at: chance.next().value }))
      const other = shuffled.sort((a, b) => a.at - b.at).map(({ part }) => part)
      assert.deepEqual(live(other), live(captured))
    }),
  )
})

// ---------- lines

const nothing = { fee: ZERO, campaignCost: ZERO }
const captured = costly({ C: 6_000 }, {})
type Lines = readonly (readonly [type: string, amount: number, net: number])[]
const table: readonly (readonly [
  what: string,
  kind: EntryKind,
  after: Amounts,
  taken: readonly [captured: number, uncaptured: number],
  lines: Lines,
])[] = [
  ['a void', 'void', { C: 6_000, V: 1_000 }, [0, 1_000], [['void', 1_000, 0]]],
  ['a lowered total', 'edit', { T: 9_000, C: 6_000 }, [0, 1_000], [['edit', 1_000, 0]]],
  ['an edit of nothing', 'edit', { C: 6_000 }, [0, 0], []],
  ['a refund', 'refund', { C: 6_000, Rc: 500 }, [500, 0], [['refund', 500, -500]]],
  [
    'a refund beyond the captures',
    'refund',
    { C: 6_000, Rc: 6_000, Ru: 1_000 },
    [6_000, 1_000],
    [['refund', 7_000, -6_000]],
  ],
  [
    'a cancel',
    'cancel',
    { C: 6_000, Rc: 6_000, V: 4_000 },
    [6_000, 4_000],
    [['cancel', 10_000, -6_000]],
  ],
]

for (const [what, kind, after, [fromCaptures, fromUncaptured], lines] of table) {
  test(`${what} has ${lines.length} lines`, () => {
    const postings = [
      ...captureRefundPostings(cents(fromCaptures)),
      ...uncapturedPostings('instalments', cents(fromUncaptured)),
    ]
    const settling = { before: captured, after: costly(after, {}), kind, postings }
    const wanted = lines.map(([type, amount, net]) => ({ type, amount, net }))
    assert.deepEqual(settlementLines({ ...settling, change: nothing }), wanted)
  })
}

test('a capture has one line and one for each cost; a confirmation has none', () => {
  const released = [
    { debit: 'uncaptured', credit: 'store_payable', amount: cents(6_000) },
    { debit: 'buyer_receivable', credit: 'commitment', amount: cents(6_000) },
  ] as const
  const change = { fee: cents(180), campaignCost: cents(12) }
  const before = costly({}, {})
  const settling = { before, after: captured, kind: 'capture', postings: released, change } as const
  assert.deepEqual(settlementLines(settling), [
    { type: 'capture', amount: 6_000, net: 6_000 },
    { type: 'fee', amount: 180, net: -180 },
    { type: 'campaign_cost', amount: 12, net: -12 },
  ])
  assert.deepEqual(settlementLines({ ...settling, kind: 'confirm', change: nothing }), [])
})

test('a cost that goes back is paid to the store', () => {
  const back = { fee: cents(-180), campaignCost: cents(-12) }
  const postings = uncapturedPostings('instalments', cents(1))
  const after = costly({ C: 6_000, V: 1 }, {})
  const lines = settlementLines({ before: captured, after, kind: 'void', postings, change: back })
  assert.deepEqual(lines.slice(1), [
    { type: 'fee', amount: 180, net: 180 },
    { type: 'campaign_cost', amount: 12, net: 12 },
  ])
})

// ---------- what is agreed

const terms: ProductTerms = {
  type: 'instalments',
  opening_fee_rate: 0,
  opening_fee_fixed: 0,
  downpayment_rate: 0,
  late_charge: 0,
  capture: 'manual',
  ...{ currency: 'EUR', min_amount: 100, max_amount: 20_000 },
  ...{ num_instalments: [3, 6], nominal_rate: 0, term_days: null },
  ...{ capture_within: null, fee_rate: 250, fee_fixed: 30 },
}
const { settings } = newStore({ id: 'store', name: 'Store', products: [terms] })
const discount = (amount: number) => ({ campaign_id: 'c', name: 'C', interest: 1, amount })
const offer = { product: 'instalments', num_instalments: 3, discounts: [] as never[] } as const
const free = { feeRate: 0, feeFixed: 0, feesOnRefund: 'return', campaignCost: 0 }

test('the terms that the offer was made under count, with what its campaigns give', () => {
  const keep = { ...settings, fees_on_refund: 'keep' } as const
  const discounts = [discount(120), discount(3)].map((each) => {
    return { ...each, amount: cents(each.amount) as Cents }
  })
  assert.deepEqual(agreedCosts(keep, orderOf(), { ...offer, discounts }), {
    feeRate: 250,
    feeFixed: 30,
    feesOnRefund: 'keep',
    campaignCost: 123,
  })
})

test('terms of another product, count, currency or amount do not count', () => {
  const agreed = { ...free, feeRate: 250, feeFixed: 30 }
  assert.deepEqual(agreedCosts(settings, orderOf(), offer), agreed)
  const order = orderOf()
  for (const [other, signed] of [
    [order, { ...offer, product: 'pay_later' }],
    [order, { ...offer, num_instalments: 4 }],
    [{ ...order, currency: 'MXN' }, offer],
    [{ ...order, totalAmount: cents(20_001) }, offer],
  ] as const) {
    assert.deepEqual(agreedCosts(settings, other, signed), free)
  }
})
