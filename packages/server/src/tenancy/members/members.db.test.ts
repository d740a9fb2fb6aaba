// People of a store: an owner makes them and sends them away, in the sandbox as in live mode.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Desk } from '../../../../../test/desk.ts'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { createTestService, type Json } from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'

let place: TestDatabase
let at: TestDesk
/** Three stores, each with its owner; the third's may be sent away. */
let stores: { readonly id: string; readonly owner: Desk; readonly privateKey: string }[]
let now = Date.parse('2026-11-25T10:00:00Z')
const clock = { now: () => new Date(now) }

before(async () => {
  place = await openTestDatabase()
  at = testDesk(place.database, clock)
  stores = await Promise.all(
    ['Grace', 'Alan', 'Lin'].map(async (name) => {
      const { caller, privateKey } = await createScenario(place.database, { clock })
      const membership = { storeId: caller.store.id, role: 'store_owner' } as const
      const token = await at.invite({ name, email: `${name}@store.example`, membership })
      return { id: caller.store.id, owner: (await at.enrolled(token)).desk, privateKey }
    }),
  )
})
after(async () => {
  await at.settled()
  await place.stop()
})

type Sent = { readonly by?: Desk; readonly of?: number; readonly headers?: object }
async function ask(
  method: string,
  path: string,
  body?: unknown,
  { by, of = 0, headers = {} }: Sent = {},
): Promise<{ status: number; body: Json; code: unknown }> {
  const store = stores[of]
  assert.ok(store !== undefined)
  // Each comes a moment after the one before, as rows are ordered by their times.
  now += 10
  const desk = by ?? store.owner
  const reply = await desk.send(method, path, body, { 'store-id': store.id, ...headers })
  return { status: reply.status, body: reply.body, code: reply.body?.error?.code }
}

const tokenOf = ({ link }: Json): string => String(link).split('#')[1] ?? ''
const wish = (name: string, role = 'store_operator') => ({ name, email: `${name}@x.example`, role })

test('an owner invites a member, who joins and is removed within the second', async () => {
  const headers = { 'idempotency-key': 'invite Bea' }
  const invited = await ask('POST', '/me/staff', wish('Bea'), { headers })
  assert.equal(invited.status, 201, JSON.stringify(invited.body))
  const again = await ask('POST', '/me/staff', wish('Bea'), { headers })
  assert.deepEqual(again.body, invited.body, 'the link is shown again to its maker')
  const { desk: by } = await at.enrolled(tokenOf(invited.body))
  const me = await by.send('GET', '/lender/me')
  assert.deepEqual(me.body.stores, [{ store_id: stores[0]?.id, role: 'store_operator' }])
  assert.equal((await ask('GET', '/orders', undefined, { by })).status, 200)
  assert.equal((await ask('GET', '/me/staff', undefined, { by })).code, 'permission_missing')
  const { body } = await ask('GET', '/me/staff')
  const listed = body.results.map(({ email, role }: Json) => [email, role])
  assert.deepEqual(listed, [
    ['bea@x.example', 'store_operator'],
    ['grace@store.example', 'store_owner'],
  ])
  assert.equal((await ask('GET', '/me/staff?page=x')).code, 'query_invalid')

  const path = `/me/staff/${invited.body.id}`
  assert.equal((await ask('DELETE', path)).status, 204)
  assert.equal((await ask('GET', '/orders', undefined, { by })).code, 'session_ended')
  assert.equal((await ask('DELETE', path)).code, 'staff_not_found')
  const rows = await place.database.query<AnyRow>(
    `SELECT a.action, a.changes, a.store_id FROM actions a WHERE a.object_id = $1
     AND a.action LIKE 'staff.%' ORDER BY a.at`,
    [invited.body.id],
  )
  assert.deepEqual(
    rows.map(({ action, changes, store_id }) => [action, changes.role, store_id]),
    [
      ['staff.invite', { old: null, new: 'store_operator' }, stores[0]?.id],
      ['staff.change', { old: 'store_operator', new: null }, stores[0]?.id],
    ],
  )
  const back = await ask('POST', '/me/staff', wish('Bea', 'store_viewer'))
  assert.deepEqual([back.status, back.body.link, back.body.role], [201, null, 'store_viewer'])
})

test('members see their own and others’ permissions in the store', async () => {
  const invited = await ask('POST', '/me/staff', wish('Ida'))
  const { desk: by } = await at.enrolled(tokenOf(invited.body))
  const lineOf = async (permission: string, desk?: Desk) => {
    const { body } = await ask('GET', '/me/roles', undefined, desk ? { by: desk } : {})
    return body.results.find((line: Json) => line.permission === permission)
  }
  const { own, grants } = await lineOf('settings:write', by)
  assert.equal(own, true)
  assert.deepEqual(
    grants.map(({ holder, reach }: Json) => [holder, reach]),
    [
      ['store_owner', null],
      ['store_operator', 'webhooks'],
    ],
  )
  for (const [permission, ofOwner, ofOperator] of [
    ['orders:write', true, true],
    ['store_keys:write', true, false],
    ['staff:read', true, false],
    ['loans:read', true, true],
  ] as const) {
    assert.equal((await lineOf(permission)).own, ofOwner, permission)
    assert.equal((await lineOf(permission, by)).own, ofOperator, permission)
  }
  // People of the lender look, and write nothing.
  const support = await at.invite({ name: 'Jo', email: 'jo@x.example', roles: ['support'] })
  const { desk: clerk } = await at.enrolled(support)
  assert.equal((await lineOf('loans:read', clerk)).own, true)
  assert.equal((await lineOf('ledger:read', clerk)).own, false)
  assert.equal((await lineOf('orders:write', clerk)).own, false)
  assert.equal(await lineOf('policies:write'), undefined)
})

test('somebody of another store joins without a link, and keeps their name', async () => {
  const invited = await ask('POST', '/me/staff', wish('Carl'))
  const other = await ask('POST', '/me/staff', { ...wish('Carl'), name: 'Karl' }, { of: 1 })
  assert.deepEqual([other.body.name, other.body.link], ['Carl', null])
  assert.equal(other.body.id, invited.body.id)
  const { desk: by } = await at.enrolled(tokenOf(invited.body))
  for (const store of [0, 1]) {
    assert.equal((await ask('GET', '/me', undefined, { by, of: store })).status, 200)
  }
  assert.equal(
    (await ask('DELETE', `/me/staff/${other.body.id}`, undefined, { of: 1 })).status,
    204,
  )
  const { status } = await ask('GET', '/me', undefined, { by })
  assert.equal(status, 401, 'a removed member has to sign in again')
})

test('a member removed before they joined has no link that opens anything', async () => {
  const first = await ask('POST', '/me/staff', wish('Dora'))
  assert.equal((await ask('DELETE', `/me/staff/${first.body.id}`)).status, 204)
  const token = tokenOf(first.body)
  const late = await at.browser().send('POST', '/lender/start', { token })
  assert.equal(late.body.error.code, 'link_invalid')
  const second = await ask('POST', '/me/staff', wish('Dora'))
  assert.equal(second.body.id, first.body.id)
  await at.enrolled(tokenOf(second.body))
})

test('lender staff, existing members and disabled people are refused', async () => {
  await at.invite({ name: 'Eve', email: 'eve@x.example', roles: ['support'] })
  assert.equal((await ask('POST', '/me/staff', wish('eve'))).code, 'staff_exists')
  const { body } = await ask('POST', '/me/staff', wish('Fay'))
  assert.equal((await ask('POST', '/me/staff', wish('FAY'))).code, 'staff_exists')
  await place.database.query('UPDATE staff SET disabled_at = $2 WHERE id = $1', [
    ...[body.id, clock.now()],
  ])
  assert.equal((await ask('POST', '/me/staff', wish('Fay'), { of: 1 })).code, 'staff_exists')
})

test('a store keeps an owner; of two who remove each other one stays', async () => {
  const { body } = await ask('GET', '/me/staff', undefined, { of: 2 })
  const lin = body.results.find(({ email }: Json) => email === 'lin@store.example')
  const away = (id: string, by?: Desk) =>
    ask('DELETE', `/me/staff/${id}`, undefined, { of: 2, ...(by && { by }) })
  assert.equal((await away(lin.id)).code, 'staff_last_owner')
  const invited = await ask('POST', '/me/staff', wish('Hal', 'store_owner'), { of: 2 })
  const { desk: hal } = await at.enrolled(tokenOf(invited.body))
  const both = await Promise.all([away(invited.body.id), away(lin.id, hal)])
  assert.equal(both.filter(({ status }) => status === 204).length, 1, JSON.stringify(both))
  const owners = await place.database.query<AnyRow>(
    `SELECT 1 FROM store_members WHERE store_id = $1 AND role = 'store_owner'
     AND held_until IS NULL`,
    [stores[2]?.id],
  )
  assert.equal(owners.length, 1)
})

test('an owner changes a role; what was open under the previous one ends', async () => {
  const invited = await ask('POST', '/me/staff', wish('Ria', 'store_viewer'), { of: 1 })
  const path = `/me/staff/${invited.body.id}`
  const give = (role: string, more: Sent = {}) => ask('PATCH', path, { role }, { of: 1, ...more })
  const { desk: viewer } = await at.enrolled(tokenOf(invited.body))
  const before = await give('store_viewer')
  assert.deepEqual([before.status, before.body.since], [200, invited.body.since])
  assert.equal((await give('store_owner', { by: viewer })).code, 'permission_missing')
  assert.equal((await give('admin')).code, 'body_invalid')
  assert.equal((await ask('PATCH', path, {}, { of: 1 })).code, 'body_invalid')
  assert.equal((await give('store_viewer', { of: 0 })).code, 'staff_not_found')
  const none = await ask(
    'PATCH',
    `/me/staff/${'0'.repeat(32)}`,
    { role: 'store_viewer' },
    { of: 1 },
  )
  assert.equal(none.code, 'staff_not_found')
  const changed = await give('store_owner')
  assert.deepEqual([changed.status, changed.body.role], [200, 'store_owner'])
  assert.equal((await ask('GET', '/me', undefined, { by: viewer, of: 1 })).code, 'session_ended')
  const rows = await place.database.query<AnyRow>(
    `SELECT m.role, m.held_until IS NULL AS held, lead(m.held_from) OVER w = m.held_until AS joined
     FROM store_members m WHERE m.staff_id = $1 WINDOW w AS (ORDER BY m.held_from, m.held_until)
     ORDER BY m.held_from, m.held_until`,
    [invited.body.id],
  )
  assert.deepEqual(rows, [
    { role: 'store_viewer', held: false, joined: true },
    { role: 'store_owner', held: true, joined: null },
  ])
  const [action] = await place.database.query<AnyRow>(
    `SELECT changes, store_id FROM actions WHERE object_id = $1 AND action = 'staff.change'`,
    [invited.body.id],
  )
  const roles = { old: 'store_viewer', new: 'store_owner' }
  assert.deepEqual(action, { changes: { role: roles }, store_id: stores[1]?.id })
  assert.equal((await give('store_operator')).status, 200)
  const { body } = await ask('GET', '/me/staff', undefined, { of: 1 })
  const alan = body.results.find(({ email }: Json) => email === 'alan@store.example')
  const own = await ask('PATCH', `/me/staff/${alan.id}`, { role: 'store_viewer' }, { of: 1 })
  assert.equal(own.code, 'staff_last_owner')
  assert.equal((await ask('GET', '/me', undefined, { of: 1 })).status, 200)
})

test('a request is withdrawn with the role in which it was made', async () => {
  const invited = await ask('POST', '/me/staff', wish('Sol', 'store_owner'), { of: 1 })
  const { desk: sol } = await at.enrolled(tokenOf(invited.body))
  const wanted = { kind: 'name', wish: { name: 'Trikes' }, note: 'We have another name.' }
  const waiting = await ask('POST', '/me/requests', wanted, { by: sol, of: 1 })
  assert.equal(waiting.status, 202, JSON.stringify(waiting.body))
  const path = `/me/staff/${invited.body.id}`
  const given = await ask('PATCH', path, { role: 'store_viewer' }, { of: 1 })
  assert.equal(given.status, 200, JSON.stringify(given.body))
  const rows = await place.database.query<AnyRow>(
    'SELECT status FROM approvals WHERE maker_id = $1',
    [invited.body.id],
  )
  assert.deepEqual(rows, [{ status: 'withdrawn' }])
})

test('no key does it, and no owner whose factor is old', async () => {
  const { privateKey = '' } = stores[1] ?? {}
  const { send } = createTestService(place.database, { privateKey, clock })
  for (const [method, path, body] of [
    ['GET', '/me/staff', undefined],
    ['POST', '/me/staff', wish('Ida')],
    ['PATCH', `/me/staff/${'0'.repeat(32)}`, { role: 'store_viewer' }],
    ['DELETE', `/me/staff/${'0'.repeat(32)}`, undefined],
  ] as const) {
    const reply = await send(method, path, body)
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'permission_missing'], path)
  }
  now += 5 * 60_000 + 1
  const old = await ask('POST', '/me/staff', wish('Ida'), { of: 1 })
  assert.equal(old.code, 'step_up_required')
})

test('the auditor finds nothing in it, and an effect in a store of others', async () => {
  assert.deepEqual((await audit(place.database)).findings, [])
  await place.database.query(
    `UPDATE store_members SET store_id = $2
     WHERE store_id = $1 AND role = 'store_owner' AND held_until IS NULL`,
    [stores[1]?.id, stores[0]?.id],
  )
  const { findings } = await audit(place.database)
  assert.ok(findings.length > 0)
})
