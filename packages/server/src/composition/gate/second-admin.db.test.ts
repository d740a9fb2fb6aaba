// Rights, factors of others and keys take two administrators, once there were two; in either mode.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { limits } from '@svc/api'
import { signInWithPasskey } from '../../../../../test/desk.ts'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import {
  approve,
  type Colleague,
  colleague,
  look,
  outcomeOf,
  pathOf,
} from '../../../../../test/fixtures/colleagues.ts'
import { lenderKey } from '../../../../../test/fixtures/lender.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { createTestService, type Json } from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'

const STAFF = '/lender/staff'
const KEYS = '/lender/keys'
const reason = { code: 'routine', note: 'She joins the team.' }
let now = Date.parse('2026-11-25T09:00:00Z')
const clock = { now: () => new Date(now) }
const nobody = '0'.repeat(32)

let place: TestDatabase
let desks: TestDesk
let maker: Colleague
let checker: Colleague
before(async () => {
  place = await openTestDatabase()
  // No demo: nothing else of the sandbox takes two here.
  desks = testDesk(place.database, clock)
  maker = await colleague(desks, 'admin')
})
after(() => place.stop())

let people = 0
const wish = (...roles: string[]) => {
  people++
  return { name: `Ida ${people}`, email: `ida-${people}@lender.example`, roles, reason }
}
const secretOf = (by: Colleague, approval: { id: string }) =>
  by.send('POST', `${pathOf(approval)}/answer`)
const tokenOf = (link: string) => link.split('#')[1] ?? ''

/** The request; none of it is done. */
async function waiting(method: string, path: string, body: object) {
  const reply = await maker.send(method, path, body)
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  return reply.body.approval
}

test('while there is no second administrator, the first grants rights alone', async () => {
  const { reason: _, ...bare } = wish('admin')
  const dry = await maker.send('POST', STAFF, bare)
  assert.equal(dry.status, 201, JSON.stringify(dry.body))
  const { reason: __, ...other } = wish('support')
  const second = await maker.send('POST', STAFF, other)
  assert.equal(second.status, 201, 'an invited person approves nothing yet')
  checker = await colleague(desks, 'admin')
})

test('from then on another one approves, whatever mode is named', async () => {
  const support = await colleague(desks, 'support')
  const path = `${STAFF}/${support.id}`
  const unsaid = await maker.send('PATCH', path, { roles: ['risk'] })
  assert.deepEqual(unsaid.body.error.fields, { reason: ['is required where it takes two'] })
  const approval = await waiting('PATCH', path, { roles: ['risk'], reason })
  assert.deepEqual(
    [approval.mode, approval.because, approval.action, approval.object.id],
    [null, 'floor', 'roles', support.id],
  )
  assert.equal((await support.send('GET', '/lender/me')).status, 200)
  assert.equal(outcomeOf(await approve(maker, approval)), 'approval_own')
  assert.equal(outcomeOf(await approve(support, approval, { hash: approval.effects_hash })), NOT_IT)
  const live = { accept: 'application/vnd.svc.v1+json' }
  const again = await maker.send('PATCH', path, { roles: ['finance'], reason }, live)
  assert.equal(outcomeOf(again), 'approval_pending')
  assert.equal(outcomeOf(await approve(checker, approval)), 'executed')
  assert.equal(outcomeOf(await support.send('GET', '/lender/me')), 'session_ended')
  assert.deepEqual((await checker.send('GET', path)).body.roles, ['risk'])
  const [action] = await place.database.query<AnyRow>(
    `SELECT mode, principal_id, on_behalf, reason_note FROM actions
     WHERE action = 'staff.change' AND approval_id = $1`,
    [approval.id],
  )
  assert.deepEqual(action, {
    ...{ mode: null, principal_id: checker.id, on_behalf: maker.id, reason_note: reason.note },
  })
})

const NOT_IT = 'approval_not_found'

test('the link of an invitation is read once, by the person who requested it', async () => {
  const approval = await waiting('POST', STAFF, wish('support'))
  assert.equal(outcomeOf(await secretOf(maker, approval)), 'approval_ended')
  const done = await approve(checker, approval)
  assert.equal(outcomeOf(done), 'executed', JSON.stringify(done.body))
  assert.doesNotMatch(JSON.stringify([done.body, await look(checker, approval)]), /desk\/start/)
  assert.equal(outcomeOf(await secretOf(checker, approval)), 'approval_not_own')
  assert.equal(outcomeOf(await secretOf(maker, { id: nobody })), 'approval_not_found')
  const keyed = { 'idempotency-key': 'the link' }
  const read = () => maker.send('POST', `${pathOf(approval)}/answer`, undefined, keyed)
  const { status, body } = await read()
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual((await read()).body, body, 'the answer was lost')
  assert.equal(outcomeOf(await secretOf(maker, approval)), 'approval_ended')
  await desks.enrolled(tokenOf(body.answer.link))
})

test('the factors of somebody else are reset by two', async () => {
  const support = await colleague(desks, 'support')
  const path = `${STAFF}/${support.id}/factors/reset`
  const approval = await waiting('POST', path, { reason })
  assert.equal(outcomeOf(await approve(checker, approval)), 'executed')
  const { body } = await secretOf(maker, approval)
  assert.equal((await support.send('GET', '/lender/me')).status, 200, 'until it is opened')
  await desks.enrolled(tokenOf(body.answer.link))
  assert.equal(outcomeOf(await support.send('GET', '/lender/me')), 'session_ended')
  const missing = await maker.send('POST', `${STAFF}/${nobody}/factors/reset`, { reason })
  assert.equal(outcomeOf(missing), 'staff_not_found')
  await maker.send('POST', `${STAFF}/${support.id}/disable`)
  assert.equal(outcomeOf(await maker.send('POST', path, { reason })), 'staff_disabled')
})

test('a person who may not ask any more does not read the link either', async () => {
  const leaving = await colleague(desks, 'admin')
  const victim = await colleague(desks, 'finance')
  const reset = await leaving.send('POST', `${STAFF}/${victim.id}/factors/reset`, { reason })
  assert.equal(outcomeOf(await approve(checker, reset.body.approval)), 'executed')
  const change = { roles: ['support'], reason }
  const demotion = await waiting('PATCH', `${STAFF}/${leaving.id}`, change)
  assert.equal(outcomeOf(await approve(checker, demotion)), 'executed')
  await signInWithPasskey(leaving.desk, leaving.passkey)
  const read = await secretOf(leaving, reset.body.approval)
  assert.deepEqual([read.status, outcomeOf(read)], [403, 'permission_missing'])
})

const keyWish = (name: string) => ({
  ...{ name, mode: 'sandbox', scopes: ['stores:read'], expires_at: '2026-12-31', reason },
})
const storesWith = async (privateKey: string) => {
  const { send } = createTestService(place.database, { privateKey, clock })
  return (await send('GET', '/lender/stores')).status
}

test('a key of the lender takes two to make, and one to end', async () => {
  const approval = await waiting('POST', KEYS, keyWish('Ledger'))
  const same = await maker.send('POST', KEYS, keyWish('Ledger'))
  assert.equal(outcomeOf(same), 'approval_pending')
  assert.equal(outcomeOf(await approve(checker, approval)), 'executed')
  const { answer } = (await secretOf(maker, approval)).body
  assert.deepEqual([answer.owner, answer.maker], [maker.id, maker.id])
  assert.equal(await storesWith(answer.key), 200)
  const [listed] = (await maker.send('GET', KEYS)).body.results
  assert.deepEqual([listed.id, 'key' in listed], [answer.id, false])
  assert.equal(outcomeOf(await maker.send('GET', `${KEYS}?page=none`)), 'query_invalid')
  assert.equal((await maker.send('POST', `${KEYS}/${answer.id}/revoke`)).status, 200)
  assert.equal(await storesWith(answer.key), 401)
  const missing = await maker.send('POST', `${KEYS}/${nobody}/revoke`)
  assert.equal(outcomeOf(missing), 'lender_key_not_found')
  const { text, key } = await lenderKey(place.database, { clock })
  const withKey = createTestService(place.database, { privateKey: text, clock }).send
  for (const [method, path, body] of [
    ['POST', KEYS, keyWish('Chain')],
    ['POST', STAFF, wish('admin')],
    ['POST', `${KEYS}/${key.id}/revoke`, undefined],
  ] as const) {
    assert.equal(outcomeOf(await withKey(method, path, body)), 'permission_missing', path)
  }
  for (let made = 1; made < limits.apiKeysMax; made++) await lenderKey(place.database, { clock })
  const full = await maker.send('POST', KEYS, keyWish('More'))
  assert.equal(outcomeOf(full), 'lender_key_limit_reached')
  await maker.send('POST', `${KEYS}/${key.id}/revoke`)
})

test('a key is rotated by two: the new one may do no more and ends no later', async () => {
  const { text, key } = await lenderKey(place.database, { clock, scopes: ['stores:read'] })
  const path = `${KEYS}/${key.id}/rotate`
  const full = await maker.send('POST', path, { reason })
  assert.equal(outcomeOf(full), 'lender_key_limit_reached')
  const working = (await maker.send('GET', `${KEYS}?page_size=60`)).body.results.filter(
    (each: Json) => each.revoked_at === null && each.id !== key.id,
  )
  for (const { id } of working.slice(0, 2)) await maker.send('POST', `${KEYS}/${id}/revoke`)
  now += 1_000
  const approval = await waiting('POST', path, { overlap_minutes: 10, reason })
  const { effects_hash: hash, effects } = await look(checker, approval)
  assert.deepEqual(effects.changes.scopes.new, ['stores:read'])
  assert.equal((await look(checker, approval)).effects_hash, hash, 'it is the same each time')
  assert.equal(outcomeOf(await approve(checker, approval, { hash })), 'executed')
  const { answer } = (await secretOf(maker, approval)).body
  assert.notEqual(answer.id, key.id)
  assert.deepEqual(
    [answer.name, answer.mode, answer.scopes, answer.addresses, answer.owner, answer.maker],
    [key.name, key.mode, key.scopes, key.addresses, key.ownerId, maker.id],
  )
  assert.equal(Date.parse(answer.expires_at), key.expiresAt.getTime())
  assert.deepEqual([await storesWith(text), await storesWith(answer.key)], [200, 200])
  now += 1_000
  const atOnce = { overlap_minutes: 0, reason }
  const second = await waiting('POST', `${KEYS}/${answer.id}/rotate`, atOnce)
  assert.equal(outcomeOf(await approve(checker, second)), 'executed')
  const { answer: newest } = (await secretOf(maker, second)).body
  assert.deepEqual([await storesWith(answer.key), await storesWith(newest.key)], [401, 200])
  const ended = await maker.send('POST', `${KEYS}/${answer.id}/rotate`, { reason })
  assert.equal(outcomeOf(ended), 'api_key_ended')
  const missing = await maker.send('POST', `${KEYS}/${nobody}/rotate`, { reason })
  assert.equal(outcomeOf(missing), 'lender_key_not_found')
  for (const id of [key.id, newest.id]) await maker.send('POST', `${KEYS}/${id}/revoke`)
})

test('disabling the other administrator does not make acting alone possible', async () => {
  const approval = await waiting('POST', KEYS, keyWish('Of a person'))
  assert.equal(outcomeOf(await approve(checker, approval)), 'executed')
  const { answer } = (await secretOf(maker, approval)).body
  const left = await checker.send('POST', STAFF, wish('support'))
  assert.equal((await maker.send('POST', `${STAFF}/${checker.id}/disable`)).status, 200)
  await waiting('POST', STAFF, wish('admin'))
  const withdrawn = await look(maker, left.body.approval)
  assert.equal(withdrawn.status, 'withdrawn')
  const third = await colleague(desks, 'admin')
  assert.equal(await storesWith(answer.key), 200)
  assert.equal((await third.send('POST', `${STAFF}/${maker.id}/disable`)).status, 200)
  assert.equal(await storesWith(answer.key), 401, 'a key ends with its owner')
})

test('the auditor agrees', async () => {
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('while the other one renews their factors, nobody grants rights alone', async () => {
  const own = await openTestDatabase()
  try {
    const others = testDesk(own.database, clock)
    const [one, other] = [await colleague(others, 'admin'), await colleague(others, 'admin')]
    const text = 'SELECT email FROM staff WHERE id = $1'
    const [row] = await own.database.query<AnyRow>(text, [other.id])
    const token = await others.recover(row?.email)
    const opened = await others.browser().send('POST', '/lender/start', { token })
    assert.equal(opened.status, 200, JSON.stringify(opened.body))
    const reply = await one.send('POST', STAFF, wish('admin'))
    assert.equal(reply.status, 202, JSON.stringify(reply.body))
  } finally {
    await own.stop()
  }
})
