import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, type Product } from '@svc/api'
import { day } from '../../platform/time/calendar.ts'
import { standardSettings } from '../stores/new-store.ts'
import { offersFor } from './offers.ts'
import { decideSimulation, featuredOffer } from './rules.ts'
import type { ProductTerms } from './terms.ts'

const all = standardSettings.products
const withoutInstalments = all.filter(({ type }) => type !== 'instalments')
const input = (amount: number, product: Product | null = null, currency = 'EUR') => ({
  amount: cents(amount),
  currency,
  product,
})

const noticeOf = ({ min_amount, max_amount }: ProductTerms) => `from ${min_amount} to ${max_amount}`

type Case = readonly [amount: number, product: Product | null, expected: readonly string[] | string]
const cases: readonly Case[] = [
  [100, null, ['instalments', 'pay_in_4', 'pay_later']],
  [100_001, null, ['instalments', 'pay_in_4']],
  [1_000_000, null, ['instalments']],
  [99, null, 'must be from 100 to 1000000'],
  [1_000_001, null, 'must be from 100 to 1000000'],
  [100_000, 'pay_later', ['pay_later']],
  [100_001, 'pay_later', 'must be from 100 to 100000'],
]
for (const [amount, product, expected] of cases) {
  test(`${amount} with ${product ?? 'any product'}: ${expected}`, () => {
    const decision = decideSimulation(all, input(amount, product), noticeOf)
    if (typeof expected === 'string') {
      assert.equal(decision.refused, 'query_invalid')
      assert.deepEqual(decision.refused && decision.detail, {
        fields: { amount: [expected] },
        beside: { notice: expected.replace('must be ', '') },
      })
    } else {
      assert.ok(decision.refused === undefined)
      assert.deepEqual(
        decision.plan.map(({ type }) => type),
        expected,
      )
    }
  })
}

test('instalments come first, wherever the store has them', () => {
  const decision = decideSimulation(all.toReversed(), input(5_000), noticeOf)
  assert.ok(decision.refused === undefined)
  assert.deepEqual(
    decision.plan.map(({ type }) => type),
    ['instalments', 'pay_later', 'pay_in_4'],
  )
})

test('a store without instalments answers with what it has', () => {
  const expected = decideSimulation(withoutInstalments, input(150_000), noticeOf)
  assert.deepEqual(expected.refused === undefined && expected.plan.map(({ type }) => type), [
    'pay_in_4',
  ])
  assert.equal(
    decideSimulation(withoutInstalments, input(200_001), noticeOf).refused,
    'query_invalid',
  )
})

test('a product that the store does not offer is not a question of the amount', () => {
  assert.equal(decideSimulation([], input(5_000), noticeOf).refused, 'financing_unavailable')
  assert.equal(
    decideSimulation(all, input(5_000, null, 'GBP'), noticeOf).refused,
    'financing_unavailable',
  )
  const product = 'instalments'
  const refused = decideSimulation(withoutInstalments, input(5_000, product), noticeOf).refused
  assert.equal(refused, 'financing_unavailable')
})

test('an amount too small for every count is refused, within the limits too', () => {
  const [terms] = all
  assert.ok(terms !== undefined)
  const small = { ...terms, min_amount: 1, num_instalments: [12] }
  const decision = decideSimulation([small], input(11), noticeOf)
  assert.deepEqual(decision.refused && decision.detail, {
    fields: { amount: ['is too little for the terms of the store'] },
  })
})

test('a page leads with the lowest instalment of the plans without cost, else of all', () => {
  const question = { currency: 'EUR', product: null, on: day('2027-01-15') }
  const featured = (amount: number, terms = all) => {
    const offer = featuredOffer(offersFor(terms, { ...question, amount: cents(amount) }))
    return offer && `${offer.product} ${offer.num_instalments}`
  }
  assert.equal(featured(40_000), 'pay_in_4 4')
  assert.equal(featured(150_000), 'pay_in_4 4')
  assert.equal(featured(250_000), 'instalments 12', 'all of them cost something')
  const freeInstalments = all.map((terms) => ({ ...terms, nominal_rate: 0 }))
  assert.equal(featured(40_000, freeInstalments), 'instalments 12')
  const withFee = all.map((terms) => ({ ...terms, opening_fee_fixed: 100 }))
  assert.equal(featured(40_000, withFee), 'instalments 12', 'a fee is a cost')
  assert.equal(featured(99), undefined)
})
