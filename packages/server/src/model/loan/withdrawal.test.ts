import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day } from '../../platform/time/calendar.ts'
import { lastDayToWithdraw } from './withdrawal.ts'

const cases = [
  { what: 'a Sunday is followed by a Monday', on: '2026-11-22', until: '2026-12-07' },
  { what: 'a holiday by the day after it', on: '2026-11-24', until: '2026-12-09' },
  { what: 'a working day ends it', on: '2026-11-25', until: '2026-12-09' },
  { what: 'over a year’s end', on: '2026-12-18', until: '2027-01-04' },
  { what: 'a leap day is a day', on: '2028-02-16', until: '2028-03-01' },
]
for (const { what, on, until } of cases) {
  test(`fourteen days from ${on} end on ${until}: ${what}`, () => {
    const [earlier, later] = [day('2026-01-02'), day(on)]
    for (const conclusion of [
      { concludedOn: later, receivedOn: later },
      { concludedOn: later, receivedOn: earlier },
      { concludedOn: earlier, receivedOn: later },
    ]) {
      assert.equal(lastDayToWithdraw(conclusion), until)
    }
  })
}
