// Due payments are charged, once: by any number of processes, no matter which dies and how the bank
// answers.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Cents, cents } from '@svc/api'
import {
  dyingDatabase,
  openPaymentShop,
  type PaymentShop,
} from '../../../../../test/fixtures/payment-shop.ts'
import { testClocks } from '../../../../../test/fixtures/test-clocks.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import { owed } from '../../model/loan/loan.ts'
import { captureOrder } from '../../orders/captures/capture-order.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import type { Database } from '../../platform/database/database.ts'

const GOOD = '4111111111111111'
const NO_FUNDS = '4000000000009995'
const NO_FUNDS_SECOND = '4000000000002008'
const LATE_SUCCESS = '4000000000110009'
const LATE_FAILURE = '4000000000120008'
const LOST = '4000000000170003'
const CHARGED_BACK = '4000000000150005'
const TOTAL = 20_000
const PART = TOTAL / 4
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let opened: TestDatabase
let database: Database
before(async () => {
  opened = await openTestDatabase()
  database = opened.database
})
after(async () => {
  const { findings } = await audit(database)
  await opened.stop()
  assert.deepEqual(findings, [])
})

/** A confirmed order of pay_in_4 on this card, nothing collected yet. */
async function confirmed(number: string) {
  const shop = await openPaymentShop(database)
  const id = await shop.waiting(TOTAL)
  assert.equal(await shop.sign(id, number), 'confirmation_required')
  shop.pass(1)
  await shop.confirm()
  return { shop, id }
}

type Sums = { readonly cash: Cents; readonly owed: Cents; readonly credit: Cents }

/** The balances of the ledger; the loan has to agree. */
async function sumsOf(shop: PaymentShop, id: string): Promise<Sums> {
  const rows = await database.query(
    `SELECT a.account, sum(a.amount)::bigint AS amount FROM (
       SELECT debit AS account, amount, store_id, order_id FROM ledger_postings UNION ALL
       SELECT credit, -amount, store_id, order_id FROM ledger_postings) a
     WHERE a.store_id = $1 AND a.order_id = $2 GROUP BY 1`,
    [shop.scenario.caller.store.id, id],
  )
  const balance = (account: string) => {
    return cents(Number(rows.find((row) => row.account === account)?.amount ?? 0))
  }
  const loan = await shop.loan(id)
  const actual = {
    cash: balance('cash'),
    owed: balance('buyer_receivable'),
    credit: cents(0 - balance('buyer_credit')),
  }
  assert.equal(actual.owed, owed(loan))
  assert.equal(actual.credit, loan.buyerCredit)
  const received = loan.paidAmount - loan.chargedBackAmount - loan.returnedAmount
  assert.equal(actual.cash, received)
  return actual
}

async function eventsOf(shop: PaymentShop, id: string): Promise<string[]> {
  const rows = await database.query(
    `SELECT type, data ->> 'amount' AS amount FROM events WHERE store_id = $1 AND order_id = $2
     AND (type LIKE 'payment.%' OR type LIKE 'credit.%') ORDER BY sequence`,
    [shop.scenario.caller.store.id, id],
  )
  return rows.map(({ type, amount }) => `${type} ${amount}`)
}

test('the first part is taken from the hold, right after the confirmation', async () => {
  const { shop, id } = await confirmed(GOOD)
  assert.equal(await shop.collect(), 1)
  assert.deepEqual(await shop.states(id), [
    `authorisation used ${PART}`,
    `charge succeeded ${PART}`,
  ])
  assert.deepEqual(await sumsOf(shop, id), { cash: PART, owed: TOTAL - PART, credit: 0 })
  assert.deepEqual(await eventsOf(shop, id), [`payment.received ${PART}`])
  assert.equal(await shop.collect(), 0)
  assert.equal((await shop.loan(id)).instalments[0]?.paidOn, '2026-11-21')
})

test('all parts are charged on their days, at eight in the morning', async () => {
  const { shop, id } = await confirmed(GOOD)
  await shop.collect()
  const { writing, caller } = shop.scenario
  await captureOrder(writing, caller, { ref: id, amount: cents(TOTAL) })
  let charges = 1
  for (let hour = 0; hour < 95 * 24; hour++) {
    shop.pass(HOUR)
    await shop.collect()
    const made = shop.keys('charge').length
    if (made === charges) continue
    charges = made
    assert.equal(writing.clock.now().getUTCHours(), 7, 'eight in Madrid, in winter')
  }
  assert.equal(charges, 4)
  assert.deepEqual(await sumsOf(shop, id), { cash: TOTAL, owed: 0, credit: 0 })
})

test('a failed charge leaves its part open, and the hold is released', async () => {
  const { shop, id } = await confirmed(NO_FUNDS)
  await shop.collect()
  assert.deepEqual((await shop.states(id)).sort(), [
    `authorisation releasing ${PART}`,
    `charge failed ${PART}`,
  ])
  assert.deepEqual(await eventsOf(shop, id), [`payment.failed ${PART}`])
  assert.equal(await shop.collect(), 0, 'not again on the same day')
  await shop.resolve()
  assert.ok((await shop.states(id)).includes(`authorisation released ${PART}`))
  for (let day = 0; day < 30; day++) {
    shop.pass(DAY)
    await shop.collect()
  }
  const tries = (await shop.payments(id)).filter(({ kind }) => kind === 'charge')
  const days = tries.map(({ createdAt }) => createdAt.toISOString().slice(0, 10))
  assert.deepEqual(days, ['2026-11-21', '2026-11-23', '2026-11-26', '2026-12-01'])
  assert.deepEqual(await sumsOf(shop, id), { cash: 0, owed: TOTAL, credit: 0 })
  assert.equal((await shop.loan(id)).instalments[0]?.lateOn, '2026-11-24')
})

test('a time-out that had succeeded is counted once, when it is known', async () => {
  const { shop, id } = await confirmed(LATE_SUCCESS)
  await shop.collect()
  assert.ok((await shop.states(id)).includes(`charge open ${PART}`))
  assert.equal(await shop.collect(), 0, 'nobody charges again while it is not known')
  assert.deepEqual(await sumsOf(shop, id), { cash: 0, owed: TOTAL, credit: 0 })
  shop.pass(MINUTE)
  await shop.resolve()
  assert.deepEqual(await sumsOf(shop, id), { cash: PART, owed: TOTAL - PART, credit: 0 })
  shop.pass(MINUTE)
  await shop.resolve()
  await shop.collect()
  assert.equal(new Set(shop.keys('charge')).size, 1)
  assert.deepEqual(await eventsOf(shop, id), [`payment.received ${PART}`])
})

test('a time-out that had failed is tried again on the stated day', async () => {
  const { shop, id } = await confirmed(LATE_FAILURE)
  await shop.collect()
  shop.pass(MINUTE)
  await shop.resolve()
  assert.deepEqual(await eventsOf(shop, id), [`payment.failed ${PART}`])
  shop.pass(2 * DAY)
  await shop.collect()
  assert.equal(new Set(shop.keys('charge')).size, 2)
})

test('a lost charge is sent again under its key', async () => {
  const { shop, id } = await confirmed(LOST)
  await shop.collect()
  shop.pass(MINUTE)
  await shop.resolve()
  assert.deepEqual(await sumsOf(shop, id), { cash: PART, owed: TOTAL - PART, credit: 0 })
  const keys = shop.keys('charge')
  assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
})

test('a connection that breaks during a charge charges nobody twice', async () => {
  for (const side of ['before', 'after'] as const) {
    const { shop, id } = await confirmed(GOOD)
    shop.failing[side] = 'charge'
    await shop.collect()
    await shop.collect()
    assert.ok((await shop.states(id)).includes(`charge open ${PART}`))
    shop.failing[side] = ''
    shop.pass(MINUTE)
    await shop.resolve()
    assert.deepEqual(await sumsOf(shop, id), { cash: PART, owed: TOTAL - PART, credit: 0 })
    assert.equal(new Set(shop.keys('charge')).size, 1)
  }
})

test('a reversed payment reopens its allocations, and nothing is charged again', async () => {
  const { shop, id } = await confirmed(CHARGED_BACK)
  await shop.collect()
  assert.deepEqual(await sumsOf(shop, id), { cash: PART, owed: TOTAL - PART, credit: 0 })
  shop.pass(6 * HOUR)
  await shop.resolve()
  assert.deepEqual(await sumsOf(shop, id), { cash: 0, owed: TOTAL, credit: 0 })
  assert.deepEqual(await eventsOf(shop, id), [
    `payment.received ${PART}`,
    `payment.charged_back ${PART}`,
  ])
  for (let day = 0; day < 15; day++) {
    shop.pass(DAY)
    await shop.resolve()
    await shop.collect()
  }
  assert.equal(shop.keys('charge').length, 1)
})

test('two collectors and two janitors together charge once', async () => {
  const { shop, id } = await confirmed(GOOD)
  await Promise.all(Array.from({ length: 6 }, () => shop.collect()))
  shop.pass(MINUTE)
  await Promise.all(Array.from({ length: 4 }, () => shop.resolve()))
  assert.equal(new Set(shop.keys('charge')).size, 1)
  assert.deepEqual(await sumsOf(shop, id), { cash: PART, owed: TOTAL - PART, credit: 0 })
  assert.deepEqual(await eventsOf(shop, id), [`payment.received ${PART}`])
})

test('after a crash between two steps of a charge the next worker finds out', async () => {
  for (const when of ['before', 'after'] as const) {
    for (const at of [1, 2]) {
      const { shop, id } = await confirmed(GOOD)
      const dying = dyingDatabase(database, { at, when })
      const killed = { ...shop.authorising, database: dying }
      await assert.rejects(shop.collect(killed), /killed/, `${when} ${at}`)
      await shop.collect()
      shop.pass(MINUTE)
      await shop.resolve()
      await shop.collect()
      assert.equal(new Set(shop.keys('charge')).size, 1, `${when} ${at}`)
      const sums = await sumsOf(shop, id)
      assert.deepEqual(sums, { cash: PART, owed: TOTAL - PART, credit: 0 }, `${when} ${at}`)
      assert.deepEqual(await eventsOf(shop, id), [`payment.received ${PART}`])
    }
  }
})

/** Several of one store, by their ids: the card of the middle one has no funds. */
async function confirmedMany() {
  const shop = await openPaymentShop(database)
  const ids: string[] = []
  for (const number of [GOOD, NO_FUNDS, GOOD, GOOD]) {
    const id = await shop.waiting(TOTAL)
    await shop.sign(id, number)
    ids.push(id)
  }
  shop.pass(1)
  await shop.confirm()
  const expectChargedOnce = async (context: string) => {
    assert.equal(new Set(shop.keys('charge')).size, ids.length, context)
    for (const [index, id] of ids.entries()) {
      const paid = index !== 1
      const sums = { cash: paid ? PART : 0, owed: paid ? TOTAL - PART : TOTAL, credit: 0 }
      assert.deepEqual(await sumsOf(shop, id), sums, context)
      const event = `payment.${paid ? 'received' : 'failed'} ${PART}`
      assert.deepEqual(await eventsOf(shop, id), [event], context)
    }
  }
  return { shop, ids, expectChargedOnce }
}

test('many due together are charged once each, by any number of workers', async () => {
  const { shop, ids, expectChargedOnce } = await confirmedMany()
  assert.equal(await shop.collect(), ids.length)
  await expectChargedOnce('one')
  const crowd = await confirmedMany()
  await Promise.all([1, 2, 3].map(() => crowd.shop.collect()))
  crowd.shop.pass(MINUTE)
  await crowd.shop.resolve()
  await crowd.expectChargedOnce('three')
})

test('many left between two steps are each charged once', async () => {
  for (const when of ['before', 'after'] as const) {
    for (const at of [1, 2]) {
      const { shop, expectChargedOnce } = await confirmedMany()
      const from = dyingDatabase(database, { at, when, for: 'ever' })
      await shop.collect({ ...shop.authorising, database: from }).catch(() => {})
      await shop.collect()
      shop.pass(MINUTE)
      await shop.resolve()
      await shop.collect()
      await expectChargedOnce(`${when} ${at} for ever`)
      const again = await confirmedMany()
      const once = { ...again.shop.authorising, database: dyingDatabase(database, { at, when }) }
      await again.shop.collect(once)
      again.shop.pass(MINUTE)
      await again.shop.resolve()
      await again.shop.collect()
      await again.expectChargedOnce(`${when} ${at} once`)
    }
  }
})

test('a charge after the order was cancelled goes back to the buyer', async () => {
  const { shop, id } = await confirmed(LATE_SUCCESS)
  const { writing, caller } = shop.scenario
  await shop.collect()
  await cancelOrder(writing, caller, id)
  shop.pass(MINUTE)
  await shop.resolve()
  assert.deepEqual(await sumsOf(shop, id), { cash: PART, owed: 0, credit: PART })
  shop.pass(3 * DAY)
  await shop.collect()
  assert.deepEqual(await sumsOf(shop, id), { cash: 0, owed: 0, credit: 0 })
  assert.equal(shop.keys('refund').length, 1)
  assert.deepEqual(await eventsOf(shop, id), [
    `payment.received ${PART}`,
    `credit.returned ${PART}`,
  ])
})

test('credit is refunded once, whatever crashes or gets lost', async () => {
  for (const side of ['before', 'after'] as const) {
    const { shop, id } = await confirmed(GOOD)
    const { writing, caller } = shop.scenario
    await shop.collect()
    await refundOrder(writing, caller, { ref: id, amount: cents(TOTAL) })
    assert.deepEqual(await sumsOf(shop, id), { cash: PART, owed: 0, credit: PART })
    assert.equal(await shop.collect(), 0, 'not before the next working day')
    shop.pass(3 * DAY)
    shop.failing[side] = 'refund'
    await shop.collect()
    await shop.collect()
    assert.deepEqual(await sumsOf(shop, id), { cash: 0, owed: 0, credit: 0 })
    shop.failing[side] = ''
    shop.pass(MINUTE)
    await shop.resolve()
    assert.equal(new Set(shop.keys('refund')).size, 1)
    assert.ok((await shop.states(id)).includes(`return succeeded ${PART}`))
    assert.deepEqual(await sumsOf(shop, id), { cash: 0, owed: 0, credit: 0 })
  }
})

test('no funds at the second charge only: the third try is the one that pays', async () => {
  const { shop, id } = await confirmed(NO_FUNDS_SECOND)
  await shop.collect()
  const { writing, caller } = shop.scenario
  await captureOrder(writing, caller, { ref: id, amount: cents(TOTAL) })
  for (let day = 0; day < 33; day++) {
    shop.pass(DAY)
    await shop.collect()
  }
  const charges = (await shop.states(id)).filter((each) => each.startsWith('charge'))
  assert.deepEqual(charges, [
    `charge succeeded ${PART}`,
    `charge failed ${PART}`,
    `charge succeeded ${PART}`,
  ])
  const { caller: of } = shop.scenario
  const { database } = shop.authorising
  const places = { database, clocks: testClocks(database, shop.authorising) }
  await placeEvents(places, { storeId: of.store.id, sandbox: true })
  assert.deepEqual(await sumsOf(shop, id), { cash: 2 * PART, owed: TOTAL - 2 * PART, credit: 0 })
})
