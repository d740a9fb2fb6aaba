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

/** So many lives may pass before a mistake is met. */
const LIVES_MAX = 40
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

for (const [name, alter] of Object.entries(plants)) {
  test(`the simulation notices that ${name}`, async () => {
    const failure = await firstFailure(alter)
    assert.ok(failure instanceof LifeFailed, `${LIVES_MAX} lives have not met it`)
  })
}

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
