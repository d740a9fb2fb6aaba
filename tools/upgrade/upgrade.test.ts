// Half a minute of what `npm run upgrade-test` does for as long as one likes. The release has to be
// installed first, which takes a minute: `npm run test:long` only.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { effort } from '../../test/fixtures/effort.ts'
import { seedOf } from '../../test/fixtures/seed.ts'
import { createTally } from '../torture/tally.ts'
import { readOptions } from './options.ts'
import { checkOut, findRelease, makeReady, releasesFolder } from './release.ts'
import { testUpgrade } from './run.ts'

const SECONDS = effort({ short: 0, long: 30 })
const root = join(import.meta.dirname, '../..')

async function tryUpgrade(): Promise<void> {
  const seed = seedOf('upgrade')
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const release = checkOut(root, findRelease(root, version), releasesFolder())
  makeReady(release)
  const tally = createTally(say)
  const options = { release, seconds: SECONDS, seed, workers: 8, orders: 0, tally, say }
  const { acknowledged, events, audited } = await testUpgrade(options)
  assert.deepEqual(tally.faults, [], `seed ${seed}`)
  assert.ok(acknowledged > 0 && events > 0, `no work, seed ${seed}`)
  assert.equal(audited, true)
}

if (SECONDS > 0) test('the last release is upgraded and taken back under load', tryUpgrade)

test('options are read, and a wrong one is named', () => {
  const read = (...given: string[]) => readOptions(given, '0.2.0')
  assert.deepEqual(read('--seed', '7', '--minutes', '0.5'), {
    ...{ seconds: 30, seed: 7, workers: 8, orders: 0, from: '0.2.0', json: false },
  })
  assert.match(String(read('--minutes', '0')), /--minutes must be from 0.1/)
  assert.match(String(read('--workers', '0')), /--workers must be/)
  assert.match(String(read('--orders', 'many')), /--orders must be/)
  assert.match(String(read('--from', 'v1')), /--from must be a version/)
})
