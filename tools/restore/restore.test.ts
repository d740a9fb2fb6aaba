// What `npm run restore-drill` does, in its shortest form; and what its parts find.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effort } from '../../test/fixtures/effort.ts'
import { seedOf } from '../../test/fixtures/seed.ts'
import { postgresPrograms } from '../postgres.ts'
import { createTally } from '../torture/tally.ts'
import { linesUnder } from './archived-server.ts'
import { readOptions } from './options.ts'
import { drill } from './run.ts'

const SECONDS = effort({ short: 1, long: 10 })
const skip = postgresPrograms() === undefined ? 'there is no PostgreSQL server here' : false

test('a server that is lost comes back as it was, at three moments', { skip }, async () => {
  const seed = seedOf('restore')
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  const tally = createTally(say)
  const { restored } = await drill({ seconds: SECONDS, seed, workers: 4, tally, say })
  assert.deepEqual(tally.faults, [], `seed ${seed}`)
  assert.equal(restored.length, 3)
  for (const { name, before, after, replays, audited, missed } of restored) {
    assert.ok(before > 0 && after > 0 && replays > 0, `no work: ${name}, seed ${seed}`)
    assert.deepEqual([audited, missed], [true, true], name)
  }
})

test('the page has the lines that are run', () => {
  assert.match(linesUnder('Base backup'), /^PATH=[^\n]+\npg_basebackup /)
  assert.doesNotMatch(linesUnder('Restore to a point in time'), /npm run svc|mkdir/)
  assert.throws(() => linesUnder('Go forward'), /no lines/)
})

test('options are read, and a wrong one is named', () => {
  const options = { seconds: 5, seed: 7, workers: 8, json: false }
  assert.deepEqual(readOptions(['--seconds', '5', '--seed', '7']), options)
  assert.match(String(readOptions(['--seconds', '0'])), /--seconds must be/)
  assert.match(String(readOptions(['--fast'])), /--fast/)
})
