import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextPayoutAt } from './calendar.ts'
import { type PayoutSchedule, patchedSchedule, scheduleFaults } from './schedule.ts'

const daily: PayoutSchedule = { interval: 'daily', weekday: null, day: null }
const weekly = (weekday: PayoutSchedule['weekday']): PayoutSchedule => ({
  ...daily,
  interval: 'weekly',
  weekday,
})
const monthly = (day: number): PayoutSchedule => ({ ...daily, interval: 'monthly', day })
const MADRID = 'Europe/Madrid'

type Case = readonly [schedule: PayoutSchedule, zone: string, after: string, next: string]
const cases: readonly Case[] = [
  // 21 November 2026 is a Saturday.
  [daily, MADRID, '2026-11-21T10:00:00Z', '2026-11-21T23:00:00Z'],
  [daily, MADRID, '2026-11-21T22:59:59.999Z', '2026-11-21T23:00:00Z'],
  [daily, MADRID, '2026-11-21T23:00:00Z', '2026-11-22T23:00:00Z'],
  [weekly('monday'), MADRID, '2026-11-21T10:00:00Z', '2026-11-22T23:00:00Z'],
  [weekly('saturday'), MADRID, '2026-11-21T10:00:00Z', '2026-11-27T23:00:00Z'],
  [weekly('sunday'), MADRID, '2026-11-21T10:00:00Z', '2026-11-21T23:00:00Z'],
  [weekly('monday'), MADRID, '2026-11-22T23:00:00Z', '2026-11-29T23:00:00Z'],
  // A change of the clocks lies between.
  [weekly('monday'), MADRID, '2026-10-20T00:00:00Z', '2026-10-25T23:00:00Z'],
  [weekly('sunday'), MADRID, '2026-10-20T00:00:00Z', '2026-10-24T22:00:00Z'],
  [daily, MADRID, '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  // There midnight is skipped: the day begins at one o’clock.
  [daily, 'America/Havana', '2026-03-07T12:00:00Z', '2026-03-08T05:00:00Z'],
  [daily, 'America/Santiago', '2026-09-05T12:00:00Z', '2026-09-06T04:00:00Z'],
  // There midnight comes twice: the first one counts.
  [daily, 'America/Havana', '2026-10-31T12:00:00Z', '2026-11-01T04:00:00Z'],
  [daily, 'America/Havana', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
  [monthly(1), MADRID, '2026-11-21T10:00:00Z', '2026-11-30T23:00:00Z'],
  [monthly(21), MADRID, '2026-11-21T10:00:00Z', '2026-12-20T23:00:00Z'],
  [monthly(31), MADRID, '2027-01-31T12:00:00Z', '2027-02-27T23:00:00Z'],
  [monthly(31), MADRID, '2028-02-01T12:00:00Z', '2028-02-28T23:00:00Z'],
  [monthly(30), MADRID, '2027-02-27T23:00:00Z', '2027-03-29T22:00:00Z'],
  [monthly(31), MADRID, '2026-12-31T12:00:00Z', '2027-01-30T23:00:00Z'],
  [monthly(29), 'Pacific/Kiritimati', '2027-02-01T12:00:00Z', '2027-02-27T10:00:00Z'],
]
for (const [schedule, zone, after, next] of cases) {
  const { interval, weekday, day } = schedule
  test(`${interval} ${weekday ?? day ?? ''} in ${zone} after ${after}: ${next}`, () => {
    assert.equal(
      nextPayoutAt(schedule, zone, new Date(after))?.toISOString(),
      next.replace(/(:00)Z/, '$1.000Z'),
    )
  })
}

test('by hand has no moment', () => {
  const manual: PayoutSchedule = { ...daily, interval: 'manual' }
  assert.equal(nextPayoutAt(manual, MADRID, new Date('2026-11-21T10:00:00Z')), null)
})

const zones = fc.constantFrom(MADRID, 'America/Havana', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC')
const moments = fc.integer({ min: 0, max: 4_000_000_000 }).map((each) => new Date(each * 1_000))
const schedules = fc.oneof(
  fc.constant(daily),
  fc.constantFrom(weekly('monday'), weekly('thursday'), weekly('sunday')),
  fc.integer({ min: 1, max: 31 }).map(monthly),
)
const clockOf = (zone: string, at: Date) => {
  const options = { timeZone: zone, hourCycle: 'h23', day: 'numeric', hour: 'numeric' } as const
  const parts = new Intl.DateTimeFormat('en', { ...options, weekday: 'long' }).formatToParts(at)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { weekday: of('weekday').toLowerCase(), day: Number(of('day')), hour: Number(of('hour')) }
}

test('the next moment is later, begins its day, and none is left out between', () => {
  fc.assert(
    fc.property(schedules, zones, moments, (schedule, zone, after) => {
      const next = nextPayoutAt(schedule, zone, after)
      assert.ok(next !== null && next > after)
      const { weekday, day, hour } = clockOf(zone, next)
      const before = clockOf(zone, new Date(next.getTime() - 1))
      assert.ok(before.day !== day && hour <= 1, `${zone} ${next.toISOString()}`)
      if (schedule.weekday !== null) assert.equal(weekday, schedule.weekday)
      if (schedule.day !== null && day !== schedule.day) {
        const tomorrow = clockOf(zone, new Date(next.getTime() + 26 * 3_600_000))
        assert.ok(day < schedule.day && tomorrow.day === 1)
      }
      const days = { daily: 2, weekly: 8, monthly: 32, manual: 0 }[schedule.interval]
      assert.ok(next.getTime() - after.getTime() <= days * 86_400_000 + 3_600_000)
      const earlier = new Date(Math.max(after.getTime(), next.getTime() - 1))
      assert.deepEqual(nextPayoutAt(schedule, zone, earlier), next)
    }),
    { numRuns: 2_000 },
  )
})

test('a schedule has what belongs to its interval, by default the first of it', () => {
  const patched = (patch: Parameters<typeof patchedSchedule>[1]) => patchedSchedule(daily, patch)
  assert.deepEqual(patched({ interval: 'weekly' }), weekly('monday'))
  assert.deepEqual(patched({ interval: 'weekly', weekday: 'friday' }), weekly('friday'))
  assert.deepEqual(patched({ interval: 'monthly' }), monthly(1))
  assert.deepEqual(patched({ interval: 'monthly', day: 31 }), monthly(31))
  assert.deepEqual(patched({ interval: 'daily' }), daily)
  assert.deepEqual(patchedSchedule(monthly(31), { day: 5 }), monthly(5))
  const paths = (patch: Parameters<typeof patchedSchedule>[1]) =>
    scheduleFaults(patch, patched(patch)).map(([path]) => path)
  assert.deepEqual(paths({ interval: 'daily', weekday: 'monday', day: 1 }), ['weekday', 'day'])
  assert.deepEqual(paths({ interval: 'weekly', weekday: 'monday', day: 1 }), ['day'])
  assert.deepEqual(paths({ interval: 'monthly', weekday: 'monday', day: 1 }), ['weekday'])
  assert.deepEqual(paths({ interval: 'weekly', weekday: 'monday', day: null }), [])
  assert.deepEqual(paths({ interval: 'manual' }), [])
})
