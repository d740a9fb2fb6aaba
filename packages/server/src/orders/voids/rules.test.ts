import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import { type Amounts, orderOf } from '../../../../../test/fixtures/order.ts'
import type { OrderState } from '../../model/order/order.ts'
import { decideVoid } from './rules.ts'

const later = new Date('2026-11-22T10:00:00Z')
type Case = readonly [state: OrderState, amounts: Amounts, amount: number, answer: string]

/** In the order in which the checks run: the state first, the remainder last. */
const cases: readonly Case[] = [
  ['cancelled', { V: 10_000 }, 1, 'order_cancelled'],
  ['cancelled', { V: 10_000 }, 99_999, 'order_cancelled'],
  ['ko', {}, 1, 'order_cancelled'],
  ['in_process', {}, 1, 'order_not_confirmed'],
  ['challenge_required', {}, 1, 'order_not_confirmed'],
  ['confirmation_required', {}, 99_999, 'order_not_confirmed'],
  ['confirmed', {}, 10_001, 'at most 10000'],
  ['confirmed', {}, 10_000, 'cancels'],
  ['confirmed', {}, 9_999, 'stays'],
  ['confirmed', {}, 1, 'stays'],
  ['confirmed', { V: 9_999 }, 2, 'at most 1'],
  ['confirmed', { V: 9_999 }, 1, 'cancels'],
  ['confirmed', { C: 4_000 }, 6_001, 'at most 6000'],
  ['confirmed', { C: 4_000 }, 6_000, 'stays'],
  ['confirmed', { C: 10_000 }, 1, 'at most 0'],
  ['confirmed', { C: 10_000, Rc: 9_999 }, 1, 'at most 0'],
  // The captured part is refunded already: the rest was all that stood open.
  ['confirmed', { C: 4_000, Rc: 4_000 }, 6_001, 'at most 6000'],
  ['confirmed', { C: 4_000, Rc: 4_000 }, 6_000, 'cancels'],
  ['confirmed', { C: 4_000, Rc: 3_999 }, 6_000, 'stays'],
  ['confirmed', { Ru: 500 }, 9_501, 'at most 9500'],
  ['confirmed', { Ru: 500 }, 9_500, 'cancels'],
  ['confirmed', { V: 1_000, C: 4_000, Rc: 4_000, Ru: 500 }, 4_501, 'at most 4500'],
  ['confirmed', { V: 1_000, C: 4_000, Rc: 4_000, Ru: 500 }, 4_500, 'cancels'],
  ['confirmed', { T: 5_000 }, 5_001, 'at most 5000'],
  ['confirmed', { T: 5_000 }, 5_000, 'cancels'],
]

for (const [state, amounts, amount, answer] of cases) {
  test(`${state} ${JSON.stringify(amounts)}, void of ${amount}: ${answer}`, () => {
    const order = orderOf(amounts, state)
    const decision = decideVoid(order, cents(amount), later)
    const voided = { ...order, voidedAmount: order.voidedAmount + amount }
    if (answer === 'stays') assert.deepEqual(decision, { plan: voided })
    else if (answer === 'cancels') {
      const plan = { ...voided, state: 'cancelled', statusReason: '', cancelledAt: later }
      assert.deepEqual(decision, { plan })
    } else if (answer.startsWith('at most')) {
      const hint = 'what remains uncaptured; give captured amounts back by a refund'
      assert.deepEqual(decision, {
        refused: 'amount_exceeds_remaining',
        detail: { fields: { amount: [`must be ${answer}, ${hint}`] } },
      })
    } else {
      assert.deepEqual(decision, { refused: answer, detail: { values: { state } } })
    }
  })
}
