import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, day, weekdayOf } from './calendar.ts'
import { easterOf, endOfPeriod, isWorkingDay } from './public-holidays.ts'

test('Easter Sunday, also where the tables make an exception', () => {
  const known = [
    ...['1943-04-25', '1954-04-18', '1981-04-19', '2000-04-23', '2008-03-23', '2019-04-21'],
    ...['2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28', '2038-04-25', '2049-04-18'],
    ...['2076-04-19', '2099-04-12', '2106-04-18', '2199-04-14'],
  ]
  assert.deepEqual(
    known.map((each) => easterOf(Number(each.slice(0, 4)))),
    known,
  )
})

test('Easter is a Sunday between 22 March and 25 April', () => {
  for (let year = 1901; year < 2200; year++) {
    const easter = easterOf(year)
    assert.equal(weekdayOf(easter), 0)
    assert.ok(easter >= `${year}-03-22` && easter <= `${year}-04-25`, easter)
  }
})

const periods: readonly (readonly [what: string, last: string, end: string])[] = [
  ['a working day ends its period itself', '2026-12-09', '2026-12-09'],
  ['Saturday', '2026-12-12', '2026-12-14'],
  ['Sunday, the day of the Constitution', '2026-12-06', '2026-12-07'],
  ['the Immaculate Conception, a Tuesday', '2026-12-08', '2026-12-09'],
  ['Christmas on a Friday: Monday', '2026-12-25', '2026-12-28'],
  ['Good Friday: Monday, for Easter Monday is no national holiday', '2027-03-26', '2027-03-29'],
  ['New Year’s Day on a Friday', '2027-01-01', '2027-01-04'],
  ['a Saturday before a holiday on Monday', '2027-10-30', '2027-11-02'],
]
for (const [what, last, end] of periods) {
  test(`a period that would end on ${last} ends on ${end}: ${what}`, () => {
    assert.equal(endOfPeriod(day(last)), end)
  })
}

test('a period ends within five days after its last day, and on a working day', () => {
  for (let last = day('2026-01-01'); last < '2036-01-01'; last = addDays(last, 1)) {
    const end = endOfPeriod(last)
    assert.ok(end >= last && end <= addDays(last, 5), end)
    assert.ok(isWorkingDay(end))
  }
})
