import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, type OrderEdit } from '@svc/api'
import { type Amounts, at, orderOf } from '../../../../../test/fixtures/order.ts'
import {
  financingStatus,
  type Order,
  type OrderState,
  orderStatus,
  refundedAmount,
  remainingCaptureAmount,
  remainingRefundAmount,
} from '../../model/order/order.ts'
import type { Decision } from '../../platform/refusal.ts'
import {
  decideCancel,
  decideEdit,
  editedDiscounts,
  mergedShipping,
  refusedByAmount,
  refusedByState,
  settled,
} from './rules.ts'

const later = new Date('2026-11-22T10:00:00Z')
const states: readonly OrderState[] = [
  'in_process',
  'challenge_required',
  'confirmation_required',
  'confirmed',
  'cancelled',
  'ko',
]
const ended = { state: 'cancelled', statusReason: '', cancelledAt: later } as const

const byState: Readonly<Record<OrderState, readonly [string | undefined, string, string]>> = {
  in_process: ['order_not_confirmed', 'pending', 'pending'],
  challenge_required: ['order_not_confirmed', 'pending', 'pending'],
  confirmation_required: ['order_not_confirmed', 'pending', 'pending'],
  confirmed: [undefined, 'processing', 'ok'],
  cancelled: ['order_cancelled', 'cancelled', 'ok'],
  ko: ['order_cancelled', 'cancelled', 'ko'],
}

for (const state of states) {
  const [code, status, financing] = byState[state]
  test(`${state} answers ${code ?? 'nothing'}, status ${status}, financing ${financing}`, () => {
    const order = orderOf({}, state)
    const wanted = code && { refused: code, detail: { values: { state } } }
    assert.deepEqual(refusedByState(order), wanted)
    assert.equal(orderStatus(order), status)
    assert.equal(financingStatus(order), financing)
  })
}

test('the status is complete once nothing is left to capture', () => {
  assert.equal(orderStatus(orderOf({ C: 9_999 })), 'processing')
  assert.equal(orderStatus(orderOf({ C: 10_000 })), 'complete')
  assert.equal(orderStatus(orderOf({ V: 4_000, C: 5_000, Ru: 999 })), 'processing')
  assert.equal(orderStatus(orderOf({ V: 4_000, C: 5_000, Ru: 1_000 })), 'complete')
})

test('the remaining amounts are those of the formulas', () => {
  const order = orderOf({ T: 9_000, V: 1_000, C: 4_000, Rc: 1_500, Ru: 500 })
  assert.equal(refundedAmount(order), 2_000)
  assert.equal(remainingCaptureAmount(order), 3_500)
  assert.equal(remainingRefundAmount(order), 6_000)
})

for (const state of states.filter((each) => each !== 'confirmed')) {
  test(`nothing remains of an order that is ${state}`, () => {
    const order = orderOf({ C: 4_000 }, state)
    assert.equal(remainingCaptureAmount(order), 0)
    assert.equal(remainingRefundAmount(order), 0)
  })
}

test('an amount above the remainder is refused on its field', () => {
  assert.equal(refusedByAmount(cents(120), cents(120), ' to be captured'), undefined)
  assert.deepEqual(refusedByAmount(cents(121), cents(120), ' to be captured'), {
    refused: 'amount_exceeds_remaining',
    detail: { fields: { amount: ['must be at most 120, what remains to be captured'] } },
  })
})

test('an amount below one cent never gets to a rule: that is a fault of ours', () => {
  for (const amount of [0, -1]) {
    assert.throws(() => refusedByAmount(cents(amount), cents(120), ''), /assertion failed/)
  }
})

const wholes: readonly (readonly [Amounts, boolean])[] = [
  [{}, false],
  [{ V: 9_999 }, false],
  [{ V: 10_000 }, true],
  [{ Ru: 10_000 }, true],
  [{ C: 10_000 }, false],
  [{ C: 10_000, Rc: 9_999 }, false],
  [{ C: 10_000, Rc: 10_000 }, true],
  [{ V: 3_000, C: 5_000, Rc: 5_000, Ru: 2_000 }, true],
  [{ V: 3_000, C: 5_000, Rc: 5_000, Ru: 1_999 }, false],
  [{ T: 5_000, C: 5_000, Rc: 5_000 }, true],
]

for (const [amounts, whole] of wholes) {
  test(`an order ${JSON.stringify(amounts)} is ${whole ? '' : 'not '}settled whole`, () => {
    const order = orderOf(amounts)
    assert.deepEqual(settled(order, later), whole ? { ...order, ...ended } : order)
  })
}

test('an order that is not confirmed cannot have been settled', () => {
  assert.throws(() => settled(orderOf({ V: 10_000 }, 'confirmation_required'), later))
  assert.throws(() => settled(orderOf({ V: 10_000 }, 'cancelled'), later))
})

type EditCase = readonly [
  state: OrderState,
  amounts: Amounts,
  edit: { total_amount?: number; currency?: string },
  /** The answer: a code, the bound it names, or the total afterwards. */
  answer: string | number,
]

/** In the order in which the checks run: state, currency, approval, settled amounts. */
const edits: readonly EditCase[] = [
  ['cancelled', { V: 10_000 }, {}, 'order_cancelled'],
  ['cancelled', { V: 10_000 }, { currency: 'USD', total_amount: 99_999 }, 'order_cancelled'],
  ['ko', {}, { total_amount: 10_000 }, 'order_cancelled'],
  ['in_process', {}, { total_amount: 9_999 }, 'total_locked'],
  ['in_process', {}, { total_amount: 10_001 }, 'total_locked'],
  ['challenge_required', {}, { currency: 'USD' }, 'total_locked'],
  ['confirmation_required', {}, { currency: 'USD', total_amount: 10_000 }, 'total_locked'],
  ['confirmation_required', {}, { currency: 'EUR', total_amount: 10_000 }, 10_000],
  ['challenge_required', {}, { total_amount: 10_000 }, 10_000],
  ['in_process', {}, {}, 10_000],
  ['confirmed', {}, { currency: 'USD' }, 'currency_locked'],
  ['confirmed', {}, { currency: 'USD', total_amount: 10_001 }, 'currency_locked'],
  ['confirmed', { C: 1 }, { currency: 'USD', total_amount: 0 }, 'currency_locked'],
  ['confirmed', {}, { total_amount: 10_001 }, 'amount_exceeds_approval'],
  ['confirmed', { C: 10_000 }, { total_amount: 10_001 }, 'amount_exceeds_approval'],
  ['confirmed', {}, { total_amount: 0 }, 'at least 1'],
  ['confirmed', { V: 1 }, { total_amount: 0 }, 'at least 1'],
  ['confirmed', { C: 4_000 }, { total_amount: 3_999 }, 'at least 4000'],
  ['confirmed', { V: 1_000, C: 4_000, Ru: 500 }, { total_amount: 5_499 }, 'at least 5500'],
  // Refunds of a capture are in C already and do not lower the bound.
  ['confirmed', { C: 4_000, Rc: 3_000 }, { total_amount: 3_999 }, 'at least 4000'],
  ['confirmed', {}, {}, 10_000],
  ['confirmed', {}, { currency: 'EUR' }, 10_000],
  ['confirmed', {}, { total_amount: 10_000 }, 10_000],
  ['confirmed', {}, { total_amount: 9_999 }, 9_999],
  ['confirmed', {}, { total_amount: 1 }, 1],
  ['confirmed', { C: 4_000 }, { total_amount: 4_000 }, 4_000],
  ['confirmed', { V: 1_000, C: 4_000, Ru: 500 }, { total_amount: 5_500 }, 5_500],
  ['confirmed', { T: 6_000 }, { total_amount: 5_000 }, 5_000],
]

for (const [state, amounts, edit, answer] of edits) {
  const name = `${state} ${JSON.stringify(amounts)}, edit ${JSON.stringify(edit)}: ${answer}`
  test(name, () => {
    const order = orderOf(amounts, state)
    const decision = decideEdit(order, edit, later)
    if (typeof answer === 'number') {
      assert.deepEqual(decision, { plan: { ...order, totalAmount: answer } })
    } else if (answer.startsWith('at least')) {
      const sentence = `must be ${answer}, what is voided, captured or refunded already`
      assert.deepEqual(decision, {
        refused: 'total_below_settled',
        detail: { fields: { 'order.total_amount': [sentence] } },
      })
    } else {
      assert.equal(decision.refused, answer)
      assert.equal(valuesOf(decision)?.state, state)
    }
  })
}

const valuesOf = (decision: Decision<Order>) =>
  decision.refused === undefined ? undefined : decision.detail?.values

test('a total that was lowered cannot rise again, and the refusal names the lowered one', () => {
  const decision = decideEdit(orderOf({ T: 6_000 }), { total_amount: 6_001 }, later)
  assert.equal(decision.refused, 'amount_exceeds_approval')
  assert.deepEqual(valuesOf(decision), { state: 'confirmed', limit: 6_000 })
})

const cancelling: readonly Amounts[] = [
  { V: 1_000 },
  { Ru: 1_000 },
  { C: 4_000, Rc: 4_000 },
  { V: 1_000, C: 4_000, Rc: 4_000, Ru: 500 },
]

for (const amounts of cancelling) {
  test(`lowering ${JSON.stringify(amounts)} to what is settled cancels the order`, () => {
    const order = orderOf(amounts)
    const { V = 0, C = 0, Ru = 0 } = amounts
    const decision = decideEdit(order, { total_amount: V + C + Ru }, later)
    assert.deepEqual(decision, { plan: { ...order, totalAmount: V + C + Ru, ...ended } })
    const above = decideEdit(order, { total_amount: V + C + Ru + 1 }, later)
    assert.deepEqual(above, { plan: { ...order, totalAmount: V + C + Ru + 1 } })
  })
}

test('articles, shipping and discount leave the order row as it is', () => {
  const edit: OrderEdit = { articles: [], shipping: { price: 500 }, discount: 300 }
  for (const state of states.filter((each) => each !== 'cancelled' && each !== 'ko')) {
    const order = orderOf({}, state)
    assert.deepEqual(decideEdit(order, edit, later), { plan: order })
  }
})

for (const state of ['cancelled', 'ko'] as const) {
  test(`cancelling an order that is ${state} is refused`, () => {
    const decision = decideCancel(orderOf({}, state), later)
    assert.deepEqual(decision, { refused: 'order_cancelled', detail: { values: { state } } })
  })
}

for (const state of ['in_process', 'challenge_required', 'confirmation_required'] as const) {
  test(`cancelling an order in ${state} ends it ko and moves no money`, () => {
    const order = { ...orderOf({}, state), confirmedAt: null, expiresAt: at }
    const plan = {
      ...order,
      state: 'ko',
      statusReason: 'confirmation_rejected_by_merchant',
      expiresAt: null,
      cancelledAt: later,
    }
    assert.deepEqual(decideCancel(order, later), { plan })
  })
}

const cancels: readonly (readonly [before: Amounts, V: number, Rc: number])[] = [
  [{}, 10_000, 0],
  [{ C: 10_000 }, 0, 10_000],
  [{ C: 4_000 }, 6_000, 4_000],
  [{ V: 1_000, C: 4_000, Rc: 1_500, Ru: 500 }, 5_500, 4_000],
  [{ T: 6_000, V: 1_000, C: 4_000, Rc: 4_000 }, 2_000, 4_000],
  [{ Ru: 9_999 }, 1, 0],
]

for (const [before, V, Rc] of cancels) {
  test(`cancelling ${JSON.stringify(before)} voids and refunds the whole rest`, () => {
    const order = orderOf(before)
    const decision = decideCancel(order, later)
    const amounts = { voidedAmount: V, refundedCapturedAmount: Rc }
    assert.deepEqual(decision, { plan: { ...order, ...ended, ...amounts } })
    assert.ok(decision.refused === undefined)
    const { totalAmount, voidedAmount } = decision.plan
    assert.equal(voidedAmount + refundedAmount(decision.plan), totalAmount)
  })
}

test('a shipping under a merge patch: null members are removed, absent ones stay', () => {
  const stored = { city: 'Madrid', street: 'Calle 1' }
  assert.deepEqual(mergedShipping(stored, { city: 'Vigo' }), { city: 'Vigo', street: 'Calle 1' })
  assert.deepEqual(mergedShipping(stored, { street: null }), { city: 'Madrid' })
  assert.deepEqual(mergedShipping(stored, {}), stored)
  assert.equal(mergedShipping(stored, { city: null, street: null }), null)
  assert.equal(mergedShipping(stored, null), null)
  assert.deepEqual(mergedShipping(null, { city: 'Vigo', street: null }), { city: 'Vigo' })
})

test('discounts: PUT resets what is absent, PATCH what is null', () => {
  const stored = { discount: cents(5), discountRate: 7 }
  assert.deepEqual(editedDiscounts(stored, {}, false), stored)
  assert.deepEqual(editedDiscounts(stored, {}, true), { discount: null, discountRate: null })
  const patch = { discount: null, discount_rate: 9 }
  assert.deepEqual(editedDiscounts(stored, patch, false), { discount: null, discountRate: 9 })
})
