import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createMetrics } from '../metrics/metrics.ts'
import { type Lane, startWorker } from './worker.ts'

const WAIT_MS_MAX = 30_000

/** A clock that each look moves on by a second, and what was logged. */
function options() {
  let seconds = 0
  const lines: object[] = []
  const clock = { now: () => new Date(1_000 * ++seconds) }
  return {
    clock,
    lines,
    mayWork: () => true,
    metrics: createMetrics(),
    log: { error: (details: object) => void lines.push(details) },
  }
}

function laneOf(name: string, work: Lane['work']): Lane {
  return { name, idleMs: 1, onCall: false, work }
}

async function until(holds: () => boolean): Promise<void> {
  const limit = Date.now() + WAIT_MS_MAX
  while (!holds()) {
    assert.ok(Date.now() < limit, 'it did not happen')
    await pause(1)
  }
}

test('each lane reports its last success and since when it has been failing', async () => {
  const given = options()
  let broken = true
  const failing = laneOf('failing', async () => {
    if (broken) throw new Error('the disk is full')
    return 0
  })
  const worker = startWorker([laneOf('fine', async () => 0), failing], given)
  const stateOf = (name: string) => worker.states().find((state) => state.name === name)
  await until(() => stateOf('failing')?.failing !== undefined && stateOf('fine') !== undefined)
  const since = stateOf('failing')?.failing?.since
  assert.equal(stateOf('failing')?.failing?.reason, 'the disk is full')
  assert.equal(stateOf('failing')?.succeededAt, undefined)
  await until(() => given.lines.length >= 3)
  assert.deepEqual(stateOf('failing')?.failing?.since, since)
  const [line] = given.lines as { lane: string; message: string }[]
  assert.deepEqual([line?.lane, line?.message], ['failing', 'the disk is full'])
  await until(() => stateOf('fine')?.succeededAt !== undefined)
  broken = false
  await until(() => stateOf('failing')?.failing === undefined)
  assert.ok(stateOf('failing')?.succeededAt !== undefined)
  await worker.stop()
  const text = await given.metrics.expose().text()
  assert.match(text, /^svc_lane_failures_total\{lane="failing"\} [1-9]/m)
  assert.doesNotMatch(text, /^svc_lane_failures_total\{lane="fine"\}/m)
})

test('no thrown value ends a lane', async () => {
  let rounds = 0
  const lane = laneOf('strange', () => {
    rounds++
    throw 'no error at all'
  })
  const worker = startWorker([lane], options())
  await until(() => rounds > 2)
  assert.equal(worker.states()[0]?.failing?.reason, 'no error at all')
  await worker.stop()
})

test('no work is done while it is not allowed, and then everything continues', async () => {
  let allowed = false
  let rounds = 0
  const lane = laneOf('resting', async () => {
    rounds++
    return 0
  })
  const worker = startWorker([lane], { ...options(), mayWork: () => allowed })
  worker.wake()
  await pause(50)
  assert.equal(rounds, 0)
  allowed = true
  await until(() => rounds > 0)
  allowed = false
  await worker.stop()
})

test('a lane that yields is slow while requests need the machine, and never stops', async () => {
  let isPressed = true
  const rounds = { yielding: 0, other: 0 }
  const lane = (name: keyof typeof rounds): Lane =>
    laneOf(name, async () => {
      rounds[name]++
      return 1
    })
  const lanes = [{ ...lane('yielding'), yields: true }, lane('other')]
  const worker = startWorker(lanes, { ...options(), isPressed: () => isPressed })
  await until(() => rounds.other >= 50)
  assert.ok(rounds.yielding >= 2 && rounds.yielding <= 25, `${rounds.yielding} beside 50`)
  isPressed = false
  const before = { ...rounds }
  await until(() => rounds.yielding - before.yielding >= 30)
  const other = rounds.other - before.other
  assert.ok(other <= 60, `${other} beside 30`)
  await worker.stop()
})

test('a lane that is called for nothing rests longer, until it finds something', async () => {
  let isDue = false
  const rounds = { idle: 0, busy: 0 }
  const idle = laneOf('idle', async () => {
    rounds.idle++
    return isDue ? 1 : 0
  })
  const busy = laneOf('busy', async () => {
    rounds.busy++
    return 1
  })
  const worker = startWorker([{ ...idle, onCall: true, idleMs: 60_000 }, busy], options())
  const calling = setInterval(worker.wake, 1)
  await until(() => rounds.busy >= 80)
  assert.ok(rounds.idle >= 3 && rounds.idle <= 40, `${rounds.idle} beside 80`)
  isDue = true
  const before = { ...rounds }
  await until(() => rounds.idle - before.idle >= 30)
  clearInterval(calling)
  const other = rounds.busy - before.busy
  assert.ok(other <= 80, `${other} beside 30`)
  await worker.stop()
})
