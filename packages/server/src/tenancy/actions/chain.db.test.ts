import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { allowAnything } from '../../../../../test/fixtures/audited-change.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import { verifyActions } from '../../audit/verify-actions.ts'
import type { Reader } from '../../platform/database/database.ts'
import { listHeads } from './list-heads.ts'
import { placeActions } from './place-actions.ts'

const START = Date.parse('2026-11-25T12:00:00Z')
let place: TestDatabase
let time = START
const clock = { real: true, now: () => new Date(time) } as const
before(async () => {
  place = await openTestDatabase()
})
after(() => place.stop())

const placing = () => ({ database: place.database, clock })
const placeAll = () =>
  Promise.all([placeActions(placing(), 'live'), placeActions(placing(), 'sandbox')])

/** A store whose order was captured so many times. */
async function captured(times: number): Promise<void> {
  const scenario = await createScenario(place.database)
  const order = await scenario.confirmed(50_000)
  for (let count = 0; count < times; count++) await scenario.capture(order, 100)
}

const placesOf = (mode: string) =>
  place.database.query<AnyRow>(
    `SELECT place FROM actions WHERE coalesce(mode, 'live') = $1 ORDER BY place`,
    [mode],
  )

test('actions get permanent places without a gap, also concurrently', async () => {
  const { database } = place
  await captured(5)
  const counts = await Promise.all([1, 2, 3, 4].map(() => placeActions(placing(), 'sandbox')))
  const sum = counts.reduce((total, count) => total + count, 0)
  const rows = await placesOf('sandbox')
  assert.ok(sum > 5)
  assert.deepEqual(
    rows.map((row) => row.place),
    Array.from({ length: sum }, (_, index) => index + 1),
  )
  await placeActions(placing(), 'live')
  for (const change of [
    `UPDATE actions SET place = place + 100`,
    `UPDATE actions SET agent = 'nobody'`,
    'DELETE FROM actions',
  ]) {
    await assert.rejects(database.query<AnyRow>(change, []), /never changed or removed/, change)
  }
  assert.deepEqual((await verifyActions(database)).findings, [])
})

test('an action of the version before, which has no hash, gets one with its place', async () => {
  const { database } = place
  await database.query<AnyRow>(
    `INSERT INTO actions (id, at, principal_kind, principal_id, principal_name, action, outcome,
       changes)
     VALUES (lpad(to_hex(extract(epoch FROM '2026-11-25T11:59:59Z'::timestamptz)::bigint), 8, '0')
         || repeat('a', 24), '2026-11-25T11:59:59.123Z', 'cli', 'ada', 'host', 'secrets.rekey',
       'done', '{"rows": {"old": null, "new": 3}, "ñ|": "changed"}')`,
    [],
  )
  assert.equal(await placeActions(placing(), 'live'), 1)
  assert.deepEqual((await verifyActions(database)).findings, [])
})

test('the end of a chain is sealed once a minute, when there is more by then', async () => {
  const { database } = place
  const seals = async () => {
    const rows = await database.query<AnyRow>(
      `SELECT number FROM action_seals WHERE mode = 'sandbox' ORDER BY number`,
      [],
    )
    return rows.length
  }
  const before = await seals()
  await captured(1)
  time += 59_000
  await placeAll()
  assert.equal(await seals(), before)
  time += 1_000
  await placeAll()
  assert.equal(await seals(), before + 1)
  time += 600_000
  await placeAll()
  assert.equal(await seals(), before + 1)
  assert.deepEqual((await verifyActions(database)).findings, [])
})

test('a clock that goes back two hours leaves chain, seals and books in order', async () => {
  const { database } = place
  const scenario = await createScenario(database, { clock })
  const order = await scenario.confirmed(50_000)
  for (const hours of [0, -2, 0, 3]) {
    time += hours * 3_600_000
    await scenario.capture(order, 100)
    await placeAll()
  }
  assert.deepEqual((await verifyActions(database)).findings, [])
  assert.deepEqual((await audit(database)).findings, [])
})

/** All hashes of the chain made anew, its end and its seals with it. */
const REWRITTEN = [
  `UPDATE actions SET agent = 'nobody', content_hash = repeat('a', 64)
   WHERE coalesce(mode, 'live') = 'live' AND place = 2`,
  `WITH RECURSIVE chain AS (
     SELECT 0::bigint AS place, ''::text AS previous, ''::text AS hash
     UNION ALL
     SELECT a.place, c.hash, encode(sha256(convert_to(c.hash || a.content_hash, 'UTF8')), 'hex')
     FROM chain c JOIN actions a ON coalesce(a.mode, 'live') = 'live' AND a.place = c.place + 1)
   UPDATE actions a SET previous_hash = c.previous, hash = c.hash FROM chain c
   WHERE coalesce(a.mode, 'live') = 'live' AND a.place = c.place`,
  `UPDATE action_chains c SET hash = (SELECT a.hash FROM actions a
     WHERE coalesce(a.mode, 'live') = c.mode AND a.place = c.place) WHERE c.mode = 'live'`,
]

test('a row that was changed, removed or swapped is found, a new past by the old end', async () => {
  const { database } = place
  await captured(3)
  await placeAll()
  const heads = await listHeads({ database })
  await captured(1)
  await placeAll()
  await allowAnything(database)
  await database.query('DROP INDEX actions_placed', [])
  const clean = await verifyActions(database, heads)
  const guards = new Set(clean.findings.map(({ message }) => message))
  assert.deepEqual(
    [...guards].map((message) => /refuses? changes$/.test(message)),
    [true, true],
  )
  const findings = async (...statements: string[]) => {
    let titles: string[] = []
    const undo = new Error('undo')
    const look = async (tx: Reader) => {
      for (const statement of statements) await tx.query<AnyRow>(statement, [])
      const all = (await verifyActions(tx, heads)).findings
      const others = all.filter(({ message }) => !guards.has(message))
      titles = others.map(({ message }) => message.slice('broken: '.length))
      throw undo
    }
    await assert.rejects(database.transaction(null, look), undo)
    return titles
  }
  const of = `mode = 'sandbox' AND action = 'order.capture'`
  const one = `(SELECT min(place) FROM actions WHERE ${of})`
  assert.deepEqual(await findings(), [])
  assert.deepEqual(
    await findings(`UPDATE actions SET route = 'x' WHERE ${of} AND place = ${one}`),
    ['the hash of an action covers all of its values'],
  )
  assert.deepEqual(await findings(`DELETE FROM actions WHERE ${of} AND place = ${one}`), [
    'an action follows the one before it, without a gap',
    'an entry was booked by an action that was done',
    'an event was written by an action that was done',
    'a settlement line was written by an action that was done',
  ])
  assert.deepEqual(
    await findings(
      `UPDATE actions SET place = 2 * ${one} + 1 - place WHERE mode = 'sandbox'
         AND place IN (${one}, ${one} + 1)`,
    ),
    ['an action follows the one before it, without a gap'],
  )
  const last = await findings(
    `UPDATE actions SET place = NULL, previous_hash = NULL, hash = NULL WHERE mode = 'sandbox'`,
    `UPDATE action_chains SET place = 0, hash = '', seal_number = 0, sealed_place = 0,
       seal_hash = '', sealed_at = NULL WHERE mode = 'sandbox'`,
    `DELETE FROM action_seals WHERE mode = 'sandbox'`,
  )
  assert.ok(last.includes('an end of the chain noted elsewhere is unchanged'), String(last))
  const rewritten = await findings(...REWRITTEN)
  assert.ok(rewritten.includes('an end of the chain noted elsewhere is unchanged'))
})
