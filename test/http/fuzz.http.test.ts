// A little of `npm run fuzz`: mutated requests against every route.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runFuzz } from '../../tools/fuzz/run.ts'
import { effort } from '../fixtures/effort.ts'
import { seedOf } from '../fixtures/seed.ts'
import { startServer } from '../running-server.ts'

const INPUTS = effort({ short: 600, long: 1_500 })

test('mutated requests are answered, never by 500', { timeout: 600_000 }, async () => {
  const seed = seedOf('fuzz')
  const server = await startServer({ WEBHOOK_DNS: '127.0.0.1:9' })
  try {
    const { findings, statuses } = await runFuzz(server, { seed, inputs: INPUTS })
    const [first] = findings
    const detail = first && [
      `seed ${seed}, input ${first.number}, ${first.route}: ${first.what}`,
      first.bytes.toString('latin1').slice(0, 1_000),
      first.answer,
      server.log().slice(-2_000),
    ]
    assert.equal(findings.length, 0, detail?.join('\n'))
    for (const status of [200, 201, 204, 400, 404, 405]) assert.ok(statuses.has(status))
  } finally {
    await server.remove()
  }
})
