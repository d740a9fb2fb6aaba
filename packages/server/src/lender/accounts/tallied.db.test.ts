// Balances from the tallies of accounts are the plain sums of all postings, however far a worker
// has come, at any date, and with clocks that jump.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { fillDatabase } from '../../../../../test/fixtures/full-store.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { seedOf } from '../../../../../test/fixtures/seed.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import type { Statement } from '../../platform/database/database.ts'
import { sumAccounts } from '../../settlement/account-tallies/summing.ts'
import { startOfDay } from '../balances/rules.ts'
import { listBalances, listTalliedBalances } from '../balances/store.ts'
import { readAccounts } from './read-accounts.ts'

const DAY_MS = 86_400_000
const STEPS = 40

const place = ownDatabase()
let state = seedOf('account tallies')
const upTo = (most: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return (state >>> 8) % (most + 1)
}

let now = new Date('2026-06-01T10:00:00Z')
const clock = { now: () => now }
const shops: Scenario[] = []
before(async () => {
  await fillDatabase(place.database)
  for (const sandbox of [true, true, false]) {
    shops.push(await createScenario(place.database, { clock, sandbox }))
  }
})

async function forget(): Promise<void> {
  await place.database.query('DELETE FROM account_tallies', [])
  await place.database.query('UPDATE tally_heads SET booked_position = 0', [])
}
const sum = (atMost: number) => sumAccounts({ database: place.database, atLeast: 1, atMost })
async function sumAll(): Promise<void> {
  while ((await sum(5_000)) > 0);
}
async function placeAll(): Promise<void> {
  for (const { caller, writing } of shops) {
    const key = { storeId: caller.store.id, sandbox: caller.sandbox }
    await placeEvents({ ...writing, database: place.database }, key)
  }
}

/** Moments of bookings, their midnights, and those between. */
async function randomMoment(): Promise<Date | null> {
  const [row] = await place.database.query<AnyRow>(
    `SELECT created_at AS at FROM ledger_entries ORDER BY created_at
     OFFSET $1 * (SELECT count(*) FROM ledger_entries) / 100 LIMIT 1`,
    [upTo(99)],
  )
  const at = new Date(row?.at)
  return [null, at, startOfDay(at), new Date(at.getTime() + upTo(DAY_MS))][upTo(3)] ?? null
}

async function compare(what: string): Promise<void> {
  for (const sandbox of [true, false]) {
    const moment = await randomMoment()
    const all = { sandbox, from: null, before: moment }
    const read = await readAccounts(place, { sandbox }, moment)
    assert.deepEqual(read, await listBalances(place.database, all), `${what}, ${moment}`)
    const midnight = moment && startOfDay(moment)
    const tallied = await listTalliedBalances(place.database, { sandbox, before: midnight })
    const plain = await listBalances(place.database, { ...all, before: midnight })
    assert.deepEqual(tallied, plain, `${what}, tallied, ${midnight}`)
  }
}

const findings = async () =>
  (await audit(place.database)).findings.filter(({ invariant }) => invariant === 'L12')

test('every booking of a full store is tallied once, whatever the steps', async () => {
  await compare('all')
  await forget()
  await compare('none')
  for (let step = 0; (await sum(1 + upTo(60))) > 0; step++) await compare(`step ${step}`)
  assert.deepEqual(await findings(), [])
  const [row] = await place.database.query<AnyRow>(
    'SELECT count(*) FILTER (WHERE sandbox) AS days FROM account_tallies',
    [],
  )
  assert.ok(Number(row?.days) > 20)
})

test('while orders change, clocks jump and workers come and go, too', async () => {
  for (let step = 0; step < STEPS; step++) {
    now = new Date(now.getTime() + (upTo(40) - 10) * DAY_MS + upTo(DAY_MS))
    const shop = shops[upTo(shops.length - 1)]
    assert.ok(shop !== undefined)
    const order = await shop.confirmed(10_000)
    if (upTo(2) > 0) await shop.capture(order, 1 + upTo(9_999))
    if (upTo(1) > 0) await placeAll()
    const both = Array.from({ length: upTo(3) }, () => sum(1 + upTo(9)))
    await Promise.all([...both, compare(`meanwhile ${step}`)])
    await compare(`after ${step}`)
  }
  await placeAll()
  await Promise.all([sumAll(), sumAll()])
  await compare('at last')
  assert.deepEqual(await findings(), [])
})

/** The plans of the searches, with what was read. */
async function plansOf(sandbox: boolean, moment: Date | null): Promise<string[]> {
  const searched: Statement[] = []
  const search: typeof place.database.search = (text, values) => {
    searched.push({ text: String(text), values })
    return place.database.search(text, values)
  }
  await readAccounts({ database: { ...place.database, search } }, { sandbox }, moment)
  const plans: string[] = []
  for (const { text, values } of searched) {
    const rows = await place.database.query<AnyRow>(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${text}`,
      values,
    )
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans
}

test('of what is tallied no posting is read again, and of the rest each by its event', async () => {
  await placeAll()
  await sumAll()
  for (const sandbox of [true, false]) {
    for (const moment of [null, startOfDay(now)]) {
      const [plan = '', ...others] = await plansOf(sandbox, moment)
      assert.equal(others.length, 0)
      const scans = plan
        .split('\n')
        .filter((line) => /(Scan|Seek).*(_postings|_entries)/.test(line))
      assert.ok(scans.length > 0, plan)
      for (const scan of scans) assert.match(scan, /never executed/, plan)
    }
  }
})

test('the auditor finds tallies that are wrong, and a position that is', async () => {
  const { database } = place
  const messagesAfter = async (change: string, back: string): Promise<string[]> => {
    await database.query(change, [])
    const all = await findings()
    await database.query(back, [])
    return all.map(({ message }) => message)
  }
  const change = (by: number) => `UPDATE account_tallies SET debit = debit + ${by}
    WHERE account = 'cash' AND day = (SELECT min(day) FROM account_tallies WHERE account = 'cash')`
  const sums =
    'broken: the tallies of accounts are the sums of what was booked up to their positions'
  const ahead = 'broken: no tally of accounts is ahead of its stream'
  assert.deepEqual(await messagesAfter(change(1), change(-1)), [sums])
  const move = (by: number) => `UPDATE tally_heads SET booked_position = booked_position + ${by}
    WHERE booked_position > 20`
  assert.deepEqual(await messagesAfter(move(1), move(-1)), [ahead])
  assert.deepEqual(await messagesAfter(move(-20), move(20)), [sums])
})
