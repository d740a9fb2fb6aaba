// Days of live mode, closed one after the other: they agree with the sum of all entries.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { asReal } from '../../../../../test/fixtures/test-clocks.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { Json } from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'
import { listBalances } from '../balances/store.ts'
import { closeDay } from './close-day.ts'

const LIVE = { accept: 'application/vnd.svc.v1+json' }
const HOUR_MS = 3_600_000

const place = ownDatabase()
let now = new Date('2026-11-20T10:00:00Z')
const clock = { now: () => now }
const at = (text: string) => {
  now = new Date(text)
}
const close = () => closeDay({ database: place.database, clock: asReal(clock) })

let shop: Scenario
type Send = (path: string) => Promise<{ status: number; body: Json }>
let send: Send
let inSandbox: Send
before(async () => {
  const live = await lenderClient(place.database, { mode: 'live', clock })
  const sandbox = await lenderClient(place.database, { clock })
  send = (path) => live('GET', path, undefined, LIVE)
  inSandbox = (path) => sandbox('GET', path)
  shop = await createScenario(place.database, { clock, sandbox: false })
})

/** Something is booked. */
async function lend(amount: number): Promise<void> {
  const order = await shop.confirmed(amount)
  await shop.capture(order, amount)
}

const listed = async () => (await send('/lender/closings')).body.results.map(({ day }: Json) => day)

test('nothing is closed before anything was booked', async () => {
  assert.equal(await close(), undefined)
  const { status, body } = await send('/lender/closings/2026-11-19')
  assert.deepEqual([status, body.error.code], [404, 'closing_not_found'])
  assert.deepEqual(await listed(), [])
})

test('a day is closed an hour after its end, once, by the first worker to come', async () => {
  await lend(50_000)
  at('2026-11-20T23:59:59.999Z')
  await lend(10_000)
  at('2026-11-21T00:59:59.999Z')
  assert.equal(await close(), undefined)
  at('2026-11-21T01:00:00Z')
  const made = await Promise.all([close(), close(), close()])
  assert.equal(made.filter((each) => each !== undefined).length, 1)
  assert.deepEqual(await listed(), ['2026-11-20'])
  assert.equal(await close(), undefined)
})

test('missed days are closed later, day by day, also where nothing was booked', async () => {
  at('2026-11-21T12:00:00Z')
  await lend(7_000)
  at('2026-11-24T08:00:00Z')
  await lend(3_000)
  const days: string[] = []
  for (let made = await close(); made !== undefined; made = await close()) days.push(made.day)
  assert.deepEqual(days, ['2026-11-21', '2026-11-22', '2026-11-23'])
  const { body: empty } = await send('/lender/closings/2026-11-22')
  const { body: before } = await send('/lender/closings/2026-11-21')
  assert.deepEqual(empty.balances, before.balances)
  assert.equal(empty.previous_hash, before.hash)
  assert.notEqual(empty.hash, before.hash)
})

test('it has the totals of all entries, and so does the trial balance', async () => {
  const { database } = place
  for (const day of ['2026-11-20', '2026-11-21', '2026-11-23']) {
    const { body } = await send(`/lender/closings/${day}`)
    const end = new Date(Date.parse(`${day}T00:00:00Z`) + 24 * HOUR_MS)
    const sums = await listBalances(database, { sandbox: false, from: null, before: end })
    assert.ok(sums.length > 1)
    assert.deepEqual(body.balances, sums)
    const { body: trial } = await send(`/lender/trial-balance?at=${day}`)
    assert.deepEqual(
      trial.accounts.map(({ debit, credit }: Json) => [debit, credit]),
      sums.map(({ debit, credit }) => [debit, credit]),
    )
  }
  const all = await listBalances(database, { sandbox: false, from: null, before: null })
  const { body: now } = await send('/lender/trial-balance')
  assert.deepEqual(
    now.accounts.map(({ account, balance }: Json) => [account, balance]),
    all.map(({ account, balance }) => [account, balance]),
  )
  const { body: mid } = await send('/lender/trial-balance?at=2026-11-21T06:00:00Z')
  const { body: first } = await send('/lender/closings/2026-11-20')
  assert.deepEqual(
    mid.accounts.map(({ balance }: Json) => balance),
    first.balances.map(({ balance }: Json) => balance),
  )
})

test('days are filtered and ordered; the sandbox has none, an invalid day is missing', async () => {
  const { body } = await send('/lender/closings?ordering=day&day-in=2026-11-21,2026-11-20')
  assert.deepEqual(
    body.results.map(({ day }: Json) => day),
    ['2026-11-20', '2026-11-21'],
  )
  assert.equal((await inSandbox('/lender/closings')).body.paging.count, 0)
  const missing: [Send, string][] = [
    [inSandbox, '2026-11-20'],
    ...['2026-11-31', '%00', 'today'].map((text): [Send, string] => [send, text]),
  ]
  for (const [ask, text] of missing) {
    const { status, body } = await ask(`/lender/closings/${text}`)
    assert.deepEqual([status, body.error.code], [404, 'closing_not_found'], text)
  }
})

test('the auditor verifies it, and finds rows changed, booked late, or missing', async () => {
  const findings = async () => {
    const report = await audit(place.database)
    return report.findings.map(({ invariant, order_id: day }) => `${invariant} ${day}`)
  }
  assert.deepEqual(await findings(), [])
  const change = async (statement: string): Promise<string[]> => {
    await place.database.query('ALTER TABLE closings DISABLE TRIGGER USER', [])
    await place.database.query('CREATE TABLE saved AS SELECT * FROM closings', [])
    await place.database.query(statement, [])
    const said = (await findings()).filter((each) => each !== 'L12 closings')
    await place.database.query('DELETE FROM closings', [])
    await place.database.query('INSERT INTO closings SELECT * FROM saved', [])
    await place.database.query('DROP TABLE saved', [])
    await place.database.query('ALTER TABLE closings ENABLE TRIGGER USER', [])
    return said
  }
  const raised = `UPDATE closings SET balances = jsonb_set(balances, '{0,debit}',
    to_jsonb((balances #>> '{0,debit}')::bigint + 1)) WHERE day = '2026-11-21'`
  // By one day too much, by the next one too little.
  assert.deepEqual(await change(raised), ['L12 2026-11-21', 'L12 2026-11-21', 'L12 2026-11-21'])
  const gone = `DELETE FROM closings WHERE day = '2026-11-21'`
  assert.deepEqual(await change(gone), ['L12 2026-11-21', 'L12 2026-11-22'])
  const other = `UPDATE closings SET closed_at = closed_at + interval '1 s'
    WHERE day = '2026-11-20'`
  assert.deepEqual(await change(other), ['L12 2026-11-20'])
  const rows = await place.database.query<AnyRow>('SELECT count(*) FROM closings', [])
  assert.equal(Number(rows[0]?.count), 4)
})
