// A minute of what `npm run cluster` does, where no leader hangs, which takes longer; then the
// lines of docs/operating/failover.md.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { seedOf } from '../../test/fixtures/seed.ts'
import { blocksOf, elsewhere, shell } from '../../test/page-lines.ts'
import { createTally } from '../torture/tally.ts'
import { startCluster } from './cluster.ts'
import { TEST_TIMES } from './files.ts'
import { clusterPrograms } from './programs.ts'
import { placeServices, runCluster } from './run.ts'

const programs = clusterPrograms()
const skip = typeof programs === 'string' ? programs : false

test('a leader killed and one switched over lose nothing acknowledged', { skip }, async () => {
  assert.ok(typeof programs === 'object')
  const seed = seedOf('cluster')
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  const tally = createTally(say)
  const cluster = await startCluster(programs, TEST_TIMES)
  const place = placeServices(cluster.url)
  try {
    const names = ['killed', 'switched over'] as const
    const options = { names, seconds: 0, workers: 4, seed, tally, say }
    const report = await runCluster({ ...options, cluster, place })
    assert.deepEqual(tally.faults, [], `seed ${seed}`)
    assert.deepEqual([report.lost, report.doubled, report.audited], [0, 0, true])
    assert.deepEqual(
      report.failovers.map(({ name }) => name),
      names,
    )
    assert.ok(report.acknowledged > 0 && report.events > 0, `no work, seed ${seed}`)

    const leader = await cluster.whole()
    const places = {
      '/etc/patroni/patroni.yml': join(cluster.folder, `${leader.name}.yml`),
      '--leader db-1': `--leader ${leader.name}`,
    }
    const lines = blocksOf('failover.md').map(({ text }) => elsewhere(text, places))
    const { folder: cwd, environment } = cluster
    assert.match(await shell(lines.join(''), { cwd, environment }), /Successfully switched over/)
  } finally {
    await place.remove()
    await cluster.remove()
  }
})
