import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLAIM_MS, createClaims } from './claims.ts'

const now = () => new Date(0)

test('a claim is renewed during the work, before it expires', async ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] })
  const renewed: (readonly [readonly string[], Date])[] = []
  const claims = createClaims<string>(now, async (...renewal) => void renewed.push(renewal))
  const letGo = claims.hold('slow')
  claims.hold('quick')()
  for (let ms = 0; ms < CLAIM_MS; ms += 100) {
    mock.timers.tick(100)
    await Promise.resolve()
  }
  assert.ok(renewed.length >= 2)
  assert.deepEqual(renewed[0], [['slow'], new Date(CLAIM_MS)])
  letGo()
  const before = renewed.length
  mock.timers.tick(10 * CLAIM_MS)
  assert.equal(renewed.length, before)
})

test('a failed renewal is retried, and no two run together', async ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] })
  const renewals: PromiseWithResolvers<void>[] = []
  const claims = createClaims<string>(now, () => {
    const renewal = Promise.withResolvers<void>()
    renewals.push(renewal)
    return renewal.promise
  })
  const letGo = claims.hold('slow')
  mock.timers.tick(CLAIM_MS)
  assert.equal(renewals.length, 1)
  renewals[0]?.reject(new Error('the database is away'))
  await new Promise((resolve) => setImmediate(resolve))
  mock.timers.tick(CLAIM_MS)
  assert.equal(renewals.length, 2)
  letGo()
})
