// A statement over a loan's life: it agrees with the loan on its day.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { cents, decimalText } from '@svc/api'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { findWholeOrder } from '../../kernel/orders/store.ts'
import { standardSettings } from '../../model/stores/new-store.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { voidOrder } from '../../orders/voids/void-order.ts'
import { getDocument } from './get-document.ts'
import { listDocuments } from './list-documents.ts'

const place = ownDatabase()
let scenario: Scenario
let now = new Date('2027-01-31T10:00:00Z')

before(async () => {
  scenario = await createScenario(place.database, { clock: { now: () => now } })
})

async function statementOf(ref: string, language: 'es' | 'en' = 'en'): Promise<string> {
  const reading = { database: place.database, clock: scenario.writing.clock }
  const input = { ref, name: 'statement.html', wish: { language } }
  const { html } = await getDocument(reading, scenario.caller, input)
  return html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('payments are due on the last of each month, and time passes without a worker', async () => {
  now = new Date('2027-01-31T10:00:00Z')
  const order = await scenario.confirmed(30_000)
  await scenario.capture(order, 30_000)
  const fresh = await statementOf(order.id)
  // 300.00 at 12 % in 3 payments of 102.01, the last of 102.00.
  assert.match(fresh, /Total owed €300\.00 Due and unpaid €0\.00/)
  assert.match(fresh, /Interest not yet due €6\.02/)
  assert.match(fresh, /28 Feb 2027 .* 31 Mar 2027 .* 30 Apr 2027/)
  now = new Date('2027-02-27T22:59:59Z')
  assert.match(await statementOf(order.id), /Due and unpaid €0\.00/)
  now = new Date('2027-02-27T23:00:00Z')
  const due = await statementOf(order.id)
  assert.match(due, /Total owed €303\.00 Due and unpaid €102\.01/)
  assert.match(due, /1 28 Feb 2027 99\.01 3\.00 0\.00 102\.01 Due/)
  const [, second = ''] = /Balance as of (.*?) \(Europe/.exec(due) ?? []
  assert.equal(second, '28 February 2027, 00:00:00')
})

test('refunds, voids and a cancellation are listed with their effects', async () => {
  now = new Date('2027-05-10T10:00:00Z')
  const order = await scenario.confirmed(30_000)
  const { writing, caller } = scenario
  await scenario.capture(order, 20_000)
  await voidOrder(writing, caller, { ref: order.id, amount: cents(4_000) })
  await refundOrder(writing, caller, { ref: order.id, amount: cents(1_000) })
  const reduced = await statementOf(order.id)
  assert.match(reduced, /Total owed €250\.00/)
  assert.match(reduced, /debt reduced 40\.00 10 May 2027 Refund .* debt reduced 10\.00/)
  await cancelOrder(writing, caller, order.id)
  const over = await statementOf(order.id, 'es')
  assert.match(over, /Deuda total 0,00\s€/)
  const reading = { database: place.database, clock: writing.clock }
  const { documents } = await listDocuments(reading, caller, order.id)
  assert.deepEqual(
    documents.map(({ kind }) => kind),
    ['pre_contract', 'agreement', 'statement'],
  )
})

test('with pay later nothing is owed before the store dispatches anything', async () => {
  now = new Date('2027-06-01T10:00:00Z')
  const order = await scenario.confirmed(30_000, 'pay_later')
  const waiting = await statementOf(order.id)
  assert.match(waiting, /Total owed €0\.00/)
  assert.match(waiting, /due 15 days after the store dispatches it/)
  await scenario.capture(order, 10_000)
  const owed = await statementOf(order.id)
  assert.match(owed, /Total owed €100\.00/)
  assert.match(owed, /16 Jun 2027 100\.00/)
})

test('before the confirmation there is no statement', async () => {
  const { id } = await scenario.checkout(30_000)
  await assert.rejects(statementOf(id), { code: 'document_not_found' })
})

test('the withdrawal form is available while withdrawal is possible', async () => {
  now = new Date('2027-07-01T10:00:00Z')
  const order = await scenario.confirmed(30_000)
  const reading = { database: place.database, clock: scenario.writing.clock }
  const input = { ref: order.id, name: 'withdrawal_form.html', wish: { language: undefined } }
  const form = () => getDocument(reading, scenario.caller, input)
  now = new Date('2027-07-15T21:59:59Z')
  assert.match((await form()).html, /15 de julio de 2027/)
  now = new Date('2027-07-15T22:00:00Z')
  await assert.rejects(form(), { code: 'document_not_found' })
  const { documents } = await listDocuments(reading, scenario.caller, order.id)
  assert.equal(documents.at(-1)?.kind, 'statement')
})

test('the signed document is the offer, with its fee, its down payment and its rate', async () => {
  now = new Date('2027-08-31T10:00:00Z')
  const terms = standardSettings.products.map((each) =>
    each.type === 'instalments'
      ? { ...each, opening_fee_fixed: 1_500, downpayment_rate: 1_000, late_charge: 900 }
      : each,
  )
  const collection = { retry_days: [1, 4], late_after_days: 6, write_off_after_days: 90 }
  const own = await createScenario(place.database, {
    clock: scenario.writing.clock,
    settings: { products: terms, collection, locales: ['en'] },
  })
  const order = await own.confirmed(100_000)
  const reading = { database: place.database, clock: own.writing.clock }
  const actual = await findWholeOrder(place.database, {
    storeId: own.caller.store.id,
    sandbox: true,
    ref: order.id,
  })
  const offer = actual?.details.offer
  assert.ok(offer)
  const euros = (amount: number) => `€${decimalText(cents(amount))}`.replace('€1000', '€1,000')
  const input = { ref: order.id, name: 'agreement.html', wish: { language: undefined } }
  const { html } = await getDocument(reading, own.caller, input)
  for (const said of [
    `${decimalText(cents(offer.annual_equivalent))}%`,
    '€1,000.00',
    '€100.00, on signing',
    '€900.00',
    `together with the opening fee of ${euros(offer.total_fees)}`,
    `3 monthly instalments of ${euros(offer.amount)}.`,
    `€9.00, once for each instalment that is still unpaid 6 days`,
    'tried again 1 and 4 days after',
    'First due date 30 September 2027, last due date 30 November 2027.',
  ]) {
    assert.ok(html.includes(said), said)
  }
  const rows = [...html.matchAll(/<th scope="row" class="number">(\d)<\/th><td>([^<]+)<\/td>/g)]
  const due = ['31 Aug 2027', '30 Sep 2027', '31 Oct 2027', '30 Nov 2027']
  assert.deepEqual(
    rows.map(([, number, day]) => `${number} ${day}`),
    due.map((day, number) => `${number} ${day}`),
  )
})
