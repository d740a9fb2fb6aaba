import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, type Product } from '@svc/api'
import fc from 'fast-check'
import { type OfferQuestion, offersFor, type ProductTerms } from './offers.ts'

const instalments: ProductTerms = {
  type: 'instalments',
  currency: 'EUR',
  min_amount: 100,
  max_amount: 1_000_000,
  num_instalments: [12, 3, 6],
  nominal_rate: 2_100,
  term_days: null,
  capture: 'manual',
  capture_within: null,
  fee_rate: 0,
  fee_fixed: 0,
}
const payLater: ProductTerms = {
  ...instalments,
  type: 'pay_later',
  max_amount: 100_000,
  num_instalments: [1],
  term_days: 15,
}
const dollars: ProductTerms = { ...instalments, currency: 'USD', num_instalments: [4] }
const terms = [instalments, payLater, dollars]

const question = (
  amount: number,
  currency = 'EUR',
  product: Product | null = null,
): OfferQuestion => ({ amount: cents(amount), currency, product })

type Case = readonly [asked: OfferQuestion, offers: readonly string[]]
const both = ['instalments 3', 'instalments 6', 'instalments 12', 'pay_later 1']
const cases: readonly Case[] = [
  [question(99), []],
  [question(100), both],
  [question(100_000), both],
  [question(100_001), ['instalments 3', 'instalments 6', 'instalments 12']],
  [question(1_000_000), ['instalments 3', 'instalments 6', 'instalments 12']],
  [question(1_000_001), []],
  [question(5_000, 'EUR', 'instalments'), ['instalments 3', 'instalments 6', 'instalments 12']],
  [question(5_000, 'EUR', 'pay_later'), ['pay_later 1']],
  [question(5_000, 'EUR', 'pay_in_4'), []],
  [question(5_000, 'USD'), ['instalments 4']],
  [question(5_000, 'USD', 'pay_later'), []],
  [question(5_000, 'GBP'), []],
  [question(5_000, 'eur'), []],
]

for (const [asked, offers] of cases) {
  const { amount, currency, product } = asked
  const answer = offers.join(', ') || 'nothing'
  test(`for ${amount} ${currency}, ${product ?? 'any product'}: ${answer}`, () => {
    const names = offersFor(terms, asked).map((each) => `${each.product} ${each.num_instalments}`)
    assert.deepEqual(names, offers)
  })
}

test('products keep the order of the store', () => {
  const names = offersFor([payLater, instalments], question(5_000)).map((each) => each.product)
  assert.deepEqual(names, ['pay_later', 'instalments', 'instalments', 'instalments'])
})

test('an offer of instalments tells what its schedule costs', () => {
  const [offer] = offersFor([instalments], question(40_000))
  assert.ok(offer !== undefined)
  // 400.00 × 0.0175 × 1.0175³ ÷ (1.0175³ − 1) = 138.0270
  assert.deepEqual(
    { ...offer, schedule: offer.schedule.length },
    {
      product: 'instalments',
      num_instalments: 3,
      nominal_rate: 2_100,
      amount: 13_803,
      last_amount: 13_802,
      total_interest: 1_408,
      total_amount: 41_408,
      term_days: null,
      discounts: [],
      schedule: 3,
    },
  )
})

test('pay_later is one payment without interest, whatever rate stands in the terms', () => {
  assert.deepEqual(offersFor([payLater], question(5_999)), [
    {
      product: 'pay_later',
      num_instalments: 1,
      nominal_rate: 0,
      amount: 5_999,
      last_amount: 5_999,
      total_interest: 0,
      total_amount: 5_999,
      term_days: 15,
      discounts: [],
      schedule: [{ number: 1, amount: 5_999, capital: 5_999, interest: 0 }],
    },
  ])
})

const payIn4: ProductTerms = {
  ...instalments,
  type: 'pay_in_4',
  max_amount: 200_000,
  num_instalments: [4],
  term_days: 30,
}

test('pay_in_4 is four equal parts without interest, of which the last takes the rest', () => {
  const parts = (amount: number) =>
    offersFor([payIn4], question(amount)).map(({ schedule }) => schedule.map((each) => each.amount))
  assert.deepEqual(parts(100), [[25, 25, 25, 25]])
  assert.deepEqual(parts(101), [[25, 25, 25, 26]])
  assert.deepEqual(parts(102), [[26, 26, 26, 24]])
  assert.deepEqual(parts(103), [[26, 26, 26, 25]])
  assert.deepEqual(parts(200_000), [[50_000, 50_000, 50_000, 50_000]])
  assert.deepEqual([parts(99), parts(200_001)], [[], []])
  const [offer] = offersFor([payIn4], question(10_001))
  const { schedule: _schedule, ...rest } = offer ?? assert.fail('nothing is offered')
  assert.deepEqual(rest, {
    ...{ product: 'pay_in_4', num_instalments: 4, nominal_rate: 0, amount: 2_500 },
    ...{ last_amount: 2_501, total_interest: 0, total_amount: 10_001, term_days: 30 },
    discounts: [],
  })
})

test('the numbers of an offer are those of its schedule', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1_000_000 }), (amount) => {
      for (const offer of offersFor([...terms, payIn4], question(amount))) {
        const { schedule } = offer
        const paid = schedule.reduce((sum, each) => sum + each.amount, 0)
        assert.equal(schedule.length, offer.num_instalments)
        assert.equal(offer.total_amount, paid)
        assert.equal(offer.total_interest, paid - amount)
        assert.equal(offer.amount, schedule[0]?.amount)
        assert.equal(offer.last_amount, schedule.at(-1)?.amount)
      }
    }),
  )
})
