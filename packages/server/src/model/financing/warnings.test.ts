import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day } from '../../platform/time/calendar.ts'
import { standardSettings } from '../stores/new-store.ts'
import type { ProductTerms } from './terms.ts'
import { termsWarnings } from './warnings.ts'

const on = day('2027-01-31')
const [instalments, , payLater] = standardSettings.products
assert.ok(instalments !== undefined && payLater !== undefined)

const warningsOf = (terms: ProductTerms) => termsWarnings(terms, on)

test('the terms of a new store are nothing unusual', () => {
  for (const terms of standardSettings.products) assert.deepEqual(warningsOf(terms), [])
})

test('1.50 on 60.00 for 15 days is an annual rate of 82 %, which is extreme', () => {
  const terms = { ...payLater, min_amount: 6_000, opening_fee_fixed: 150 }
  assert.deepEqual(warningsOf(terms), [
    'the annual percentage rate is extreme: 82.37 % for 60.00 in 1 payment, with fees of 1.50',
  ])
  assert.deepEqual(warningsOf({ ...terms, min_amount: 10_000 }), [])
})

test('a store learns that its smallest amounts are not offered', () => {
  const terms = { ...payLater, min_amount: 100, opening_fee_fixed: 150 }
  const [first, second] = warningsOf(terms)
  assert.match(first ?? '', /^nothing is offered for 1\.00, the min_amount/)
  assert.match(second ?? '', /% for 8\.00 in 1 payment, with fees of 1\.50$/)
})

test('much interest is extreme too', () => {
  const terms = (nominal_rate: number) => ({ ...instalments, min_amount: 10_000, nominal_rate })
  assert.deepEqual(warningsOf(terms(4_000)), [])
  assert.match(warningsOf(terms(4_500))[0] ?? '', /extreme: 55\.\d\d % for 100\.00 in 3 payments/)
})
