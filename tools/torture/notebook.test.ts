import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  capturedSoFar,
  createNotebook,
  judge,
  judgeRead,
  type Kind,
  type StoredOrder,
} from './notebook.ts'

const order: StoredOrder = {
  id: 'o',
  status: 'processing',
  totalAmount: 1_000,
  capturedAmount: 30,
  voidedAmount: 0,
  refundedAmount: 0,
  captures: [
    { id: 'a', amount: 10 },
    { id: 'b', amount: 20 },
  ],
  voids: [],
  refunds: [],
}

type Step = readonly [Kind, number, number | undefined]

function judged(stored: StoredOrder, ...operations: readonly Step[]) {
  const notebook = createNotebook()
  for (const [kind, amount, status] of operations) {
    const entry = notebook.begin({ kind, orderId: 'o', amount, key: `${kind}-${amount}` }, 0)
    entry.outcome = status === undefined ? undefined : { status, text: '' }
  }
  return judge(stored, notebook.entriesOf('o'))
}

const captures: readonly Step[] = [
  ['capture', 10, 200],
  ['capture', 20, 200],
]

test('an acknowledged effect that is there once is right', () => {
  assert.deepEqual(judged(order, ...captures), { lost: 0, doubled: 0, faults: [] })
})

test('an unanswered effect may be there once or not at all', () => {
  const unanswered: Step = ['capture', 20, undefined]
  assert.deepEqual(judged(order, ['capture', 10, 200], unanswered).faults, [])
  assert.deepEqual(judged(order, ...captures, ['capture', 5, undefined]).faults, [])
})

test('a lost effect is found', () => {
  const { lost, faults } = judged(order, ...captures, ['void', 7, 200])
  assert.equal(lost, 1)
  assert.match(faults.join(), /void of 7 .* was acknowledged and is not there/)
})

test('a doubled effect is found, also one that was never acknowledged', () => {
  const twice = { ...order, capturedAmount: 40, captures: [...order.captures, order.captures[0]] }
  for (const status of [200, undefined]) {
    const stored = twice as StoredOrder
    const { doubled } = judged(stored, ['capture', 10, status], ['capture', 20, 200])
    assert.equal(doubled, 1)
  }
})

test('a refused operation that took place is found', () => {
  assert.equal(judged(order, ['capture', 10, 200], ['capture', 20, 409]).doubled, 1)
})

test('an effect that nobody sent and sums that do not fit are found', () => {
  assert.match(
    judged(order, ['capture', 10, 200]).faults.join(),
    /1 capture of 20 that nobody sent/,
  )
  const off = judged({ ...order, capturedAmount: 31 }, ...captures)
  assert.match(off.faults.join(), /shows 31 captured, its rows 30/)
})

test('an order is cancelled when all is taken back, and after a cancel', () => {
  const open = judged({ ...order, voidedAmount: 970, refundedAmount: 30 }, ...captures)
  assert.match(open.faults.join(), /is processing with 1000 taken back/)
  const cancelled = judged(order, ...captures, ['cancel', 1, 204])
  assert.match(cancelled.faults.join(), /was cancelled and is not/)
})

test('a read must show each earlier acknowledged capture once', () => {
  const notebook = createNotebook()
  const entry = notebook.begin({ kind: 'capture', orderId: 'o', amount: 10, key: 'k' }, 0)
  assert.deepEqual(capturedSoFar(notebook.entriesOf('o')), [])
  entry.outcome = { status: 200, text: '' }
  assert.deepEqual(capturedSoFar(notebook.entriesOf('o')), [10])
  assert.deepEqual(judgeRead(order.captures, [10]), [])
  assert.match(judgeRead(order.captures, [30]).join(), /capture of 30 was acknowledged/)
  assert.match(judgeRead([...order.captures, ...order.captures], [10]).join(), /10 took place 2/)
})
