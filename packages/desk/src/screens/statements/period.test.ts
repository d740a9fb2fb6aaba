import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthUntil } from './period.ts'

for (const [moment, timeZone, from, to] of [
  ['2026-11-26T22:59:59Z', 'Europe/Madrid', '2026-11-01', '2026-11-26'],
  ['2026-11-26T23:00:00Z', 'Europe/Madrid', '2026-11-01', '2026-11-27'],
  ['2026-11-30T23:30:00Z', 'Europe/Madrid', '2026-12-01', '2026-12-01'],
  ['2026-06-30T22:00:00Z', 'Europe/Madrid', '2026-07-01', '2026-07-01'],
  ['2027-01-01T05:59:59Z', 'America/Mexico_City', '2026-12-01', '2026-12-31'],
  ['2026-11-30T23:30:00Z', 'UTC', '2026-11-01', '2026-11-30'],
] as const) {
  test(`at ${moment} it is ${to} in ${timeZone}`, () => {
    assert.deepEqual(monthUntil(Date.parse(moment), timeZone), { from, to })
  })
}
