// What terms cost by the year, as a buyer would be told.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '@svc/api'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import {
  createTestService,
  type Json,
  type TestService,
} from '../../../../../test/fixtures/test-service.ts'
import { standardProducts } from '../../model/stores/standard-products.ts'
import { dayOf } from '../../platform/time/calendar.ts'
import { ratesOf, shownAmounts } from './annual-rates.ts'

const clock = { now: () => new Date('2026-11-25T09:00:00Z') }
const place = ownDatabase()
let send: TestService['send']
let shop: Scenario

before(async () => {
  send = await lenderClient(place.database, { clock })
  shop = await createScenario(place.database, { clock })
})

const rates = (version: number | string, storeId = shop.caller.store.id) =>
  send('GET', `/lender/stores/${storeId}/terms/${version}/rates`)

test('each plan has the rate of the simulator', async () => {
  const store = createTestService(place.database, { privateKey: shop.privateKey, clock })
  const { body } = await rates(1)
  const { products } = (await store.send('GET', '/me')).body
  assert.deepEqual(
    body.products.map(({ product }: Json) => product),
    products.map(({ type }: Json) => type),
  )
  let compared = 0
  for (const { product, currency, amounts } of body.products) {
    assert.ok(amounts.length >= 2 && amounts.length <= 6)
    for (const { amount, rates: ofAmount } of amounts) {
      const query = `amount=${amount}&currency=${currency}&product=${product}`
      const { choices } = (await store.send('GET', `/instalment-plan-simulator?${query}`)).body
      const offered = new Map(
        choices
          .find((each: Json) => each.product === product)
          .instalments.map((each: Json) => [each.num_instalments, each.annual_equivalent]),
      )
      for (const { num_instalments: count, annual_equivalent: rate } of ofAmount) {
        assert.equal(rate, offered.get(count) ?? null, `${query} in ${count}`)
        compared++
      }
    }
  }
  assert.ok(compared > 12)
})

test('a dry run has the rates of the terms that are proposed', async () => {
  const path = `/lender/stores/${shop.caller.store.id}/terms`
  const { body: present } = await send('GET', path)
  const [terms] = present.results
  const products = terms.products.map((each: Json) =>
    each.nominal_rate > 0 ? { ...each, nominal_rate: each.nominal_rate + 300 } : each,
  )
  assert.notDeepEqual(products, terms.products)
  const change = {
    ...{ version: terms.version, products },
    reason: { code: 'routine', note: 'Money has become dearer.' },
  }
  const same = await send('POST', `${path}?dry_run=true`, { ...change, products: terms.products })
  assert.deepEqual(same.body.annual_rates, (await rates(terms.version)).body)
  const dry = await send('POST', `${path}?dry_run=true`, change)
  assert.notDeepEqual(dry.body.annual_rates, same.body.annual_rates)
  const made = await send('POST', path, change)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  assert.equal(made.body.annual_rates, undefined)
  assert.deepEqual(dry.body.annual_rates, (await rates(made.body.version)).body)
})

test('of no other version, and of no other store', async () => {
  const codes = async (reply: ReturnType<typeof rates>) => (await reply).body.error?.code
  assert.equal(await codes(rates(99)), 'terms_not_found')
  assert.equal(await codes(rates('x')), 'terms_not_found')
  assert.equal(await codes(rates(1, '0'.repeat(32))), 'store_not_found')
})

test('amounts are the edges, and round ones between them', () => {
  const at = (min_amount: number, max_amount: number) => shownAmounts({ min_amount, max_amount })
  assert.deepEqual(at(100, 1_000_000), [100, 5_000, 20_000, 100_000, 500_000, 1_000_000])
  assert.deepEqual(at(5_000, 60_000), [5_000, 10_000, 20_000, 50_000, 60_000])
  assert.deepEqual(at(7_000, 7_000), [7_000])
  assert.deepEqual(at(101, 150), [101, 150])
})

test('others get their turn while many rates are computed', async () => {
  const counts = Array.from({ length: limits.instalmentsMax }, (_, index) => index + 1)
  const [first] = standardProducts.filter(({ type }) => type === 'instalments')
  assert.ok(first !== undefined)
  const products = Array(10).fill({ ...first, num_instalments: counts })
  let isDone = false
  const computed = ratesOf(products, dayOf(clock.now(), 'Europe/Madrid')).finally(() => {
    isDone = true
  })
  let turns = 0
  while (!isDone) {
    await nextTurn()
    turns++
  }
  const amounts = (await computed).flatMap((product) => product.amounts)
  assert.equal(amounts.length, products.length * shownAmounts(first).length)
  assert.ok(turns >= amounts.length, `${turns} turns`)
})
