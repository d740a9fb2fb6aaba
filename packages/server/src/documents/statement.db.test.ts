// A statement over a loan's life: what it says is what the loan says, on its day.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cents } from '@svc/api'
import { cancelOrder } from '../orders/cancel-order.ts'
import { refundOrder } from '../refunds/refund-order.ts'
import { createScenario, type Scenario } from '../testing/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { voidOrder } from '../voids/void-order.ts'
import { getDocument } from './get-document.ts'
import { listDocuments } from './list-documents.ts'

let place: TestDatabase
let scenario: Scenario
let now = new Date('2027-01-31T10:00:00Z')

before(async () => {
  place = await openTestDatabase()
  scenario = await createScenario(place.database, { clock: { now: () => now } })
})
after(() => place.stop())

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
  assert.match(fresh, /Owed in all €300\.00 Due and unpaid €0\.00/)
  assert.match(fresh, /Interest not yet due €6\.02/)
  assert.match(fresh, /28 Feb 2027 .* 31 Mar 2027 .* 30 Apr 2027/)
  now = new Date('2027-02-27T22:59:59Z')
  assert.match(await statementOf(order.id), /Due and unpaid €0\.00/)
  now = new Date('2027-02-27T23:00:00Z')
  const due = await statementOf(order.id)
  assert.match(due, /Owed in all €303\.00 Due and unpaid €102\.01/)
  assert.match(due, /1 28 Feb 2027 99\.01 3\.00 0\.00 102\.01 Due/)
  const [, second = ''] = /Position as of (.*?) \(Europe/.exec(due) ?? []
  assert.equal(second, '28 February 2027, 00:00:00')
})

test('refunds, voids and a cancellation stand there with what they did', async () => {
  now = new Date('2027-05-10T10:00:00Z')
  const order = await scenario.confirmed(30_000)
  const { writing, caller } = scenario
  await scenario.capture(order, 20_000)
  await voidOrder(writing, caller, { ref: order.id, amount: cents(4_000) })
  await refundOrder(writing, caller, { ref: order.id, amount: cents(1_000) })
  const reduced = await statementOf(order.id)
  assert.match(reduced, /Owed in all €250\.00/)
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

test('of pay later nothing is owed before the store has dispatched anything', async () => {
  now = new Date('2027-06-01T10:00:00Z')
  const order = await scenario.confirmed(30_000, 'pay_later')
  const waiting = await statementOf(order.id)
  assert.match(waiting, /Owed in all €0\.00/)
  assert.match(waiting, /due 15 days after its dispatch/)
  await scenario.capture(order, 10_000)
  const owed = await statementOf(order.id)
  assert.match(owed, /Owed in all €100\.00/)
  assert.match(owed, /16 Jun 2027 100\.00/)
})

test('before the confirmation there is no statement', async () => {
  const { id } = await scenario.checkout(30_000)
  await assert.rejects(statementOf(id), { code: 'document_not_found' })
})
