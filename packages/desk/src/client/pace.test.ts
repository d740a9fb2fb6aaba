// How often answers are read again while events come.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPace } from './pace.ts'

/** When each of some wishes is granted, every one at the first time it may be. */
function grantedAt(wishes: readonly number[], pace = createPace(2_000, 4)): number[] {
  return wishes.map((wished) => {
    const at = wished + pace.waitAt(wished)
    pace.done(at)
    return at
  })
}

test('after a quiet time the first four come at once, then one in two seconds', () => {
  assert.deepEqual(grantedAt([0, 0, 0, 0, 0, 2_100]), [0, 0, 0, 0, 2_000, 4_000])
  assert.deepEqual(grantedAt([0, 1_000, 2_000, 3_000, 4_000]), [0, 1_000, 2_000, 3_000, 4_000])
})

test('whatever comes, there are never more than four beyond one in two seconds', () => {
  const often = Array.from({ length: 600 }, (_, index) => index * 100)
  const granted: number[] = []
  const pace = createPace(2_000, 4)
  for (const now of often) {
    if (pace.waitAt(now) > 0) continue
    pace.done(now)
    granted.push(now)
  }
  assert.equal(granted.length, 4 + 29)
})

test('the reserve is there again after the quiet time, and is no larger after a day', () => {
  const day = 86_400_000
  assert.deepEqual(grantedAt([0, 0, 0, 0, day, day, day, day, day]).slice(4), [
    ...Array(4).fill(day),
    day + 2_000,
  ])
})
