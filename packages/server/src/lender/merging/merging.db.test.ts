// Two documents of one person: what both owe counts together, blocks stay, and it can be undone.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Buyer, cents } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import {
  approve,
  type Colleague,
  colleague,
  outcomeOf,
} from '../../../../../test/fixtures/colleagues.ts'
import { lenderClient, realWriting } from '../../../../../test/fixtures/lender.ts'
import { createScenario, newBuyer, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { testDesk } from '../../../../../test/fixtures/test-desk.ts'
import type { TestService } from '../../../../../test/fixtures/test-service.ts'
import { prove } from '../../audit/audit.ts'
import { personSweeps } from '../../audit/person-checks.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { setPolicy } from '../../checkout/exposure/set-policy.ts'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import type { Order } from '../../model/order/order.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { mergePerson } from './merge-person.ts'
import { splitPerson } from './split-person.ts'

const place = ownDatabase()
let send: TestService['send']
let risk: Colleague
const reason = { code: 'correction', note: 'One has a new document.' } as const
const sandbox = { sandbox: true }
const decision = {
  ...{ ...standardLimits, sandbox: 'rules' as const },
  ...{ attempts_per_day_max: 1_000, open_amount_max: 1_000_000 },
}

before(async () => {
  send = await lenderClient(place.database)
  risk = await colleague(testDesk(place.database, systemClock), 'risk')
  const wish = { currency: 'EUR', exposureMax: cents(100_000) } as const
  await setPolicy(realWriting(place.database), { wish })
})

const shop = (buyer: Buyer): Promise<Scenario> =>
  createScenario(place.database, { buyer, settings: { decision } })

async function sign({ checkout, writing, caller }: Scenario, buyer: Buyer, amount = 60_000) {
  const { id: checkoutId } = await checkout(amount)
  return acceptCheckout(writing, caller, { checkoutId, wish: {}, buyerOf: () => buyer })
}
const passed = ({ state }: Order): boolean => state === 'confirmation_required'

async function personOf({ document_id }: Buyer): Promise<string> {
  const [row] = await place.database.query<AnyRow>(
    'SELECT id FROM persons WHERE document_number = $1',
    [document_id],
  )
  return String(row?.id)
}

/** Two people of two stores, who have signed for so much each. */
async function two(amount = 1_000) {
  const [one, other] = [newBuyer(), newBuyer()] as const
  const [first, second] = [await shop(one), await shop(other)] as const
  assert.ok(passed(await sign(first, one, amount)) && passed(await sign(second, other, amount)))
  const [id, into] = [await personOf(other), await personOf(one)] as const
  return { one, other, first, second, id, into }
}

const merge = (id: string, into: string) =>
  risk.send('POST', `/lender/people/${id}/merge`, { into, reason })
const split = (id: string) => risk.send('POST', `/lender/people/${id}/split`, { reason })
const block = (id: string) => send('POST', `/lender/people/${id}/block`, { reason })
const owed = async (id: string): Promise<number> =>
  (await send('GET', `/lender/people/${id}`)).body.exposure.open

async function findings(): Promise<string[]> {
  const parts = { sweeps: personSweeps, wholeChecks: [] }
  const proof = await prove(place.database, parts, { atOnce: 1 })
  return proof.findings.map(({ invariant, message }) => `${invariant} ${message}`)
}

test('the debts of both count together, at every store, until they are split again', async () => {
  const { one, other, first, second, id, into } = await two(60_000)
  const merged = await merge(id, into)
  assert.deepEqual([merged.status, merged.body.id], [200, into], JSON.stringify(merged.body))
  assert.equal(await owed(into), 120_000)
  const { body } = await send('GET', `/lender/people/${id}`)
  assert.deepEqual([body.merged_into, body.customers], [into, []])
  for (const [scenario, buyer] of [
    [first, other],
    [second, one],
    [second, other],
  ] as const) {
    assert.ok(!passed(await sign(scenario, buyer, 1_000)), 'above the limit of one person')
  }
  const results = await send('POST', '/lender/people/search', { document: other.document_id })
  assert.deepEqual(
    results.body.results.map((each: AnyRow) => each.id),
    [into],
  )
  assert.deepEqual(await findings(), [])
  assert.equal((await merge(id, into)).body.error.code, 'person_gone')
  assert.equal((await block(id)).body.error.code, 'person_gone')
  const erased = await risk.send('POST', `/lender/people/${id}/erase`, { reason })
  assert.equal(erased.body.error.code, 'person_gone')
  const apart = await split(id)
  assert.deepEqual([apart.status, apart.body.merged_into], [200, null])
  assert.deepEqual([await owed(id), await owed(into)], [60_000, 60_000])
  assert.ok(passed(await sign(second, other, 1_000)))
  assert.equal((await split(id)).body.error.code, 'person_not_merged')
  assert.deepEqual(await findings(), [])
})

test('somebody who signed before the second of two merges was not blocked then', async () => {
  const { other, id, into } = await two()
  const third = newBuyer()
  await sign(await shop(third), third, 1_000)
  const blocked = await personOf(third)
  const after = (ms: number) => ({ now: () => new Date(Date.now() + ms) })
  await mergePerson(realWriting(place.database), sandbox, { id, into, reason })
  assert.equal((await block(blocked)).status, 200)
  const where = { buyer: other, clock: after(10_000), settings: { decision } }
  assert.ok(passed(await sign(await createScenario(place.database, where), other, 1_000)))
  const later = realWriting(place.database, after(20_000))
  await mergePerson(later, sandbox, { id: into, into: blocked, reason })
  assert.deepEqual(await findings(), [])
})

test('a block survives a merge, whichever of the two was blocked', async () => {
  const { one, second, first, id, into } = await two()
  await block(id)
  assert.equal((await merge(id, into)).body.blocked.reason, 'correction')
  assert.ok(!passed(await sign(first, one, 1_000)))
  assert.deepEqual(await findings(), [])
  const more = await two()
  await block(more.into)
  assert.notEqual((await merge(more.id, more.into)).body.blocked, null)
  assert.ok(!passed(await sign(more.second, more.other, 1_000)))
  assert.ok(second !== undefined)
  assert.deepEqual(await findings(), [])
})

test('a signature before a merge with a blocked person stays sound', async () => {
  const { other, second, id, into } = await two()
  await block(into)
  const { writing } = second
  const later = { now: () => new Date(Date.now() + 60_000), real: true } as typeof writing.clock
  const acting = { ...writing.acting, at: later.now() }
  assert.ok(passed(await sign({ ...second, writing: { ...writing, clock: later, acting } }, other)))
  const late = { ...realWriting(place.database), clock: later, acting: { ...acting } }
  await mergePerson(late, sandbox, { id, into, reason })
  assert.deepEqual(await findings(), [])
})

test('a merged person continues as the person they were merged into', async () => {
  const { id, into } = await two()
  const { into: last } = await two()
  await merge(id, into)
  assert.equal((await merge(into, last)).status, 200)
  const { body } = await send('GET', `/lender/people/${id}`)
  assert.equal(body.merged_into, last)
  assert.equal(await owed(last), 3_000)
  assert.deepEqual(await findings(), [])
})

test('nobody is merged with themselves, with nobody, or where persons are a store’s', async () => {
  const { id, into } = await two()
  assert.equal((await merge(id, id)).body.error.code, 'body_invalid')
  for (const strange of ['0'.repeat(32), 'x']) {
    assert.equal((await merge(id, strange)).body.error.code, 'person_not_found')
    assert.equal((await merge(strange, into)).body.error.code, 'person_not_found')
    assert.equal((await split(strange)).body.error.code, 'person_not_found')
  }
  const buyer = newBuyer()
  const own = await createScenario(place.database, { buyer })
  await own.confirmed(1_000)
  assert.equal((await merge(await personOf(buyer), into)).body.error.code, 'body_invalid')
})

test('a signature at the same time as a merge is before or after it, never between', async () => {
  for (let round = 0; round < 10; round++) {
    const { one, other, first, second, id, into } = await two(1_000)
    const [merged, ...signed] = await Promise.all([
      mergePerson(realWriting(place.database), sandbox, { id, into, reason }),
      ...[first, second].map((each) => sign(each, one, 45_000)),
      ...[first, second].map((each) => sign(each, other, 45_000)),
    ])
    assert.equal(merged.id, into)
    // Before it each may owe up to the limit: 1,000 and twice 45,000. After it nobody may any more.
    assert.ok(signed.length === 4)
    const before = await owed(into)
    const most = await sign(first, other, 100_000)
    assert.ok(!passed(most), `round ${round}: ${before}`)
    const rows = await place.database.query<AnyRow>(
      'SELECT count(*)::int AS count FROM buyers WHERE person_id = $1',
      [id],
    )
    assert.equal(rows[0]?.count, 0, `round ${round}: nobody signed as who is no more`)
  }
  assert.deepEqual(await findings(), [])
})

/** Signs while the persons are locked already, and commits once the signature waits for them. */
function signingMeanwhile(sign: () => Promise<Order>) {
  const writing = realWriting(place.database)
  const signed: Promise<Order>[] = []
  const writer: typeof writing.writer = {
    transaction: (queue, work) =>
      writing.writer.transaction(queue, async (tx) => {
        const done = await work(tx)
        signed.push(sign())
        for (;;) {
          const waiting = await place.database.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
               AND wait_event_type = 'Lock'`,
            [],
          )
          if (waiting.length > 0) return done
        }
      }),
  }
  return { writing: { ...writing, writer }, signed }
}

test('a signature that waits for a merge, or for the end of one, is after it', async (t) => {
  if (process.env.TEST_DATABASE !== 'postgres') return t.skip('it has one connection')
  const [one, other] = [newBuyer(), newBuyer()]
  // Where test people decide a signature waits for the row itself.
  const scenario = await createScenario(place.database, { buyer: one })
  await sign(scenario, one)
  await sign(scenario, other)
  const [id, into] = [await personOf(other), await personOf(one)]
  const signer = async (order: Order | undefined) => {
    const [row] = await place.database.query<AnyRow>(
      'SELECT person_id AS id FROM buyers WHERE store_id = $1 AND id = $2',
      [order?.storeId, order?.buyerId],
    )
    return row?.id
  }
  const merging = signingMeanwhile(() => sign(scenario, other))
  await mergePerson(merging.writing, sandbox, { id, into, reason })
  assert.equal(await signer(await merging.signed[0]), into)
  const splitting = signingMeanwhile(() => sign(scenario, other))
  await splitPerson(splitting.writing, sandbox, { id, reason })
  assert.equal(await signer(await splitting.signed[0]), id)
  assert.deepEqual(await findings(), [])
})

test('one of two crossing concurrent merges succeeds, without a deadlock', async () => {
  for (let round = 0; round < 10; round++) {
    const { id, into } = await two()
    const writing = realWriting(place.database)
    const both = await Promise.allSettled([
      mergePerson(writing, sandbox, { id, into, reason }),
      mergePerson(writing, sandbox, { id: into, into: id, reason }),
    ])
    const refused = both.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    assert.deepEqual(refused, ['person_gone'])
  }
  assert.deepEqual(await findings(), [])
})

test('one requests, another one decides', async () => {
  const demo = testDesk(place.database, systemClock, { demo: true })
  const [maker, checker] = [await colleague(demo, 'risk'), await colleague(demo, 'risk')] as const
  const { id, into } = await two()
  for (const act of ['merge', 'split']) {
    const body = act === 'merge' ? { into, reason } : { reason }
    const answered = await maker.send('POST', `/lender/people/${id}/${act}`, body)
    assert.equal(answered.status, 202, JSON.stringify(answered.body))
    assert.equal(outcomeOf(await approve(checker, answered.body.approval)), 'executed')
  }
  await block(id)
  const again = await maker.send('POST', `/lender/people/${id}/merge`, { into, reason })
  assert.equal(outcomeOf(await approve(checker, again.body.approval)), 'executed')
  assert.deepEqual(await findings(), [])
})
