// What takes two people: asked for by one, seen and decided by another, done once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Desk } from '../../../../../test/desk.ts'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import type { LenderRole } from '../../model/staff/roles.ts'

let place: TestDatabase
let desks: TestDesk
const now = Date.parse('2026-11-25T09:00:00Z')
const clock = { now: () => new Date(now) }
const HOUR_MS = 3_600_000
const reason = { code: 'routine', note: 'As agreed.' }

type Colleague = { readonly desk: Desk; readonly id: string }
let grace: Colleague
let ada: Colleague

let people = 0
async function colleague(...roles: LenderRole[]): Promise<Colleague> {
  const email = `colleague-${++people}@lender.example`
  const { desk } = await desks.enrolled(
    await desks.invite({ name: `Colleague ${people}`, email, roles }),
  )
  const { body } = await desk.send('GET', '/lender/me')
  return { desk, id: body.id }
}

before(async () => {
  place = await openTestDatabase()
  desks = testDesk(place.database, clock)
  grace = await colleague('admin')
  ada = await colleague('admin')
})
after(() => place.stop())

const POLICY = '/lender/approval-policy'
const policyOf = async ({ desk }: Colleague) => (await desk.send('GET', POLICY)).body

let amounts = 0
/** A policy that is another one each time. */
async function wish(by: Colleague) {
  const rule = { action: 'payment', currency: 'EUR', alone_max: ++amounts * 100 }
  return { version: (await policyOf(by)).version, rules: [rule], reason }
}

/** The policy is to be changed, and waits. */
async function asks(by: Colleague, headers = {}) {
  const reply = await by.desk.send('PATCH', POLICY, await wish(by), headers)
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  return reply.body.approval
}
const pathOf = ({ id }: { id: string }) => `/lender/approvals/${id}`
const look = async (by: Colleague, approval: { id: string }) =>
  (await by.desk.send('GET', pathOf(approval))).body

async function approves(by: Colleague, approval: { id: string }, hash?: string, headers = {}) {
  const effectsHash = hash ?? (await look(by, approval)).effects_hash
  const body = { effects_hash: effectsHash, note: 'Looks right.' }
  return by.desk.send('POST', `${pathOf(approval)}/approve`, body, headers)
}

test('what takes two is asked for, seen and done once', async () => {
  const before = await policyOf(grace)
  const body = await wish(grace)
  const headers = { 'idempotency-key': 'the same policy' }
  const dry = await grace.desk.send('PATCH', POLICY, body, headers)
  assert.equal(dry.status, 202)
  const { approval } = dry.body
  assert.equal(dry.headers.get('location'), pathOf(approval))
  assert.deepEqual([approval.status, approval.because], ['pending', 'floor'])
  assert.deepEqual(approval.body, body)
  assert.deepEqual(await policyOf(grace), before)
  const again = await grace.desk.send('PATCH', POLICY, body, headers)
  assert.deepEqual([again.status, again.body], [202, dry.body])
  const other = await grace.desk.send('PATCH', POLICY, await wish(grace))
  assert.deepEqual([other.status, other.body.error.code], [409, 'approval_pending'])
  assert.equal(other.body.error.fields.approval__id, approval.id)

  const seen = await look(ada, approval)
  assert.deepEqual(seen.effects, approval.effects)
  assert.deepEqual(seen.effects.changes.rules.new[0].aloneMax, body.rules[0]?.alone_max)
  const done = await approves(ada, approval, seen.effects_hash)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  assert.deepEqual([done.body.status, done.body.effects], ['executed', seen.effects])
  assert.equal(done.body.decided.by.id, ada.id)
  assert.equal((await policyOf(grace)).version, before.version + 1)
  const [row] = await place.database.query<AnyRow>(
    `SELECT principal_id, on_behalf, reason_note, session_id IS NOT NULL AS signed FROM actions
     WHERE action = 'approval_policy.change' AND approval_id = $1`,
    [approval.id],
  )
  assert.deepEqual(row, {
    ...{ principal_id: ada.id, on_behalf: grace.id, reason_note: 'As agreed.', signed: true },
  })
})
