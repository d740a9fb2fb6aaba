import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { migratedPlace, type TestPlace } from '../../../../../test/fixtures/test-database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

let place: TestPlace
before(async () => {
  place = await migratedPlace()
})
after(() => place.remove())

async function withDatabase(use: (database: Database) => Promise<void>): Promise<void> {
  const { databaseUrl, folder } = place
  const opened = `${folder}/database`
  const options = { databaseUrl, folder: opened, fraction: Math.random, print: () => {} }
  const database = await openDatabase(options)
  try {
    await use(database)
  } finally {
    await database.close()
  }
}

test('a process without listeners signals nobody, and can be closed', async () => {
  await withDatabase(async ({ signals }) => {
    let received = 0
    signals.listen('work_due', () => received++)
    signals.publish('work_due')
    signals.publish('work_due')
    // On a server it is called once when it listens: something may have been told before.
    assert.ok(received <= 1)
  })
})

if (process.env.TEST_DATABASE === 'postgres') {
  /** Resolves with the next call. */
  function listener(database: Database) {
    let next = Promise.withResolvers<void>()
    let count = 0
    database.signals.listen('work_due', () => {
      count++
      next.resolve()
    })
    return {
      count: () => count,
      async received() {
        await next.promise
        next = Promise.withResolvers<void>()
      },
    }
  }

  test('every process receives the signals of the others, also many calls together', async () => {
    await withDatabase(async (one) => {
      await withDatabase(async (other) => {
        const [mine, theirs] = [listener(one), listener(other)]
        await Promise.all([mine.received(), theirs.received()])
        const before = mine.count()
        for (let number = 0; number < 1_000; number++) one.signals.publish('work_due')
        await theirs.received()
        other.signals.publish('work_due')
        await mine.received()
        assert.equal(mine.count(), before + 1, 'its own calls are not told to it')
        assert.ok(theirs.count() <= 3, `${theirs.count()} times`)
      })
    })
  })

  test('a connection that the server ended is opened again', async () => {
    await withDatabase(async (one) => {
      await withDatabase(async (other) => {
        const theirs = listener(other)
        await theirs.received()
        const ended = `SELECT count(pg_terminate_backend(pid)) AS number FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE 'LISTEN %'`
        const [row] = await one.query<AnyRow>(ended, [])
        assert.ok(row?.number >= 1)
        // It is called when it listens again, since nobody knows what it missed.
        await theirs.received()
        one.signals.publish('work_due')
      })
    })
  })
}
