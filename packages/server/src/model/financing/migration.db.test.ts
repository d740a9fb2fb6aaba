// Orders and stores from before there were dates, fees and down payments get theirs.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { createCheckout } from '../../checkout/checkouts/create-checkout.ts'
import { getDetails } from '../../kernel/details/store.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { findStore } from '../../tenancy/stores/store.ts'
import { otherFindings } from '../../testing/older-rows.ts'
import { buyer, createScenario } from '../../testing/scenario.ts'
import { testPlace } from '../../testing/test-database.ts'
import type { Order } from '../order/order.ts'

const BUYERS = ['opening_fee_rate', 'opening_fee_fixed', 'downpayment_rate', 'late_charge']
const OFFERS = ['annual_equivalent', 'downpayment_amount', 'total_fees', 'late_charge']

/** As it was before. */
const UNDO = [
  'ALTER TABLE order_details DROP COLUMN event_date',
  `UPDATE order_details SET offer = (offer - '{${OFFERS.join()}}'::text[]) || jsonb_build_object(
     'schedule', (
       SELECT jsonb_agg(each - '{fee,due_date}'::text[] ORDER BY position)
       FROM jsonb_array_elements(offer -> 'schedule') WITH ORDINALITY AS listed (each, position)))
   WHERE offer IS NOT NULL`,
  `UPDATE stores SET settings = jsonb_set(settings - 'collection', '{products}', (
     SELECT jsonb_agg(each - '{${BUYERS.join()}}'::text[] ORDER BY position)
     FROM jsonb_array_elements(settings -> 'products') WITH ORDINALITY
       AS listed (each, position)))`,
  // Nothing was hashed at a signature then.
  'UPDATE order_details SET signed_hash = NULL',
  "UPDATE schema_migrations SET applied_at = '2028-01-01' WHERE number = 29",
  'DELETE FROM schema_migrations WHERE number = 23',
]

test('plans get dates, stores terms, checkouts the day of their event', async (context) => {
  const place = await testPlace()
  const open = () =>
    openDatabase({
      databaseUrl: place.databaseUrl,
      folder: join(place.folder, 'database'),
      fraction: Math.random,
      tell: () => {},
    })
  const first = await open()
  let database = first
  context.after(async () => {
    await database.close()
    await place.remove()
  })
  // In Madrid it is the 31st already.
  const clock = { now: () => new Date('2027-01-30T23:30:00Z') }
  const scenario = await createScenario(first, { clock })
  const { caller, writing } = scenario
  const signed: Order[] = []
  for (const product of ['instalments', 'pay_in_4', 'pay_later'] as const) {
    const order = await scenario.checkout(40_001)
    const wish = { product }
    const input = { checkoutId: order.id, wish, buyerOf: () => buyer }
    signed.push(await acceptCheckout(writing, caller, input))
  }
  const dates: readonly (readonly [sent: unknown, kept: string | null])[] = [
    ['2027-02-28', '2027-02-28'],
    ['2027-02-27T23:30:00Z', '2027-02-28'],
    ['2027-02-28T00:30:00+0100', '2027-02-28'],
    ['2027-02-28T23:30:00', '2027-02-28'],
    ['2027-01-31', null],
    ['2014-06-21T00:00:00+02:00', null],
    ['', null],
    [false, null],
  ]
  const waiting: Order[] = []
  for (const [event_date, kept] of dates) {
    const article = { id: 'article', name: 'Bicycle', quantity: 1, price: 10_000 }
    const options = typeof event_date === 'string' && event_date !== '' ? { event_date } : {}
    const plain = { id: `o${waiting.length}`, currency: 'EUR', total_amount: 10_000 }
    const order = { ...plain, articles: [article], options }
    const body = { order, customer: { email: 'ada@example.com' } }
    const request = { ...body, order: { ...order, options: { event_date } } }
    const made = await createCheckout(writing, caller, { body, request })
    assert.equal((await getDetails(first, made)).eventDate, kept, String(event_date))
    waiting.push(made)
  }
  const offersBefore = await Promise.all(signed.map((order) => getDetails(first, order)))
  assert.equal(offersBefore[0]?.offer?.schedule[0]?.due_date, '2027-02-28')
  for (const statement of UNDO) await first.query(statement, [])
  await first.close()

  const second = await open()
  database = second
  const store = await findStore(second, caller.store.id)
  assert.deepEqual(store?.settings, caller.store.settings)
  for (const [index, order] of signed.entries()) {
    const { offer } = await getDetails(second, order)
    const before = offersBefore[index]?.offer
    assert.ok(offer && before)
    // That of equal months; rounding of the payments can make it another hundredth.
    const apart = Math.abs(offer.annual_equivalent - before.annual_equivalent)
    assert.ok(apart <= (before.nominal_rate === 0 ? 0 : 1))
    assert.deepEqual(offer, { ...before, annual_equivalent: offer.annual_equivalent })
  }
  for (const [index, order] of waiting.entries()) {
    const { eventDate } = await getDetails(second, order)
    assert.equal(eventDate, dates[index]?.[1], String(dates[index]?.[0]))
  }
  assert.deepEqual(await otherFindings(second), [])
})
