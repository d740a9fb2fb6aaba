// How often an operation waits for the database: independent statements travel together.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createScenario, newBuyer, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { migratedPlace, type TestPlace } from '../../../../../test/fixtures/test-database.ts'
import { createDatabase } from '../../platform/database/create-database.ts'
import type { Connection, Database, Engine } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openEngine } from '../../platform/database/open-database.ts'
import { acceptCheckout } from './accept-checkout.ts'

let place: TestPlace
let database: Database
let scenario: Scenario
/** The statements sent, one entry per round trip. */
let sent: string[][] = []

before(async () => {
  place = await migratedPlace()
  const { databaseUrl, folder } = place
  const engine = await openEngine({
    databaseUrl,
    folder: join(folder, 'database'),
    print: () => {},
  })
  await migrate(engine, () => {})
  const originals = new WeakMap<Connection, Connection>()
  const watched: Engine = {
    ...engine,
    async connect(msMax) {
      const original = await engine.connect(msMax)
      const batch: Connection['batch'] = (statements) => {
        sent.push(statements.map(({ text }) => text))
        return original.batch(statements)
      }
      const connection: Connection = { ...original, batch }
      originals.set(connection, original)
      return connection
    },
    release: (connection, broken) =>
      engine.release(originals.get(connection) ?? connection, broken),
  }
  database = createDatabase(watched, Math.random)
  scenario = await createScenario(database, { buyer: newBuyer() })
})
after(async () => {
  await database.close()
  await place.remove()
})

test('a checkout is created in two round trips, its name locked before it is sought', async () => {
  sent = []
  await scenario.checkout(10_000)
  assert.equal(sent.length, 2)
  const [name = -1, order] = ['pg_advisory_xact_lock', 'FROM orders o WHERE'].map((text) =>
    sent[0]?.findIndex((each) => each.includes(text)),
  )
  assert.ok(name > 0)
  assert.equal(order, name + 1)
})

test('a signature takes four: the order, the person, what they owe, what is written', async () => {
  const { id: checkoutId } = await scenario.checkout(10_000)
  sent = []
  const input = { checkoutId, wish: {}, buyerOf: () => newBuyer() }
  await acceptCheckout(scenario.writing, scenario.caller, input)
  const has = (text: string) =>
    sent.map((texts) => texts.some((each) => each.includes(text))).indexOf(true)
  assert.deepEqual(
    [
      sent.length,
      ...['FROM orders o  WHERE', 'persons p', 'WITH theirs', 'INTO decisions'].map(has),
    ],
    [4, 0, 1, 2, 3],
  )
})
