/** Injected mistakes are detected: a simulation that detects nothing proves nothing. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '../../packages/server/src/platform/database/database.ts'
import { openTestDatabase, type TestDatabase } from '../../test/fixtures/test-database.ts'
import { altering, faults } from './injected-faults.ts'
import { failureOf, LifeFailed, type Living, live } from './live.ts'
import { shrink } from './shrink.ts'
import type { Lived } from './worker.ts'

/** The number of runs within which a mistake must be detected. */
const LIVES_MAX = 200
const MONTHS = 10

let place: TestDatabase

before(async () => {
  place = await openTestDatabase({ planted: true })
})
after(() => place.stop())

/** Each of the two rounds tests one half. */
const half = process.env.TEST_DATABASE === 'postgres' ? 1 : 0

for (const [index, [name, alter]] of Object.entries(faults).entries()) {
  if (index % 2 !== half) continue
  test(`the simulation notices that ${name}`, async () => {
    // A database can run each seed once.
    await firstFailure(altering(place.database, alter), index * LIVES_MAX + 1)
  })
}

async function firstFailure(database: Database, from: number): Promise<LifeFailed> {
  for (let seed = from; seed < from + LIVES_MAX; seed++) {
    try {
      await live(database, { seed, months: MONTHS })
    } catch (error) {
      assert.ok(error instanceof LifeFailed, String(error))
      return error
    }
  }
  return assert.fail(`${LIVES_MAX} lives have not met it`)
}

// Each attempt needs a database of its own; creating an embedded one takes seconds.
if (process.env.TEST_DATABASE === 'postgres') {
  test('a failing life is shrunk to the steps that it takes', async () => {
    const alter = faults['a void is not written down']
    assert.ok(alter !== undefined)
    const attempt = async (living: Living): Promise<Lived> => {
      const own = await openTestDatabase({ planted: true })
      try {
        return { seed: living.seed, life: await live(altering(own.database, alter), living) }
      } catch (error) {
        return { seed: living.seed, failure: failureOf(error) }
      } finally {
        await own.stop()
      }
    }
    const { seed, step } = await firstFailure(altering(place.database, alter), 100_000)
    const living = { seed, months: MONTHS }
    const without = await shrink({ living, attempt }, step)
    assert.ok(without.size >= step - 4, `${without.size} of ${step} steps are left out`)
    assert.ok((await attempt({ ...living, without })).failure !== undefined)
  })
}
