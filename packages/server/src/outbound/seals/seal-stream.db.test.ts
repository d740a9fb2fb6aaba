// Every event belongs to exactly one seal, no matter who seals it and what happens meanwhile.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { asReal } from '../../../../../test/fixtures/test-clocks.ts'
import { type TestPlace, testPlace } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { placeEvents } from '../placing/place-events.ts'
import { SEAL_EVERY_MS, SEALED_AT_ONCE } from './rules.ts'
import { sealStream } from './seal-stream.ts'
import { createSealing } from './sealing.ts'
import { listStreamsToSeal } from './store.ts'

let place: TestPlace
let database: Database
const opened: Database[] = []

/** As another process has it: connections and queues of its own. */
async function open(): Promise<Database> {
  const made = await openDatabase({
    databaseUrl: place.databaseUrl,
    folder: join(place.folder, 'database'),
    fraction: Math.random,
    print: () => {},
  })
  opened.push(made)
  return made
}

before(async () => {
  place = await testPlace()
  database = await open()
})
after(async () => {
  for (const each of opened) await each.close()
  await place.remove()
})

const keyOf = ({ caller }: Scenario) => ({ storeId: caller.store.id, sandbox: caller.sandbox })

let minutes = 0
/** A minute after the previous call. */
const minuteClock = { now: () => new Date(Date.now() + ++minutes * SEAL_EVERY_MS) }

async function seal(scenario: Scenario, through: Database = database): Promise<number> {
  return sealStream({ writer: through, clock: minuteClock }, keyOf(scenario))
}

type Range = readonly [first: number, last: number]

async function sealedRanges(scenario: Scenario): Promise<Range[]> {
  const rows = await database.query<AnyRow>(
    `SELECT first_position, last_position FROM seals WHERE store_id = $1 ORDER BY number`,
    [scenario.caller.store.id],
  )
  return rows.map((row) => [row.first_position, row.last_position])
}

const placed = async (scenario: Scenario, through: Database = database) =>
  placeEvents({ ...scenario.writing, database: through }, keyOf(scenario))

test('a seal covers what was placed since the last one, and no more', async () => {
  const scenario = await createScenario(database)
  assert.equal(await seal(scenario), 0)
  const order = await scenario.confirmed(10_000)
  assert.equal(await seal(scenario), 0)
  const first = await placed(scenario)
  assert.equal(await seal(scenario), first)
  await scenario.capture(order, 100)
  assert.equal(await placed(scenario), 1)
  assert.equal(await seal(scenario), 1)
  assert.equal(await seal(scenario), 0)
  assert.deepEqual(await sealedRanges(scenario), [
    [1, first],
    [first + 1, first + 1],
  ])
  assert.deepEqual((await audit(database)).findings, [])
})

test('within a minute nothing is sealed twice, but a full seal is followed directly', async () => {
  const scenario = await createScenario(database)
  const clock = { now: () => new Date('2027-01-01T00:00:00Z') }
  const writeSeal = () => sealStream({ writer: database, clock }, keyOf(scenario))
  const due = async () => {
    const streams = await listStreamsToSeal(database, clock.now(), 1_000)
    return streams.some(({ storeId }) => storeId === scenario.caller.store.id)
  }
  await scenario.checkout(1_000)
  await placed(scenario)
  assert.equal(await due(), true)
  assert.equal(await writeSeal(), 1)
  await scenario.checkout(1_000)
  await placed(scenario)
  assert.deepEqual([await due(), await writeSeal()], [false, 0])
  await copyUnplaced(scenario, SEALED_AT_ONCE + 5)
  while ((await placed(scenario)) > 0);
  assert.equal(await due(), true)
  assert.equal(await writeSeal(), SEALED_AT_ONCE)
  assert.deepEqual([await due(), await writeSeal()], [false, 0])
  assert.equal(await seal(scenario), 6)
})

/** Events of a store that no order has a part in. */
async function copyUnplaced(scenario: Scenario, count: number): Promise<void> {
  await database.query<AnyRow>(
    `WITH action AS (
       INSERT INTO actions
         (id, store_id, at, principal_kind, action, object_kind, object_id, outcome)
       VALUES (md5($1 || $2::int), $1, now(), 'service', 'api_key.report_exposure', 'campaign',
         'key', 'done') RETURNING id)
     INSERT INTO events (store_id, sandbox, id, type, subject, data, created_at, action_id)
     SELECT $1, true, $1 || n, 'api_key.exposed', 'key', '{}', date_trunc('milliseconds', now()),
       a.id
     FROM action a CROSS JOIN generate_series(1, $2::int) n`,
    [scenario.caller.store.id, count],
  )
}

test('the worker seals each stream with something new; one that fails stops no other', async () => {
  const [large, failing] = [await createScenario(database), await createScenario(database)]
  for (const scenario of [large, failing]) await scenario.checkout(1_000)
  await copyUnplaced(large, 2 * SEALED_AT_ONCE)
  for (const scenario of [large, failing]) while ((await placed(scenario)) > 0);
  const events: object[] = []
  const failingId = failing.caller.store.id
  let fails = true
  const broken: Database = {
    ...database,
    transaction: (queue, work) =>
      database.transaction(queue, (tx) =>
        work({
          ...tx,
          query: async (text, values) => {
            if (fails && values[0] === failingId) throw new Error('fails')
            return tx.query(text, values)
          },
        }),
      ),
  }
  let now = minuteClock.now()
  const log = { error: (details: object) => events.push(details) }
  const work = createSealing({ database: broken, clock: asReal({ now: () => now }), log })
  const due = async () => {
    const streams = await listStreamsToSeal(database, now, 1_000)
    return streams.map(({ storeId }) => storeId)
  }
  while ((await work()) > 0);
  assert.deepEqual(await due(), [failingId])
  assert.notEqual(events.length, 0)
  // The rest of the large one is less than a full seal: it waits for its minute.
  assert.equal((await sealedRanges(large)).length, 2)
  fails = false
  assert.equal(await work(), 1)
  assert.equal(await work(), 0)
  now = minuteClock.now()
  assert.equal(await work(), 1)
  assert.deepEqual(await due(), [])
  assert.deepEqual((await audit(database)).findings, [])
})

if (process.env.TEST_DATABASE === 'postgres') {
  /** Does something between the reading of the events to be sealed and the commit. */
  const between = (work: () => Promise<unknown>): Database => ({
    ...database,
    transaction: (queue, inside) =>
      database.transaction(queue, (tx: Transaction) =>
        inside({
          ...tx,
          query: async (text, values) => {
            const rows = await tx.query(text, values)
            if (text.includes('FROM events')) await work()
            return rows
          },
        }),
      ),
  })

  test('events placed between the read and the seal belong to the next seal', async () => {
    const scenario = await createScenario(database)
    const order = await scenario.confirmed(10_000)
    const first = await placed(scenario)
    const meanwhile = between(async () => {
      await scenario.capture(order, 100)
      assert.equal(await placed(scenario), 1)
    })
    assert.equal(await seal(scenario, meanwhile), first)
    assert.equal(await seal(scenario), 1)
    assert.deepEqual(await sealedRanges(scenario), [
      [1, first],
      [first + 1, first + 1],
    ])
    assert.deepEqual((await audit(database)).findings, [])
  })

  test('one of two processes seals, the other finds nothing left', async () => {
    const other = await open()
    for (let round = 0; round < 10; round++) {
      const scenario = await createScenario(database)
      await scenario.confirmed(10_000)
      const count = await placed(scenario)
      const sealed = await Promise.all([
        seal(scenario),
        seal(scenario, other),
        seal(scenario),
        seal(scenario, other),
      ])
      assert.deepEqual(
        sealed.toSorted((a, b) => a - b),
        [0, 0, 0, count],
      )
      assert.deepEqual(await sealedRanges(scenario), [[1, count]])
    }
  })

  test('two processes seal while many write: each event is in one seal', async () => {
    const other = await open()
    const scenario = await createScenario(database)
    const orders = []
    while (orders.length < 6) orders.push(await scenario.confirmed(100_000))
    let writing = true
    const writers = Promise.all(
      orders.map(async (order) => {
        for (let number = 0; number < 15; number++) await scenario.capture(order, 10)
      }),
    ).finally(() => {
      writing = false
    })
    const sealing = [database, other].map(async (through) => {
      for (let last = false; !last; ) {
        last = !writing
        await placed(scenario, through)
        while ((await seal(scenario, through)) > 0);
      }
    })
    await Promise.all([writers, ...sealing])
    const ranges = await sealedRanges(scenario)
    const [written] = await database.query<AnyRow>(
      'SELECT count(*)::int AS count FROM events WHERE store_id = $1',
      [scenario.caller.store.id],
    )
    let end = 0
    for (const [first, last] of ranges) {
      assert.equal(first, end + 1)
      end = last
    }
    assert.equal(end, written?.count)
    assert.ok(ranges.length > 1)
    assert.deepEqual((await audit(database)).findings, [])
  })
}

test('the database refuses to change or to delete a seal', async () => {
  const scenario = await createScenario(database)
  await scenario.checkout(1_000)
  await placed(scenario)
  await seal(scenario)
  for (const statement of ["UPDATE seals SET hash = ''", 'DELETE FROM seals', 'TRUNCATE seals']) {
    await assert.rejects(database.query<AnyRow>(statement, []), /never changed/, statement)
  }
})
