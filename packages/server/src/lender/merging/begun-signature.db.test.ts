// A signature that has begun before a merge or a split and finds its person after it.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Buyer } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { realWriting } from '../../../../../test/fixtures/lender.ts'
import { createScenario, newBuyer, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { migratedPlace, type TestPlace } from '../../../../../test/fixtures/test-database.ts'
import { prove } from '../../audit/audit.ts'
import { personSweeps } from '../../audit/person-checks.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import type { Order } from '../../model/order/order.ts'
import { createDatabase } from '../../platform/database/create-database.ts'
import type { Database, Engine } from '../../platform/database/database.ts'
import { openDatabase, openEngine } from '../../platform/database/open-database.ts'
import { mergePerson } from './merge-person.ts'
import { splitPerson } from './split-person.ts'

const SKIP = process.env.TEST_DATABASE !== 'postgres' && 'it has one connection'
/** Of the database: no other test uses it. */
const GATE = 7_001
const ROLE = `signer_${process.pid}`
const sandbox = { sandbox: true }
const reason = { code: 'correction', note: 'One has a new document.' } as const
const decision = { ...standardLimits, sandbox: 'rules' as const, attempts_per_day_max: 1_000 }

let place: TestPlace
let database: Database
/** Of a role that row-level security stops at the gate, in the middle of a statement. */
let signers: Engine
let keeper: Engine

const openAs = async (role?: string): Promise<Engine> => {
  const url = new URL(place.databaseUrl ?? '')
  if (role !== undefined) url.username = role
  return openEngine({ databaseUrl: url.href, folder: '', print: () => {} })
}
const query = (text: string, values: readonly unknown[] = []) =>
  database.query<AnyRow>(text, values)

before(async () => {
  if (SKIP) return
  place = await migratedPlace()
  const folder = join(place.folder, 'database')
  const { databaseUrl } = place
  database = await openDatabase({ databaseUrl, folder, fraction: Math.random, print: () => {} })
  await query(`CREATE ROLE ${ROLE} LOGIN`)
  await query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${ROLE}`)
  await query(`CREATE FUNCTION passed_gate() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
      PERFORM pg_advisory_lock_shared(${GATE});
      PERFORM pg_advisory_unlock_shared(${GATE});
      RETURN true;
    END $$`)
  await query('ALTER TABLE persons ENABLE ROW LEVEL SECURITY')
  await query('CREATE POLICY gate ON persons USING (passed_gate())')
  signers = await openAs(ROLE)
  keeper = await openAs()
})
after(async () => {
  if (SKIP) return
  await Promise.all([signers.close(), keeper.close()])
  await query(`DROP OWNED BY ${ROLE}`)
  await query(`DROP ROLE ${ROLE}`)
  await database.close()
  await place.remove()
})

async function sign({ checkout, writing, caller }: Scenario, buyer: Buyer): Promise<Order> {
  const { id: checkoutId } = await checkout(1_000)
  return acceptCheckout(writing, caller, { checkoutId, wish: {}, buyerOf: () => buyer })
}

const signerOf = async ({ storeId, buyerId }: Order): Promise<unknown> => {
  const text = 'SELECT person_id AS id FROM buyers WHERE store_id = $1 AND id = $2'
  return (await query(text, [storeId, buyerId]))[0]?.id
}

const WAITING = `SELECT 1 FROM pg_stat_activity WHERE usename = '${ROLE}'
  AND wait_event = 'advisory' AND query LIKE '%SKIP LOCKED%'`

/**
 * Signs; between the moment that the statement sees, which looks for the person and holds them, and
 * the moment in which it has found them, `meanwhile` is committed.
 */
async function signAround(scenario: Scenario, buyer: Buyer, meanwhile: () => Promise<unknown>) {
  const gate = await keeper.connect()
  const shut = { text: 'SELECT pg_advisory_lock($1)', values: [GATE] }
  const open = { text: 'SELECT pg_advisory_unlock($1)', values: [GATE] }
  await gate.batch([shut])
  const writing = { ...scenario.writing, writer: createDatabase(signers, Math.random) }
  const { id: checkoutId } = await scenario.checkout(1_000)
  const input = { checkoutId, wish: {}, buyerOf: () => buyer }
  let ended = false
  const signed = acceptCheckout(writing, scenario.caller, input).finally(() => {
    ended = true
  })
  try {
    while ((await query(WAITING)).length === 0) {
      assert.ok(!ended, 'the signature has not waited')
      await pause(5)
    }
    await meanwhile()
  } finally {
    await gate.batch([open])
    keeper.release(gate, false)
  }
  return signed
}

test('a signature that began before a merge, or its end, belongs to the resulting person', {
  skip: SKIP,
}, async () => {
  const [one, other] = [newBuyer(), newBuyer()]
  const scenario = await createScenario(database, { buyer: one, settings: { decision } })
  const into = String(await signerOf(await sign(scenario, one)))
  const id = String(await signerOf(await sign(scenario, other)))
  const writing = realWriting(database)
  const merged = await signAround(scenario, other, () =>
    mergePerson(writing, sandbox, { id, into, reason }),
  )
  assert.equal(await signerOf(merged), into)
  // A split does not change the row that was found first: only the second look shows it.
  const split = await signAround(scenario, other, () =>
    splitPerson(writing, sandbox, { id, reason }),
  )
  assert.equal(await signerOf(split), id)
  // And the person it names has to be locked: somebody else signs for them.
  await mergePerson(writing, sandbox, { id, into, reason })
  const rival = await keeper.connect()
  const holding = [
    { text: 'BEGIN', values: [] },
    { text: 'SELECT 1 FROM persons WHERE id = $1 FOR NO KEY UPDATE', values: [id] },
  ]
  const signing = signAround(scenario, other, async () => {
    await splitPerson(writing, sandbox, { id, reason })
    await rival.batch(holding)
  })
  try {
    await assert.rejects(signing, { code: 'exposure_busy' })
  } finally {
    await rival.script('ROLLBACK')
    keeper.release(rival, false)
  }
  const { findings } = await prove(
    database,
    { sweeps: personSweeps, wholeChecks: [] },
    { atOnce: 1 },
  )
  assert.deepEqual(findings, [])
})
