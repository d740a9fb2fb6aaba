/** Planted mistakes are found: a simulation that finds nothing proves nothing. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../packages/server/src/testing/test-database.ts'
import { tablesOf } from './fingerprint.ts'
import { LifeFailed, live } from './live.ts'
import { createMemory } from './memory/memory-database.ts'
import { rulesOf, type SchemaRules } from './memory/rules-of-tables.ts'
import { readSchema } from './memory/schema.ts'
import { plants } from './plants.ts'
import { shrink } from './shrink.ts'

/** So many lives may pass before a mistake is met. */
const LIVES_MAX = 200
const MONTHS = 8

let place: TestDatabase
let rules: SchemaRules
let tables: readonly string[]

before(async () => {
  place = await openTestDatabase()
  const schema = await readSchema(place.database)
  rules = rulesOf(schema)
  tables = tablesOf(schema)
})
after(() => place.stop())

/** All of them in memory: each of the two rounds tries one half. */
const half = process.env.TEST_DATABASE === 'postgres' ? 1 : 0

for (const [name, alter] of Object.entries(plants).filter((_, index) => index % 2 === half)) {
  test(`the simulation notices that ${name}`, async () => {
    const failure = await firstFailure(alter)
    assert.ok(failure instanceof LifeFailed, `${LIVES_MAX} lives have not met it`)
  })
}

test('a life that fails is shrunk to the steps that it takes', async () => {
  const alter = plants['a void is not written down']
  assert.ok(alter !== undefined)
  const memory = () => createMemory(rules, alter)
  const failure = await firstFailure(alter)
  assert.ok(failure instanceof LifeFailed)
  const { seed, step } = failure
  const living = { seed, months: MONTHS, tables }
  const without = await shrink({ ...living, memory }, step)
  assert.ok(without.size >= step - 4, `${without.size} of ${step} steps are left out`)
  await assert.rejects(live(memory(), { ...living, without }), LifeFailed)
})

async function firstFailure(alter: (typeof plants)[string]): Promise<unknown> {
  for (let seed = 1; seed <= LIVES_MAX; seed++) {
    try {
      await live(createMemory(rules, alter), { seed, months: MONTHS, tables })
    } catch (error) {
      return error
    }
  }
  return undefined
}
