// The auditor must see what is wrong with payouts, however it came about.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { cents } from '@svc/api'
import { createScenario, type Scenario } from '../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../test/fixtures/test-database.ts'
import { refundOrder } from '../orders/refunds/refund-order.ts'
import { placeEvents } from '../outbound/placing/place-events.ts'
import type { Reader } from '../platform/database/database.ts'
import { holdPayout } from '../settlement/payouts/hold-payout.ts'
import { makePayouts } from '../settlement/payouts/make-payouts.ts'
import { payPayout } from '../settlement/payouts/pay-payout.ts'
import { actedPayoutSweeps } from './acted-checks.ts'
import { audit, type Finding } from './audit.ts'
import { payoutSweeps } from './payout-checks.ts'

const DAY_MS = 86_400_000

const place = ownDatabase()
let storeId = ''
/** The second of two payouts; after it something was refunded and carried. */
let payoutId = ''
/** The first. */
let earlierId = ''
/** Of another store: one that is held, one that was held and released, one paid by its time. */
const waited = { held: '', released: '', paid: '' }

before(async () => {
  const scenario = await createScenario(place.database)
  storeId = scenario.caller.store.id
  const order = await scenario.confirmed(50_000)
  await scenario.capture(order, 20_000)
  earlierId = (await pay(scenario))[0]?.id ?? ''
  await scenario.capture(order, 5_000)
  payoutId = (await pay(scenario))[0]?.id ?? ''
  const ref = { ref: order.id, amount: cents(1_000) }
  await refundOrder(scenario.writing, scenario.caller, ref)
  await placeAll(scenario)
  const now = new Date(Date.now() + 8 * 86_400_000)
  await makePayouts({ ...scenario.writing, clock: { now: () => now } }, keyOf(scenario), 'due')
  await scenario.capture(order, 300)
  await placeAll(scenario)
  await fillWaiting()
})

async function fillWaiting() {
  const schedule = { interval: 'daily', weekday: null, day: null, hold_days: 1 } as const
  let now = Date.now()
  const clock = { now: () => new Date(now) }
  const settings = { payout_schedule: schedule }
  const { writing, ...scenario } = await createScenario(place.database, { clock, settings })
  const order = await scenario.confirmed(50_000)
  const key = keyOf({ writing, ...scenario })
  for (const name of ['paid', 'released', 'held'] as const) {
    await scenario.capture(order, 1_000)
    await placeAll({ writing, ...scenario })
    now += DAY_MS
    waited[name] = (await makePayouts(writing, key, 'due'))[0]?.id ?? ''
    if (name !== 'paid') await holdPayout(writing, { ...key, id: waited[name] })
  }
  await payPayout(writing, { ...key, id: waited.paid, way: 'due' })
  await payPayout(writing, { ...key, id: waited.released, way: 'released' })
  await placeAll({ writing, ...scenario })
}

const keyOf = ({ caller }: Scenario) => ({ storeId: caller.store.id, sandbox: true })
const placeAll = (scenario: Scenario) =>
  placeEvents({ ...scenario.writing, database: place.database }, keyOf(scenario))

async function pay(scenario: Scenario) {
  await placeAll(scenario)
  return makePayouts(scenario.writing, keyOf(scenario), 'by hand')
}

/** Carries what was found out of a transaction that is thrown away. */
class Undo extends Error {
  readonly findings: readonly Finding[]

  constructor(findings: readonly Finding[]) {
    super('undo')
    this.findings = findings
  }
}

const TABLES = [
  ...['payouts', 'store_entries', 'store_postings', 'settlement_lines', 'events', 'actions'],
]

async function dropGuards(tx: Reader): Promise<void> {
  const guards = await tx.query(
    `SELECT c.conrelid::regclass::text AS place, c.conname AS name FROM pg_constraint c
       JOIN pg_namespace n ON n.oid = c.connamespace
     WHERE n.nspname = 'public' AND c.contype IN ('c', 'f')`,
    [],
  )
  for (const guard of guards) {
    await tx.query(`ALTER TABLE ${guard.place} DROP CONSTRAINT "${guard.name}"`, [])
  }
  for (const table of TABLES) await tx.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`, [])
}

const reported = new Set<string>()

async function findingsAfter(statement: string): Promise<readonly Finding[]> {
  try {
    await place.database.transaction(null, async (tx) => {
      await dropGuards(tx)
      const values = [...new Set(statement.match(/\$[12]/g))].length
      const ids = Object.entries(waited)
      const text = ids.reduce((each, [name, id]) => each.replace(`{${name}}`, id), statement)
      await tx.query(text, [storeId, payoutId].slice(0, values))
      throw new Undo((await audit(tx)).findings)
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
    // The guards that the test itself has taken away.
    const findings = error.findings.filter(({ message }) => !message.includes('refuse'))
    for (const { message } of findings) reported.add(message)
    return findings
  }
  throw new Error('nothing was planted')
}

const OWN = 'store_id = $1 AND id = $2'
const EARLIER = 'store_id = $1 AND id <> $2'
const OF_ENTRY = 'store_id = $1 AND sequence = 2'
type InjectedFault = readonly [name: string, statement: string, ...expected: string[]]
const faults: readonly InjectedFault[] = [
  [
    'a payout of a cent more',
    `UPDATE payouts SET amount = amount + 1 WHERE ${OWN}`,
    'A1 PAYOUT',
    'A12 PAYOUT',
    'A9 PAYOUT',
  ],
  [
    'a payout that begins too late',
    `UPDATE payouts SET from_position = from_position + 1 WHERE ${OWN}`,
    'A1 PAYOUT',
    'A9 PAYOUT',
  ],
  [
    'a payout that begins too early',
    `UPDATE payouts SET from_position = from_position - 1 WHERE ${OWN}`,
    'A1 PAYOUT',
    'A9 PAYOUT',
  ],
  [
    'a payout that reaches beyond what was reckoned with',
    `UPDATE payouts SET to_position = 1000 WHERE ${OWN}`,
    'A1 PAYOUT',
    'A14 PAYOUT',
    'A9 EUR',
    'A9 PAYOUT',
  ],
  [
    'a payout that carries a debt of nobody',
    `UPDATE payouts SET carried = 1 WHERE ${OWN}`,
    'A1 PAYOUT',
    'A9 PAYOUT',
  ],
  [
    'a payout that carried more than was carried',
    `UPDATE payouts SET carried = carried - 1 WHERE ${OWN}`,
    'A1 PAYOUT',
  ],
  [
    'a payout of another time than the one after it says',
    `UPDATE payouts SET previous_at = previous_at - interval '1 day' WHERE ${OWN}`,
    'A1 PAYOUT',
    'A9 PAYOUT',
  ],
  [
    'a payout of the other mode',
    `UPDATE payouts SET sandbox = false WHERE ${OWN}`,
    'A1 PAYOUT',
    'A12 PAYOUT',
    'A14 PAYOUT',
    'A9 EUR',
    'A9 PAYOUT',
    'A9 live',
    'L2 PAYOUT',
  ],
  [
    'a payout in another currency',
    `UPDATE payouts SET currency = 'USD' WHERE ${OWN}`,
    'A1 PAYOUT',
    'A12 PAYOUT',
    'A9 EUR',
    'A9 PAYOUT',
    'A9 sandbox',
  ],
  [
    'a payout that is gone',
    `DELETE FROM payouts WHERE ${OWN}`,
    'A9 EUR',
    'A9 PAYOUT',
    'A9 sandbox',
    'A14 PAYOUT',
  ],
  [
    'a payout that was due after it was paid',
    `UPDATE payouts SET due_at = created_at + interval '1 day' WHERE ${OWN}`,
    'A1 PAYOUT',
    'A4 PAYOUT',
  ],
  [
    'an earlier payout that is gone',
    `DELETE FROM payouts WHERE ${EARLIER}`,
    'A9 PAYOUT',
    'A9 sandbox',
    'A14 PAYOUT',
  ],
  [
    'a payout without its line',
    `DELETE FROM settlement_lines WHERE store_id = $1 AND effect_id = $2`,
    'A9 PAYOUT',
    'A9 sandbox',
    'L2 PAYOUT',
  ],
  [
    'a line of a payout that says less',
    `UPDATE settlement_lines SET net = net + 1 WHERE store_id = $1 AND effect_id = $2`,
    'A9 PAYOUT',
  ],
  [
    'a payout told as another amount',
    `UPDATE events SET data = data || '{"amount": 1}' WHERE store_id = $1 AND subject = $2`,
    'A12 PAYOUT',
  ],
  [
    'a posting whose amount was raised',
    `UPDATE store_postings SET amount = amount + 1 WHERE ${OF_ENTRY}`,
    'A1 PAYOUT',
    'A13 sandbox',
  ],
  [
    'a posting to another account',
    `UPDATE store_postings SET credit = 'pocket' WHERE ${OF_ENTRY}`,
    'A1 PAYOUT',
    'A13 sandbox',
  ],
  [
    'an entry whose time was changed',
    `UPDATE store_entries SET created_at = created_at + interval '1 ms' WHERE ${OF_ENTRY}`,
    'A1 PAYOUT',
    'A13 sandbox',
  ],
  [
    'an entry removed from the end of the chain',
    `DELETE FROM store_entries WHERE ${OF_ENTRY}`,
    'A1 PAYOUT',
    'A13 sandbox',
    'A14 2',
    'A9 sandbox',
    'L2 PAYOUT',
  ],
  [
    'an entry of no calendar',
    `UPDATE store_entries SET store_id = 'nowhere' WHERE ${OF_ENTRY}`,
    'A1 PAYOUT',
    'A13 sandbox',
    'A14 2',
    'A9 sandbox',
    'L2 PAYOUT',
  ],
  [
    'a calendar that has lost the end of its chain',
    `UPDATE payout_calendars SET ledger_head = 'x' WHERE store_id = $1 AND sandbox`,
    'A13 sandbox',
  ],
  [
    'a calendar ahead of the stream',
    `UPDATE payout_calendars SET position = position + 1000 WHERE store_id = $1 AND sandbox`,
    'A9 EUR',
    'A9 sandbox',
  ],
  [
    'a calendar of a store that does not exist',
    `INSERT INTO payout_calendars (store_id, sandbox) SELECT 'nowhere', true
     WHERE $1::text IS NOT NULL`,
    'A14 sandbox',
  ],
  [
    'an account that forgets what it carries',
    `UPDATE payout_accounts SET carried = 0 WHERE store_id = $1`,
    'A9 EUR',
  ],
  [
    'an account that forgets its last payout',
    `UPDATE payout_accounts SET paid_at = paid_at - interval '1 day' WHERE store_id = $1`,
    'A9 EUR',
    'A9 PAYOUT',
  ],
  [
    'an account that is gone',
    `DELETE FROM payout_accounts WHERE store_id = $1`,
    'A9 sandbox',
    'A9 PAYOUT',
  ],
  [
    'a payout that never waited and is held',
    `UPDATE payouts SET status = 'held' WHERE ${OWN}`,
    'A1 PAYOUT',
    'A12 PAYOUT',
    'A9 PAYOUT',
    'A9 sandbox',
    'L15 PAYOUT',
  ],
  [
    'a payout that is held although nobody held it',
    `UPDATE actions SET outcome = 'refused' WHERE object_id = '{held}' AND action = 'payout.hold'`,
    ...['L1 HELD', 'L15 HELD'],
  ],
  [
    'a payout that is held and was paid without anybody’s doing',
    `UPDATE payouts SET status = 'paid', paid_at = payable_at, ledger_sequence = 1
     WHERE id = '{held}'`,
    ...['A1 HELD', 'A12 HELD', 'A9 HELD', 'A9 sandbox', 'L15 HELD', 'L2 HELD'],
  ],
  [
    'a payout that is paid and is held again',
    `UPDATE payouts SET status = 'held', paid_at = NULL, ledger_sequence = NULL
     WHERE id = '{released}'`,
    ...['A12 RELEASED', 'A9 sandbox', 'L15 RELEASED'],
  ],
  [
    'a payout that was held and paid by its time',
    `UPDATE actions SET action = 'payout.pay' WHERE object_id = '{released}'
       AND action = 'payout.release'`,
    ...['L1 RELEASED', 'L15 RELEASED'],
  ],
  [
    'a payout that was paid before its time',
    `UPDATE payouts SET payable_at = payable_at + interval '10 days' WHERE id = '{paid}'`,
    ...['A1 PAID', 'L15 PAID'],
  ],
  [
    'an account of no calendar',
    `INSERT INTO payout_accounts (store_id, sandbox, currency, carried, paid_position)
     SELECT 'nowhere', true, 'GBP', 0, 0 WHERE $1::text IS NOT NULL`,
    'A14 GBP',
  ],
]
const nameOf = (id: string): string =>
  Object.entries(waited)
    .find(([, each]) => each === id)?.[0]
    .toUpperCase() ?? id
/** Of the two it depends on their ids which one is the first to offend. */
const isPayout = (id: string) => id === payoutId || id === earlierId

for (const [name, statement, ...expected] of faults) {
  test(`finds ${name}`, async () => {
    const findings = await findingsAfter(statement)
    const named = findings.map(
      ({ invariant, order_id: id }) => `${invariant} ${isPayout(id) ? 'PAYOUT' : nameOf(id)}`,
    )
    assert.deepEqual([...new Set(named)].sort(), [...expected].sort())
  })
}

test('finds nothing in sound data, and every check is proven by a planted fault', async () => {
  assert.deepEqual((await audit(place.database)).findings, [])
  const titles = [...payoutSweeps, ...actedPayoutSweeps].flatMap(({ checks }) =>
    checks.map(({ title }) => title),
  )
  assert.deepEqual(
    titles.filter((title) => !reported.has(`broken: ${title}`)),
    [],
  )
})

test('finds that payouts no longer refuse changes', async () => {
  await assert.rejects(place.database.query('DELETE FROM payouts', []), /never changed/)
  await assert.rejects(place.database.query('UPDATE store_postings SET amount = 1', []), /never/)
  await place.database
    .transaction(null, async (tx) => {
      await tx.query('ALTER TABLE payouts DISABLE TRIGGER USER', [])
      throw new Undo((await audit(tx)).findings)
    })
    .catch((error: Undo) => {
      assert.deepEqual(
        error.findings.map(({ invariant, order_id: id }) => [invariant, id]),
        [['A1', 'payouts_append_only']],
      )
    })
})
