// An administrator stops lanes of background work, and every process that works obeys.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Colleague, colleague, outcomeOf } from '../../../../../test/fixtures/colleagues.ts'
import { asReal } from '../../../../../test/fixtures/test-clocks.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { type Json, serviceOn } from '../../../../../test/fixtures/test-service.ts'
import { lanesOf } from '../../composition/background-work.ts'
import { runCommand, runReading } from '../../composition/commands/commands.ts'
import { createLaneWatch } from '../../composition/lane-watch.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { type Lane, startWorker } from '../../platform/work/worker.ts'
import { lanes } from './rules.ts'

const WAIT_MS_MAX = 60_000
const reason = { code: 'other', note: 'The bank does not answer.' }

let place: TestDatabase
let desks: TestDesk
let admin: Colleague
let support: Colleague
before(async () => {
  place = await openTestDatabase()
  desks = testDesk(place.database, systemClock)
  admin = await colleague(desks, 'admin')
  support = await colleague(desks, 'support')
})
after(async () => {
  await desks.settled()
  await place.stop()
})

const act = (by: Colleague, name: string, verb: 'pause' | 'resume' | 'run') =>
  by.send('POST', `/lender/jobs/${name}/${verb}`, { reason })

async function job(name: string): Promise<Json> {
  const { body } = await support.send('GET', `/lender/jobs?name=${name}`)
  return body.results[0]
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const limit = Date.now() + WAIT_MS_MAX
  while (!(await holds())) {
    assert.ok(Date.now() < limit, 'it did not happen')
    await pause(5)
  }
}

/** A process that has these lanes and nothing else. */
function process(...own: Lane[]) {
  const watch = createLaneWatch(serviceOn(place.database))
  const log = { error: () => {} }
  const options = { clock: systemClock, metrics: createMetrics(), log, mayWork: () => true }
  const worker = startWorker(own, { ...options, isPaused: watch.isPaused })
  watch.begin(worker)
  return async () => {
    await worker.stop()
    await watch.stop()
  }
}

const laneOf = (name: string, idleMs: number, work: () => void): Lane => ({
  ...{ name, idleMs, onCall: false },
  async work() {
    work()
    return 0
  },
})

test('every lane is known, by name, with what its rest means', async () => {
  const names = lanesOf(serviceOn(place.database)).map(({ name }) => name)
  assert.deepEqual(Object.keys(lanes).sort(), names.sort())
  const { body } = await support.send('GET', '/lender/jobs?page_size=100')
  assert.deepEqual(
    body.results.map(({ name }: Json) => name),
    names,
  )
  assert.ok(body.results.every((each: Json) => each.state === 'running' && each.effects !== ''))
  const always = body.results.filter((each: Json) => !each.pausable).map(({ name }: Json) => name)
  assert.deepEqual(always, ['action_places', 'event_positions', 'seals'])
})

test('a stopped lane rests in every process, also in one that starts later', async () => {
  const turns = { one: 0, other: 0, later: 0 }
  const one = process(laneOf('overdue', 1, () => turns.one++))
  const other = process(laneOf('overdue', 1, () => turns.other++))
  await until(() => turns.one > 2 && turns.other > 2)
  assert.equal(outcomeOf(await act(support, 'overdue', 'pause')), 'permission_missing')
  const paused = await act(admin, 'overdue', 'pause')
  assert.deepEqual([paused.status, paused.body.state], [200, 'paused'])
  assert.equal(paused.body.paused.note, reason.note)
  const stands = async () => {
    const before = { ...turns }
    await pause(100)
    return before.one === turns.one && before.other === turns.other
  }
  await until(stands)
  const later = process(laneOf('overdue', 1, () => turns.later++))
  assert.equal(outcomeOf(await act(admin, 'overdue', 'run')), 'job_state')
  assert.ok(await stands())
  assert.equal(turns.later, 0)
  const before = { ...turns }
  assert.equal((await act(admin, 'overdue', 'resume')).body.state, 'running')
  await until(() => turns.one > before.one && turns.other > before.other && turns.later > 0)
  await Promise.all([one(), other(), later()])
  const actions = await place.database.query(
    `SELECT action, principal_id, reason_note FROM actions WHERE object_kind = 'job'
     ORDER BY at, id`,
    [],
  )
  assert.deepEqual(
    actions.map((each) => [each.action, each.principal_id, each.reason_note]),
    ['job.pause', 'job.resume'].map((name) => [name, admin.id, reason.note]),
  )
})

test('running a lane ends its rest', async () => {
  let turns = 0
  const stop = process(laneOf('closings', 3_600_000, () => turns++))
  await until(() => turns === 1)
  // The process has to have looked once before it sees a change.
  const asks = async () => {
    await act(admin, 'closings', 'run')
    return turns > 1
  }
  await until(asks)
  await stop()
})

test('promised work never rests, and an unknown lane cannot be stopped', async () => {
  for (const name of ['event_positions', 'action_places', 'seals']) {
    assert.equal(outcomeOf(await act(admin, name, 'pause')), 'job_state')
  }
  for (const verb of ['pause', 'resume', 'run'] as const) {
    assert.equal(outcomeOf(await act(admin, 'constructor', verb)), 'job_not_found')
  }
})

test('processes report what their lanes have done, and what failed', async () => {
  let left = 3
  let fails = true
  const work = async () => {
    if (fails && left === 0) throw Object.assign(new Error('of somebody'), { code: '53100' })
    return left > 0 ? left-- : 0
  }
  const stop = process({ name: 'tallies', idleMs: 1, onCall: false, work })
  await until(async () => (await job('tallies')).failing)
  const failing = await job('tallies')
  assert.deepEqual([failing.done, failing.last_batch.count], [6, 1])
  assert.equal(failing.last_failure.code, '53100')
  assert.doesNotMatch(JSON.stringify(failing), /of somebody/)
  fails = false
  await until(async () => !(await job('tallies')).failing)
  await stop()
  // A double report is counted once.
  assert.equal((await job('tallies')).done, 6)
})

test('the command line stops a lane in the name of its user', async () => {
  const workplace = { ...serviceOn(place.database), clock: asReal(systemClock), folder: undefined }
  const change = (name: string, act: 'pause' | 'resume') =>
    runCommand(workplace, 'change-job', { job: { name, act, note: reason.note } })
  await change('unused_keys', 'pause')
  const shown = (await runReading(place.database, 'list-jobs', {})) as Json[]
  const states = shown.map(({ name, state }) => `${name} ${state}`)
  assert.ok(states.includes('unused_keys paused') && states.includes('payouts running'))
  await change('unused_keys', 'resume')
  await assert.rejects(change('seals', 'pause'), /never paused/)
  const [action] = await place.database.query(
    `SELECT principal_kind FROM actions WHERE object_id = 'unused_keys'`,
    [],
  )
  assert.equal(action?.principal_kind, 'cli')
})
