// Lists with filters that people save: for themselves, for a role, and never of one buyer.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { limits } from '@svc/api'
import { signInWithPasskey } from '../../../../../test/desk.ts'
import { type Colleague, colleague } from '../../../../../test/fixtures/colleagues.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import type { Json, TestService } from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'
import { savableLists } from './faults.ts'
import { isOfMany } from './rules.ts'

const PATH = '/lender/me/views'
const late = { name: 'Late', list: 'loans', query: 'bucket=31-60&overdue_amount-gte=5000' }

let place: TestDatabase
let desks: TestDesk
let admin: Colleague
let risk: Colleague
let other: Colleague
let finance: Colleague
let withKey: TestService['send']

before(async () => {
  place = await openTestDatabase()
  desks = testDesk(place.database, { now: () => new Date() })
  admin = await colleague(desks, 'admin')
  risk = await colleague(desks, 'risk')
  other = await colleague(desks, 'risk', 'collections')
  finance = await colleague(desks, 'finance')
  withKey = await lenderClient(place.database)
})
after(async () => {
  await desks.settled()
  await place.stop()
})

async function saved(by: Colleague, wish: object = {}): Promise<Json> {
  const { status, body } = await by.send('POST', PATH, { ...late, ...wish })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}
async function listed(by: Colleague, query = ''): Promise<Json[]> {
  const { status, body } = await by.send('GET', `${PATH}?page_size=100${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.results
}
/** The status, or the code of the refusal. */
const of = ({ status, body }: { status: number; body: Json }): string =>
  body?.error?.code ?? String(status)
const removed = async (by: Colleague, { id }: { id: string }) =>
  of(await by.send('DELETE', `${PATH}/${id}`))
const sees = async (by: Colleague, { id }: { id: string }) =>
  (await listed(by)).some((each) => each.id === id)
const isClean = async () => assert.deepEqual((await audit(place.database)).findings, [])

/** What a view of a query is refused with. */
async function faultsOf(wish: object): Promise<Json> {
  const { status, body } = await risk.send('POST', PATH, { ...late, ...wish })
  assert.equal(status, 400, JSON.stringify(body))
  return body.error.fields
}

test('one for oneself is seen by nobody else, in either mode, until it is removed', async () => {
  const view = await saved(risk)
  assert.deepEqual(
    { ...view, id: '', created: '' },
    { ...late, id: '', role: null, removable: true, created: '' },
  )
  const live = await risk.send('GET', PATH, undefined, { accept: 'application/vnd.svc.v1+json' })
  assert.ok(live.body.results.some((each: Json) => each.id === view.id))
  for (const by of [other, finance, admin]) {
    assert.equal(await sees(by, view), false)
    assert.equal(await removed(by, view), 'view_not_found')
  }
  const both = await Promise.all([removed(risk, view), removed(risk, view)])
  assert.deepEqual(both.sort(), ['204', 'view_not_found'])
  assert.equal(await sees(risk, view), false)
  assert.equal(await removed(risk, { id: 'x' }), 'view_not_found')
  await isClean()
})

test('one for a role is seen by its people; its maker or an administrator removes it', async () => {
  const view = await saved(risk, { role: 'risk', name: 'Risk: late' })
  assert.equal(view.role, 'risk')
  assert.equal(await sees(other, view), true)
  assert.equal(await sees(finance, view), false)
  const seen = async (by: Colleague) => (await listed(by)).find(({ id }) => id === view.id)
  assert.deepEqual(
    [(await seen(risk)).removable, (await seen(other)).removable, (await seen(admin)).removable],
    [true, false, true],
  )
  assert.equal(await removed(other, view), 'permission_missing')
  assert.equal(await removed(finance, view), 'view_not_found')
  assert.deepEqual(await faultsOf({ role: 'finance' }), { role: ['is not one of your roles'] })
  const { body } = await risk.send('GET', `/lender/actions?object-id=${view.id}`)
  const [action] = body.results
  assert.deepEqual(
    [action.action, action.object, action.changes],
    [
      'view.save',
      { kind: 'view', id: view.id },
      {
        list: { old: null, new: 'loans' },
        role: { old: null, new: 'risk' },
        ...{ name: 'changed', query: 'changed' },
      },
    ],
  )
  assert.equal(await removed(admin, view), '204')
  assert.equal(await sees(risk, view), false)
  await isClean()
})

test('lists of views are filtered and ordered as all others', async () => {
  for (const name of ['B', 'A'])
    await saved(finance, { name, list: 'payouts', query: 'status=held' })
  await saved(finance, { name: 'C', list: 'stores', query: 'state=suspended' })
  const names = async (query: string) => (await listed(finance, query)).map(({ name }) => name)
  assert.deepEqual(await names('&list=payouts&ordering=name'), ['A', 'B'])
  assert.deepEqual(await names('&list-in=payouts,stores&ordering=-name'), ['C', 'B', 'A'])
  assert.deepEqual(await names('&role=risk'), [])
})

test('its query is one that its list takes, as an address has it', async () => {
  const { query } = await saved(risk, { list: 'stores', query: 'q=Bici Sol&ordering=name' })
  assert.equal(query, 'q=Bici+Sol&ordering=name')
  await saved(risk, { list: 'actions', query: 'reads=true&outcome=refused' })
  for (const [list, wrong, fault] of [
    ['loans', 'nothing=1', 'nothing: is not a parameter of this list'],
    ['loans', 'bucket-gte=1', /^bucket-gte: is not a lookup of bucket/],
    ['loans', 'overdue_amount-gte=much', /^overdue_amount-gte: /],
    ['loans', 'ordering=name', /^ordering: "name" is not one of/],
    ['loans', 'q=Ana', 'q: is not a parameter of this list'],
    ['loans', 'bucket=31-60&page=2', 'page: is a place in the list, and no filter'],
    ['actions', 'reads=yes', 'reads: must be true'],
    ['loans', '?', 'holds no filter'],
    [
      'loans',
      `store-name=${'ñ'.repeat(400)}`,
      'must be at most 2000 characters, as an address has it',
    ],
    ['loans', '__proto__=1', '__proto__: is not a parameter of this list'],
  ] as const) {
    const { query: faults } = await faultsOf({ list, query: wrong })
    assert.equal(faults.length, 1, wrong)
    if (typeof fault === 'string') assert.equal(faults[0], fault)
    else assert.match(faults[0], fault)
  }
  for (const wish of [
    ...[{ list: 'keys' }, { list: '__proto__' }, { query: '' }, { query: 'x'.repeat(2_001) }],
    ...[{ name: '' }, { name: '  ' }, { name: 'x'.repeat(81) }, { name: 'a\u202eb' }],
    ...[{ name: 'a\nb' }, { role: 'store_owner' }, { owner: risk.id }],
  ]) {
    assert.equal(Object.keys(await faultsOf(wish)).length, 1, JSON.stringify(wish))
  }
})

test('nothing that may identify a buyer is saved', async () => {
  for (const [list, query] of [
    ['orders', 'q=Ana'],
    ['orders', 'account-email=ana@example.com'],
    ['orders', 'account-first_name-icontains=Ana'],
    ['orders', 'account-last_login-gte=2026-01-01'],
    ['orders', `person-id=${'0'.repeat(32)}`],
    ['orders', 'customer-id-isnull=false'],
    ['orders', 'mid=A-1'],
    ['actions', 'object-id-startswith=a'],
    ['actions', 'address=192.0.2.1'],
  ] as const) {
    const { query: faults } = await faultsOf({ list, query })
    assert.deepEqual(faults.length, 1, query)
    assert.match(faults[0], /: may identify a buyer, and is not saved$/, query)
  }
})

/** Whoever adds a property to a list decides here whether views may hold it. */
const OF_MANY = {
  orders:
    'store-id store-name creditor-id status financing_status status_reason currency product ' +
    'customer-created account-type total_amount discount discount_rate created verified ' +
    'instalment_plan-downpayment-amount instalment_plan-downpayment-state confirmed cancelled',
  loans:
    'store-id store-name product currency state bucket days_past_due overdue_amount receivable ' +
    'written_off next_due last_payment terms-version creditor-id created',
  people: 'blocked store-id document_id-type document_id-country created',
  decisions: 'outcome decider version reason review-outcome store-id created',
  payouts: 'store-id store-name difference status currency amount carried due created',
  stores: 'name url currency time_zone state created',
  creditors: 'name register_number tax_id version created',
  approvals:
    'status action because object-kind store-id maker-kind maker-id checker-id currency created ' +
    'expires_at',
  actions: 'action outcome refusal route principal-kind principal-id object-kind store-id at',
  requests: 'method route status code ms principal-kind principal-id store-id at',
  failures: 'kind state cause store-id webhook-id attempts at next_attempt',
}

test('the properties that views may hold are those of many rows', () => {
  const may = Object.entries(savableLists).map(([list, { table }]) => [
    list,
    Object.keys(table.properties).filter(isOfMany).sort(),
  ])
  const expected = Object.entries(OF_MANY).map(([list, names]) => [list, names.split(' ').sort()])
  assert.deepEqual(Object.fromEntries(may), Object.fromEntries(expected))
})

test('fifty of a person, also of those that are saved at once', async () => {
  const many = await colleague(desks, 'support')
  for (let number = 1; number < limits.viewsMax; number++) await saved(many, { name: `${number}` })
  const sent = ['a', 'b', 'c'].map((name) => many.send('POST', PATH, { ...late, name }))
  const outcomes = (await Promise.all(sent)).map(of)
  assert.deepEqual(outcomes.sort(), ['201', 'view_limit_reached', 'view_limit_reached'])
  const [first] = await listed(many)
  assert.equal(await removed(many, first), '204')
  await saved(many)
})

test('a repeated request saves once', async () => {
  const key = { 'idempotency-key': 'view-1' }
  const wish = { ...late, name: 'Once' }
  const [one, two] = [
    await risk.send('POST', PATH, wish, key),
    await risk.send('POST', PATH, wish, key),
  ]
  assert.deepEqual([one.status, two.status, two.body.id], [201, 201, one.body.id])
  assert.equal((await listed(risk)).filter(({ name }) => name === 'Once').length, 1)
})

test('with a person who is disabled their own go, and those of their role stay', async () => {
  const leaving = await colleague(desks, 'collections')
  const own = await saved(leaving)
  const shared = await saved(leaving, { role: 'collections', name: 'Calls' })
  const path = `/lender/staff/${leaving.id}/disable`
  assert.equal((await admin.send('POST', path)).status, 200)
  const rows = await place.database.query<{ id: string }>(
    'SELECT id FROM saved_views WHERE staff_id = $1',
    [leaving.id],
  )
  assert.deepEqual(rows, [{ id: shared.id }])
  assert.ok(own.id !== shared.id)
  assert.equal(await sees(other, shared), true)
  assert.equal(await removed(admin, shared), '204')
  await isClean()
})

test('who has lost a role sees what they saved for it, and saves no more for it', async () => {
  const moving = await colleague(desks, 'support', 'risk')
  const view = await saved(moving, { role: 'risk', name: 'Of before' })
  const path = `/lender/staff/${moving.id}`
  const reason = { code: 'routine', note: 'Another team.' }
  const changed = await admin.send('PATCH', path, { roles: ['support'], reason })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  // Their sessions have ended.
  await signInWithPasskey(moving.desk, moving.passkey)
  assert.equal(await sees(moving, view), true)
  const again = await moving.send('POST', PATH, { ...late, role: 'risk' })
  assert.deepEqual(again.body.error.fields, { role: ['is not one of your roles'] })
  assert.equal(await removed(moving, view), '204')
})

test('no key has views, and nobody of a store', async () => {
  for (const [method, path, body] of [
    ['GET', PATH, undefined],
    ['POST', PATH, late],
    ['DELETE', `${PATH}/${'0'.repeat(32)}`, undefined],
  ] as const) {
    assert.equal(of(await withKey(method, path, body)), 'permission_missing')
  }
})
