// How often answers are read again while events come.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPace } from './pace.ts'

const GAPS = { leastMs: 2_000, mostMs: 60_000, atOnce: 4 }

/** When each of some wishes is granted, every one at the first time it may be. */
function grantedAt(wishes: readonly number[], pace = createPace(GAPS)): number[] {
  return wishes.map((wished) => {
    pace.wish(wished)
    const at = wished + pace.waitAt(wished)
    pace.done(at)
    return at
  })
}

/** When it is done if there is a reason for it at each tenth of a second. */
function steadily(untilMs: number): number[] {
  const granted: number[] = []
  const pace = createPace(GAPS)
  for (let now = 0; now < untilMs; now += 100) {
    pace.wish(now)
    if (pace.waitAt(now) > 0) continue
    pace.done(now)
    granted.push(now)
  }
  return granted
}

test('after a quiet time the first four come at once, the fifth two seconds later', () => {
  assert.deepEqual(grantedAt([0, 0, 0, 0, 0]), [0, 0, 0, 0, 2_000])
  assert.deepEqual(grantedAt([0, 1_000, 2_000, 3_000, 4_000]), [0, 1_000, 2_000, 3_000, 4_000])
})

test('if reasons keep coming, the gaps grow to a minute', () => {
  const granted = steadily(600_000)
  const gaps = granted.slice(1).map((at, index) => at - (granted[index] ?? 0))
  assert.ok(granted.length <= 35, `${granted.length} times in ten minutes`)
  assert.equal(Math.max(...gaps), 60_000)
  assert.deepEqual(gaps.slice(-5), Array(5).fill(60_000))
  const later = granted.findLastIndex((at) => at < 10_000)
  assert.ok(later >= 8, `${later} times in the first ten seconds`)
})

test('after half a minute without a reason it is as at first', () => {
  const pace = createPace(GAPS)
  const busy = Array.from({ length: 600 }, (_, index) => index * 100)
  for (const now of busy) {
    pace.wish(now)
    if (pace.waitAt(now) === 0) pace.done(now)
  }
  const quiet = 60_000 + 30_001
  assert.deepEqual(grantedAt([quiet], pace), [quiet])
  const day = 86_400_000
  assert.deepEqual(grantedAt([day, day, day, day, day], pace), [...Array(4).fill(day), day + 2_000])
})

test('a clock that is set back makes nobody wait for longer than a minute', () => {
  const pace = createPace(GAPS)
  grantedAt([86_400_000, 86_400_000, 86_400_000, 86_400_000], pace)
  pace.wish(0)
  assert.equal(pace.waitAt(0), 60_000)
})
