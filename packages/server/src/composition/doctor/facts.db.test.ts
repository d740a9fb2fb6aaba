// Each fault is made in a database, and the check that is there for it finds it and no other.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { dumpOf } from '../../../../../test/fixtures/dump.ts'
import { addEndpoint } from '../../../../../test/fixtures/endpoint.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { serviceOn } from '../../../../../test/fixtures/test-service.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { lanesOf } from '../background-work.ts'
import { databaseChecks } from './database-checks.ts'
import { backlogs, collectFacts, type Facts } from './facts.ts'

/** Of a demo, which needs no appointed people. */
const SERVER = { embedded: false, demo: true }

const place = ownDatabase()
let scenario: Scenario
before(async () => {
  scenario = await createScenario(place.database)
})

const run = (statement: string, values: readonly unknown[] = []) =>
  place.database.query(statement, values)

/** The findings that are not ok, by name; the tests' server is not durable and archives nothing. */
async function faults(clock = systemClock): Promise<string[]> {
  const facts = await collectFacts(place.database, clock)
  const checks = databaseChecks({ ...facts, unsafe: [], archiving: null }, SERVER)
  // Nor is its role bounded, and no worker gives actions their places.
  const known = ['database role', 'lane action_places']
  const bad = checks.filter(({ status, name }) => status !== 'ok' && !known.includes(name))
  for (const { advice } of bad) assert.ok(advice)
  return bad.map(({ status, name, message }) => `${status} ${name}: ${message}`)
}

const later = (ms: number) => ({ ...systemClock, now: () => new Date(Date.now() + ms) })

test('it knows every lane that can say what waits', () => {
  const lanes = lanesOf(serviceOn(place.database, systemClock))
  const known = lanes.filter(({ backlog }) => backlog !== undefined).map(({ name }) => name)
  assert.deepEqual(Object.keys(backlogs).sort(), known.sort())
})

test('it writes nothing', async () => {
  const before = await dumpOf(place.database)
  await collectFacts(place.database, systemClock)
  assert.deepEqual(await dumpOf(place.database), before)
})

test('a new store lacks nothing', async () => {
  assert.deepEqual(await faults(), [])
})

test('a paused lane, with or without a backlog', async () => {
  for (const name of ['payouts', 'tallies']) {
    await run(
      `INSERT INTO lanes (name, paused_at, pause_note) VALUES ($1, now() - interval '2 h', 'why')`,
      [name],
    )
    const [fault = ''] = await faults()
    assert.match(fault, new RegExp(`^warning lane ${name}: paused by a person 2 hours ago`))
    await run('DELETE FROM lanes')
  }
  assert.deepEqual(await faults(), [])
})

test('too few administrators, outside the demo', async () => {
  const facts = await collectFacts(place.database, systemClock)
  const said = (count: number, everTwo: boolean) => {
    const administrators = { count, everTwo }
    const checks = databaseChecks({ ...facts, administrators }, { ...SERVER, demo: false })
    const { status, message } = checks.find(({ name }) => name === 'administrators') ?? {}
    return `${status}: ${message}`
  }
  assert.deepEqual(facts.administrators, { count: 0, everTwo: false })
  assert.equal(said(0, false), 'warning: none can sign in')
  assert.equal(said(1, false), 'warning: one can sign in')
  assert.equal(said(1, true), 'warning: one can sign in: there were two')
  assert.equal(said(2, true), 'ok: 2 can sign in')
  assert.ok(!databaseChecks(facts, SERVER).some(({ name }) => name === 'administrators'))
})

test('unfinished migrations, and what they wait for', async () => {
  const facts = await collectFacts(place.database, systemClock)
  assert.equal(facts.left.parts, 0, 'of a new database nothing is left')
  const said = (parts: number, count: number) => {
    const left = { parts, older: { count, secondsAgo: 3.4 } }
    const checks = databaseChecks({ ...facts, left }, SERVER)
    const { status, message } = checks.find(({ name }) => name === 'migrations') ?? {}
    return `${status}: ${message}`
  }
  assert.equal(said(0, 1), 'ok: all are complete')
  const left = '2 parts are left for when no earlier version runs'
  assert.equal(said(2, 0), `warning: ${left}`)
  assert.equal(said(2, 1), `ok: ${left}: 1 did, 3 s ago`)
})

test('settings that can lose confirmed data', async () => {
  const { database } = place
  const facts = await collectFacts(database, systemClock)
  const [set] = await run(`SELECT current_setting('fsync') AS fsync`)
  assert.equal(facts.unsafe.includes('fsync'), set?.fsync === 'off')
  const checks = databaseChecks({ ...facts, unsafe: ['fsync'] }, SERVER)
  const check = checks.find(({ name }) => name === 'durability')
  assert.equal(check?.status, 'problem')
  assert.match(check?.message ?? '', /^fsync off/)
})

test('an archive that is off, empty, late or fails', async () => {
  const facts = await collectFacts(place.database, systemClock)
  const [set] = await run(`SELECT current_setting('archive_mode') AS mode`)
  assert.equal(facts.archiving?.on, set?.mode !== 'off')
  const healthy = { on: true, timeout: 60, archivedAgoMs: 30_000, failedAgoMs: 90_000 }
  const of = (more: Partial<NonNullable<Facts['archiving']>>, where: Partial<Facts> = {}) => {
    const archiving = { ...healthy, failedSegment: '0A', ...more }
    const checks = databaseChecks({ ...facts, archiving, ...where }, SERVER)
    const [check] = checks.filter(({ name }) => name === 'archiving')
    return check && `${check.status}: ${check.message}`
  }
  assert.equal(of({}), 'ok: segments are archived; the last was 30 seconds ago')
  assert.equal(of({ on: false }), 'warning: off: a lost disk loses all since the last backup')
  const never = { archivedAgoMs: null }
  assert.equal(of({ ...never, failedAgoMs: null }), 'warning: on, but no segment was archived yet')
  assert.equal(of({ timeout: 0 }), 'warning: full segments only; the last was 30 seconds ago')
  assert.equal(
    of({ failedAgoMs: 10_000 }),
    'warning: segment 0A cannot be archived; the last was 30 seconds ago',
  )
  assert.equal(
    of({ failedAgoMs: 10_000, archivedAgoMs: 700_000 }),
    'problem: segment 0A cannot be archived; the last was 11 minutes ago',
  )
  assert.equal(of(never), 'problem: segment 0A cannot be archived; none ever was')
  assert.equal(of({ on: false }, { standby: true }), undefined)
  const embedded = databaseChecks(facts, { ...SERVER, embedded: true })
  assert.ok(!embedded.some(({ name }) => name === 'archiving'))
})

test('a clock that is ahead or behind', async () => {
  const ahead = await faults(later(60_000))
  assert.match(ahead.join('\n'), /^problem clock: this machine is (59|60)\.\d s ahead of the data/)
  assert.match((await faults(later(-60_000))).join(), /^problem clock: .* behind the database/)
  // A busy machine may be slow enough to leave half a second open, but not more than this.
  assert.match((await faults(later(1_500))).join(), /^(warning clock: .*ahead|$)/)
})

test('work that is late', async () => {
  const order = await scenario.checkout(10_000)
  const lateBy = (interval: string) =>
    run(`UPDATE orders SET expires_at = now() - interval '${interval}' WHERE id = $1`, [order.id])
  await lateBy('10 minutes')
  assert.deepEqual(await faults(), [
    'warning lane checkout_expiry: 1 due, the oldest for 10 minutes',
  ])
  await lateBy('3 hours')
  assert.deepEqual(await faults(), ['problem lane checkout_expiry: 1 due, the oldest for 3 hours'])
  await run(`UPDATE orders SET expires_at = now() + interval '1 day' WHERE id = $1`, [order.id])
  assert.deepEqual(await faults(), [])
})

test('endpoints that fail, were disabled by it, or were given up on', async () => {
  const { id: storeId } = scenario.caller.store
  const vault = createVault('a secret key of the tests')
  const owner = { storeId, sandbox: true, vault }
  const { ids } = scenario.writing
  const [failing, gone, own] = [ids.next(), ids.next(), ids.next()]
  for (const id of [failing, gone, own]) await addEndpoint(place.database, owner, { id })
  assert.deepEqual(await faults(), [])
  const disable = (id: string, reason: string) =>
    run(
      `UPDATE webhook_endpoints SET state = 'disabled', disabled_reason = $2, disabled_at = now()
       WHERE id = $1`,
      [id, reason],
    )
  await disable(own, 'store')
  assert.deepEqual(await faults(), [])
  await disable(gone, 'gone')
  await run(
    `UPDATE webhook_endpoints SET failing_since = now() - interval '2 hours', failures = 9
     WHERE id = $1`,
    [failing],
  )
  assert.deepEqual(await faults(), [
    'warning webhook endpoints: 1 disabled by failures, 1 without success for an hour',
  ])
  await run(`UPDATE webhook_endpoints SET failing_since = NULL, state = 'enabled',
    disabled_reason = NULL, disabled_at = NULL WHERE id IN ('${gone}', '${failing}')`)
  await run(
    `INSERT INTO webhook_deliveries (store_id, endpoint_id, id, event_id, event_type, example_body,
       state, deadline, created_at, settled_at)
     SELECT $1, $2, 'd' || n, 'e', 'order.updated', '{}', 'failed', now(),
       now() - n * interval '3 days', now() FROM generate_series(1, 4) n`,
    [storeId, own],
  )
  const example = `${own} of store ${storeId}`
  assert.deepEqual(await faults(), [
    `warning webhook deliveries: 2 of the last 7 days given up, such as of ${example}`,
  ])
  await run('DELETE FROM webhook_deliveries')
})

test('a stream that is not placed, then not sealed', async () => {
  const lane = async (name: string) => (await faults()).filter((each) => each.includes(name))
  const { confirmed, writing, caller } = await createScenario(place.database, {
    clock: later(-20 * 60_000),
  })
  await confirmed(10_000)
  const late = 'due, the oldest for 20 minutes'
  assert.match((await lane('event_positions')).join(), new RegExp(`^warning .*: \\d ${late}$`))
  assert.deepEqual(await lane('seals'), [])
  const stream = { storeId: caller.store.id, sandbox: true }
  await placeEvents({ ...writing, database: place.database }, stream)
  assert.deepEqual(await lane('event_positions'), [])
  assert.deepEqual(await lane('seals'), [`warning lane seals: 1 ${late}`])
})
