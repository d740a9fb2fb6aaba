import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaneState } from '../../platform/work/worker.ts'
import { createReadiness } from './readiness.ts'
import type { Observation } from './rules.ts'
import { readyView, unreadyView } from './view.ts'

const sound: Observation = { schema: 'compatible', clockOffMs: 0, writeFailure: undefined }

function begin(lanes: readonly LaneState[] = [], hasUndeclaredProxy = false) {
  let elapsedMs = 0
  const lines: object[] = []
  const readiness = createReadiness({
    clock: { now: () => new Date(100_000) },
    elapsedMs: () => elapsedMs,
    lanes: () => lanes,
    hasUndeclaredProxy: () => hasUndeclaredProxy,
    log: {
      error: (details) => void lines.push({ error: details }),
      warn: (details) => void lines.push({ warn: details }),
    },
  })
  readiness.enter('serving')
  const pass = (ms: number) => {
    elapsedMs += ms
  }
  return { readiness, lines, pass }
}

test('a probe that takes too long counts as no connection until it is over', () => {
  const { readiness, pass } = begin()
  readiness.observe(sound)
  readiness.beginLook()
  pass(6_000)
  assert.equal(readiness.report().unready, undefined)
  pass(1)
  assert.equal(readiness.report().unready, 'database_unavailable')
  assert.equal(readiness.report().health.write, 'unknown')
  readiness.observe(sound)
  assert.equal(readiness.report().unready, undefined)
})

test('whether work is done depends on the last probe that found a connection', () => {
  const { readiness } = begin()
  assert.equal(readiness.mayWork(), false)
  readiness.observe(sound)
  readiness.lose(new Error('gone'))
  assert.equal(readiness.mayWork(), true)
  readiness.observe({ ...sound, clockOffMs: 7_200_000 })
  readiness.lose(new Error('gone'))
  assert.equal(readiness.mayWork(), false)
  assert.equal(readiness.report().unready, 'database_unavailable')
})

test('a change is logged once, with its cause, and so is its end', () => {
  const { readiness, lines } = begin()
  readiness.observe(sound)
  const full = { ...sound, writeFailure: { code: '53100', message: 'no space left' } }
  for (let count = 0; count < 3; count++) readiness.observe(full)
  readiness.observe(sound)
  readiness.observe(sound)
  const [bad, good, ...more] = lines as Record<string, Record<string, unknown>>[]
  assert.deepEqual([bad?.error?.write, bad?.error?.code], ['disk_full', '53100'])
  assert.equal(bad?.error?.message, 'no space left')
  assert.equal(good?.warn?.write, 'ok')
  assert.deepEqual(more, [])
})

test('a stopping process does not serve again', () => {
  const { readiness } = begin()
  readiness.observe(sound)
  readiness.enter('draining')
  assert.deepEqual([readiness.isClosing(), readiness.isStopping()], [true, false])
  readiness.enter('serving')
  assert.equal(readiness.report().unready, 'service_stopping')
  readiness.enter('stopping')
  assert.equal(readiness.refusal(), 'service_stopping')
})

const at = (seconds: number) => new Date(seconds * 1_000)
const lane = (name: string, succeeded?: number, since?: number): LaneState => ({
  name,
  succeededAt: succeeded === undefined ? undefined : at(succeeded),
  failing: since === undefined ? undefined : { since: at(since), reason: 'a secret of ours' },
})

test('lanes are shown by name, without their reasons', () => {
  const lanes = [lane('one', 90), lane('two', 30, 95), lane('three')]
  const { readiness } = begin(lanes)
  readiness.observe(sound)
  const view = readyView(readiness.report())
  assert.equal(view.status, 'ok')
  assert.deepEqual(
    Object.entries(view.lanes).map(([name, { status }]) => [name, status]),
    [
      ['one', 'ok'],
      ['two', 'failing'],
      ['three', 'waiting'],
    ],
  )
  assert.equal(view.lanes.two?.failing_since, '1970-01-01T00:01:35.000000Z')
  assert.doesNotMatch(JSON.stringify(view), /secret/)
})

test('a lane that keeps failing degrades the process, which serves on', () => {
  const { readiness } = begin([lane('two', 10, 39)])
  readiness.observe(sound)
  assert.equal(readiness.report().unready, undefined)
  assert.equal(readyView(readiness.report()).status, 'degraded')
})

test('a proxy that nobody declared is reported', () => {
  const { readiness } = begin([], true)
  readiness.observe(sound)
  assert.equal(readyView(readiness.report()).proxies, 'undeclared')
  assert.equal(unreadyView(readiness.report()).status, 'unavailable')
})
