import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, addMonths, day, daysBetween } from '../../platform/time/calendar.ts'
import { type Period, yearsBetween } from './day-count.ts'
import { compare, fraction, numberOf, parseFractions, textOf } from './fractions.ts'

type Row = readonly [from: string, to: string, years: string]

/** The guidelines of the Commission, annex 1, 4.1.1, and what other software makes of them. */
const months: readonly Row[] = [
  ['2012-01-12', '2012-02-15', '1/12+3/365'],
  ['2012-01-12', '2012-03-15', '2/12+3/365'],
  ['2012-01-12', '2012-04-15', '3/12+3/365'],
  ['2013-01-12', '2013-02-15', '1/12+3/366'],
  ['2013-01-12', '2013-03-15', '2/12+3/366'],
  ['2013-01-12', '2013-04-15', '3/12+3/366'],
  ['2013-02-25', '2013-03-28', '1/12+3/366'],
  ['2013-02-26', '2013-03-29', '1/12+2/366'],
  ['2012-02-26', '2012-03-29', '1/12+3/366'],
  ['2012-02-26', '2012-02-26', '0'],
  ['2019-01-12', '2020-01-12', '1'],
  ['2026-11-21', '2026-12-06', '15/365'],
  ['2024-02-28', '2025-02-27', '11/12+28/366'],
  // Two ends of months are whole months apart.
  ['2013-01-31', '2013-02-28', '1/12'],
  ['2013-02-28', '2013-03-31', '1/12'],
  ['2024-12-31', '2025-02-28', '2/12'],
  ['2024-02-29', '2025-03-31', '13/12'],
  ['2013-01-31', '2013-04-30', '3/12'],
  ['2013-04-30', '2013-05-31', '1/12'],
  ['2024-02-29', '2025-02-28', '1'],
  ['2023-02-28', '2024-02-29', '1'],
  ['2023-02-28', '2024-02-28', '1'],
  // A day that February lacks is its last one, also for a payment of each 30th.
  ['2026-01-30', '2026-02-28', '1/12'],
  ['2026-01-30', '2026-03-30', '2/12'],
  ['2026-01-30', '2026-03-01', '1/12+2/365'],
]
const weeks: readonly Row[] = [
  ['2012-01-12', '2012-01-26', '2/52'],
  ['2012-01-12', '2013-01-10', '1'],
  ['2012-01-12', '2012-01-30', '2/52+4/365'],
  ['2012-01-12', '2013-01-12', '1+2/365'],
]
const years: readonly Row[] = [
  ['2019-01-12', '2020-01-12', '1'],
  ['2012-01-12', '2012-02-15', '34/365'],
  ['2019-02-28', '2020-02-29', '1'],
  ['2020-02-28', '2021-02-28', '1'],
  ['2020-02-29', '2021-02-28', '1'],
]
const days: readonly Row[] = [
  ['2011-01-01', '2012-06-30', '546/366'],
  ['2013-01-01', '2014-07-01', '546/365'],
]

const tables: readonly (readonly [Period, readonly Row[]])[] = [
  ['month', months],
  ['week', weeks],
  ['year', years],
  ['day', days],
]
for (const [period, rows] of tables) {
  for (const [from, to, expected] of rows) {
    test(`by the ${period}, from ${from} to ${to} it is ${expected} years`, () => {
      const exact = parseFractions(expected, 30)
      assert.ok(exact !== undefined)
      assert.equal(textOf(yearsBetween(day(from), day(to), period)), textOf(exact))
      const back = textOf({ ...exact, numerator: -exact.numerator })
      assert.equal(textOf(yearsBetween(day(to), day(from), period)), back)
    })
  }
}

const anyDay = fc.integer({ min: 0, max: 60_000 }).map((count) => addDays(day('1990-01-01'), count))
const anyPeriod = fc.constantFrom<Period>('month', 'week', 'year')

test('a later day is a later time, and never far from the days over 365', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 20_000 }), anyPeriod, (from, count, period) => {
      const to = addDays(from, count)
      const time = yearsBetween(from, to, period)
      const next = yearsBetween(from, addDays(to, 1), period)
      // Where a short month ends, several days are the same whole months away; days over 366 and
      // 365 differ by less than a day.
      assert.ok(
        compare(next, time) >= 0 || numberOf(time) - numberOf(next) < 0.003,
        `${from} ${to}`,
      )
      const plain = daysBetween(from, to) / 365.25
      assert.ok(Math.abs(numberOf(time) - plain) < 0.01 + plain * 0.005)
    }),
    { numRuns: 2000 },
  )
})

test('a series of monthly payments is whole months apart from its start', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 720 }), (start, count) => {
      const exact = fraction(BigInt(count), 12n)
      assert.deepEqual(yearsBetween(start, addMonths(start, count), 'month'), exact)
    }),
  )
})
