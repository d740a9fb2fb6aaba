// Orders from before there were loans: signed, or confirmed, under an earlier version.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cents } from '@svc/api'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { findLoan, listWithoutLoan } from '../../kernel/loans/store.ts'
import { owed } from '../../model/loan/loan.ts'
import type { Order } from '../../model/order/order.ts'
import { claimDue } from '../../orders/notifications/claim-due.ts'
import { settleAttempt } from '../../orders/notifications/settle-attempt.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { otherFindings } from '../../testing/older-rows.ts'
import { buyer, createScenario, type Scenario } from '../../testing/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { openEarlierLoan } from './open-earlier-loan.ts'

let place: TestDatabase
let scenario: Scenario
before(async () => {
  place = await openTestDatabase()
  scenario = await createScenario(place.database)
})
after(() => place.stop())

/** A confirmed order as a version without loans left it. */
async function earlier(): Promise<Order> {
  const order = await scenario.confirmed(50_000)
  await scenario.capture(order, 20_000)
  const key = [order.storeId, order.id]
  for (const table of ['instalments', 'loans']) {
    await place.database.query(`DELETE FROM ${table} WHERE store_id = $1 AND order_id = $2`, key)
  }
  await withoutTerms(order.id)
  return order
}

async function withoutTerms(id: string): Promise<void> {
  await place.database.query('UPDATE order_details SET loan_terms = NULL WHERE order_id = $1', [id])
}

test('what was signed without terms of a loan gets its loan with the confirmation', async () => {
  const { writing, caller } = scenario
  const { id: checkoutId } = await scenario.checkout(50_000)
  const wish = { product: 'instalments' } as const
  await acceptCheckout(writing, caller, { checkoutId, wish, buyerOf: () => buyer })
  await withoutTerms(checkoutId)
  for (const notification of await claimDue(writing, 100)) {
    const startedAt = writing.clock.now()
    const answer = { status: 200, failure: null, response: '{"status":"ok"}' }
    const attempt = { startedAt, durationMs: 1, ...answer }
    await settleAttempt(writing, { notification, attempt, verdict: 'ok', retryAfter: undefined })
  }
  const loan = await findLoan(place.database, { storeId: caller.store.id, id: checkoutId })
  assert.equal(loan && owed(loan), 50_000)
  assert.equal(loan?.nominalRate, 1_200)
})

test('what was confirmed without a loan is found and gets one, once', async () => {
  const order = await earlier()
  const [found, ...others] = await listWithoutLoan(place.database, new Date(), 10)
  assert.deepEqual([found?.id, others], [order.id, []])
  const open = () => openEarlierLoan(scenario.writing, order)
  await Promise.all([open(), open()])
  const loan = await findLoan(place.database, order)
  assert.equal(loan && owed(loan), 50_000)
  assert.equal(loan?.startsOn, loan?.confirmedOn)
  assert.deepEqual(await listWithoutLoan(place.database, new Date(), 10), [])
})

test('an operation on an order without a loan gives it one', async () => {
  const { id, storeId } = await earlier()
  const { writing, caller } = scenario
  await refundOrder(writing, caller, { ref: id, amount: cents(5_000) })
  const loan = await findLoan(place.database, { storeId, id })
  assert.equal(loan && owed(loan), 45_000)
  assert.deepEqual(await otherFindings(place.database), [])
})
