// The identity check through time: played in the step that signs, decided later, or never.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { CreateCheckout } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { buyer, createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { Order } from '../../model/order/order.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { acceptCheckout } from './accept-checkout.ts'
import { createCheckout } from './create-checkout.ts'
import { dismissCheckout } from './dismiss-checkout.ts'
import { expireCheckout } from './expire-checkout.ts'
import type { Check } from './rules.ts'
import { saveBuyer } from './save-buyer.ts'
import { settleChallenge } from './settle-challenge.ts'

const MINUTE = 60_000
const start = new Date('2026-11-21T10:00:00Z')
const place = ownDatabase()
let scenario: Scenario

before(async () => {
  scenario = await createScenario(place.database)
})

const minute = (count: number): Date => new Date(start.getTime() + count * MINUTE)

/** The world so many minutes after the start. */
function at(minutes: number): Writing {
  return { ...scenario.writing, clock: { now: () => minute(minutes) } }
}

async function created(merchant: CreateCheckout['merchant'] = {}): Promise<string> {
  const article = { id: 'article', name: 'Bicycle', quantity: 1, price: 30_000 }
  const id = scenario.writing.ids.next()
  const order = { id, currency: 'EUR', total_amount: 30_000, articles: [article] }
  const body: CreateCheckout = { merchant, order, customer: { email: 'ada@example.com' } }
  return (await createCheckout(at(0), scenario.caller, { body, request: { ...body } })).id
}

function sign(checkoutId: string, check?: Check, minutes = 1): Promise<Order> {
  const person = { ...buyer, document_id: '99999995C' }
  const input = { checkoutId, wish: {}, buyerOf: () => person, check }
  return acceptCheckout(at(minutes), scenario.caller, input)
}

/** The order, its events and its messages, each with its sequence. */
async function storyOf(id: string) {
  const events = await place.database.query<AnyRow>(
    `SELECT sequence, type, data ->> 'status_reason' AS reason FROM events
     WHERE order_id = $1 ORDER BY sequence`,
    [id],
  )
  const sent = await place.database.query<AnyRow>(
    `SELECT sequence, kind, body::jsonb ->> 'status_reason' AS reason, deadline
     FROM notifications WHERE order_id = $1 ORDER BY sequence`,
    [id],
  )
  return {
    events: events.map(({ sequence, reason }) => `${sequence} ${reason}`),
    types: new Set(events.map(({ type }) => type)),
    sent: sent.map(({ sequence, kind, reason }) => `${sequence} ${kind} ${reason}`),
    deadlines: sent.map(({ deadline }) => deadline),
  }
}

const refusedAs = (code: string, state: string) => (error: unknown) => {
  assert.ok(error instanceof Refused)
  assert.deepEqual([error.code, error.detail.values], [code, { state }])
  return true
}

const waiting = '2 information challenge_required'
type Outcome = readonly [reason: string, sent: string]
const outcomes: Readonly<Record<Check, Outcome>> = {
  pass: ['confirmation_required', '3 confirmation confirmation_required'],
  fail: ['failed_challenge', '3 information failed_challenge'],
}

for (const check of ['pass', 'fail'] as const) {
  const [reason, sent] = outcomes[check]
  test(`${check} in the step that signs: both states are notified, in order`, async () => {
    const id = await created()
    const order = await sign(id, check)
    assert.equal(order.statusReason, reason)
    const story = await storyOf(id)
    assert.deepEqual(story.events, ['1 in_process', '2 challenge_required', `3 ${reason}`])
    assert.deepEqual([...story.types], ['checkout.updated'])
    assert.deepEqual(story.sent, [waiting, sent])
    assert.deepEqual(order.verifiedAt, check === 'pass' ? minute(1) : null)
  })

  for (const [how, decide] of [
    ['the page', settleChallenge],
    ['the sandbox tool', acceptCheckout],
  ] as const) {
    test(`${check} by ${how} an hour after the signature`, async () => {
      const id = await created()
      const before = await sign(id)
      assert.deepEqual(before.expiresAt, minute(1 + 2_880))
      const input = { checkoutId: id, check, wish: {} }
      const order = await decide(at(61), scenario.caller, input)
      assert.equal(order.statusReason, reason)
      const passed = check === 'pass'
      assert.deepEqual(order.verifiedAt, passed ? minute(61) : null)
      assert.deepEqual(order.expiresAt, passed ? minute(61 + 120) : null)
      const { sent: messages, deadlines } = await storyOf(id)
      assert.deepEqual(messages, [waiting, sent])
      if (passed) assert.deepEqual(deadlines[1], order.expiresAt)
    })
  }
}

test('a buyer who leaves the check waits until its time is over', async () => {
  const id = await created({ timeout_extra: 10 })
  const { storeId, sandbox, expiresAt } = await sign(id)
  assert.deepEqual(expiresAt, minute(11))
  await expireCheckout(at(10.9), { storeId, sandbox, id })
  assert.deepEqual((await storyOf(id)).sent, [waiting])
  await assert.rejects(
    settleChallenge(at(11), scenario.caller, { checkoutId: id, check: 'pass' }),
    refusedAs('checkout_finished', 'expired'),
  )
  await expireCheckout(at(11), { storeId, sandbox, id })
  await expireCheckout(at(12), { storeId, sandbox, id })
  assert.deepEqual((await storyOf(id)).sent, [waiting, '3 information expired_challenge'])
})

for (const check of [undefined, 'pass', 'fail'] as const) {
  test(`a check of 0 minutes is over immediately, played as ${check ?? 'nothing'}`, async () => {
    const id = await created({ timeout_extra: 0 })
    const order = await sign(id, check)
    assert.deepEqual([order.state, order.statusReason], ['ko', 'expired_challenge'])
    assert.deepEqual(order.expiredAt, minute(1))
    assert.deepEqual((await storyOf(id)).sent, [waiting, '3 information expired_challenge'])
  })
}

test('only the check can proceed while it waits, and nothing else changes', async () => {
  const id = await created()
  await sign(id)
  const { caller } = scenario
  const waits = refusedAs('checkout_state', 'challenge_required')
  await assert.rejects(sign(id), waits)
  await assert.rejects(dismissCheckout(at(2), caller, id), waits)
  await assert.rejects(saveBuyer(at(2), caller, { checkoutId: id, buyer }), waits)
  assert.deepEqual((await storyOf(id)).events, ['1 in_process', '2 challenge_required'])
})

test('a check is decided once, and only for a buyer who was sent to it', async () => {
  const { caller } = scenario
  const id = await created()
  const settle = () => settleChallenge(at(2), caller, { checkoutId: id, check: 'pass' })
  await assert.rejects(settle(), refusedAs('checkout_state', 'in_process'))
  await sign(id)
  const results = await Promise.allSettled([settle(), settle(), settle()])
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  await assert.rejects(settle(), refusedAs('checkout_finished', 'confirmation_required'))
  assert.equal((await storyOf(id)).sent.length, 2)
})

test("a checkout goes by its id, not by its store's name for it", async () => {
  const id = await created()
  const [row] = await place.database.query<AnyRow>('SELECT mid FROM orders WHERE id = $1', [id])
  for (const checkoutId of [row?.mid, '0'.repeat(32), 'x'.repeat(200)]) {
    const missing = (error: unknown) =>
      error instanceof Refused && error.code === 'checkout_not_found'
    await assert.rejects(sign(checkoutId), missing)
    const input = { checkoutId, check: 'pass' } as const
    await assert.rejects(settleChallenge(at(1), scenario.caller, input), missing)
  }
})

test('nothing is signed after the time of the checkout, also before it is ended', async () => {
  const id = await created({ timeout_checkout: 5 })
  await assert.rejects(sign(id, undefined, 5), refusedAs('checkout_finished', 'expired'))
  assert.equal((await sign(id, undefined, 4)).state, 'challenge_required')
})
