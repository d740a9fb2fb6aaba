import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  addMonths,
  day,
  dayOf,
  daysBetween,
  instantOf,
  laterOf,
  nextWorkingDay,
} from './calendar.ts'

const MADRID = 'Europe/Madrid'
const january31 = day('2027-01-31')

test('a month later is the same day, or the last one of a month that lacks it', () => {
  const months = [1, 2, 3, 12, 13, -1, -2].map((count) => addMonths(january31, count))
  assert.deepEqual(months, [
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2028-01-31',
    '2028-02-29',
    '2026-12-31',
    '2026-11-30',
  ])
  assert.equal(addMonths(day('2024-02-29'), 12), '2025-02-28')
  assert.equal(addMonths(day('2024-02-29'), 48), '2028-02-29')
  assert.equal(addMonths(day('2026-01-15'), 0), '2026-01-15')
})

test('days are counted by the calendar, whatever a clock change does to the hours', () => {
  assert.equal(daysBetween(day('2026-03-28'), day('2026-03-30')), 2)
  assert.equal(daysBetween(day('2024-02-28'), day('2024-03-01')), 2)
  assert.equal(daysBetween(day('2026-03-01'), day('2026-02-28')), -1)
  assert.equal(addDays(day('2026-10-24'), 2), '2026-10-26')
  const anyDay = fc.integer({ min: -200_000, max: 200_000 }).map((days) => addDays(january31, days))
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -5_000, max: 5_000 }), (from, days) => {
      assert.equal(daysBetween(from, addDays(from, days)), days)
      assert.equal(laterOf(from, addDays(from, days)), days > 0 ? addDays(from, days) : from)
    }),
  )
})

test('a day begins where the store is', () => {
  assert.equal(instantOf(day('2026-07-01'), 0, MADRID).toISOString(), '2026-06-30T22:00:00.000Z')
  assert.equal(instantOf(day('2026-12-01'), 8, MADRID).toISOString(), '2026-12-01T07:00:00.000Z')
  // In Beirut the clock jumps over midnight: the day begins at one.
  const beirut = instantOf(day('2022-03-27'), 0, 'Asia/Beirut')
  assert.equal(beirut.toISOString(), '2022-03-26T22:00:00.000Z')
  assert.equal(instantOf(day('2026-03-29'), 2, MADRID).toISOString(), '2026-03-29T01:00:00.000Z')
  assert.equal(dayOf(new Date('2026-06-30T22:00:00Z'), MADRID), '2026-07-01')
  assert.equal(dayOf(new Date('2026-06-30T21:59:59Z'), MADRID), '2026-06-30')
})

test('the next working day is never a Saturday or Sunday', () => {
  const after = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']
  assert.deepEqual(
    after.map((text) => nextWorkingDay(day(text))),
    ['2026-11-20', '2026-11-23', '2026-11-23', '2026-11-23', '2026-11-24'],
  )
})

for (const text of ['2026-02-29', '2026-13-01', '2026-1-01', '26-01-01', '2026-01-00', '', 'x']) {
  test(`${text || 'nothing'} is not a date`, () => {
    assert.throws(() => day(text), RangeError)
  })
}
