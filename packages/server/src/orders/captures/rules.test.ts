import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import { type Amounts, orderOf } from '../../../../../test/fixtures/order.ts'
import type { OrderState } from '../../model/order/order.ts'
import { decideCapture } from './rules.ts'

type Case = readonly [state: OrderState, amounts: Amounts, amount: number, answer: string | number]

/** In the order of the checks: state first, remainder last. A number is the captured amount. */
const cases: readonly Case[] = [
  ['cancelled', { V: 10_000 }, 1, 'order_cancelled'],
  ['cancelled', { V: 10_000 }, 99_999, 'order_cancelled'],
  ['ko', {}, 1, 'order_cancelled'],
  ['ko', {}, 99_999, 'order_cancelled'],
  ['in_process', {}, 1, 'order_not_confirmed'],
  ['challenge_required', {}, 1, 'order_not_confirmed'],
  ['confirmation_required', {}, 1, 'order_not_confirmed'],
  ['confirmation_required', {}, 99_999, 'order_not_confirmed'],
  ['confirmed', {}, 10_001, 'at most 10000'],
  ['confirmed', {}, 10_000, 10_000],
  ['confirmed', {}, 1, 1],
  ['confirmed', { C: 4_000 }, 6_001, 'at most 6000'],
  ['confirmed', { C: 4_000 }, 6_000, 10_000],
  ['confirmed', { C: 10_000 }, 1, 'at most 0'],
  ['confirmed', { V: 1_000, C: 4_000 }, 5_001, 'at most 5000'],
  ['confirmed', { V: 1_000, C: 4_000 }, 5_000, 9_000],
  ['confirmed', { V: 1_000, C: 4_000, Ru: 500 }, 4_501, 'at most 4500'],
  ['confirmed', { V: 1_000, C: 4_000, Ru: 500 }, 4_500, 8_500],
  // A refunded amount of a capture cannot be captured again.
  ['confirmed', { C: 4_000, Rc: 4_000 }, 6_001, 'at most 6000'],
  ['confirmed', { C: 4_000, Rc: 4_000 }, 6_000, 10_000],
  ['confirmed', { T: 8_000, C: 4_000 }, 4_001, 'at most 4000'],
]

for (const [state, amounts, amount, answer] of cases) {
  const name = `${state} ${JSON.stringify(amounts)}, capture of ${amount}: ${answer}`
  test(name, () => {
    const order = orderOf(amounts, state)
    const decision = decideCapture(order, cents(amount))
    if (typeof answer === 'number') {
      const captureCount = order.captureCount + 1
      const plan = { ...order, capturedAmount: answer, captureCount }
      assert.deepEqual(decision, { plan })
    } else if (answer.startsWith('at most')) {
      assert.deepEqual(decision, {
        refused: 'amount_exceeds_remaining',
        detail: { fields: { amount: [`must be ${answer}, what remains to be captured`] } },
      })
    } else {
      assert.deepEqual(decision, { refused: answer, detail: { values: { state } } })
    }
  })
}

test('capturing the last open cent leaves the order confirmed, and nothing more to capture', () => {
  const decision = decideCapture(orderOf({ C: 9_999 }), cents(1))
  assert.ok(decision.refused === undefined)
  assert.equal(decision.plan.state, 'confirmed')
  assert.equal(decideCapture(decision.plan, cents(1)).refused, 'amount_exceeds_remaining')
})

const whole: readonly (readonly [amount: number, code: string | undefined])[] = [
  [1, 'capture_not_whole'],
  [5_999, 'capture_not_whole'],
  [6_000, undefined],
  [6_001, 'amount_exceeds_remaining'],
]
for (const [amount, code] of whole) {
  test(`capturing ${amount} of 6000 that must be captured completely: ${code}`, () => {
    const decision = decideCapture(orderOf({ V: 1_000, C: 3_000 }), cents(amount), 'full')
    assert.equal(decision.refused, code)
    if (decision.refused === undefined) assert.equal(decision.plan.capturedAmount, 9_000)
    else assert.match(JSON.stringify(decision.detail), /"amount":\["must be [^"]*6000/)
  })
}

test('the state is looked at before the whole', () => {
  const decision = decideCapture(orderOf({}, 'cancelled'), cents(1), 'full')
  assert.equal(decision.refused, 'order_cancelled')
})
