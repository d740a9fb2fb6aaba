import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProductTermsWish } from '@svc/api'
import { productFaults, productListFaults, productTerms } from './product-rules.ts'

const instalments: ProductTermsWish = {
  type: 'instalments',
  currency: 'EUR',
  min_amount: 100,
  max_amount: 5_000,
  num_instalments: [3, 6],
  nominal_rate: 1_200,
}
const payIn4: ProductTermsWish = {
  type: 'pay_in_4',
  currency: 'EUR',
  min_amount: 100,
  max_amount: 5_000,
}
const payLater: ProductTermsWish = { ...payIn4, type: 'pay_later' }

type Case = readonly [name: string, terms: ProductTermsWish, faultyPaths: readonly string[]]

const cases: readonly Case[] = [
  ['instalments as a store sets them', instalments, []],
  ['a range of one amount', { ...instalments, max_amount: 100 }, []],
  ['a range the wrong way round', { ...instalments, max_amount: 99 }, ['max_amount']],
  ['one count', { ...instalments, num_instalments: [1] }, []],
  ['no counts', { ...instalments, num_instalments: [] }, ['num_instalments']],
  ['a count twice', { ...instalments, num_instalments: [3, 6, 3] }, ['num_instalments.2']],
  ['instalments with a term in days', { ...instalments, term_days: 30 }, ['term_days']],
  ['instalments without interest', { ...instalments, nominal_rate: 0 }, []],
  ['pay_in_4 as it is', payIn4, []],
  ['pay_in_4 with its count', { ...payIn4, num_instalments: [4] }, []],
  ['pay_in_4 in three', { ...payIn4, num_instalments: [3] }, ['num_instalments']],
  ['pay_in_4 in four or five', { ...payIn4, num_instalments: [4, 5] }, ['num_instalments']],
  ['pay_in_4 in none', { ...payIn4, num_instalments: [] }, ['num_instalments']],
  ['pay_in_4 every 14 days', { ...payIn4, term_days: 14 }, []],
  ['pay_in_4 with interest', { ...payIn4, nominal_rate: 1 }, ['nominal_rate']],
  ['pay_in_4 with a rate of 0', { ...payIn4, nominal_rate: 0 }, []],
  ['pay_later with its count', { ...payLater, num_instalments: [1] }, []],
  ['pay_later in two', { ...payLater, num_instalments: [2] }, ['num_instalments']],
  ['pay_later with interest', { ...payLater, nominal_rate: 1_200 }, ['nominal_rate']],
  [
    'all faults at once',
    { ...payLater, max_amount: 1, num_instalments: [4], nominal_rate: 1 },
    ['max_amount', 'num_instalments', 'nominal_rate'],
  ],
]

for (const [name, terms, faultyPaths] of cases) {
  test(`${name}: ${faultyPaths.length === 0 ? 'is taken' : 'is refused'}`, () => {
    assert.deepEqual(
      productFaults(terms).map(([path]) => path),
      faultyPaths,
    )
  })
}

test('instalments without counts are refused', () => {
  const { num_instalments: _absent, ...terms } = instalments
  assert.deepEqual(productFaults(terms), [['num_instalments', 'must have at least 1 item']])
})

test('a product may exist in several currencies, but once in each', () => {
  const pounds = { ...instalments, currency: 'GBP' }
  assert.deepEqual(productListFaults([instalments, payIn4, pounds, payLater]), [])
  const faults = productListFaults([instalments, pounds, instalments, pounds])
  assert.deepEqual(
    faults.map(([path]) => path),
    ['2', '3'],
  )
})

test('uses the default for what a product leaves out', () => {
  const free = {
    ...{ opening_fee_rate: 0, opening_fee_fixed: 0, downpayment_rate: 0, late_charge: 0 },
    ...{ fee_rate: 0, fee_fixed: 0 },
  }
  const stored = { ...free, capture: 'manual', capture_within: null, currency: 'EUR' }
  const range = { min_amount: 100, max_amount: 5_000 }
  assert.deepEqual(productTerms(payIn4), {
    ...{ type: 'pay_in_4', num_instalments: [4], nominal_rate: 0, term_days: 30 },
    ...stored,
    ...range,
  })
  assert.deepEqual(productTerms(payLater), {
    ...{ type: 'pay_later', num_instalments: [1], nominal_rate: 0, term_days: 15 },
    ...stored,
    ...range,
  })
  const automatic = { ...instalments, capture: 'automatic', capture_within: 7 } as const
  assert.deepEqual(productTerms(automatic), { ...automatic, ...free, term_days: null })
  const costly = {
    ...{ ...automatic, fee_rate: 250, fee_fixed: 30, late_charge: 500 },
    ...{ opening_fee_rate: 150, opening_fee_fixed: 100, downpayment_rate: 2_000 },
  }
  assert.deepEqual(productTerms(costly), { ...costly, term_days: null })
})
