// The lender takes stores on, holds them and lets them go, over HTTP: what each of them may do in
// each state (decision 0117).
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Desk } from '../../../../../test/desk.ts'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { approve, colleague } from '../../../../../test/fixtures/colleagues.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import {
  createTestService,
  type Json,
  serviceOn,
  type TestReply,
  type TestService,
} from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'
import { authoriseCard } from '../../checkout/checkouts/authorise-card.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'

const SANDBOX = { accept: 'application/vnd.svc.sandbox.v1+json' }
const reason = { code: 'fraud', note: 'Complaints of buyers' }
let now = Date.parse('2026-11-25T09:00:00Z')
const clock = { now: () => new Date(now) }
const place = ownDatabase()
let desks: TestDesk
let admin: Desk

before(async () => {
  desks = testDesk(place.database, clock)
  const first = { name: 'Grace', email: 'grace@lender.example' }
  admin = (await desks.enrolled(await desks.first(), first)).desk
})

type Reply = { readonly status: number; readonly body: Json }
const got = ({ status, body }: Reply) => body?.error?.code ?? status
const STORES = '/lender/stores'
/** In the sandbox; a session names it in the Accept header. */
const ask = (method: string, path: string, body?: unknown) =>
  admin.send(method, `${STORES}${path}`, body, SANDBOX)

let names = 0
const wish = (more: object = {}) => ({
  ...{ name: `Bicycles ${++names}`, legal_name: 'Bicycles S.L.', country: 'ES', tax_id: 'B1' },
  ...{ url: 'https://shop.example', contact: { name: 'Ada', phone: '+34600000000' } },
  ...more,
})

test('a new store waits in live mode, and its sandbox works', async () => {
  const owner = { owner_email: 'ada@shop.example' }
  const made = await admin.send('POST', STORES, wish(owner))
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, register, switches, state, version, invitation } = made.body
  assert.equal(made.headers.get('location'), `/lender/stores/${id}`)
  assert.deepEqual([state, version], ['onboarding', 1])
  assert.deepEqual(switches, { new_credit: false, captures: true, payouts: true })
  assert.deepEqual(register.contact, { name: 'Ada', email: null, phone: '+34600000000' })
  assert.match(invitation.link, /\/desk\/start#/)
  assert.equal((await ask('GET', `/${id}`)).body.state, 'active')
  const listed = await admin.send('GET', `${STORES}?state=onboarding`)
  assert.deepEqual(
    listed.body.results.map((each: Json) => [each.id, each.state]),
    [[id, 'onboarding']],
  )
  assert.equal((await ask('GET', '?state=onboarding')).body.results.length, 0)
  assert.equal(got(await admin.send('POST', STORES, wish(owner))), 'staff_exists')
  for (const wrong of [{ colour: 'red' }, { time_zone: 'Mars/Olympus' }, { country: 'Spain' }]) {
    assert.equal(got(await admin.send('POST', STORES, wish(wrong))), 'body_invalid')
  }
  const act = (name: string, headers = {}) =>
    admin.send('POST', `${STORES}/${id}/${name}`, { reason }, headers)
  assert.equal(got(await act('suspend')), 'store_state')
  assert.equal(got(await act('activate', SANDBOX)), 'store_state')
  assert.equal(got(await act('resume', SANDBOX)), 'store_state')
  // In live mode a second person decides.
  assert.equal((await act('activate')).status, 202)
})

test('a dry run shows the effects of closing, and does nothing', async () => {
  const { id } = (await admin.send('POST', STORES, wish())).body
  const tried = await ask('POST', `/${id}/close?dry_run=true`, { captures: false, reason })
  assert.equal(tried.status, 200, JSON.stringify(tried.body))
  assert.equal(tried.headers.get('dry-run'), 'true')
  const { effects, state } = tried.body
  assert.equal(effects.action, 'store.close')
  assert.deepEqual(effects.changes.state, { old: 'active', new: 'closing' })
  assert.deepEqual(effects.changes.captures, { old: true, new: false })
  assert.equal(state, 'closing')
  assert.equal((await ask('GET', `/${id}`)).body.state, 'active')
  await ask('POST', `/${id}/close`, { reason })
  const { effects: next } = (await ask('POST', `/${id}/close?dry_run=true`, { reason })).body
  assert.deepEqual(next.changes.state, { old: 'closing', new: 'closed' })
  assert.equal(got(await ask('POST', `/${id}/suspend?dry_run=true`, { reason })), 'store_state')
  assert.equal(got(await ask('POST', `/${id}/resume?dry_run=true`, { reason })), 'query_invalid')
})

test('a store’s identity changes by the version that was read, with a reason', async () => {
  const { id, version, name } = (await admin.send('POST', STORES, wish())).body
  const path = `/${id}`
  const change = { version, reason, name: 'Trikes', contact: { email: 'ada@shop.example' } }
  // The register has no mode: in the sandbox as well a second person decides.
  const waiting = await ask('PATCH', path, change)
  assert.equal(waiting.status, 202, JSON.stringify(waiting.body))
  assert.equal((await admin.send('GET', `${STORES}${path}`)).body.name, name)
  const done = await approve(await colleague(desks, 'admin'), waiting.body.approval)
  assert.equal(done.body.status, 'executed', JSON.stringify(done.body))
  const changed = await ask('GET', path)
  assert.deepEqual([changed.body.name, changed.body.version], ['Trikes', 2])
  assert.deepEqual(changed.body.register.contact, {
    ...{ name: 'Ada', email: 'ada@shop.example', phone: '+34600000000' },
  })
  const stale = await ask('PATCH', path, { ...change, name: 'Other' })
  assert.equal(got(stale), 'terms_conflict')
  assert.match(stale.body.error.message, /its version is 2$/)
  const { reason: _, ...unsaid } = change
  assert.equal(got(await ask('PATCH', path, { ...unsaid, version: 2 })), 'body_invalid')
  const [action] = await place.database.query<AnyRow>(
    `SELECT reason_code, changes FROM actions WHERE action = 'store.change' AND object_id = $1`,
    [id],
  )
  assert.deepEqual(action?.changes.contact, 'changed')
  assert.equal(action?.reason_code, 'fraud')
})

type Shop = {
  readonly scenario: Scenario
  readonly id: string
  readonly send: TestService['send']
  readonly page: TestService['send']
}

async function openShop(): Promise<Shop> {
  const scenario = await createScenario(place.database, { clock })
  const { privateKey, caller } = scenario
  const { send } = createTestService(place.database, { privateKey, clock })
  const [row] = await place.database.query<AnyRow>(
    'SELECT public_key FROM api_keys WHERE store_id = $1 AND public_key IS NOT NULL',
    [caller.store.id],
  )
  const page = createTestService(place.database, { privateKey: row?.public_key, clock }).send
  return { scenario, id: caller.store.id, send, page }
}

const basket = (id: string) => ({
  order: {
    ...{ id, currency: 'EUR', total_amount: 10_000 },
    articles: [{ id: 'bike', name: 'Bicycle', quantity: 1, price: 10_000 }],
  },
  customer: { email: 'ada@example.com' },
})

type Orders = {
  readonly open: string
  readonly token: string
  readonly order: string
  readonly capture: string
}

async function fill({ scenario, send }: Shop): Promise<Orders> {
  const { body } = await send('POST', '/checkout', basket(`open ${++names}`))
  const { id: order } = await scenario.confirmed(10_000)
  const capture = await scenario.capture({ id: order } as never, 1_000)
  return { open: body.id, token: new URL(body.checkout_url).hash.slice(1), order, capture }
}

/** The result of each act of the store or its buyer, by its row of the table. */
async function acts({ send, page }: Shop, { open, token, order, capture }: Orders) {
  const buyer = { authorization: `Bearer ${token}` }
  const on = `/orders/${order}`
  const whole = { order: { id: order, currency: 'EUR', total_amount: 10_000, articles: [] } }
  const sums = { amount: 100 }
  const all: readonly (readonly [string, () => Promise<TestReply>])[] = [
    ['offered', () => page('GET', '/checkout/button?amount=10000&currency=EUR')],
    ['offered', () => page('GET', '/instalment-plan-simulator?amount=10000')],
    ['signed', () => send('POST', '/checkout', basket(`new ${++names}`))],
    ['signed', () => send('POST', '/checkout/offline', basket(`new ${++names}`))],
    ['signed', () => send('GET', `/checkout/${open}/offers`, undefined, buyer)],
    ['signed', () => send('POST', `/checkout/${open}/accept`, { product: 'instalments' }, buyer)],
    ['signed', () => send('POST', `/sandbox/checkouts/${open}/complete`, {})],
    ['captured', () => send('POST', `${on}/captures`, sums)],
    ['changed', () => send('POST', `${on}/void`, sums)],
    ['changed', () => send('POST', `${on}/refund`, sums)],
    ['changed', () => send('POST', `${on}/refund-extended`, sums)],
    ['changed', () => send('POST', `${on}/captures/${capture}/refunds`, sums)],
    ['changed', () => send('PATCH', on, { order: { shipping: { city: 'Sevilla' } } })],
    ['changed', () => send('PUT', on, whole)],
    ['changed', () => send('POST', `${on}/history`, [])],
    ['read', () => send('GET', on)],
    ['read', () => send('GET', '/orders')],
    ['read', () => send('GET', '/me/webhooks')],
  ]
  const ended: Record<string, unknown[]> = {}
  for (const [row, act] of all) {
    const code = got(await act())
    const known = ended[row] ?? []
    const short = typeof code === 'number' && code < 300 ? 'yes' : code
    ended[row] = known.includes(short) ? known : [...known, short]
  }
  return ended
}

const [YES, NO] = [['yes'], ['store_suspended']]
const allowed = { offered: YES, signed: YES, captured: YES, changed: YES, read: YES }
const noCredit = { ...allowed, offered: ['financing_unavailable'], signed: NO }

test('permissions of a store in each state', async () => {
  const shop = await openShop()
  const orders = await fill(shop)
  const move = async (act: string, more: object = {}) => {
    const reply = await ask('POST', `/${shop.id}/${act}`, { reason, ...more })
    // Other processes see it within a second; this test's service is another one.
    now += 1_000
    return reply
  }
  const suspended = await move('suspend')
  assert.equal(suspended.status, 200, JSON.stringify(suspended.body))
  assert.deepEqual(suspended.body.switches, { new_credit: false, captures: true, payouts: true })
  assert.equal((await shop.send('GET', '/me')).body.state, 'suspended')
  assert.deepEqual(await acts(shop, orders), noCredit)
  assert.equal(got(await move('suspend', { new_credit: true })), 'body_invalid')
  await move('suspend', { captures: false, payouts: false })
  assert.deepEqual(await acts(shop, orders), { ...noCredit, captured: NO })
  assert.equal(got(await shop.send('POST', '/me/payouts')), 'payout_held')
  const buttons = await shop.page('GET', '/checkout/buttons?amounts=10000,20000&currency=EUR')
  assert.deepEqual(
    buttons.body.buttons.map((each: Json) => each.allowed),
    [false, false],
  )
  await move('resume')
  const later = await fill(shop)
  assert.deepEqual(await acts(shop, orders), { ...allowed, signed: ['yes', 'body_invalid'] })
  await move('close')
  assert.deepEqual(await acts(shop, later), noCredit)
  assert.equal(got(await move('close')), 'store_not_settled')
  await endAll(shop)
  await placeAll(shop)
  const closed = await move('close')
  assert.equal(closed.body.state, 'closed', JSON.stringify(closed.body))
  // An existing offer can still be read.
  const nothing = { ...noCredit, signed: [...NO, ...YES], captured: NO, changed: NO }
  assert.deepEqual(await acts(shop, later), nothing)
  assert.equal(got(await shop.send('POST', `/orders/${later.order}/cancel`)), 'store_suspended')
  assert.equal(got(await move('suspend')), 'store_state')
  assert.equal(got(await move('close')), 'store_state')
  assert.deepEqual((await audit(place.database)).findings, [])
})

/** Nothing of the store waits any more. */
async function endAll({ id, send }: Shop): Promise<void> {
  const open = await place.database.query<AnyRow>(
    `SELECT id FROM orders WHERE store_id = $1
       AND (expires_at IS NOT NULL OR capture_before IS NOT NULL)`,
    [id],
  )
  for (const order of open) {
    assert.equal((await send('POST', `/orders/${order.id}/cancel`)).status, 204)
  }
}

async function placeAll({ id, scenario }: Shop): Promise<void> {
  const { clocks } = scenario.writing
  await placeEvents({ database: place.database, clocks }, { storeId: id, sandbox: true })
}

test('one person may restrict; only two may lift a restriction', async () => {
  const { id } = await openShop()
  const path = `${STORES}/${id}`
  const suspend = (switches: object) =>
    admin.send('POST', `${path}/suspend`, { reason, ...switches }, SANDBOX)
  assert.equal((await suspend({ captures: false })).status, 200)
  const [none, all] = [
    { new_credit: false, captures: false, payouts: true },
    { new_credit: true, captures: true, payouts: true },
  ]
  for (const wider of [{ captures: true }, { new_credit: true, payouts: false }, all]) {
    const refused = await suspend(wider)
    assert.deepEqual([refused.status, got(refused)], [400, 'body_invalid'])
    const named = Object.entries(wider).filter(([name]) => !none[name as keyof typeof none])
    const expected = named.filter(([, on]) => on).map(([name]) => name)
    assert.deepEqual(Object.keys(refused.body.error.fields).sort(), expected.sort())
    assert.deepEqual((await ask('GET', `/${id}`)).body.switches, none)
  }
  // A switch that is off may be sent as off, and an omitted one stays as it is.
  const less = await suspend({ captures: false, payouts: false })
  const off = { ...none, payouts: false }
  assert.deepEqual(less.body.switches, off)
  assert.deepEqual((await suspend({})).body.switches, off)
  // None of several concurrent suspensions is undone by another.
  await ask('POST', `/${id}/resume`, { reason })
  await Promise.all([
    suspend({ captures: false }),
    suspend({ captures: true, payouts: true }),
    suspend({ payouts: false }),
  ])
  assert.deepEqual((await ask('GET', `/${id}`)).body.switches, off)
  const rows = await place.database.query<AnyRow>(
    `SELECT new_credit, captures, payouts FROM store_states
     WHERE store_id = $1 AND sandbox ORDER BY version DESC LIMIT 1`,
    [id],
  )
  assert.deepEqual(rows, [off])
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('when a signature is refused the buyer’s card is released', async () => {
  const shop = await openShop()
  const { open, token } = await fill(shop)
  const service = { ...serviceOn(place.database, clock), clock }
  const authorising = { ...service, acting: shop.scenario.writing.acting }
  const wanted = { checkoutId: open, wish: { product: 'pay_in_4' }, token: undefined } as const
  await authoriseCard(authorising, shop.scenario.caller, { ...wanted, field: 'card_token' })
  const states = async () =>
    (
      await place.database.query<AnyRow>(
        `SELECT state FROM payments WHERE order_id = $1 AND kind = 'authorisation'`,
        [open],
      )
    ).map(({ state }) => state)
  assert.deepEqual(await states(), ['held'])
  await ask('POST', `/${shop.id}/suspend`, { reason })
  const buyer = { authorization: `Bearer ${token}` }
  const path = `/checkout/${open}/accept`
  const signed = await shop.send('POST', path, { product: 'pay_in_4' }, buyer)
  assert.equal(got(signed), 'store_suspended')
  assert.deepEqual(await states(), ['releasing'])
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('the lender disables a store’s keys, and each mode has its own state', async () => {
  const shop = await openShop()
  const keys = await ask('GET', `/${shop.id}/keys`)
  assert.equal(keys.body.results.length, 2)
  assert.ok(keys.body.results.every((each: Json) => !('key' in each)))
  const secret = keys.body.results.find((each: Json) => each.kind === 'private')
  const none = '0'.repeat(32)
  assert.equal(got(await ask('GET', `/${none}/keys`)), 'store_not_found')
  assert.equal(got(await ask('GET', `/${shop.id}/keys?page=x`)), 'query_invalid')
  assert.equal(got(await ask('DELETE', `/${none}/keys/${secret.id}`)), 'store_not_found')
  assert.equal(got(await ask('DELETE', `/${shop.id}/keys/${none}`)), 'api_key_not_found')
  const wrong = await ask('DELETE', `/${shop.id}/keys/${secret.id}?cascade=maybe`)
  assert.equal(got(wrong), 'query_invalid')
  assert.equal((await shop.send('GET', '/me')).status, 200)
  const cut = await ask('DELETE', `/${shop.id}/keys/${secret.id}`)
  assert.notEqual(cut.body.revoked_at, null)
  now += 1_000
  assert.equal(got(await shop.send('GET', '/me')), 'key_invalid')
  const live = await admin.send('POST', `${STORES}/${shop.id}/suspend`, { reason })
  assert.equal(live.body.state, 'suspended')
  assert.equal((await ask('GET', `/${shop.id}`)).body.state, 'active')
})

test('an unknown store is not found, and a key does what its scopes allow', async () => {
  const none = '0'.repeat(32)
  for (const act of ['activate', 'suspend', 'resume', 'close']) {
    assert.equal(got(await ask('POST', `/${none}/${act}`, { reason })), 'store_not_found')
    assert.equal(got(await ask('POST', `/${none}/${act}`, {})), 'body_invalid')
  }
  assert.equal(got(await ask('PATCH', `/${none}`, { version: 1, reason })), 'store_not_found')
  const key = await lenderClient(place.database, { clock, scopes: ['stores:write'] })
  const { id } = await openShop()
  assert.equal((await key('POST', `${STORES}/${id}/suspend`, { reason })).status, 200)
  assert.equal(got(await key('POST', `${STORES}/${id}/resume`, { reason })), 'permission_missing')
  assert.equal((await key('POST', `${STORES}/${id}/close`, { reason })).body.state, 'closing')
})
