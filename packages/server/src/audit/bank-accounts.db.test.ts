// What is changed behind the service's back in where stores are paid, and what the auditor says.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  approve,
  type Colleague,
  colleague,
  LIVE,
  outcomeOf,
} from '../../../../test/fixtures/colleagues.ts'
import { createScenario, type Scenario } from '../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../test/fixtures/test-database.ts'
import { testDesk } from '../../../../test/fixtures/test-desk.ts'
import { placeEvents } from '../outbound/placing/place-events.ts'
import { makePayouts } from '../settlement/payouts/make-payouts.ts'
import { type Finding, prove } from './audit.ts'
import { bankAccountSweeps } from './bank-account-checks.ts'

const DAY_MS = 86_400_000
const reason = { code: 'store_request', note: 'They have changed their bank.' }
const IBANS = ['ES9121000418450200051332', 'DE89370400440532013000']

let now = Date.parse('2026-11-25T09:00:00Z')
const clock = { now: () => new Date(now) }
const place = ownDatabase({ planted: true })
let shop: Scenario
const accountIds: string[] = []
let payoutId = ''

before(async () => {
  shop = await createScenario(place.database, { clock, sandbox: false })
  const desks = testDesk(place.database, clock)
  const storeId = shop.caller.store.id
  for (const iban of IBANS) {
    const [maker, checker] = [await colleague(desks, 'finance'), await colleague(desks, 'finance')]
    const path = `/lender/stores/${storeId}/bank-accounts`
    const body = { iban, holder: 'Shop', reason }
    const waiting = await maker.send('POST', path, body, LIVE)
    const inLive: Colleague = { ...checker, send: (m, p, b) => checker.send(m, p, b, LIVE) }
    assert.equal(outcomeOf(await approve(inLive, waiting.body.approval)), 'executed')
    now += 3 * DAY_MS
  }
  await shop.capture(await shop.confirmed(20_000), 20_000)
  const key = { storeId, sandbox: false }
  await placeEvents({ database: place.database, clocks: shop.writing.clocks }, key)
  payoutId = (await makePayouts(shop.writing, key, 'by hand'))[0]?.id ?? ''
  const rows = await place.database.query('SELECT id FROM bank_accounts ORDER BY version', [])
  accountIds.push(...rows.map(({ id }) => String(id)))
  await desks.settled()
})

/** Carries what was found out of a transaction that is thrown away. */
class Undo extends Error {
  readonly findings: readonly Finding[]

  constructor(findings: readonly Finding[]) {
    super('undo')
    this.findings = findings
  }
}

const UNGUARDED = [
  'ALTER TABLE bank_accounts DISABLE TRIGGER USER',
  'ALTER TABLE bank_accounts DROP CONSTRAINT bank_accounts_waiting',
  'ALTER TABLE payouts DISABLE TRIGGER USER',
  'ALTER TABLE payouts DROP CONSTRAINT payouts_bank_account',
  'ALTER TABLE actions DISABLE TRIGGER USER',
  'ALTER TABLE events DISABLE TRIGGER USER',
]
const broken = new Set<string>()

async function findingsAfter(statement: string): Promise<string[]> {
  try {
    await place.database.transaction(null, async (tx) => {
      for (const each of UNGUARDED) await tx.query(each, [])
      await tx.query(statement, [])
      const parts = { sweeps: bankAccountSweeps, wholeChecks: [] }
      throw new Undo((await prove(tx, parts, { atOnce: 1 })).findings)
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
    for (const { message } of error.findings) broken.add(message)
    return error.findings.map(({ invariant, order_id: id }) => `${invariant} ${nameOf(id)}`).sort()
  }
  throw new Error('nothing was planted')
}

const nameOf = (id: string) => (id === payoutId ? 'PAYOUT' : `${accountIds.indexOf(id) + 1}`)
const SECOND = 'WHERE version = 2'

const faults: readonly (readonly [name: string, statement: string, ...expected: string[]])[] = [
  ['no fault', 'SELECT 1 AS one'],
  [
    'an account that nobody named',
    `UPDATE bank_accounts SET action_id = 'nothing' ${SECOND}`,
    'L2 2',
  ],
  [
    'an account of another holder',
    `UPDATE bank_accounts SET holder = 'Eve' ${SECOND}`,
    ...['A12 2', 'L15 PAYOUT', 'L2 2'],
  ],
  [
    'an account that one person named',
    `UPDATE actions SET approval_id = NULL WHERE object_id =
       (SELECT id FROM bank_accounts ${SECOND})`,
    'L5 2',
  ],
  [
    'an account of which nobody was told',
    `DELETE FROM events WHERE type = 'bank_account.changed' AND subject =
       (SELECT id FROM bank_accounts ${SECOND})`,
    'A12 2',
  ],
  [
    'an account that was used too early',
    `UPDATE bank_accounts SET effective_from = created_at + interval '1 hour' ${SECOND}`,
    ...['A12 2', 'L15 2'],
  ],
  [
    'an account that was named a day before',
    `UPDATE bank_accounts SET created_at = created_at - interval '1 day',
       effective_from = effective_from - interval '1 day' ${SECOND}`,
    ...['A12 2', 'L15 2'],
  ],
  ['an account that is gone', `DELETE FROM bank_accounts WHERE version = 1`, 'L15 2'],
  [
    'a payout to the account before',
    `UPDATE payouts SET bank_account_id = (SELECT id FROM bank_accounts WHERE version = 1)`,
    ...['L15 PAYOUT', 'L15 PAYOUT'],
  ],
  [
    'a payout to an account of nobody',
    `UPDATE payouts SET bank_account_id = 'nowhere'`,
    ...['L15 PAYOUT', 'L15 PAYOUT', 'L15 PAYOUT'],
  ],
  ['a payout to nobody', 'UPDATE payouts SET bank_account_id = NULL', 'L15 PAYOUT'],
]

for (const [name, statement, ...expected] of faults) {
  test(`finds ${name}`, async () => {
    assert.deepEqual(await findingsAfter(statement), [...expected].sort())
  })
}

test('every check is proven by a planted fault', () => {
  const titles = bankAccountSweeps.flatMap(({ checks }) => checks.map(({ title }) => title))
  assert.deepEqual(
    titles.filter((title) => !broken.has(`broken: ${title}`)),
    [],
  )
})
