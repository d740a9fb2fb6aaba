import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import type { Peers } from './peers.ts'
import { sharedLimiter } from './shared-limiter.ts'

const PER_SECOND = 100
const BURST = 200
const SECONDS = 20

/** Processes in a time of their own; a signal reaches the others a little later. */
function cluster(size: number, { delayMs = 20 } = {}) {
  let now = 0
  const post: { at: number; from: number; text: string }[] = []
  const ears: ((text: string) => void)[] = []
  const limiters = Array.from({ length: size }, (_, from) => {
    const peers: Pick<Peers, 'publish' | 'hear'> = {
      publish: (_topic, text) => void post.push({ at: now + delayMs, from, text }),
      hear: (_topic, listener) => void ears.push(listener),
    }
    const clock = { now: () => new Date(now) }
    const limit = { perSecond: PER_SECOND, burst: BURST }
    return sharedLimiter(createRateLimiter(limit, clock, 'store'), peers)
  })
  const advance = (ms: number) => {
    now += ms
    while (post[0] !== undefined && post[0].at <= now) {
      const { from, text } = post.shift() ?? assert.fail()
      for (const [index, ear] of ears.entries()) if (index !== from) ear(text)
    }
  }
  return { limiters, ears, advance }
}

for (const size of [1, 2, 5]) {
  test(`${size} processes let through what one would`, (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { limiters, advance } = cluster(size)
    let allowed = 0
    for (let ms = 0; ms < SECONDS * 1_000; ms++) {
      // Twice the rate, at each of them.
      if (ms % 5 === 0) {
        for (const limiter of limiters) {
          if (limiter.take('store-1').refused === undefined) allowed++
        }
      }
      t.mock.timers.tick(1)
      advance(1)
    }
    const agreed = BURST + PER_SECOND * SECONDS
    assert.ok(Math.abs(allowed - agreed) <= agreed * 0.1, `${allowed} instead of ${agreed}`)
  })
}

test('a store of one process has its whole limit, and no other waits for it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { limiters, advance } = cluster(2)
  const [one, other] = limiters
  for (let count = 0; count < BURST; count++) {
    assert.equal(one?.take('store-1').refused, undefined)
  }
  t.mock.timers.tick(100)
  advance(100)
  assert.equal(other?.take('store-2').refused, undefined)
  assert.equal(other?.take('store-2').headers.ratelimit, '"store";r=198;t=1')
})

test('a debt ends: a report of a million requests costs seconds, not hours', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { limiters, ears, advance } = cluster(1)
  ears[0]?.(JSON.stringify([1, ['store-1', 1_000_000]]))
  assert.notEqual(limiters[0]?.take('store-1').refused, undefined)
  advance(2_100)
  assert.equal(limiters[0]?.take('store-1').refused, undefined)
})

test('a report that no process of this version sends is ignored', () => {
  const { limiters, ears } = cluster(1)
  const texts = [
    '',
    '{',
    'null',
    '[1, 2]',
    '[1, ["store-1", -5]]',
    '[1, ["store-1", 1e9]]',
    '{"a":1}',
  ]
  for (const text of texts) ears[0]?.(text)
  assert.equal(limiters[0]?.take('store-1').headers.ratelimit, '"store";r=199;t=1')
})
