import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import { type Amounts, at, orderOf } from '../../../../../test/fixtures/order.ts'
import type { Capture } from '../../kernel/captures/capture.ts'
import type { OrderState } from '../../model/order/order.ts'
import type { Decision } from '../../platform/refusal.ts'
import {
  decideCaptureRefund,
  decideOrderRefund,
  type RefundPlan,
  takeFromCaptures,
} from './rules.ts'

const later = new Date('2026-11-22T10:00:00Z')

/** Captures as [amount, refunded], oldest first. */
type Parts = readonly (readonly [amount: number, refunded: number])[]
const capturesOf = (parts: Parts): Capture[] =>
  parts.map(([amount, refunded], index) => ({
    id: `capture ${index}`,
    sequence: index + 2,
    amount: cents(amount),
    refundedAmount: cents(refunded),
    createdAt: at,
  }))
const sumsOf = (parts: Parts): Amounts => ({
  C: parts.reduce((sum, [amount]) => sum + amount, 0),
  Rc: parts.reduce((sum, [, refunded]) => sum + refunded, 0),
})
const piecesOf = (plan: RefundPlan) =>
  plan.pieces.map(({ capture, amount }) => [capture.id, amount])

function checkRefused(decision: Decision<RefundPlan>, code: string, state: OrderState): void {
  assert.deepEqual(decision, { refused: code, detail: { values: { state } } })
}

function checkLimit(decision: Decision<RefundPlan>, sentence: string): void {
  const detail = { fields: { amount: [sentence] } }
  assert.deepEqual(decision, { refused: 'amount_exceeds_remaining', detail })
}

const refusals: readonly (readonly [OrderState, Amounts, string])[] = [
  ['cancelled', { V: 10_000 }, 'order_cancelled'],
  ['ko', {}, 'order_cancelled'],
  ['in_process', {}, 'order_not_confirmed'],
  ['challenge_required', {}, 'order_not_confirmed'],
  ['confirmation_required', {}, 'order_not_confirmed'],
]

for (const [state, amounts, code] of refusals) {
  test(`${state}: a refund on either level is ${code}, however much it asks for`, () => {
    const order = orderOf(amounts, state)
    const captures = capturesOf([[4_000, 0]])
    for (const amount of [1, 4_000, 10_000, 99_999]) {
      const refund = { amount: cents(amount), at: later }
      checkRefused(decideOrderRefund(order, captures, refund), code, state)
      for (const capture of captures) {
        checkRefused(decideCaptureRefund(order, capture, refund), code, state)
      }
    }
  })
}

type OrderCase = {
  readonly more?: Amounts
  readonly captures: Parts
  readonly amount: number
  /** The parts from each capture and from the uncaptured part; or the sentence's limit. */
  readonly taken?: readonly (readonly [capture: number, amount: number])[]
  readonly uncaptured?: number
  readonly most?: number
  readonly cancels?: boolean
}

const orderCases: readonly OrderCase[] = [
  { captures: [], amount: 10_001, most: 10_000 },
  { captures: [], amount: 1, uncaptured: 1 },
  { captures: [], amount: 9_999, uncaptured: 9_999 },
  { captures: [], amount: 10_000, uncaptured: 10_000, cancels: true },
  { captures: [[4_000, 0]], amount: 1, taken: [[0, 1]] },
  { captures: [[4_000, 0]], amount: 4_000, taken: [[0, 4_000]] },
  { captures: [[4_000, 0]], amount: 4_001, taken: [[0, 4_000]], uncaptured: 1 },
  { captures: [[4_000, 0]], amount: 10_001, most: 10_000 },
  {
    captures: [[4_000, 0]],
    amount: 10_000,
    taken: [[0, 4_000]],
    uncaptured: 6_000,
    cancels: true,
  },
  {
    captures: [
      [1_000, 0],
      [2_000, 0],
      [3_000, 0],
    ],
    amount: 2_500,
    taken: [
      [0, 1_000],
      [1, 1_500],
    ],
  },
  {
    captures: [
      [1_000, 1_000],
      [2_000, 500],
      [3_000, 0],
    ],
    amount: 1_501,
    taken: [
      [1, 1_500],
      [2, 1],
    ],
  },
  {
    more: { V: 1_000, Ru: 500 },
    captures: [[4_000, 4_000]],
    amount: 4_501,
    most: 4_500,
  },
  {
    more: { V: 1_000, Ru: 500 },
    captures: [[4_000, 4_000]],
    amount: 4_499,
    uncaptured: 4_499,
  },
  {
    more: { V: 1_000, Ru: 500 },
    captures: [[4_000, 4_000]],
    amount: 4_500,
    uncaptured: 4_500,
    cancels: true,
  },
  { captures: [[10_000, 9_999]], amount: 2, most: 1 },
  { captures: [[10_000, 9_999]], amount: 1, taken: [[0, 1]], cancels: true },
  { more: { T: 5_000 }, captures: [[4_000, 0]], amount: 5_001, most: 5_000 },
]

for (const each of orderCases) {
  const { more = {}, captures: parts, amount, taken = [], uncaptured = 0, most, cancels } = each
  const before = `${JSON.stringify(parts)} ${JSON.stringify(more)}`
  test(`a refund of ${amount} of an order with captures ${before}`, () => {
    const order = orderOf({ ...sumsOf(parts), ...more })
    const refund = { amount: cents(amount), at: later }
    const decision = decideOrderRefund(order, capturesOf(parts), refund)
    if (most !== undefined) {
      checkLimit(decision, `must be at most ${most}, what remains to be refunded`)
      return
    }
    assert.ok(decision.refused === undefined)
    const { plan } = decision
    assert.deepEqual(
      piecesOf(plan),
      taken.map(([index, piece]) => [`capture ${index}`, piece]),
    )
    const fromCaptures = taken.reduce((sum, [, piece]) => sum + piece, 0)
    assert.equal(fromCaptures + uncaptured, amount)
    assert.deepEqual([plan.fromCaptures, plan.fromUncaptured], [fromCaptures, uncaptured])
    assert.deepEqual(plan.order, {
      ...order,
      refundedCapturedAmount: order.refundedCapturedAmount + fromCaptures,
      refundedUncapturedAmount: order.refundedUncapturedAmount + uncaptured,
      ...(cancels ? { state: 'cancelled', statusReason: '', cancelledAt: later } : {}),
    })
  })
}

type CaptureCase = readonly [
  amounts: Amounts,
  capture: readonly [amount: number, refunded: number],
  amount: number,
  answer: number | 'stays' | 'cancels',
]

/** A number is the limit that the refusal names. */
const captureCases: readonly CaptureCase[] = [
  [{ C: 4_000 }, [4_000, 0], 4_001, 4_000],
  [{ C: 4_000 }, [4_000, 0], 4_000, 'stays'],
  [{ C: 4_000 }, [4_000, 0], 1, 'stays'],
  [{ C: 4_000, Rc: 3_999 }, [4_000, 3_999], 2, 1],
  [{ C: 4_000, Rc: 3_999 }, [4_000, 3_999], 1, 'stays'],
  [{ C: 4_000, Rc: 4_000 }, [4_000, 4_000], 1, 0],
  // Another capture's amount is not this one's.
  [{ C: 9_000 }, [4_000, 0], 4_001, 4_000],
  [{ C: 10_000 }, [10_000, 0], 10_000, 'cancels'],
  [{ C: 10_000 }, [10_000, 0], 9_999, 'stays'],
  [{ V: 6_000, C: 4_000 }, [4_000, 0], 4_000, 'cancels'],
  [{ V: 5_000, C: 4_000, Ru: 1_000 }, [4_000, 0], 4_000, 'cancels'],
  [{ V: 5_000, C: 4_000, Ru: 999 }, [4_000, 0], 4_000, 'stays'],
  [{ C: 10_000, Rc: 6_000 }, [4_000, 0], 4_000, 'cancels'],
]

for (const [amounts, part, amount, answer] of captureCases) {
  const name = `${JSON.stringify(amounts)}, refund of ${amount} on the capture ${part}: ${answer}`
  test(name, () => {
    const order = orderOf(amounts)
    const [capture] = capturesOf([part])
    assert.ok(capture !== undefined)
    const decision = decideCaptureRefund(order, capture, { amount: cents(amount), at: later })
    if (typeof answer === 'number') {
      checkLimit(decision, `must be at most ${answer}, what remains of this capture`)
      return
    }
    const refunded = { ...order, refundedCapturedAmount: order.refundedCapturedAmount + amount }
    const ended = { state: 'cancelled', statusReason: '', cancelledAt: later }
    const plan = {
      order: answer === 'cancels' ? { ...refunded, ...ended } : refunded,
      pieces: [{ capture, amount }],
      fromCaptures: amount,
      fromUncaptured: 0,
    }
    assert.deepEqual(decision, { plan })
  })
}

test('captures with nothing left are skipped, and the rest remains', () => {
  const captures = capturesOf([
    [100, 100],
    [200, 0],
    [300, 299],
  ])
  const taken = takeFromCaptures(captures, cents(1_000))
  assert.deepEqual(
    taken.map(({ capture, amount }) => [capture.id, amount]),
    [
      ['capture 1', 200],
      ['capture 2', 1],
    ],
  )
  assert.deepEqual(takeFromCaptures([], cents(5)), [])
  assert.deepEqual(takeFromCaptures(captures, cents(0)), [])
})
