// Settings of a store that a new checkout meets; a refusal leaves nothing behind.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { CreateCheckout } from '@svc/api'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { getOrder } from '../../orders/editing/get-order.ts'
import { Refused } from '../../platform/refusal.ts'
import { createCheckout } from './create-checkout.ts'

const place = ownDatabase()
let scenario: Scenario

before(async () => {
  scenario = await createScenario(place.database)
})

function created(total: number, more: { strict?: boolean; fromPage?: boolean; url?: string }) {
  const { store } = scenario.caller
  const total_check = more.strict === true ? 'strict' : 'lenient'
  const settings = { ...store.settings, total_check } as const
  const article = { id: 'article', name: 'Bicycle', quantity: 1, price: 30_000 }
  const id = scenario.writing.ids.next()
  const order = { id, currency: 'EUR', total_amount: total, articles: [article] }
  const merchant = more.url === undefined ? {} : { notification_url: more.url }
  const body: CreateCheckout = { merchant, order, customer: { email: 'ada@example.com' } }
  const caller = { ...scenario.caller, store: { ...store, settings } }
  const input = { body, request: { ...body }, fromPage: more.fromPage === true }
  return createCheckout(scenario.writing, caller, input)
}

const countOrders = async (): Promise<number> =>
  Number((await place.database.query('SELECT count(*) AS count FROM orders', []))[0]?.count)

test('a strict store gets no order whose lines do not add up', async () => {
  const before = await countOrders()
  await assert.rejects(created(30_001, { strict: true }), (error) => {
    assert.ok(error instanceof Refused)
    assert.equal(error.code, 'body_invalid')
    assert.match(String(error.detail.fields?.['order.total_amount']), /30000/)
    return true
  })
  assert.equal(await countOrders(), before)
  assert.deepEqual((await created(30_000, { strict: true })).warnings, [])
  assert.equal((await created(30_001, {})).warnings.length, 1)
})

test('a page cannot redirect the store’s notifications', async () => {
  const { store } = scenario.caller
  const url = 'https://evil.example/n'
  for (const [fromPage, expected] of [
    [true, store.settings.notification_url],
    [false, url],
  ] as const) {
    const { id, warnings } = await created(30_000, { fromPage, url })
    const reading = { ...scenario.writing, database: place.database }
    const { details } = await getOrder(reading, scenario.caller, id)
    assert.equal(details.merchant.notification_url, expected)
    assert.equal(warnings.length, fromPage ? 1 : 0)
  }
})
