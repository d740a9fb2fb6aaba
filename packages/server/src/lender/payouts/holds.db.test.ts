// The lender's people hold a store's proposed payout, and two of them release it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import {
  approve,
  type Colleague,
  colleague,
  look,
  outcomeOf,
} from '../../../../../test/fixtures/colleagues.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { createTestService } from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { makePayouts } from '../../settlement/payouts/make-payouts.ts'

const DAY = 86_400_000
const schedule = { interval: 'daily', weekday: null, day: null, hold_days: 3 } as const
const reason = { code: 'fraud', note: 'Complaints of buyers.' }
const nowhere = '0'.repeat(32)

let now = Date.parse('2026-11-25T09:00:00Z')
const clock = { now: () => new Date(now) }
let place: TestDatabase
let desks: TestDesk
let shop: Scenario
let risk: Colleague
let finance: Colleague
let second: Colleague

async function signIn() {
  risk = await colleague(desks, 'risk')
  finance = await colleague(desks, 'finance')
  second = await colleague(desks, 'finance')
}

before(async () => {
  place = await openTestDatabase()
  desks = testDesk(place.database, clock, { demo: true })
  shop = await createScenario(place.database, { clock, settings: { payout_schedule: schedule } })
})
after(async () => {
  await desks.settled()
  await place.stop()
})

async function proposed(amount: number): Promise<string> {
  await shop.capture(await shop.confirmed(amount), amount)
  now += DAY
  await signIn()
  const key = { storeId: shop.caller.store.id, sandbox: true }
  await placeEvents({ database: place.database, clocks: shop.writing.clocks }, key)
  const [payout] = await makePayouts(shop.writing, key, 'due')
  assert.equal(payout?.status, 'proposed')
  return payout?.id ?? ''
}

type Noun = 'hold' | 'release' | 'release?dry_run=true'
const act = (by: Colleague, id: string, noun: Noun, body: object = { reason }) =>
  by.send('POST', `/lender/payouts/${id}/${noun}`, body)

test('one person holds it immediately, and the store sees that it waits', async () => {
  const id = await proposed(12_000)
  const missing = await act(risk, nowhere, 'hold')
  assert.equal(outcomeOf(missing), 'payout_not_found')
  assert.equal((await act(risk, id, 'hold', {})).status, 400)
  const held = await act(risk, id, 'hold')
  assert.deepEqual([held.status, held.body.status, held.body.paid], [200, 'held', null])
  assert.equal(outcomeOf(await act(finance, id, 'hold')), 'payout_state')
  const listed = await risk.send('GET', '/lender/payouts?status=held')
  assert.deepEqual(
    listed.body.results.map((each: AnyRow) => [each.id, each.store.id, each.amount]),
    [[id, shop.caller.store.id, 12_000]],
  )
  const { send } = createTestService(place.database, { privateKey: shop.privateKey, clock })
  const seen = await send('GET', `/me/payouts/${id}`)
  assert.deepEqual([seen.body.status, seen.body.paid], ['held', null])
  assert.notEqual(seen.body.payable, null)
  const [action] = await place.database.query<AnyRow>(
    `SELECT * FROM actions WHERE action = 'payout.hold' AND object_id = $1`,
    [id],
  )
  assert.deepEqual(
    [action?.principal_id, action?.store_id, action?.reason_code, action?.changes.status],
    [risk.id, shop.caller.store.id, 'fraud', { old: 'proposed', new: 'held' }],
  )
})

test('two people release it, as they saw it, once', async () => {
  const id = await proposed(8_000)
  const [reply, again] = [await act(finance, id, 'release'), await act(second, id, 'release')]
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  assert.equal(outcomeOf(again), 'approval_pending')
  const { approval } = reply.body
  const effects = await look(second, approval)
  assert.deepEqual(effects.effects.changes.amount, { old: null, new: 8_000 })
  assert.equal(outcomeOf(await approve(finance, approval)), 'approval_own')
  // It is held meanwhile: the checker has seen something else.
  assert.equal((await act(risk, id, 'hold')).status, 200)
  const stale = await approve(second, approval, { hash: effects.effects_hash })
  assert.equal(outcomeOf(stale), 'approval_stale')
  // Seen once, before either: what has been executed has no effects any more.
  const { effects_hash: hash } = await look(second, approval)
  const both = [approve(second, approval, { hash }), approve(second, approval, { hash })]
  const done = await Promise.all(both)
  assert.deepEqual(done.map(outcomeOf).sort(), ['approval_ended', 'executed'])
  const paid = await finance.send('GET', `/lender/payouts/${id}`)
  assert.deepEqual([paid.body.status, paid.body.amount], ['paid', 8_000])
  assert.notEqual(paid.body.paid, null)
  assert.equal(outcomeOf(await act(finance, id, 'release')), 'payout_state')
  assert.equal(outcomeOf(await act(finance, nowhere, 'release')), 'payout_not_found')
})

test('a release has a dry run: its effects and who is needed, nothing is done', async () => {
  const id = await proposed(7_000)
  const tried = await act(finance, id, 'release?dry_run=true')
  assert.equal(tried.status, 200, JSON.stringify(tried.body))
  assert.deepEqual(tried.body.effects.changes.status, { old: 'proposed', new: 'paid' })
  assert.equal(tried.body.approval.needed, true)
  const { body } = await finance.send('GET', `/lender/payouts/${id}`)
  assert.deepEqual([body.status, body.pending_approvals], ['proposed', []])
})

test('where the store may not be paid, no release and no payout by hand does it', async () => {
  const id = await proposed(5_000)
  const storeId = shop.caller.store.id
  const body = { new_credit: true, payouts: false, reason }
  const suspended = await risk.send('POST', `/lender/stores/${storeId}/suspend`, body)
  assert.equal(suspended.status, 200, JSON.stringify(suspended.body))
  assert.equal(outcomeOf(await act(finance, id, 'release')), 'payout_held')
  const byHand = { store_id: storeId, reason }
  assert.equal(outcomeOf(await finance.send('POST', '/lender/payouts', byHand)), 'payout_held')
})

test('a key holds, and releases nothing', async () => {
  const id = await proposedAfterAll()
  const key = await lenderClient(place.database, { clock, scopes: ['payouts:hold'] })
  assert.equal((await key('POST', `/lender/payouts/${id}/hold`, { reason })).status, 200)
  const release = await key('POST', `/lender/payouts/${id}/release`, { reason })
  assert.deepEqual([release.status, release.body.error.code], [403, 'permission_missing'])
})

/** The store of before is suspended: another one. */
async function proposedAfterAll(): Promise<string> {
  shop = await createScenario(place.database, { clock, settings: { payout_schedule: schedule } })
  return proposed(1_000)
}

test('the auditor finds all of it sound', async () => {
  assert.deepEqual((await audit(place.database)).findings, [])
})
