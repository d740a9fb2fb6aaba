// A buyer's card is authorised before they sign: once, whatever answers, dies or is repeated.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import {
  dyingDatabase,
  openPaymentShop,
  orderState,
  type PaymentShop,
} from '../../../../../test/fixtures/payment-shop.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { unacted } from '../../../../../test/fixtures/unacted.ts'
import { settle } from '../../credit/payments/settling.ts'
import type { Database } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Caller } from '../../tenancy/caller/context.ts'
import { authoriseCard } from './authorise-card.ts'
import { enterCard } from './enter-card.ts'
import { expireCheckout } from './expire-checkout.ts'

const GOOD = '4111111111111111'
const DECLINED = '4012888888881881'
const LATE = '4000000000130007'
const LATE_REFUSED = '4000000000140006'
const TOTAL = 20_000
const PART = TOTAL / 4

let opened: TestDatabase
let database: Database
before(async () => {
  opened = await openTestDatabase()
  database = opened.database
})
after(() => opened.stop())

const openShop = () => openPaymentShop(database)
const waiting = (shop: PaymentShop) => shop.waiting(TOTAL)
const sign = (shop: PaymentShop, ...of: Parameters<PaymentShop['sign']>) => shop.sign(...of)
const statesOf = (shop: PaymentShop, id: string) => shop.states(id)
const paymentsOf = (shop: PaymentShop, id: string) => shop.payments(id)
const stateOf = (shop: PaymentShop, id: string) => orderState(shop, database, id)
const keysOf = (shop: PaymentShop, ...of: Parameters<PaymentShop['keys']>) => shop.keys(...of)

test('the first payment is held, and the card number is stored nowhere', async () => {
  const shop = await openShop()
  const id = await waiting(shop)
  assert.equal(await sign(shop, id, GOOD), 'confirmation_required')
  assert.deepEqual(await statesOf(shop, id), [`authorisation held ${PART}`])
  const tables = await database.query<AnyRow>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    [],
  )
  for (const { name } of tables) {
    const [actual] = await database.query<AnyRow>(
      `SELECT count(*)::int AS count FROM ${name} t WHERE t::text LIKE '%${GOOD}%'`,
      [],
    )
    assert.equal(actual?.count, 0, name)
  }
})

test('instalments take nothing at signing: a card is only verified', async () => {
  const shop = await openShop()
  const good = await waiting(shop)
  assert.equal(await sign(shop, good, GOOD, 'instalments'), 'confirmation_required')
  assert.deepEqual(await statesOf(shop, good), ['authorisation released 0'])
  const declined = await waiting(shop)
  assert.equal(await sign(shop, declined, DECLINED, 'instalments'), 'card_declined')
  const none = await waiting(shop)
  assert.equal(await sign(shop, none, undefined, 'instalments'), 'confirmation_required')
  assert.deepEqual(await statesOf(shop, none), [])
})

test('a declined card leaves the checkout open for another', async () => {
  const shop = await openShop()
  const id = await waiting(shop)
  assert.equal(await sign(shop, id, DECLINED), 'card_declined')
  assert.equal(await stateOf(shop, id), 'in_process')
  shop.pass(1)
  assert.equal(await sign(shop, id, GOOD), 'confirmation_required')
  assert.deepEqual(await statesOf(shop, id), [
    `authorisation failed ${PART}`,
    `authorisation held ${PART}`,
  ])
})

test('while a bank does not answer nobody signs, and nothing is requested twice', async () => {
  const shop = await openShop()
  const id = await waiting(shop)
  assert.equal(await sign(shop, id, LATE), 'authorisation_pending')
  assert.equal(await sign(shop, id, LATE), 'authorisation_pending')
  assert.equal(await sign(shop, id, GOOD), 'authorisation_pending')
  assert.equal(await sign(shop, id, LATE, 'instalments'), 'authorisation_pending')
  assert.equal(keysOf(shop, 'authorise').length, 1)
  shop.pass(60)
  assert.equal(await sign(shop, id, LATE), 'confirmation_required')
  assert.equal(keysOf(shop, 'authorise').length, 1)
  assert.deepEqual(await statesOf(shop, id), [`authorisation held ${PART}`])
})

test('a missing answer is looked up without anybody asking', async () => {
  const shop = await openShop()
  const id = await waiting(shop)
  const other = await waiting(shop)
  await sign(shop, id, LATE)
  await sign(shop, other, LATE_REFUSED)
  shop.pass(59)
  await shop.resolve()
  assert.deepEqual(await statesOf(shop, id), [`authorisation open ${PART}`])
  shop.pass(1)
  await shop.resolve()
  assert.deepEqual(await statesOf(shop, id), [`authorisation held ${PART}`])
  assert.deepEqual(await statesOf(shop, other), [`authorisation failed ${PART}`])
  assert.equal(await sign(shop, other, GOOD), 'confirmation_required')
})

test('another card or plan releases the hold', async () => {
  const shop = await openShop()
  const id = await waiting(shop)
  const input = { checkoutId: id, number: GOOD }
  const token = await enterCard(shop.authorising, shop.scenario.caller, input)
  const card = { checkoutId: id, wish: { product: 'pay_in_4' }, token, field: 'card' } as const
  await authoriseCard(shop.authorising, shop.scenario.caller, card)
  assert.deepEqual(await statesOf(shop, id), [`authorisation held ${PART}`])
  shop.pass(1)
  assert.equal(await sign(shop, id, '5555555555554444'), 'confirmation_required')
  await shop.resolve()
  assert.deepEqual(await statesOf(shop, id), [
    `authorisation released ${PART}`,
    `authorisation held ${PART}`,
  ])
  const [first] = await paymentsOf(shop, id)
  assert.deepEqual(keysOf(shop, 'release'), [`${first?.id}.release`])
})

test('every end of an order before its confirmation releases its hold', async () => {
  const shop = await openShop()
  const { writing, caller } = shop.scenario
  const id = await waiting(shop)
  await sign(shop, id, GOOD)
  shop.pass(3 * 3_600)
  await expireCheckout(writing, { storeId: caller.store.id, sandbox: true, id })
  assert.equal(await stateOf(shop, id), 'ko')
  assert.deepEqual(await statesOf(shop, id), [`authorisation releasing ${PART}`])
  shop.failing.after = 'release'
  await shop.resolve()
  assert.deepEqual(await statesOf(shop, id), [`authorisation releasing ${PART}`])
  shop.failing.after = ''
  shop.pass(60)
  await shop.resolve()
  assert.deepEqual(await statesOf(shop, id), [`authorisation released ${PART}`])
  assert.equal(new Set(keysOf(shop, 'release')).size, 1)
})

test('a hold that appears after its checkout has ended is released', async () => {
  const shop = await openShop()
  const { writing, caller } = shop.scenario
  const id = await waiting(shop)
  assert.equal(await sign(shop, id, LATE), 'authorisation_pending')
  shop.pass(2 * 3_600)
  await expireCheckout(writing, { storeId: caller.store.id, sandbox: true, id })
  await shop.resolve()
  assert.deepEqual(await statesOf(shop, id), [`authorisation released ${PART}`])
})

test('a late authorisation is not mistaken for its release', async () => {
  const shop = await openShop()
  const { writing, caller } = shop.scenario
  const id = await waiting(shop)
  await sign(shop, id, LATE)
  const [open] = await paymentsOf(shop, id)
  assert.ok(open !== undefined)
  shop.pass(60)
  assert.equal(await sign(shop, id, LATE), 'confirmation_required')
  shop.pass(3 * 3_600)
  await expireCheckout(writing, { storeId: caller.store.id, sandbox: true, id })
  assert.deepEqual(await statesOf(shop, id), [`authorisation releasing ${PART}`])
  // A caller that asked while it was open learns the outcome only now.
  await settle(shop.authorising, open, { state: 'succeeded', reference: 'late' })
  assert.deepEqual(await statesOf(shop, id), [`authorisation releasing ${PART}`])
  await shop.resolve()
  assert.deepEqual(await statesOf(shop, id), [`authorisation released ${PART}`])
  assert.equal(keysOf(shop, 'release').length, 1)
})

test('a request that never arrived is sent again under its key while it is needed', async () => {
  const shop = await openShop()
  const { writing, caller } = shop.scenario
  const wanted = await waiting(shop)
  const given = await waiting(shop)
  shop.failing.before = 'authorise'
  assert.equal(await sign(shop, wanted, GOOD), 'authorisation_pending')
  assert.equal(await sign(shop, given, GOOD), 'authorisation_pending')
  shop.failing.before = ''
  const input = { storeId: caller.store.id, sandbox: true, ref: given }
  const row = { table: 'orders', where: { storeId: input.storeId, id: given } } as const
  const expiresAt = writing.clock.now()
  await database.transaction(null, async (tx) =>
    tx.commit(undefined, unacted({ ...row, set: { expiresAt } })),
  )
  await expireCheckout(writing, { storeId: caller.store.id, sandbox: true, id: given })
  shop.pass(60)
  await shop.resolve()
  assert.deepEqual(await statesOf(shop, wanted), [`authorisation held ${PART}`])
  assert.deepEqual(await statesOf(shop, given), [`authorisation failed ${PART}`])
  const [sent] = await paymentsOf(shop, wanted)
  assert.deepEqual(keysOf(shop, 'authorise'), [sent?.id])
})

test('a lost answer does not cause a second request', async () => {
  const shop = await openShop()
  const id = await waiting(shop)
  shop.failing.after = 'authorise'
  assert.equal(await sign(shop, id, GOOD), 'authorisation_pending')
  shop.failing.after = ''
  assert.equal(await sign(shop, id, GOOD), 'confirmation_required')
  assert.equal(keysOf(shop, 'authorise').length, 1)
})

test('concurrent signatures make one request to the bank, and one succeeds', async () => {
  const shop = await openShop()
  const id = await waiting(shop)
  const results = await Promise.all(Array.from({ length: 8 }, () => sign(shop, id, GOOD)))
  assert.equal(results.filter((each) => each === 'confirmation_required').length, 1)
  assert.equal(new Set(keysOf(shop, 'authorise')).size, 1)
  assert.deepEqual(await statesOf(shop, id), [`authorisation held ${PART}`])
})

test('after a crash between two steps the next worker continues from there', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let step = 1; step <= 3; step++) {
      const shop = await openShop()
      const id = await waiting(shop)
      const dying = dyingDatabase(database, { at: step, when })
      const killed = { ...shop.authorising, database: dying }
      const input = { checkoutId: id, number: GOOD }
      const { caller } = shop.scenario
      const dies = async () => {
        const token = await enterCard(killed, caller, input)
        const wish = { product: 'pay_in_4' } as const
        await authoriseCard(killed, caller, { checkoutId: id, wish, token, field: 'card' })
      }
      await assert.rejects(dies(), /killed/, `${when} ${step}`)
      const result = await sign(shop, id, GOOD)
      assert.equal(result, 'confirmation_required', `${when} ${step}`)
      assert.equal(new Set(keysOf(shop, 'authorise')).size, 1)
      assert.deepEqual(await statesOf(shop, id), [`authorisation held ${PART}`])
    }
  }
})

test('a card of another store or of no checkout is refused', async () => {
  const shop = await openShop()
  const other: Scenario = await createScenario(database)
  const mine = await waiting(shop)
  const theirs = (await other.checkout(TOTAL)).id
  const input = { checkoutId: theirs, number: GOOD }
  const token = await enterCard(shop.authorising, other.caller, input)
  const card = { checkoutId: mine, wish: { product: 'pay_in_4' }, token, field: 'card' } as const
  const refusal = (error: unknown) =>
    error instanceof Refused &&
    error.code === 'body_invalid' &&
    'card' in (error.detail.fields ?? {})
  const caller: Caller = shop.scenario.caller
  await assert.rejects(authoriseCard(shop.authorising, caller, card), refusal)
  const live = { ...caller, sandbox: false }
  const unknown = { ...card, token: `card_${'0'.repeat(32)}` }
  await assert.rejects(authoriseCard(shop.authorising, caller, unknown), refusal)
  await assert.rejects(
    authoriseCard(shop.authorising, live, card),
    (error) => error instanceof Refused && error.code === 'live_not_configured',
  )
})
