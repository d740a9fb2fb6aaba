// The rows about captures, voids and refunds: their fields, their endpoints and their limits.

import assert from 'node:assert/strict'
import { atATime } from '../at-a-time.ts'
import { type Proof, proofs } from './proof.ts'

const prove = proofs()

/** With offset and microseconds, in the time zone of the store. */
const LOCAL_MICROS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}[+-]\d{2}:\d{2}$/
const ID = /^[0-9a-f]{32}$/

/** An order of 400.00 with 250.00 captured and 50.00 of that refunded. */
async function shipped({ client, confirmed }: Proof) {
  const { id } = await confirmed(40_000)
  const captured = await client('POST', `/orders/${id}/captures`, { amount: 25_000 })
  assert.equal(captured.status, 200, captured.text)
  const refunds = `/orders/${id}/captures/${captured.body.id}/refunds`
  const refunded = await client('POST', refunds, { amount: 5_000 })
  assert.equal(refunded.status, 200, refunded.text)
  const { body } = await client('GET', `/orders/${id}/captures`)
  return { id, refunds, posted: captured.body, answered: refunded.body, capture: body.results[0] }
}

prove('Capture', 'amount', async (proof) => {
  const { capture, posted } = await shipped(proof)
  assert.deepEqual([posted.amount, capture.amount], [25_000, 25_000])
})
prove('Capture', 'id', async (proof) => {
  const { capture, posted } = await shipped(proof)
  assert.match(capture.id, ID)
  assert.equal(posted.id, capture.id)
})
prove('Capture', 'created', async (proof) => {
  const { capture, posted } = await shipped(proof)
  assert.match(capture.created, LOCAL_MICROS)
  assert.equal(posted.created, capture.created)
})
prove('Capture', 'refunds', async (proof) => {
  const { capture, posted } = await shipped(proof)
  assert.deepEqual(posted.refunds, [])
  assert.equal(capture.refunds.length, 1)
  assert.equal(capture.refunds[0].amount, 5_000)
})
prove('Capture', 'refunded_amount', async (proof) => {
  const { capture, posted } = await shipped(proof)
  assert.deepEqual([posted.refunded_amount, capture.refunded_amount], [0, 5_000])
})
// The note that it is always 0 is contradicted by the examples beside it, and wrong.
prove('Capture', 'remaining_amount', async (proof) => {
  const { capture, posted } = await shipped(proof)
  assert.deepEqual([posted.remaining_amount, capture.remaining_amount], [25_000, 20_000])
})

async function voided({ client, confirmed }: Proof) {
  const { id } = await confirmed(40_000)
  const { status, body } = await client('POST', `/orders/${id}/void`, { amount: 15_000 })
  assert.equal(status, 200)
  return { id, body, row: body.results[0] }
}

prove('Void', 'id', async (proof) => assert.match((await voided(proof)).row.id, ID))
prove('Void', 'amount', async (proof) => assert.equal((await voided(proof)).row.amount, 15_000))
prove('Void', 'created', async (proof) => {
  assert.match((await voided(proof)).row.created, /^\d{4}-\d{2}-\d{2}T.*[+-]\d{2}:\d{2}$/)
})

async function refundOf(proof: Proof) {
  const { capture, answered } = await shipped(proof)
  assert.deepEqual(answered, capture)
  return capture.refunds[0]
}

prove('Refund of a capture', 'id', async (proof) => assert.match((await refundOf(proof)).id, ID))
prove('Refund of a capture', 'amount', async (proof) => {
  assert.equal((await refundOf(proof)).amount, 5_000)
})
prove('Refund of a capture', 'pending_amount', async (proof) => {
  assert.equal((await refundOf(proof)).pending_amount, 20_000)
})
prove('Refund of a capture', 'accrual_date', async (proof) => {
  const { accrual_date, created } = await refundOf(proof)
  assert.equal(accrual_date, created.slice(0, 'YYYY-MM-DD'.length))
})
prove('Refund of a capture', 'credit_to_customer', async (proof) => {
  // Nothing has been paid yet, so nothing is the buyer's.
  assert.equal((await refundOf(proof)).credit_to_customer, 0)
})
prove('Refund of a capture', 'completed', async (proof) => {
  assert.equal((await refundOf(proof)).completed, false)
  const { id } = await proof.confirmed(40_000)
  const { body } = await proof.client('POST', `/orders/${id}/captures`, { amount: 40_000 })
  const path = `/orders/${id}/captures/${body.id}/refunds`
  const whole = await proof.client('POST', path, { amount: 40_000 })
  assert.equal(whole.body.refunds[0].completed, true)
})
prove('Refund of a capture', 'completed_but_defaults', async (proof) => {
  assert.equal((await refundOf(proof)).completed_but_defaults, false)
})
prove('Refund of a capture', 'created', async (proof) => {
  assert.match((await refundOf(proof)).created, LOCAL_MICROS)
})

prove('Capture endpoints', 'GET /orders/:orderId/captures', async (proof) => {
  const { id, capture } = await shipped(proof)
  await proof.client('POST', `/orders/${id}/captures`, { amount: 10_000 })
  const { status, body } = await proof.client('GET', `/orders/${id}/captures`)
  assert.equal(status, 200)
  assert.equal(body.remaining_capture_amount, 5_000)
  assert.equal(body.results.length, 2)
  assert.deepEqual(body.results[0], capture, 'oldest first')
})
prove('Capture endpoints', 'POST /orders/:orderId/captures', async (proof) => {
  const { posted, id } = await shipped(proof)
  assert.equal(posted.remaining_capture_amount, 15_000)
  for (const body of [{}, { amount: 0 }, { amount: -1 }, { amount: 12.5 }, { amount: '100' }]) {
    const refused = await proof.client('POST', `/orders/${id}/captures`, body)
    assert.equal(refused.status, 400)
    assert.ok(Array.isArray(refused.body.error.fields.amount))
  }
})
prove('Void endpoints', 'GET /orders/:orderId/void', async (proof) => {
  const { id, body } = await voided(proof)
  const read = await proof.client('GET', `/orders/${id}/void`)
  assert.deepEqual([read.status, read.body], [200, body])
  assert.equal(body.remaining_amount, 25_000)
})
prove('Void endpoints', 'POST /orders/:orderId/void', async (proof) => {
  const { id } = await voided(proof)
  const { status, body } = await proof.client('POST', `/orders/${id}/void`, { amount: 5_000 })
  assert.deepEqual([status, body.remaining_amount, body.results.length], [200, 20_000, 2])
})
prove('Refund endpoints, order', 'GET /orders/:orderId/refund', async (proof) => {
  const { id } = await shipped(proof)
  const { status, body } = await proof.client('GET', `/orders/${id}/refund`)
  assert.deepEqual([status, body.remaining_amount], [200, 35_000])
})
prove('Refund endpoints, order', 'POST /orders/:orderId/refund', async (proof) => {
  const { id } = await shipped(proof)
  const { status, body } = await proof.client('POST', `/orders/${id}/refund`, { amount: 30_000 })
  assert.deepEqual([status, body.remaining_amount], [200, 5_000])
})
prove(
  'Refund endpoints, capture',
  'GET /orders/:orderId/captures/:captureId/refunds',
  async (proof) => {
    const { refunds, capture } = await shipped(proof)
    const { status, body } = await proof.client('GET', refunds)
    assert.deepEqual([status, body], [200, capture])
  },
)
prove(
  'Refund endpoints, capture',
  'POST /orders/:orderId/captures/:captureId/refunds',
  async (proof) => {
    const { refunds } = await shipped(proof)
    const { status, body } = await proof.client('POST', refunds, { amount: 7_000 })
    assert.equal(status, 200)
    assert.deepEqual(
      body.refunds.map(({ amount }: { amount: number }) => amount),
      [5_000, 7_000],
    )
    assert.deepEqual([body.refunded_amount, body.remaining_amount], [12_000, 13_000])
  },
)

/** What is beyond a limit is refused on `amount` by one cent, and what is at it is taken. */
async function limited({ client }: Proof, path: string, limit: number): Promise<void> {
  const above = await client('POST', path, { amount: limit + 1 })
  assert.equal(above.status, 400, above.text)
  assert.match(above.body.error.fields.amount[0], new RegExp(`\\b${limit}\\b`))
  assert.equal((await client('POST', path, { amount: limit })).status, 200)
}

prove('Limits', 'Voids per order', async (proof) => {
  const { id } = await voided(proof)
  await limited(proof, `/orders/${id}/void`, 25_000)
})
prove('Limits', 'Refunds per order', async (proof) => {
  const { id } = await shipped(proof)
  await limited(proof, `/orders/${id}/refund`, 35_000)
})
prove('Limits', 'Refunds per capture', async (proof) => {
  const { refunds } = await shipped(proof)
  await limited(proof, refunds, 20_000)
})
prove('Limits', 'Capture amount', async (proof) => {
  const { id } = await voided(proof)
  await limited(proof, `/orders/${id}/captures`, 25_000)
})
// One of many at once has its way; the others are refused, told to wait, or told who is first.
prove('Limits', 'Concurrency', async ({ client, confirmed }) => {
  const { id } = await confirmed(40_000)
  const statuses: number[] = []
  await atATime(32, 32, async () => {
    const { status } = await client('POST', `/orders/${id}/captures`, { amount: 40_000 })
    statuses.push(status)
  })
  assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join(' '))
  assert.ok(
    statuses.every((status) => [200, 400, 429].includes(status)),
    statuses.join(' '),
  )
  const { body } = await client('GET', `/orders/${id}/captures`)
  assert.deepEqual([body.results.length, body.remaining_capture_amount], [1, 0])
})
