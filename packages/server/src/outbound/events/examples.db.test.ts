// The examples are true: each has the members that a real event of its type has.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, EventAnswer, type EventType, eventTypes, exampleEvent } from '@svc/api'
import { Ajv2020 as Validator } from 'ajv/dist/2020.js'
import { asReal } from '../../../../../test/fixtures/test-clocks.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import {
  createWebhookScenario,
  type WebhookScenario,
} from '../../../../../test/fixtures/webhooks.ts'
import { receivePayment } from '../../credit/loans/receive-payment.ts'
import { takePaymentBack } from '../../credit/loans/take-payment-back.ts'
import { undoWriteOff } from '../../credit/loans/undo-write-off.ts'
import { waiveDebt } from '../../credit/loans/waive-debt.ts'
import { withdrawFromLoan } from '../../credit/loans/withdraw-from-loan.ts'
import { writeOffDebt } from '../../credit/loans/write-off-debt.ts'
import { collectDueLoans } from '../../credit/payments/collect-loans.ts'
import type { Providers } from '../../credit/payments/provider.ts'
import { listPayments } from '../../kernel/payments/store.ts'
import { nameBankAccount } from '../../lender/bank-accounts/name-bank-account.ts'
import { editOrder } from '../../orders/editing/edit-order.ts'
import { lapseOrder } from '../../orders/lapses/lapse-order.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { voidOrder } from '../../orders/voids/void-order.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { makePayouts } from '../../settlement/payouts/make-payouts.ts'
import { listKeys, touchKey } from '../../tenancy/api-keys/store.ts'
import { reportExposure } from '../key-warnings/report-exposure.ts'
import { reportUnused } from '../key-warnings/report-unused.ts'
import { changeWebhook } from '../webhooks/change-webhook.ts'
import type { Event } from './event.ts'
import { listEvents } from './store.ts'
import { eventView } from './view.ts'

const place = ownDatabase()

const validator = new Validator({ strict: false, allErrors: true, validateFormats: false })
const fits = validator.compile(EventAnswer)
const example = (type: EventType) =>
  exampleEvent(type, { id: 'a'.repeat(32), created: '2026-11-21T12:00:00.000000Z' })

for (const type of eventTypes) {
  test(`the example of ${type} is an event with a mark`, () => {
    const { example: mark, ...event } = example(type)
    assert.equal(mark, true)
    assert.equal(event.type, type)
    assert.ok(fits(event), JSON.stringify(fits.errors))
  })
}

/** A provider that has every charge declined and sends everything back. */
const declining: Providers = () => ({
  name: 'declining',
  standardToken: 'card',
  card: async () => undefined,
  authorise: async () => ({ state: 'failed', reason: 'declined' }),
  charge: async () => ({ state: 'failed', reason: 'declined' }),
  release: async () => ({ state: 'succeeded', reference: 'release' }),
  refund: async () => ({ state: 'succeeded', reference: 'refund' }),
  find: async () => ({ state: 'never_seen' }),
})

/**
 * One loan is withdrawn from, one is paid by hand and taken back, then late and written off; of one
 * interest is waived, and it is written off by hand, and expected again.
 */
async function liveLoans(scenario: WebhookScenario): Promise<void> {
  const { writing, caller } = scenario
  const { database } = place
  const vault = createVault('a secret key of the examples')
  const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }
  const collecting = { ...writing, database, vault, log, providers: declining }
  const [first, second] = [await scenario.confirmed(10_000), await scenario.confirmed(10_000)]
  const third = await scenario.confirmed(10_000)
  for (const each of [first, second, third]) await scenario.capture(each, 10_000)
  await withdrawFromLoan(writing, caller, first.id)
  const amount = cents(20_000)
  await receivePayment(writing, caller, { ref: second.id, amount, spread: 'next' })
  const due = { storeId: caller.store.id, sandbox: caller.sandbox, id: second.id }
  const pass = async (days: number) => {
    scenario.pass(days * 86_400_000)
    const loans = [first, second].map(({ id }) => ({ ...due, id }))
    assert.deepEqual(await collectDueLoans(collecting, loans), [])
  }
  await pass(5)
  const [payment] = await listPayments(database, due)
  await takePaymentBack(writing, caller, { ref: second.id, paymentId: payment?.id ?? '' })
  for (let month = 0; month < 2; month++) await pass(30)
  const ref = third.id
  await waiveDebt(writing, caller, { ref, kind: 'interest', amount: cents(1) })
  await writeOffDebt(writing, caller, ref)
  await undoWriteOff(writing, caller, ref)
  for (let month = 0; month < 9; month++) await pass(30)
}

/** A last event of each type, from what makes it. */
async function realEvents(): Promise<Map<EventType, Event>> {
  const scenario = await createWebhookScenario(place.database)
  const { writing, caller } = scenario
  const order = await scenario.confirmed(10_000)
  const amount = cents(100)
  await scenario.capture(order, 4_000)
  await voidOrder(writing, caller, { ref: order.id, amount })
  await refundOrder(writing, caller, { ref: order.id, amount })
  const edit = { total_amount: 9_900 }
  await editOrder(writing, caller, { ref: order.id, edit: edit as never, whole: false })
  const key = { storeId: caller.store.id, sandbox: caller.sandbox }
  await scenario.place()
  await makePayouts(writing, key, 'by hand')
  const reason = { code: 'store_request', note: 'Another bank.' } as const
  for (const iban of ['ES9121000418450200051332', 'DE89370400440532013000']) {
    const wish = { iban, holder: 'Shop SL' }
    const vault = createVault('a secret key of the examples')
    await nameBankAccount(
      { ...writing, clock: asReal(writing.clock) },
      {
        ...{ ...key, wish, reason, vault },
      },
    )
    // Of two at one moment either may be the later one.
    await scenario.place()
  }
  const named = { webhookId: scenario.endpointId, change: { name: 'Old system' } }
  await changeWebhook(writing, caller, named)
  await scenario.settle(await scenario.claim(1), 'gone')
  // The announcement, then the lapse itself.
  for (let day = 0; day < 100; day++) {
    scenario.pass(86_400_000)
    await lapseOrder(writing, { ...key, id: order.id })
  }
  await refundOrder(writing, caller, { ref: order.id, amount: cents(3_900) })
  const { keys } = await listKeys(place.database, caller.store.id, { page: 1, pageSize: 1 })
  const [apiKey] = keys
  assert.ok(apiKey !== undefined)
  await liveLoans(scenario)
  const now = writing.clock.now()
  await touchKey(place.database, apiKey, { at: now, unlessAfter: now })
  const used = { ...apiKey, lastUsedAt: now }
  await reportUnused({ ...writing, clock: asReal(writing.clock) }, used, now)
  await reportExposure(writing, { key: apiKey, sandbox: true, origin: 'https://page.example' })
  await scenario.place()
  const events = await listEvents(place.database, { ...key, after: 0, limit: 1_000 })
  return new Map(events.map((event) => [event.type, event]))
}

/** The names of all members, and what kind each is. */
function shapeOf(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return typeof value
  const members = Object.entries(value).map(([name, each]) => [name, shapeOf(each)] as const)
  return Object.fromEntries(members.toSorted())
}

test('each has the members of a real event of its type', async () => {
  const real = await realEvents()
  assert.deepEqual([...real.keys()].sort(), eventTypes.toSorted())
  for (const [type, event] of real) {
    const { example: _mark, ...shown } = example(type)
    assert.deepEqual(shapeOf(shown), shapeOf(eventView(event)), type)
  }
})
