// Twenty seconds of what `npm run torture` does for as long as one likes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effort } from '../../test/fixtures/effort.ts'
import { seedOf } from '../../test/fixtures/seed.ts'
import { embeddedArena } from './embedded-arena.ts'
import { postgresArena } from './postgres-arena.ts'
import { torture } from './run.ts'
import { createTally } from './tally.ts'

const SECONDS = effort({ short: 8, long: 20 })
const WORKERS = 8
/** The goal is 10 s; but other tests run beside this one. */
const RECOVERY_MS_MAX = 60_000

test('kills under load lose nothing acknowledged and do nothing twice', async () => {
  const seed = seedOf('torture')
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  const tally = createTally(say)
  const onServer = process.env.TEST_DATABASE === 'postgres'
  const arena = onServer ? await postgresArena(tally) : embeddedArena(tally)
  assert.ok(arena, 'there is a PostgreSQL server, or this file would not run')
  const options = { seconds: SECONDS, workers: WORKERS, recoveryMsMax: RECOVERY_MS_MAX }
  const report = await torture({ ...options, arena, seed, tally, say })
  assert.deepEqual(tally.faults, [], `seed ${seed}`)
  assert.ok(report.kills > 0, `no kill, seed ${seed}`)
  const { acknowledged = 0, events = 0 } = report
  assert.ok(acknowledged > 0 && events > 0, `no work, seed ${seed}`)
  assert.equal(report.audited, true)
})
