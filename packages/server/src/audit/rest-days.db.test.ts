// The auditor's days of rest are those of the calendar, each Good Friday alone among its Fridays.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownDatabase } from '../../../../test/fixtures/test-database.ts'
import { addDays, day } from '../platform/time/calendar.ts'
import { isWorkingDay } from '../platform/time/public-holidays.ts'
import { isRestDay } from './rest-days.ts'

const place = ownDatabase()

test('every day from 2020 to 2099', async () => {
  const rows = await place.database.query<{ at: string }>(
    `SELECT d.at::text AS at FROM (SELECT generate_series(date '2020-01-01', date '2099-12-31',
       interval '1 day')::date AS at) d WHERE ${isRestDay('d.at')} ORDER BY d.at`,
    [],
  )
  const expected: string[] = []
  for (let at = day('2020-01-01'); at <= '2099-12-31'; at = addDays(at, 1)) {
    if (!isWorkingDay(at)) expected.push(at)
  }
  assert.deepEqual(
    rows.map(({ at }) => at),
    expected,
  )
})
