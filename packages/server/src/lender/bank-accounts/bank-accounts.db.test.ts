// The bank account of a store: it requests, finance agrees, and two days pass; payouts say where
// they went.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { cents } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import {
  approve,
  colleague,
  inLive,
  LIVE,
  outcomeOf,
} from '../../../../../test/fixtures/colleagues.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { asReal } from '../../../../../test/fixtures/test-clocks.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import {
  createTestService,
  type Json,
  type TestService,
} from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'
import { setPolicy } from '../../checkout/exposure/set-policy.ts'
import { standardSettings } from '../../model/stores/new-store.ts'
import type { StoreSettings } from '../../model/stores/store-account.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { makePayouts } from '../../settlement/payouts/make-payouts.ts'
import { placeActions } from '../../tenancy/actions/place-actions.ts'
import { nameBankAccount } from './name-bank-account.ts'

const live = { headers: LIVE }
const HOUR = 3_600_000
const note = 'We have changed our bank.'
const reason = { code: 'store_request', note } as const
const [FIRST, SECOND] = ['ES9121000418450200051332', 'DE89370400440532013000']
const [SHOWN_FIRST, SHOWN_SECOND] = ['ES******************1332', 'DE****************3000']
const holder = 'Bicycles S.L.'
const nowhere = '0'.repeat(32)

let now = Date.parse('2026-11-25T09:00:00Z')
const clock = { now: () => new Date(now) }
let place: TestDatabase
let desks: TestDesk
let shop: Scenario
let send: TestService['send']

before(async () => {
  place = await openTestDatabase()
  desks = testDesk(place.database, clock)
})
beforeEach(() => open())
after(async () => {
  await desks.settled()
  await place.stop()
})

async function open(settings: Partial<StoreSettings> = {}): Promise<void> {
  shop = await createScenario(place.database, { clock, settings, sandbox: false })
  send = createTestService(place.database, { privateKey: shop.privateKey, clock }).send
}

const idOf = () => shop.caller.store.id
/** Somebody who has just signed in: the hours of a session are few. */
const finance = async () => inLive(await colleague(desks, 'finance'))
const ask = (body: object) => send('POST', '/me/requests', { note, ...body }, LIVE)
const me = async (): Promise<Json> => (await send('GET', '/me', undefined, LIVE)).body

async function earn(): Promise<void> {
  await shop.capture(await shop.confirmed(20_000), 20_000)
}

/** Requested by the store, and approved immediately. */
async function granted(kind: string, wish: object): Promise<Json> {
  const waiting = await ask({ kind, wish })
  assert.equal(waiting.status, 202, JSON.stringify(waiting.body))
  const { approval } = waiting.body
  assert.equal(outcomeOf(await approve(await finance(), approval, live)), 'executed')
  return approval
}

/** The account that a payout went to, once the store had earned something and asked for it. */
async function paidTo(): Promise<Json> {
  await earn()
  await granted('payout', {})
  const { body } = await send('GET', '/me/payouts?ordering=-created', undefined, LIVE)
  return body.results[0].bank_account
}

test('an account is used two days after it was approved, and payouts name it', async () => {
  const waiting = await ask({ kind: 'bank_account', wish: { iban: FIRST, holder } })
  assert.equal(waiting.status, 202, JSON.stringify(waiting.body))
  const { approval } = waiting.body
  assert.deepEqual(
    [approval.maker.kind, approval.effects.changes['bank_account.iban'].new],
    ['store_key', SHOWN_FIRST],
  )
  assert.equal(
    outcomeOf(await ask({ kind: 'bank_account', wish: { iban: SECOND, holder } })),
    'approval_pending',
  )
  assert.equal((await me()).bank_account, null)
  assert.equal(
    outcomeOf(
      await approve(inLive(await colleague(desks, 'risk')), approval, {
        hash: approval.effects_hash,
        ...live,
      }),
    ),
    'approval_not_found',
  )
  assert.equal(outcomeOf(await approve(await finance(), approval, live)), 'executed')
  const effective_from = new Date(now + 48 * HOUR).toISOString().replace('Z', '000Z')
  assert.deepEqual((await me()).bank_account, { iban: SHOWN_FIRST, holder, effective_from })
  now += 47 * HOUR
  assert.equal(await paidTo(), null)
  now += HOUR
  assert.deepEqual(await paidTo(), { iban: SHOWN_FIRST, holder })
  await granted('bank_account', { iban: 'de89 3704 0044 0532 0130 00', holder })
  now += 24 * HOUR
  assert.deepEqual(await paidTo(), { iban: SHOWN_FIRST, holder })
  now += 24 * HOUR
  assert.deepEqual(await paidTo(), { iban: SHOWN_SECOND, holder })
  const by = await finance()
  const listed = await by.send('GET', `/lender/stores/${idOf()}/bank-accounts`)
  assert.deepEqual(
    listed.body.results.map((each: Json) => [each.version, each.iban, each.state]),
    [
      [2, SHOWN_SECOND, 'in_force'],
      [1, SHOWN_FIRST, 'past'],
    ],
  )
  const paid = await by.send('GET', `/lender/payouts?store-id=${idOf()}&ordering=-created`)
  assert.deepEqual(paid.body.results[0].bank_account, { iban: SHOWN_SECOND, holder })
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('both sides are notified of a new account, and nobody can read its full number', async () => {
  await granted('bank_account', { iban: FIRST, holder })
  now += 1_000
  await granted('bank_account', { iban: SECOND, holder: 'Someone Else' })
  const key = { storeId: idOf(), sandbox: false }
  await placeEvents({ database: place.database, clocks: shop.writing.clocks }, key)
  const events = await send('GET', '/me/events?type=bank_account.changed', undefined, LIVE)
  const [, second] = events.body.results.map(({ data }: Json) => data)
  assert.deepEqual(second.previous, { iban: SHOWN_FIRST, holder })
  assert.deepEqual(
    [second.bank_account.iban, second.bank_account.holder],
    [SHOWN_SECOND, 'Someone Else'],
  )
  await placeActions({ database: place.database, clock: asReal(clock) }, 'live')
  const by = inLive(await colleague(desks, 'auditor'))
  const lenders = await by.send(
    'GET',
    `/lender/events?type=bank_account.changed&store-id=${idOf()}`,
  )
  assert.equal(lenders.body.results.length, 2)
  const tables = await place.database.query<AnyRow>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    [],
  )
  for (const { name } of tables) {
    const [count] = await place.database.query<AnyRow>(
      `SELECT count(*)::int AS rows FROM ${name} t WHERE t::text LIKE ANY ($1)`,
      [[`%${FIRST}%`, `%${SECOND}%`]],
    )
    assert.equal(count?.rows, 0, name)
  }
})

test('naming another account withdraws one that is not in use yet', async () => {
  await granted('bank_account', { iban: FIRST, holder })
  now += 50 * HOUR
  await granted('bank_account', { iban: SECOND, holder })
  now += 10 * HOUR
  await granted('bank_account', { iban: FIRST, holder })
  now += 39 * HOUR
  assert.deepEqual(await paidTo(), { iban: SHOWN_FIRST, holder })
  const by = await finance()
  const listed = await by.send('GET', `/lender/stores/${idOf()}/bank-accounts`)
  assert.deepEqual(
    listed.body.results.map(({ state }: Json) => state),
    ['coming', 'superseded', 'in_force'],
  )
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('in live mode settings leave the account as it is; in the sandbox it is free', async () => {
  await granted('bank_account', { iban: FIRST, holder })
  const settings = await me()
  const same = await send('PATCH', '/me', settings, LIVE)
  assert.deepEqual([same.status, same.body], [200, settings])
  const other = { bank_account: { iban: SECOND, holder } }
  const refused = await send('PATCH', '/me', { ...settings, ...other }, LIVE)
  assert.deepEqual([refused.status, outcomeOf(refused)], [403, 'lender_only'])
  assert.match(refused.body.error.fields.bank_account[0], /1332/)
  const whole = await send('PATCH', '/me', { bank_account: { iban: FIRST, holder } }, LIVE)
  assert.equal(whole.status, 200)
  const none = await send('PATCH', '/me', { bank_account: null }, LIVE)
  assert.equal(outcomeOf(none), 'lender_only')
  assert.deepEqual((await me()).bank_account, settings.bank_account)
  const own = await send('PATCH', '/me', other)
  assert.deepEqual(
    [own.status, own.body.bank_account.iban, own.body.bank_account.effective_from],
    [200, SHOWN_SECOND, clock.now().toISOString().replace('Z', '000Z')],
  )
  assert.deepEqual((await send('GET', '/me')).body.bank_account, own.body.bank_account)
  for (const [bank_account, field] of [
    [null, 'bank_account'],
    [{ iban: SHOWN_FIRST, holder }, 'bank_account.iban'],
    [{ iban: 'ES9121000418450200051333', holder }, 'bank_account.iban'],
    [{ iban: FIRST }, 'bank_account.holder'],
  ] as const) {
    const wrong = await send('PATCH', '/me', { bank_account })
    assert.equal(wrong.status, 400, JSON.stringify(wrong.body))
    assert.deepEqual(Object.keys(wrong.body.error.fields), [field])
  }
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('a payout by hand shows what is paid in each currency before it is approved', async () => {
  const products = standardSettings.products.flatMap((each) => [each, { ...each, currency: 'USD' }])
  await open({ products })
  // One person owes in both.
  const limit = { currency: 'EUR', exposureMax: cents(900_000), rates: { USD: 920_000 } }
  await setPolicy(shop.writing, { wish: limit })
  await earn()
  await shop.capture(await shop.confirmed(10_000, 'instalments', 'USD'), 10_000)
  await granted('bank_account', { iban: FIRST, holder })
  now += 48 * HOUR
  const by = await finance()
  const wish = { store_id: idOf(), reason }
  const tried = await by.send('POST', '/lender/payouts?dry_run=true', wish)
  assert.deepEqual([tried.status, tried.body.approval.needed], [201, true])
  const amounts = Object.fromEntries(
    tried.body.results.map(({ currency, amount }: Json) => [currency, amount]),
  )
  assert.deepEqual(Object.keys(amounts).toSorted(), ['EUR', 'USD'])
  const { changes, more } = tried.body.effects
  for (const each of [changes, ...more]) {
    assert.equal(each.amount.new, amounts[each.currency.new])
    assert.equal(each['bank_account.iban'].new, SHOWN_FIRST)
  }
  assert.equal(more.length, 1)
  const waiting = await by.send('POST', '/lender/payouts', wish)
  assert.deepEqual(waiting.body.approval.effects, tried.body.effects)
  await shop.capture(await shop.confirmed(10_000, 'instalments', 'USD'), 10_000)
  const { effects_hash: hash } = waiting.body.approval
  const stale = await approve(await finance(), waiting.body.approval, { hash, ...live })
  assert.equal(outcomeOf(stale), 'approval_stale')
  assert.equal(outcomeOf(await approve(await finance(), waiting.body.approval, live)), 'executed')
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('invalid requests are refused: half an account, a payout of nothing', async () => {
  for (const [wish, field] of [
    [{ iban: FIRST }, 'wish.holder'],
    [{ holder }, 'wish.iban'],
    [{ iban: 'ES91', holder }, 'wish.iban'],
  ] as const) {
    const wrong = await ask({ kind: 'bank_account', wish })
    assert.deepEqual([wrong.status, Object.keys(wrong.body.error.fields)], [400, [field]])
  }
  await granted('bank_account', { iban: FIRST, holder })
  const again = await ask({ kind: 'bank_account', wish: { iban: FIRST, holder } })
  assert.deepEqual([again.status, Object.keys(again.body.error.fields)], [400, ['wish']])
  assert.equal(outcomeOf(await ask({ kind: 'payout', wish: {} })), 'payout_nothing_due')
  const risk = inLive(await colleague(desks, 'risk'))
  const paths = `/lender/stores/${idOf()}`
  const off = await risk.send('POST', `${paths}/suspend`, { reason, payouts: false })
  assert.equal(off.status, 200, JSON.stringify(off.body))
  assert.equal(outcomeOf(await ask({ kind: 'payout', wish: {} })), 'payout_held')
})

test('finance names an account itself, and a second one approves it', async () => {
  const by = await finance()
  const path = `/lender/stores/${idOf()}/bank-accounts`
  const tried = await by.send('POST', `${path}?dry_run=true`, { iban: FIRST, holder, reason })
  assert.deepEqual([tried.status, tried.body.approval.needed], [201, true])
  const waiting = await by.send('POST', path, { iban: FIRST, holder, reason })
  assert.equal(waiting.status, 202, JSON.stringify(waiting.body))
  assert.doesNotMatch(JSON.stringify(waiting.body), new RegExp(FIRST))
  assert.equal(outcomeOf(await approve(by, waiting.body.approval, live)), 'approval_own')
  assert.equal(outcomeOf(await approve(await finance(), waiting.body.approval, live)), 'executed')
  assert.equal((await me()).bank_account.iban, SHOWN_FIRST)
  const key = await lenderClient(place.database, { clock })
  for (const method of ['GET', 'POST'] as const) {
    const body = method === 'GET' ? undefined : { iban: FIRST, holder, reason }
    const missing = await by.send(method, path.replace(idOf(), nowhere), body)
    assert.equal(outcomeOf(missing), 'store_not_found')
    const byKey = await key(method, path, body)
    assert.equal(byKey.status, method === 'GET' ? 200 : 403)
  }
})

test('a payout at the same time is before the new account or after it', async () => {
  const vault = createVault('a secret key of the tests')
  // Each reading of the clock is another moment.
  const ticking = { now: () => new Date(now++) }
  const sandbox = await createScenario(place.database, { clock: ticking })
  const key = { storeId: sandbox.caller.store.id, sandbox: true }
  const places = { database: place.database, clocks: sandbox.writing.clocks }
  for (let round = 0; round < 8; round++) {
    await sandbox.capture(await sandbox.confirmed(10_000), 10_000)
    await placeEvents(places, key)
    const wish = { iban: round % 2 === 0 ? FIRST : SECOND, holder }
    await Promise.all([
      nameBankAccount(sandbox.writing, { ...key, wish, reason, vault }),
      makePayouts(sandbox.writing, key, 'by hand'),
    ])
  }
  assert.deepEqual((await audit(place.database)).findings, [])
})
