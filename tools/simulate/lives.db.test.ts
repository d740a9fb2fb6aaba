/** Runs of a store on the database of this round, some concurrently. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { audit } from '../../packages/server/src/audit/audit.ts'
import { openDatabase } from '../../packages/server/src/platform/database/open-database.ts'
import { ownDatabase } from '../../test/fixtures/test-database.ts'
import { live } from './live.ts'
import { inOwnDatabase } from './run.ts'

const place = ownDatabase()

/** Other seeds on each database. */
const FIRST = process.env.TEST_DATABASE === 'postgres' ? 1_001 : 1

test('lives of a whole store agree with the model after each step', async () => {
  const counts = new Map<string, number>()
  const seeds = Array.from({ length: 10 }, (_, index) => FIRST + index)
  const lives = seeds.map((seed) => live(place.database, { seed, months: 30 }))
  for (const life of await Promise.all(lives)) {
    for (const [what, count] of life.counts) counts.set(what, (counts.get(what) ?? 0) + count)
  }
  const often = ['capture', 'void', 'refund', 'captureRefund', 'edit', 'cancel', 'pay', 'early']
  const rare = [
    ...often.map((kind) => `${kind}: ok`),
    'due: lapses',
    'due: expires',
    'due: pays',
    'due: collects',
    'reopened',
    'names used again',
    'suspended',
    'captured while suspended',
    'transferred',
    'waived',
    ...['dated', 'note', 'promise', 'merged', 'due: releases'],
  ]
  assert.deepEqual(
    rare.filter((what) => !counts.has(what)),
    [],
    'what the lives never do',
  )
})

test('lives that once failed do not any more', async () => {
  // A return with unknown result, followed by new credit, kept its loan due for ever.
  const seeds = [2_537, 5_149]
  await Promise.all(seeds.map((seed) => live(place.database, { seed, months: 36 })))
})

test('a run leaves the same rows behind each time, with others and alone', async () => {
  const [beside] = await Promise.all(
    [90, 91, 92].map((seed) => live(place.database, { seed, months: 6 })),
  )
  const alone = await inOwnDatabase({ seed: 90, months: 6 })
  assert.ok(beside !== undefined && alone.failure === undefined, alone.failure?.stack)
  assert.equal(alone.life.hash, beside.hash)
})

// The other round would use the same database.
if (process.env.TEST_DATABASE === 'postgres') {
  test('a history leaves the same rows in the embedded database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-test-'))
    const options = { fraction: () => 0.5, print: () => {} }
    const embedded = await openDatabase({ databaseUrl: undefined, folder, ...options })
    try {
      const [one, other] = await Promise.all(
        [embedded, place.database].map((database) => live(database, { seed: 93, months: 12 })),
      )
      assert.equal(one?.hash, other?.hash)
    } finally {
      await embedded.close()
      rmSync(folder, { recursive: true })
    }
  })
}

test('the auditor finds nothing wrong in the rows of the runs', async () => {
  assert.deepEqual((await audit(place.database)).findings, [])
})
