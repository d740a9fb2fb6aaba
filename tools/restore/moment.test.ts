import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Entry, judge } from '../torture/notebook.ts'
import { asOf, mustBeThere } from './moment.ts'

const moment = { from: 100, until: 110 }

const entryOf = (amount: number, begunAt: number, answeredAt: number): Entry => ({
  operation: { kind: 'capture', orderId: 'o', amount, key: 'k' },
  outcome: answeredAt === Number.POSITIVE_INFINITY ? undefined : { status: 200, text: '' },
  ...{ begunAt, answeredAt },
})

test('everything answered before the moment is there, later requests are not', () => {
  const spans = [
    [90, 99, true],
    [90, 100, undefined],
    [90, Number.POSITIVE_INFINITY, undefined],
    [110, 120, undefined],
    [111, 120, false],
    [111, Number.POSITIVE_INFINITY, false],
  ] as const
  for (const [begunAt, answeredAt, expected] of spans)
    assert.equal(mustBeThere({ begunAt, answeredAt }, moment), expected)
})

test('a restored database is compared with its expected content', () => {
  const entries = [entryOf(1, 80, 90), entryOf(2, 95, 105), entryOf(3, 111, 120)]
  const verdictOf = (...amounts: readonly number[]) => {
    const total = amounts.reduce((sum, amount) => sum + amount, 0)
    const captures = amounts.map((amount) => ({ id: String(amount), amount }))
    const order = { id: 'o', status: 'processing', totalAmount: 1_000, capturedAmount: total }
    const sums = { voidedAmount: 0, refundedAmount: 0, voids: [], refunds: [] }
    const { lost, doubled } = judge({ ...order, ...sums, captures }, asOf(entries, moment))
    return { lost, doubled }
  }
  assert.deepEqual(verdictOf(1), { lost: 0, doubled: 0 })
  assert.deepEqual(verdictOf(1, 2), { lost: 0, doubled: 0 })
  assert.deepEqual(verdictOf(2), { lost: 1, doubled: 0 })
  assert.deepEqual(verdictOf(1, 2, 3), { lost: 0, doubled: 1 })
})
