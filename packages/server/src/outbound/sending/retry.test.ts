import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextAttemptAt, parseRetryAfter } from './retry.ts'

// Dates are in GMT wherever the service runs.
process.env.TZ = 'America/New_York'

const now = new Date('2026-11-21T12:00:00Z')
const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1000)
const HOUR = 3_600
const far = { now, deadline: after(75 * HOUR), random: () => 0 }

test('waits 5 s, 30 s, 2 min, 10 min, 30 min and then hours', () => {
  const waits = [5, 30, 120, 600, 1_800, HOUR, HOUR, HOUR]
  waits.forEach((seconds, index) => {
    assert.deepEqual(nextAttemptAt({ ...far, attempt: index + 1 }), after(seconds))
  })
})

test('comes at most a tenth later by chance', () => {
  const late = nextAttemptAt({ ...far, attempt: 1, random: () => 0.999 })
  assert.ok(late !== undefined && late > after(5) && late <= after(5.5))
})

test('does not come before the time that the receiver named', () => {
  const due = nextAttemptAt({ ...far, attempt: 1, retryAfter: after(90) })
  assert.deepEqual(due, after(90))
  const sooner = nextAttemptAt({ ...far, attempt: 2, retryAfter: after(1) })
  assert.deepEqual(sooner, after(30))
})

test('tries again shortly before the deadline, then never', () => {
  const soon = { ...far, deadline: after(60), attempt: 3 }
  assert.deepEqual(nextAttemptAt(soon), after(40))
  assert.equal(nextAttemptAt({ ...soon, now: after(40) }), undefined)
  assert.equal(nextAttemptAt({ ...soon, deadline: now }), undefined)
})

test('a receiver that names a time past the deadline is tried shortly before it', () => {
  const due = { ...far, deadline: after(60), attempt: 1, retryAfter: after(HOUR) }
  assert.deepEqual(nextAttemptAt(due), after(40))
})

test('tries at most some 80 times within 75 hours, and ends', () => {
  let at = now
  let attempt = 1
  for (; ; attempt++) {
    const next = nextAttemptAt({ ...far, now: at, attempt })
    if (next === undefined) break
    assert.ok(next > at)
    at = next
  }
  assert.ok(attempt > 70 && attempt < 90)
  assert.ok(at < far.deadline)
})

const headers: readonly (readonly [string | undefined, Date | undefined])[] = [
  [undefined, undefined],
  ['120', after(120)],
  [' 0 ', now],
  ['Sat, 21 Nov 2026 12:01:00 GMT', after(60)],
  ['Sat, 21 Nov 2020 12:00:00 GMT', now],
  ['Saturday, 21-Nov-26 12:01:00 GMT', after(60)],
  ['Sat Nov 21 12:01:00 2026', after(60)],
  ['999999999', after(24 * HOUR)],
  ['9'.repeat(400), after(24 * HOUR)],
  ['Sat, 21 Nov 2099 12:00:00 GMT', after(24 * HOUR)],
  ['', undefined],
  ['1.5', undefined],
  ['Monday 1', undefined],
  ['Sat, 21 Nov 2026 12:01:00', undefined],
  ['Sat, 21 Nov 2026 99:01:00 GMT', undefined],
  ['soon', undefined],
  ['-5', undefined],
]
for (const [header, expected] of headers) {
  test(`reads Retry-After "${String(header).slice(0, 40)}"`, () => {
    assert.deepEqual(parseRetryAfter(header, { at: now, real: now }), expected)
  })
  test(`reads it for a store that is a year ahead: "${String(header).slice(0, 40)}"`, () => {
    const ahead = (time: Date) => new Date(time.getTime() + 365 * 24 * HOUR * 1000)
    const at = ahead(now)
    const read = parseRetryAfter(header, { at, real: now })
    assert.deepEqual(read, expected && ahead(expected))
  })
}
