// What the rest of the service relies on, the same on both databases.
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { type AnyRow, anyRowSet } from '../../../../../test/fixtures/any-row.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { unacted } from '../../../../../test/fixtures/unacted.ts'
import { Refused } from '../refusal.ts'
import type { Reader, Transaction, WriteOptions } from './database.ts'
import { StatementFailed } from './failure.ts'
import { NotFree } from './shared.ts'

const place = ownDatabase()

before(async () => {
  await place.database.query<AnyRow>(
    'CREATE TABLE notes (id integer PRIMARY KEY, text text, data jsonb, at timestamptz, ok bool)',
    [],
  )
})
beforeEach(() => place.database.query<AnyRow>('DELETE FROM notes', []))

const note = (id: number, text = 'text') => anyRowSet({ table: 'notes', rows: [{ id, text }] })
const texts = async () => {
  const rows = await place.database.query<AnyRow>('SELECT text FROM notes ORDER BY id', [])
  return rows.map(({ text }) => text)
}

test('gives values back as they were stored', async () => {
  const at = new Date('2026-11-21T05:32:21.123Z')
  const data = { list: [1, 'é', null], nested: { ok: true } }
  await place.database.transaction(null, async (tx) =>
    tx.commit(
      undefined,
      unacted(anyRowSet({ table: 'notes', rows: [{ id: 1, text: "it's", data, at, ok: false }] })),
    ),
  )
  const [row] = await place.database.query<AnyRow>('SELECT * FROM notes', [])
  assert.deepEqual(row, { id: 1, text: "it's", data, at, ok: false })
})

test('reads big numbers exactly and refuses those beyond the safe range', async () => {
  const [row] = await place.database.query<AnyRow>('SELECT $1::bigint AS number', [
    Number.MAX_SAFE_INTEGER,
  ])
  assert.equal(row?.number, Number.MAX_SAFE_INTEGER)
  await assert.rejects(
    place.database.query<AnyRow>('SELECT 9007199254740993::bigint AS number', []),
    /beyond the safe range/,
  )
  assert.deepEqual(await place.database.query<AnyRow>('SELECT 1 AS one', []), [{ one: 1 }])
})

test('passes lists of texts', async () => {
  const wanted = ['a', 'b"', 'c\\', '', 'd,e', '{}', 'NULL']
  const [row] = await place.database.query<AnyRow>('SELECT to_jsonb($1::text[]) AS list', [wanted])
  assert.deepEqual(row?.list, wanted)
})

test('writes everything of a transaction together', async () => {
  const outcome = await place.database.transaction('queue', async (tx) => {
    await tx.query<AnyRow>('SELECT 1', [])
    return tx.commit('outcome', unacted(note(1), note(2, 'two')))
  })
  assert.equal(outcome, 'outcome')
  assert.deepEqual(await texts(), ['text', 'two'])
})

test('writes nothing of a transaction whose work fails', async () => {
  const failing = place.database.transaction(null, async (tx) => {
    await tx.query<AnyRow>(`INSERT INTO notes (id, text) VALUES (1, 'lost')`, [])
    throw new Refused('order_cancelled')
  })
  await assert.rejects(failing, (error) => error instanceof Refused)
  assert.deepEqual(await texts(), [])
})

test('writes nothing when an update does not change exactly one row', async () => {
  const update = anyRowSet({ table: 'notes', where: { id: 9 }, set: { text: 'new' } })
  await assert.rejects(
    place.database.transaction(null, async (tx) => tx.commit(undefined, unacted(note(1), update))),
    (error) => error instanceof StatementFailed && error.code === 'SV001',
  )
  assert.deepEqual(await texts(), [])
})

test('continues after a failed statement', async () => {
  await assert.rejects(
    place.database.query<AnyRow>('SELECT nothing_of_that_name', []),
    StatementFailed,
  )
  assert.deepEqual(await place.database.query<AnyRow>('SELECT 1 AS one', []), [{ one: 1 }])
})

test('runs work again that lost a race for a row, and gives up after five times', async () => {
  await place.database.transaction(null, async (tx) => tx.commit(undefined, unacted(note(1))))
  let attempts = 0
  const raced = place.database.transaction(null, async (tx) => {
    attempts++
    const [actual] = await tx.query<AnyRow>('SELECT id FROM notes WHERE id = $1', [
      attempts === 1 ? 2 : 1,
    ])
    return actual ? tx.commit('found') : tx.commit('added', unacted(note(1)))
  })
  assert.equal(await raced, 'found')
  assert.equal(attempts, 2)
  let stubborn = 0
  await assert.rejects(
    place.database.transaction(null, async (tx) => {
      stubborn++
      return tx.commit(undefined, unacted(note(1)))
    }),
    StatementFailed,
  )
  assert.equal(stubborn, 5)
})

test('a statement that runs too long ends as unavailable, and the next one works', async () => {
  const long = place.database.query<AnyRow>('SELECT pg_sleep(20)', [])
  await assert.rejects(
    long,
    (error) => error instanceof Refused && error.code === 'database_unavailable',
  )
  assert.deepEqual(await place.database.query<AnyRow>('SELECT 1 AS one', []), [{ one: 1 }])
})

test('concurrent look-ups each get their own answer, though one fails', async () => {
  const { database } = place
  const request = Array.from({ length: 50 }, (_, number) =>
    number === 20
      ? database.lookUp<AnyRow>('SELECT 1 / (1 - $1::integer) AS number', [1])
      : database.lookUp<AnyRow>('SELECT $1::integer AS number', [number]),
  )
  const settled = await Promise.allSettled(request)
  settled.forEach((each, number) => {
    if (number === 20) assert.equal(each.status, 'rejected')
    else assert.deepEqual(each, { status: 'fulfilled', value: [{ number }] })
  })
})

test('reads sent side by side in a transaction each get their own answer', async () => {
  const { database } = place
  const number = (reader: Reader, value: number) =>
    reader.query<AnyRow>('SELECT $1::integer AS number', [value])
  const answers = await database.transaction(null, async (tx) => {
    return tx.commit(await Promise.all([1, 2, 3].map((value) => number(tx, value))))
  })
  assert.deepEqual([...answers, await number(database, 4)].flat(), [
    { number: 1 },
    { number: 2 },
    { number: 3 },
    { number: 4 },
  ])
})

test('a transaction that has ended sends nothing any more', async () => {
  const { database } = place
  let late: Transaction | undefined
  await database.transaction(null, async (tx) => {
    late = tx
    await tx.query<AnyRow>('SELECT 1', [])
    return tx.commit(undefined)
  })
  await assert.rejects(async () => late?.query<AnyRow>('SELECT 1', []), /before its end/)
})

test('200 simultaneous transactions on one row lose no update', async () => {
  await place.database.transaction(null, async (tx) => tx.commit(undefined, unacted(note(1, '0'))))
  const addOnce = () =>
    place.database.transaction('row', async (tx) => {
      const [row] = await tx.query<AnyRow>('SELECT text FROM notes WHERE id = 1 FOR UPDATE', [])
      const text = String(Number(row?.text) + 1)
      const update = anyRowSet({ table: 'notes', where: { id: 1 }, set: { text } })
      return tx.commit(undefined, unacted(update))
    })
  // The end of a long queue may be refused where the machine is slow; then nothing was written.
  const add = async (): Promise<unknown> =>
    addOnce().catch((error) => {
      if (error instanceof Refused && error.code === 'order_busy') return add()
      throw error
    })
  await Promise.all(Array.from({ length: 200 }, add))
  assert.deepEqual(await texts(), ['200'])
})

test('a wait for its turn shortens the wait of a work for locks', async (t) => {
  const { database } = place
  const now = performance.now.bind(performance)
  let passed = 0
  t.mock.method(performance, 'now', () => now() + passed)
  const limitOf = async (tx: Transaction) => {
    if (tx.shared === true) throw new NotFree()
    // Reads at one moment begin with it: nothing before it may be a query.
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', [])
    const [row] = await tx.query<AnyRow>(`SELECT current_setting('lock_timeout') AS text`, [])
    return tx.commit(row?.text)
  }
  const limitAfter = async (ms: number, options?: WriteOptions) => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<Promise<string>>()
    await database.transaction('turn', async (tx) => {
      const next = database.transaction('turn', limitOf, options)
      begin(next)
      passed += ms
      return tx.commit(undefined)
    })
    return begun
  }
  for (const options of [undefined, { shares: true }]) {
    const [, number, unit] = /^(\d+)(ms)$/.exec(await limitAfter(1_500, options)) ?? []
    assert.ok(Number(number) <= 500 && unit === 'ms', `${number} ${unit}`)
  }
  assert.equal(await limitAfter(2_500), '1ms')
})

test('a work with no time left takes a lock that is free, and waits for no other', async (t) => {
  const { database } = place
  await database.transaction(null, async (tx) => tx.commit(undefined, unacted(note(1))))
  const now = performance.now.bind(performance)
  let passed = 0
  t.mock.method(performance, 'now', () => now() + passed)
  const lock = (tx: Transaction) =>
    tx.query<AnyRow>(
      `SELECT id, current_setting('lock_timeout') AS text FROM notes WHERE id = 1 FOR UPDATE`,
      [],
    )
  const lockLate = () =>
    database.transaction(null, async (tx) => {
      passed += 2_500
      const [row] = await lock(tx)
      return tx.commit(row?.text)
    })
  assert.equal(await lockLate(), '1ms')
  // The embedded database has one connection.
  if (process.env.TEST_DATABASE !== 'postgres') return
  await database.transaction(null, async (tx) => {
    await lock(tx)
    await assert.rejects(
      lockLate(),
      (error) => error instanceof Refused && error.code === 'order_busy',
    )
    return tx.commit(undefined)
  })
})

test('upkeep after many writes leaves everything as it was', async () => {
  const { database } = place
  const add = (id: number) =>
    database.transaction(null, async (tx) => tx.commit(id, unacted(note(id))))
  for (let id = 1; id <= 1_000; id++) await add(id)
  await database.maintain()
  assert.equal((await texts()).length, 1_000)
})
