// Of simultaneous requests for the same money exactly one may succeed, and no mix of operations may
// lose a cent.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  atATime,
  auditOf,
  type Client,
  clientOf,
  confirmedOrder,
  type Reply,
  type RunningServer,
  startServer,
} from '../running-server.ts'

const TOTAL = 50_000
let server: RunningServer
let client: Client

before(async () => {
  server = await startServer()
  client = clientOf(server)
})
after(() => server.remove())

function statuses(replies: readonly Reply[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}

const simultaneously = (count: number, send: (index: number) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)))

for (const operation of ['captures', 'void', 'refund', 'refund-extended']) {
  test(`64 simultaneous ${operation} of the whole remainder: exactly one succeeds`, async () => {
    const { mid } = await confirmedOrder(client, TOTAL)
    const replies = await simultaneously(64, () =>
      client('POST', `/orders/${mid}/${operation}`, { amount: TOTAL }),
    )
    const counts = statuses(replies)
    assert.equal(counts.get(200), 1)
    for (const status of counts.keys())
      assert.ok([200, 400, 409, 429].includes(status), `status ${status}`)
    const { body } = await client('GET', `/orders/${mid}`)
    const { captured_amount, voided_amount, refunded_amount } = body
    assert.equal(captured_amount + voided_amount + refunded_amount, TOTAL)
  })
}

test('64 simultaneous captures under both names of the order: exactly one succeeds', async () => {
  const { id, mid } = await confirmedOrder(client, TOTAL)
  const replies = await simultaneously(64, (index) =>
    client('POST', `/orders/${index % 2 === 0 ? id : mid}/captures`, { amount: TOTAL }),
  )
  assert.equal(statuses(replies).get(200), 1)
})

test('64 simultaneous refunds of one capture: exactly one succeeds', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  const { body: capture } = await client('POST', `/orders/${mid}/captures`, { amount: TOTAL })
  const path = `/orders/${mid}/captures/${capture.id}/refunds`
  const replies = await simultaneously(64, () => client('POST', path, { amount: TOTAL }))
  assert.equal(statuses(replies).get(200), 1)
})

test('64 simultaneous cancellations: exactly one succeeds', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  await client('POST', `/orders/${mid}/captures`, { amount: 1_000 })
  const replies = await simultaneously(64, () => client('POST', `/orders/${mid}/cancel`))
  assert.equal(statuses(replies).get(204), 1)
  const { body } = await client('GET', `/orders/${mid}/void`)
  assert.equal(body.results.length, 1)
})

test('simultaneous small captures, voids and refunds never go past the total', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  const operations = ['captures', 'void', 'refund']
  const replies = await simultaneously(60, (index) =>
    client('POST', `/orders/${mid}/${operations[index % 3]}`, { amount: 4_000 }),
  )
  for (const { status, text } of replies) assert.ok([200, 400, 409, 429].includes(status), text)
  const { body } = await client('GET', `/orders/${mid}`)
  assert.ok(body.voided_amount + body.refunded_amount <= TOTAL)
  assert.ok(body.captured_amount + body.voided_amount <= TOTAL)
})

const random = (most: number): number => 1 + Math.floor(Math.random() * most)

async function randomOperation(mid: string): Promise<Reply> {
  const amount = random(12_000)
  const dice = Math.random()
  if (dice < 0.4) return client('POST', `/orders/${mid}/captures`, { amount })
  if (dice < 0.55) return client('POST', `/orders/${mid}/void`, { amount })
  if (dice < 0.7) return client('POST', `/orders/${mid}/refund`, { amount })
  if (dice < 0.8) return client('PATCH', `/orders/${mid}`, { order: { total_amount: amount * 3 } })
  if (dice < 0.85) return client('POST', `/orders/${mid}/cancel`)
  const { body } = await client('GET', `/orders/${mid}/captures`)
  const [capture] = body.results
  if (capture === undefined) return client('GET', `/orders/${mid}`)
  return client('POST', `/orders/${mid}/captures/${capture.id}/refunds`, { amount })
}

test('the audit finds nothing after 1,000 orders of random operations, 16 at a time', async () => {
  const products = ['instalments', 'pay_later']
  await atATime(16, 1_000, async (index) => {
    const { mid } = await confirmedOrder(client, 10_000 + random(50_000), products[index % 2])
    for (let operation = 0; operation < 6; operation++) {
      const { status, text } = await randomOperation(mid)
      assert.ok([200, 204, 400, 409, 429].includes(status), text)
    }
  })
  const { code, findings, orders } = await auditOf(server)
  assert.deepEqual(findings, [])
  assert.equal(code, 0)
  assert.ok(orders >= 1_000)
})
