import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import fc from 'fast-check'
import type { ExposurePolicy, Owed, PersonPast } from './exposure.ts'
import { exposureOf, rateText, readRates, standardPolicy } from './rules.ts'

const nothing: PersonPast = {
  ...{ owed: [], orders: 0, stores: 0, elsewhere: false, late_instalments: 0, attempts: 0 },
  blocked: false,
}
const owed = (currency: string, open: number, writtenOff = 0): Owed => ({
  ...{ currency, open_amount: cents(open), written_off_amount: cents(writtenOff) },
})
const signed = { amount: cents(1_001), currency: 'EUR', openAmountMax: cents(5_000) }
const policy: ExposurePolicy = {
  ...{ version: 3, currency: 'EUR', exposureMax: cents(9_000), rates: { USD: 925_000 } },
}

test('without a policy the order’s currency counts, and the store’s limit for all', () => {
  const here = exposureOf({ ...nothing, owed: [owed('EUR', 7)] }, standardPolicy('EUR'), signed)
  assert.deepEqual([here.amount, here.open_amount, here.exposure_max], [1_001, 7, null])
  const past = { ...nothing, owed: [owed('EUR', 7)], elsewhere: true }
  assert.equal(exposureOf(past, standardPolicy('EUR'), signed).exposure_max, 5_000)
})

test('other currencies are added by their rates, each rounded up', () => {
  const past = { ...nothing, owed: [owed('EUR', 10), owed('USD', 1_001, 1)], elsewhere: true }
  const exposure = exposureOf(past, policy, signed)
  // 1,001 × 0.925 is 925.925.
  assert.deepEqual([exposure.open_amount, exposure.written_off_amount], [10 + 926, 1])
  assert.deepEqual([exposure.exposure_max, exposure.policy_version], [9_000, 3])
  const dollars = exposureOf(past, policy, { ...signed, currency: 'USD' })
  assert.equal(dollars.amount, 926)
})

test('an amount without a rate is unknown, zero is zero', () => {
  const past = { ...nothing, owed: [owed('GBP', 1), owed('EUR', 5)], elsewhere: true }
  const exposure = exposureOf(past, policy, signed)
  assert.deepEqual([exposure.open_amount, exposure.written_off_amount], [null, 0])
  const pounds = exposureOf(nothing, policy, { ...signed, currency: 'GBP' })
  assert.deepEqual([pounds.amount, pounds.open_amount], [null, 0])
})

test('a limit of the lender counts, wherever the person owes', () => {
  assert.equal(exposureOf(nothing, policy, signed).exposure_max, 9_000)
  const none = { ...policy, exposureMax: null }
  assert.equal(exposureOf(nothing, none, signed).exposure_max, null)
  const past = { ...nothing, elsewhere: true }
  const dollars = { ...signed, currency: 'USD' }
  assert.equal(exposureOf(past, none, dollars).exposure_max, 4_625)
})

test('rates are read as they are written, to the millionth', () => {
  assert.deepEqual(readRates('USD=0.92, GBP=1.165001', 'EUR'), { USD: 920_000, GBP: 1_165_001 })
  assert.deepEqual(readRates('', 'EUR'), {})
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000_000 }), (rate) => {
      assert.deepEqual(readRates(`USD=${rateText(rate)}`, 'EUR'), { USD: rate })
    }),
  )
})

const wrong = [
  'USD',
  'USD=0',
  'USD=-1',
  'usd=1',
  'USD=1,USD=1',
  'EUR=1',
  'USD=1e3',
  'USD=0.0000001',
]
for (const text of [...wrong, 'USD=1000001', 'USD=1.', 'USD==1', 'USD=01']) {
  test(`the rates ${text} are refused`, () => assert.equal(readRates(text, 'EUR'), undefined))
}
