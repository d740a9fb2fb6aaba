// The recorder gets the same from one tree twice, and finds a change of the wire.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { compare } from './compare.ts'
import { REQUESTS_MIN } from './options.ts'
import { record, repeat } from './run.ts'

const MINUTES = { timeout: 600_000 }
const options = { seed: 16, requests: REQUESTS_MIN }
const plant = pathToFileURL(`${import.meta.dirname}/inside/planted-member.ts`).href
/** On a busy machine a timer may fire early while the demo is filled: then one run is another. */
const TRIES_MAX = 3

test('two runs are the same, and a member that is renamed is found', MINUTES, async (context) => {
  for (let tries = 1; ; tries++) {
    try {
      return await compareRuns()
    } catch (error) {
      if (tries === TRIES_MAX) throw error
      context.diagnostic(`tried again: ${error instanceof Error ? error.message : error}`)
    }
  }
})

async function compareRuns(): Promise<void> {
  const [first, again] = await Promise.all([record(options), record(options)])
  assert.deepEqual(first.missing, [])
  assert.equal(first.lines.filter((line) => 'number' in line).length, REQUESTS_MIN)
  assert.ok(
    first.lines.some((line) => 'after' in line),
    'nothing was sent',
  )
  assert.deepEqual(again.lines, first.lines)
  const end = first.lines.findIndex((line) => 'route' in line && line.route === 'GET /healthz')
  const lines = first.lines.slice(0, end + 1)
  const planted = await repeat(lines, { ...options, preloads: [plant] })
  const { equal, byRoute, first: shown } = compare(lines, planted.slice(0, end + 1))
  assert.deepEqual([...byRoute], [['GET /healthz', 1]])
  assert.equal(equal, end)
  assert.match(shown[0] ?? '', /body\.status: "ok" → absent\n {2}body\.statuz: absent → "ok"/)
}
