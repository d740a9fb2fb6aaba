import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, rate } from '@svc/api'
import fc from 'fast-check'
import { annuitySchedule, totalInterest } from './schedule.ts'

/**
 * 2,500.00 at 8.24 % a year in 12 monthly payments, from the documentation of numpy-financial
 * (`ppmt`, `ipmt`). It computes with the payment 217.7486; ours can be paid, 217.75, and
 * the last one takes the rest.
 */
const published = {
  payment: 21_774.86,
  capital: [
    20_058, 20_196, 20_335, 20_474, 20_615, 20_756, 20_899, 21_042, 21_187, 21_332, 21_479, 21_626,
  ],
  interest: [1_717, 1_579, 1_440, 1_301, 1_160, 1_018, 876, 732, 588, 442, 296, 149],
}

test('2,500.00 at 8.24 % over 12 months agrees with the published schedule to the cent', () => {
  const schedule = annuitySchedule(cents(250_000), 12, rate(824))
  assert.equal(schedule.length, 12)
  for (const [index, { number, amount, capital, interest }] of schedule.entries()) {
    assert.equal(number, index + 1)
    if (number < 12) assert.equal(amount, Math.round(published.payment))
    const apart = number < 12 ? 1 : 2
    assert.ok(Math.abs(capital - (published.capital[index] ?? 0)) <= apart, `capital ${number}`)
    assert.ok(Math.abs(interest - (published.interest[index] ?? 0)) <= 1, `interest ${number}`)
  }
})

test('2,500.00 at 8.24 % over 12 months is this schedule, to the last cent', () => {
  const schedule = annuitySchedule(cents(250_000), 12, rate(824))
  assert.deepEqual(
    schedule.map(({ capital }) => capital),
    [
      20_058, 20_196, 20_335, 20_474, 20_615, 20_757, 20_899, 21_043, 21_187, 21_333, 21_479,
      21_624,
    ],
  )
  assert.deepEqual(
    schedule.map(({ interest }) => interest),
    [1_717, 1_579, 1_440, 1_301, 1_160, 1_018, 876, 732, 588, 442, 296, 148],
  )
  assert.equal(schedule.at(-1)?.amount, 21_772)
  assert.equal(totalInterest(schedule), 11_297)
})

type ZeroRate = readonly [amount: number, parts: readonly number[]]
const withoutInterest: readonly ZeroRate[] = [
  [10_000, [10_000]],
  [10_000, [5_000, 5_000]],
  [10_000, [3_333, 3_333, 3_334]],
  [20_000, [6_667, 6_667, 6_666]],
  [10_001, [2_500, 2_500, 2_500, 2_501]],
  [10_002, [2_500, 2_500, 2_500, 2_502]],
  [10_006, [2_502, 2_502, 2_502, 2_500]],
  [1, [0, 0, 1]],
]

for (const [amount, parts] of withoutInterest) {
  test(`${amount} without interest is paid as ${parts.join(', ')}`, () => {
    const schedule = annuitySchedule(cents(amount), parts.length, rate(0))
    const amounts = schedule.map((instalment) => instalment.amount)
    assert.deepEqual(amounts, parts)
    assert.equal(totalInterest(schedule), 0)
  })
}

test('one payment is the amount and a month of interest, half to even', () => {
  const [only] = annuitySchedule(cents(10_000), 1, rate(2_100))
  assert.deepEqual(only, { number: 1, capital: 10_000, interest: 175, amount: 10_175 })
  const [tie] = annuitySchedule(cents(600), 1, rate(300))
  assert.equal(tie?.interest, 2)
})

test('a count that is not a whole number from 1 on is refused', () => {
  for (const count of [0, -1, 1.5, Number.NaN]) {
    assert.throws(() => annuitySchedule(cents(10_000), count, rate(0)), RangeError)
  }
})

const amounts = fc.oneof(
  fc.integer({ min: 1, max: 1_000 }),
  fc.integer({ min: 100, max: 1_000_000 }),
  fc.integer({ min: 1, max: 1_000_000_000_000 }),
)
const counts = fc.integer({ min: 1, max: 60 })
const rates = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000 }))

test('the capital parts sum to the amount, and every payment is capital and interest', () => {
  fc.assert(
    fc.property(amounts, counts, rates, (amount, count, of) => {
      const schedule = annuitySchedule(cents(amount), count, rate(of))
      assert.equal(schedule.length, count)
      let open = amount
      for (const [index, part] of schedule.entries()) {
        assert.equal(part.number, index + 1)
        assert.ok(part.capital >= 0 && part.interest >= 0)
        assert.equal(part.amount, part.capital + part.interest)
        const twice = 2n * (BigInt(part.interest) * 120_000n - BigInt(open) * BigInt(of))
        assert.ok(twice <= 120_000n && twice >= -120_000n, `interest of month ${part.number}`)
        open -= part.capital
      }
      assert.equal(open, 0)
      const paid = schedule.reduce((sum, part) => sum + part.amount, 0)
      assert.equal(totalInterest(schedule), paid - amount)
    }),
    { numRuns: 1000 },
  )
})

test('all payments but the last are the same, and the last differs by rounding only', () => {
  const ordinary = fc.integer({ min: 10_000, max: 100_000_000 })
  fc.assert(
    fc.property(ordinary, counts, fc.integer({ min: 0, max: 3_000 }), (amount, count, of) => {
      const schedule = annuitySchedule(cents(amount), count, rate(of))
      const [first] = schedule
      const last = schedule.at(-1)
      assert.ok(first !== undefined && last !== undefined)
      for (const part of schedule.slice(0, -1)) assert.equal(part.amount, first.amount)
      // A month rounds payment and interest by half a cent at most, and both bear interest.
      const monthly = 1 + of / 120_000
      let drift = 1
      for (let month = 1; month < count; month++) drift = drift * monthly + 1
      assert.ok(Math.abs(last.amount - first.amount) <= drift, `${first.amount}, ${last.amount}`)
    }),
    { numRuns: 1000 },
  )
})

test('a higher rate or a longer time never costs the buyer less', () => {
  const ordinary = fc.integer({ min: 10_000, max: 10_000_000 })
  fc.assert(
    fc.property(ordinary, fc.integer({ min: 2, max: 36 }), (amount, count) => {
      const interest = (months: number, of: number) =>
        totalInterest(annuitySchedule(cents(amount), months, rate(of)))
      assert.ok(interest(count, 2_100) >= interest(count, 1_200))
      assert.ok(interest(count, 1_200) >= interest(count - 1, 1_200))
    }),
  )
})
