// One person at several stores: their debt counts at each of them (lender.md §9, record 0115).
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type Buyer, cents } from '@svc/api'
import { createScenario, newBuyer, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import type { Order } from '../../model/order/order.ts'
import { documentOf } from '../../model/people/document.ts'
import { standardProducts } from '../../model/stores/standard-products.ts'
import { createIds } from '../../platform/ids.ts'
import { Refused } from '../../platform/refusal.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { acceptCheckout } from '../checkouts/accept-checkout.ts'
import { listDecisions } from '../decisions/list-decisions.ts'
import { decisionView, explanationView, wholeDecisionView } from '../decisions/view.ts'
import { createFilling } from '../persons/fill-persons.ts'
import { lockPerson } from '../persons/store.ts'
import { setPolicy } from './set-policy.ts'
import { findPolicy } from './store.ts'

const place = ownDatabase()
let buyer: Buyer
let shops: readonly [Scenario, Scenario]

const decision = { ...standardLimits, sandbox: 'rules' as const, open_amount_max: 100_000 }
const shop = (currency = 'EUR', sandbox: 'rules' | 'person' = 'rules') =>
  createScenario(place.database, {
    buyer,
    settings: {
      decision: { ...decision, sandbox },
      products: standardProducts.map((terms) => ({ ...terms, currency })),
    },
  })

beforeEach(async () => {
  buyer = newBuyer()
  shops = [await shop(), await shop()]
})

async function sign(scenario: Scenario, amount: number, currency = 'EUR'): Promise<Order> {
  const { id: checkoutId } = await scenario.checkout(amount, currency)
  const input = { checkoutId, wish: {}, buyerOf: () => buyer }
  return acceptCheckout(scenario.writing, scenario.caller, input)
}

async function reasonsOf({ caller }: Scenario, { id }: Order) {
  const [decided] = await listDecisions({ database: place.database }, caller, id)
  assert.ok(decided !== undefined)
  return { decided, codes: decided.reasons.map(({ code }) => code) }
}

test('a debt at one store counts at another', async () => {
  const [one, other] = shops
  assert.equal((await sign(one, 60_000)).state, 'confirmation_required')
  const second = await sign(other, 60_000)
  assert.equal(second.state, 'ko')
  const { decided, codes } = await reasonsOf(other, second)
  assert.deepEqual(codes, ['exposure_exceeded'])
  const { lender } = decided.inputs ?? {}
  assert.deepEqual(
    [lender?.open_amount, lender?.amount, lender?.exposure_max, lender?.stores, lender?.elsewhere],
    [60_000, 60_000, 100_000, 1, true],
  )
  assert.equal((await sign(other, 40_000)).state, 'confirmation_required')
})

test('the store learns nothing of other stores, the buyer all of it', async () => {
  const [one, other] = shops
  await sign(one, 61_234)
  const { decided } = await reasonsOf(other, await sign(other, 60_000))
  const view = JSON.stringify(decisionView(decided))
  assert.ok(!view.includes('61234') && !view.includes('lender":'), view)
  assert.deepEqual(
    decisionView(decided).reasons.map(({ code, values }) => [code, values]),
    [['lender_limit', {}]],
  )
  const whole = wholeDecisionView(decided)
  assert.deepEqual(
    whole.reasons.map(({ code, values }) => [code, values.open_amount]),
    [['exposure_exceeded', 61_234]],
    'the lender reads all of it',
  )
  const explained = explanationView({
    ...{ decision: decided, language: 'en' as const, lender: 'Bank', reference: '1' },
  })
  assert.match(explained.reasons.join(), /612[.,]34/)
})

test('where test people decide, a person belongs to one store', async () => {
  const [one, other] = [await shop('EUR', 'person'), await shop('EUR', 'person')]
  await sign(one, 100_000)
  const second = await sign(other, 100_000)
  assert.equal(second.state, 'confirmation_required')
  const { decided } = await reasonsOf(other, second)
  assert.deepEqual([decided.inputs?.lender?.orders, decided.inputs?.lender?.elsewhere], [0, false])
})

test('another currency counts by its rate, without one it is not lent across stores', async () => {
  const [one] = shops
  const dollars = await shop('USD')
  await sign(one, 60_000)
  const refused = await sign(dollars, 100, 'USD')
  assert.deepEqual((await reasonsOf(dollars, refused)).codes, ['exposure_unknown'])
  const rates = { USD: 900_000 }
  const { writing } = one
  const wish = { currency: 'EUR', exposureMax: cents(100_000), rates }
  const policy = await setPolicy(writing, { wish })
  // 44,444 × 0.9 is 39,999.6: with 60,000 it is 100,000 at most.
  assert.equal((await sign(dollars, 44_444, 'USD')).state, 'confirmation_required')
  const more = await sign(dollars, 100, 'USD')
  const { decided, codes } = await reasonsOf(dollars, more)
  assert.deepEqual(codes, ['exposure_exceeded'])
  assert.equal(decided.inputs?.lender?.policy_version, policy.version)
  assert.deepEqual(decided.inputs?.lender?.owed, [
    { currency: 'EUR', open_amount: 60_000, written_off_amount: 0 },
    { currency: 'USD', open_amount: 44_444, written_off_amount: 0 },
  ])
  const same = await setPolicy(writing, { wish: { currency: 'EUR' } })
  assert.deepEqual(same, policy)
  await setPolicy(writing, { wish: { currency: 'EUR', exposureMax: null, rates: {} } })
  assert.equal((await findPolicy(place.database))?.version, policy.version + 1)
})

test('late payments elsewhere count', async () => {
  const [one, other] = shops
  const order = await one.confirmed(10_000)
  await place.database.query(
    `UPDATE instalments SET due = true, late_on = '2026-12-24' WHERE order_id = $1 AND number = 1`,
    [order.id],
  )
  assert.deepEqual((await reasonsOf(other, await sign(other, 100))).codes, ['exposure_late'])
})

test('concurrent signatures at two stores within the limit pass', async () => {
  for (let round = 0; round < 5; round++) {
    buyer = newBuyer()
    const signed = await Promise.all(
      [...shops, ...shops, ...shops].map((each) => sign(each, 40_000)),
    )
    const passed = signed.filter(({ state }) => state === 'confirmation_required')
    assert.equal(passed.length, 2, `round ${round}`)
  }
})

test('a person who is locked elsewhere is waited for, 2 s at most', async (t) => {
  const [one] = shops
  await sign(one, 100)
  const scope = { sandbox: true, storeId: null }
  const { id: checkoutId } = await one.checkout(100)
  const input = { checkoutId, wish: {}, buyerOf: () => buyer }
  const ids = createIds(systemClock)
  if (process.env.TEST_DATABASE !== 'postgres') return t.skip('it has one connection')
  await place.database.transaction(null, async (tx) => {
    const added = { id: ids.next(), at: new Date() }
    assert.ok(await lockPerson(tx, { scope, document: documentOf(buyer.document_id), added }))
    await assert.rejects(
      acceptCheckout({ ...one.writing, ids }, one.caller, input),
      (error) => error instanceof Refused && error.code === 'exposure_busy',
    )
    return tx.commit(undefined)
  })
  assert.equal(
    (await acceptCheckout(one.writing, one.caller, input)).state,
    'confirmation_required',
  )
})

test('a row of an older version counts, whether or not the worker has seen it', async () => {
  const [one, other] = shops
  await place.database.query('ALTER TABLE buyers ALTER COLUMN person_id DROP NOT NULL', [])
  const order = await sign(one, 60_000)
  const forget = () =>
    place.database.query('UPDATE buyers SET person_id = NULL WHERE id = $1', [order.buyerId])
  await forget()
  assert.equal((await sign(other, 60_000)).state, 'ko')
  await forget()
  const { writing } = one
  const fill = createFilling({ ...writing, database: place.database, demo: false })
  while ((await fill()) > 0);
  const rows = await place.database.query<{ person: string | null }>(
    `SELECT DISTINCT person_id AS person FROM buyers WHERE document_number = $1`,
    [buyer.document_id],
  )
  assert.equal(rows.length, 1)
  assert.ok(rows[0]?.person)
})
