// Of simultaneous requests for the same money exactly one may succeed, and no mix of operations may
// lose a cent.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createRandom } from '../../tools/simulate/random.ts'
import { atATime } from '../at-a-time.ts'
import { effort } from '../fixtures/effort.ts'
import { seedOf } from '../fixtures/seed.ts'
import {
  auditOf,
  type Client,
  clientOf,
  confirmedOrder,
  ownServer,
  type Reply,
} from '../running-server.ts'
import { startSecond } from '../second-server.ts'

const TOTAL = 50_000
/** Of both servers, where there are two. */
const SECRET_KEY = 'a secret key for tests only'
const server = ownServer({ SECRET_KEY })
const client = clientOf(server)

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

/** Each takes the whole remainder, so that none can follow another. */
const mixes = [
  ['captures', 'void'],
  ['void', 'refund'],
  ['void', 'cancel'],
  ['refund', 'cancel'],
  ['void', 'refund', 'refund-extended', 'cancel'],
]
for (const mix of mixes) {
  test(`64 simultaneous ${mix.join(', ')} of the whole remainder: one succeeds`, async () => {
    const { mid } = await confirmedOrder(client, TOTAL)
    const replies = await simultaneously(64, (index) => {
      const operation = mix[index % mix.length]
      const body = operation === 'cancel' ? undefined : { amount: TOTAL }
      return client('POST', `/orders/${mid}/${operation}`, body)
    })
    const succeeded = replies.filter(({ status }) => status < 300)
    assert.equal(succeeded.length, 1)
    for (const { status, text } of replies) {
      assert.ok([200, 204, 400, 409, 429].includes(status), text)
    }
    const { body } = await client('GET', `/orders/${mid}`)
    assert.equal(body.captured_amount + body.voided_amount + body.refunded_amount, TOTAL)
  })
}

test('64 simultaneous edits and captures leave the total above what is settled', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  const replies = await simultaneously(64, (index) =>
    index % 2 === 0
      ? client('POST', `/orders/${mid}/captures`, { amount: 3_000 })
      : client('PATCH', `/orders/${mid}`, { order: { total_amount: TOTAL - index * 500 } }),
  )
  for (const { status, text } of replies)
    assert.ok([200, 204, 400, 409, 429].includes(status), text)
  const { body } = await client('GET', `/orders/${mid}`)
  const captured = replies.filter(({ status }) => status === 200).length * 3_000
  assert.equal(body.captured_amount, captured)
  assert.ok(body.total_amount >= captured)
  assert.equal(body.remaining_capture_amount, body.total_amount - captured)
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

const chance = createRandom(seedOf('races'))
const random = (most: number): number => chance.between(1, most)

async function randomOperation(mid: string): Promise<Reply> {
  const amount = random(12_000)
  const dice = chance.fraction()
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

// The embedded database has one session: there are fewer ways to be in one another's.
const RANDOM_ORDERS =
  process.env.TEST_DATABASE === 'postgres'
    ? effort({ short: 250, long: 1_000 })
    : effort({ short: 60, long: 250 })
test('the audit finds nothing after random operations on hundreds of orders', async () => {
  const products = ['instalments', 'pay_later']
  await atATime(16, RANDOM_ORDERS, async (index) => {
    const { mid } = await confirmedOrder(client, 10_000 + random(50_000), products[index % 2])
    for (let operation = 0; operation < 6; operation++) {
      const { status, text } = await randomOperation(mid)
      assert.ok([200, 204, 400, 409, 429].includes(status), text)
    }
  })
  const { code, findings, orders } = await auditOf(server)
  assert.deepEqual(findings, [])
  assert.equal(code, 0)
  assert.ok(orders >= RANDOM_ORDERS)
})

/** Another server on the same database, with a folder of its own. */
async function withSecondServer(work: (second: Client) => Promise<void>): Promise<void> {
  const second = await startSecond(server, { SECRET_KEY })
  await work(clientOf(second)).finally(() => second.remove())
}

// Two processes share a PostgreSQL server; an embedded database has one owner. The last test: the
// second demo tells the demo's store to listen there, and is gone afterwards.
if (process.env.TEST_DATABASE === 'postgres') {
  test('two servers on one database never both do exclusive work', async () => {
    await withSecondServer(async (second) => {
      const clients = [client, second]
      const at = (index: number): Client => clients[index % 2] ?? client
      for (const operation of ['captures', 'void', 'refund', 'cancel']) {
        const { mid } = await confirmedOrder(at(operation.length), TOTAL)
        const body = operation === 'cancel' ? undefined : { amount: TOTAL }
        const path = `/orders/${mid}/${operation}`
        const replies = await simultaneously(32, (index) => at(index)('POST', path, body))
        assert.equal(replies.filter(({ status }) => status < 300).length, 1, operation)
        for (const { status, text } of replies) {
          assert.ok([200, 204, 400, 409, 429].includes(status), text)
        }
      }
      const { mid } = await confirmedOrder(client, TOTAL)
      for (let amount = 1; amount <= 20; amount++) {
        const key = { 'idempotency-key': randomUUID() }
        const path = `/orders/${mid}/captures`
        const replies = await simultaneously(8, (index) => at(index)('POST', path, { amount }, key))
        const texts = replies.filter(({ status }) => status === 200).map(({ text }) => text)
        assert.ok(new Set(texts).size <= 1)
        const after = await second('POST', path, { amount }, key)
        assert.equal(after.status, 200)
      }
      const { body } = await client('GET', `/orders/${mid}`)
      assert.equal(body.captured_amount, (20 * 21) / 2, 'each key had its effect once')
    })
  })
}
