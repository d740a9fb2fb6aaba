// A buyer's debt on earlier orders counts as it is in their loans.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Buyer } from '@svc/api'
import { createScenario, newBuyer, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import type { Order } from '../../model/order/order.ts'
import { acceptCheckout } from '../checkouts/accept-checkout.ts'
import { listOfOrder } from './store.ts'

const place = ownDatabase()
let scenario: Scenario
let buyer: Buyer

beforeEach(async () => {
  const decision = { ...standardLimits, sandbox: 'rules' as const, open_amount_max: 150_000 }
  buyer = newBuyer()
  scenario = await createScenario(place.database, { settings: { decision }, buyer })
})

/** The buyer signs again: the judged values and the findings. */
async function judged() {
  const { writing, caller } = scenario
  const { id: checkoutId } = await scenario.checkout(50_000)
  const input = { checkoutId, wish: {}, buyerOf: () => buyer }
  const order = await acceptCheckout(writing, caller, input)
  const [decision] = await listOfOrder(place.database, order)
  assert.ok(decision?.inputs)
  return { loans: decision.inputs.loans, codes: decision.reasons.map(({ code }) => code) }
}

/** Changes the loan or its first instalment behind the service's back. */
const set = ({ id }: Order, table: 'loans' | 'instalments', change: string) =>
  place.database.query(
    `UPDATE ${table} SET ${change} WHERE order_id = $1
       ${table === 'instalments' ? 'AND number = 1' : ''}`,
    [id],
  )

const nothing = { open_amount: 0, late_instalments: 0, written_off_amount: 0, paid_off: 0 }

test('a loan counts with its remaining debt', async () => {
  const order = await scenario.confirmed(100_001)
  assert.deepEqual(await judged(), {
    loans: { ...nothing, open_amount: 100_001 },
    codes: ['open_amount_exceeded'],
  })
  await set(order, 'loans', 'receivable = 100000')
  assert.deepEqual(await judged(), { loans: { ...nothing, open_amount: 100_000 }, codes: [] })
})

test('pay later counts captured and capturable amounts', async () => {
  const order = await scenario.confirmed(60_000, 'pay_later')
  await scenario.capture(order, 20_000)
  await set(order, 'loans', 'receivable = receivable - 5000')
  assert.deepEqual((await judged()).loans, { ...nothing, open_amount: 55_000 })
})

test('a late instalment counts until it is paid', async () => {
  const order = await scenario.confirmed(30_000)
  await set(order, 'instalments', `due = true, late_on = '2026-12-24'`)
  const { loans, codes } = await judged()
  assert.deepEqual([loans.late_instalments, codes], [1, ['late_instalments_exceeded']])
  const settled = `settled_capital = capital, settled_interest = interest, settled_fee = fee,
    settled_late_charge = late_charge`
  await set(order, 'instalments', `${settled}, paid_on = '2026-12-25'`)
  assert.deepEqual((await judged()).codes, [])
})

test('a written-off amount counts, and such a loan is not paid off', async () => {
  const order = await scenario.confirmed(30_000)
  await scenario.capture(order, 30_000)
  await set(order, 'loans', 'receivable = 0, written_off = 1, paid_amount = 29999')
  assert.deepEqual(await judged(), {
    loans: { ...nothing, written_off_amount: 1 },
    codes: ['written_off_exceeded'],
  })
})

test('a loan is paid off when everything is captured and paid', async () => {
  const order = await scenario.confirmed(30_000)
  await scenario.capture(order, 20_000)
  await set(order, 'loans', 'receivable = 0, paid_amount = 30000')
  assert.deepEqual((await judged()).loans, nothing)
  await scenario.capture(order, 10_000)
  assert.equal((await judged()).loans.paid_off, 1)
})
