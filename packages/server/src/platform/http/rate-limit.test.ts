import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createBuckets } from './rate-limit.ts'

/** A clock that the test moves. */
function clockAt(start: number) {
  let now = start
  return {
    now: () => new Date(now),
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('a burst goes through immediately, then as many as are earned', () => {
  const clock = clockAt(0)
  const { take } = createBuckets({ perSecond: 100, burst: 200 }, clock)
  const allowed = (count: number) =>
    Array.from({ length: count }, () => take('a')).filter((taken) => taken.allowed).length
  assert.equal(allowed(1_000), 200)
  clock.pass(10)
  assert.equal(allowed(10), 1)
  clock.pass(1_000)
  assert.equal(allowed(1_000), 100)
  clock.pass(60_000)
  assert.equal(allowed(1_000), 200)
})

test('an answer shows what remains and when the limit is fully restored', () => {
  const clock = clockAt(0)
  const { take } = createBuckets({ perSecond: 10, burst: 20 }, clock)
  assert.deepEqual(take('a'), { allowed: true, remaining: 19, fullInSeconds: 1 })
  for (let request = 2; request < 20; request++) take('a')
  assert.deepEqual(take('a'), { allowed: true, remaining: 0, fullInSeconds: 2 })
  assert.deepEqual(take('a'), { allowed: false, remaining: 0, fullInSeconds: 2 })
})

test('a look takes nothing', () => {
  const { take, look } = createBuckets({ perSecond: 1, burst: 1 }, clockAt(0))
  assert.equal(look('a').allowed && look('a').allowed, true)
  assert.equal(take('a').allowed, true)
  assert.equal(look('a').allowed, false)
})

test('forgets only the least recently used of too many buckets', () => {
  const { take, look } = createBuckets({ perSecond: 1, burst: 1 }, clockAt(0), 3)
  for (const key of ['a', 'b', 'c', 'a', 'd']) take(key)
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => look(key).allowed),
    [false, true, false, false],
  )
})

test('keys do not share a bucket', () => {
  const { take } = createBuckets({ perSecond: 1, burst: 1 }, clockAt(0))
  assert.equal(take('a').allowed, true)
  assert.equal(take('a').allowed, false)
  assert.equal(take('b').allowed, true)
})

test('a clock that is set back locks nobody out for longer than a burst', () => {
  const clock = clockAt(3_600_000)
  const { take } = createBuckets({ perSecond: 10, burst: 10 }, clock)
  for (let request = 0; request < 10; request++) take('a')
  clock.pass(-3_600_000)
  assert.equal(take('a').allowed, false)
  clock.pass(1_000)
  assert.equal(take('a').allowed, true)
})

test('over any stretch of time no more goes through than the burst and what was earned', () => {
  const steps = fc.array(fc.nat({ max: 500 }), { minLength: 1, maxLength: 200 })
  const rates = fc.integer({ min: 1, max: 300 })
  fc.assert(
    fc.property(steps, rates, fc.integer({ min: 1, max: 50 }), (pauses, perSecond, burst) => {
      const clock = clockAt(0)
      const { take } = createBuckets({ perSecond, burst }, clock)
      let passed = 0
      let allowed = 0
      for (const pause of pauses) {
        clock.pass(pause)
        passed += pause
        for (let request = 0; request < 5; request++) {
          if (take('a').allowed) allowed++
        }
        assert.ok(allowed <= burst + (passed * perSecond) / 1_000 + 0.001)
      }
    }),
  )
})
