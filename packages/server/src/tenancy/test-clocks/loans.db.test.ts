// Loans of a store with a test clock: at once is day by day, whatever their buyers' cards do.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmAll } from '../../../../../test/fixtures/payment-shop.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { createTestService } from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'

const START = new Date('2027-01-31T12:00:00Z')
/** The guard refuses it at once: nothing is told, and nothing waited for. */
const settings = { notification_url: 'http://127.0.0.1:9/' }
const clock = { now: () => START }
const place = ownDatabase()

const instalments = { product: 'instalments', num_instalments: 12 }
const payInFour = { product: 'pay_in_4' }
const NO_FUNDS = '4000000000009995'
const NO_FUNDS_THIRD = '4000000000003006'
const LATE_SUCCESS = '4000000000110009'
const LATE_FAILURE = '4000000000120008'
const LOST = '4000000000170003'
const CHARGED_BACK = '4000000000150005'
/** Each has its own amount, so that two lives can be laid side by side. */
const wishes = [
  { amount: 60_000, ...instalments },
  { amount: 61_000, ...instalments },
  { amount: 62_000, ...instalments, card: NO_FUNDS },
  { amount: 63_000, ...instalments, card: NO_FUNDS_THIRD },
  { amount: 64_000, ...instalments, card: LATE_SUCCESS },
  { amount: 65_000, ...instalments, card: LATE_FAILURE },
  { amount: 66_000, ...instalments, card: LOST },
  { amount: 67_000, ...instalments, card: CHARGED_BACK },
  { amount: 20_000, ...payInFour },
  { amount: 21_000, ...payInFour, card: NO_FUNDS_THIRD },
]

async function open() {
  const scenario = await createScenario(place.database, { clock, settings })
  const { privateKey, caller } = scenario
  const service = createTestService(place.database, { privateKey, clock })
  const post = async (path: string, body: object) => {
    const reply = await service.send('POST', path, body)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
  }
  const orders = new Map<number, string>()
  for (const { amount, ...wish } of wishes) {
    const { id } = await scenario.checkout(amount)
    await post(`/sandbox/checkouts/${id}/complete`, wish)
    orders.set(amount, id)
  }
  await confirmAll(scenario)
  return { orders, post, storeId: caller.store.id }
}

/** Everything of the store's loans that has a time or an amount, without ids. */
async function lifeOf(storeId: string): Promise<string[]> {
  const questions = [
    `SELECT o.approved_amount, to_jsonb(l) - '{store_id,order_id}'::text[] AS loan FROM loans l
     JOIN orders o ON o.store_id = l.store_id AND o.id = l.order_id WHERE l.store_id = $1
     ORDER BY o.approved_amount`,
    `SELECT o.approved_amount, to_jsonb(i) - '{store_id,order_id,capture_id}'::text[] AS part
     FROM instalments i JOIN orders o ON o.store_id = i.store_id AND o.id = i.order_id
     WHERE i.store_id = $1 ORDER BY o.approved_amount, i.number`,
    `SELECT o.approved_amount, p.kind, p.state, p.amount, p.reason, p.asks, p.created_at,
       p.settled_at FROM payments p JOIN orders o ON o.store_id = p.store_id AND o.id = p.order_id
     WHERE p.store_id = $1 ORDER BY o.approved_amount, p.created_at, p.kind, p.amount`,
    `SELECT o.approved_amount, e.sequence, e.kind, e.created_at, p.debit, p.credit, p.amount
     FROM ledger_entries e JOIN orders o ON o.store_id = e.store_id AND o.id = e.order_id
       JOIN ledger_postings p ON p.store_id = e.store_id AND p.order_id = e.order_id
         AND p.sequence = e.sequence
     WHERE e.store_id = $1 ORDER BY o.approved_amount, e.sequence, p.number`,
    `SELECT o.approved_amount, e.sequence, e.type, e.created_at FROM events e
     JOIN orders o ON o.store_id = e.store_id AND o.id = e.order_id
     WHERE e.store_id = $1 ORDER BY o.approved_amount, e.sequence`,
  ]
  const answers = questions.map((text) => place.database.query(text, [storeId]))
  return (await Promise.all(answers)).flat().map((row) => JSON.stringify(row))
}

test('fourteen months of loans in one advance equal fourteen months day by day', async () => {
  const lives: string[][] = []
  for (const step of ['at once', 'day by day']) {
    const { orders, post, storeId } = await open()
    const pass = async (days: number) => {
      const steps = step === 'at once' ? [`P${days}D`] : Array(days).fill('P1D')
      for (const advance of steps) await post('/me/test-clock', { advance })
    }
    for (const [amount, id] of orders) await post(`/orders/${id}/captures`, { amount })
    await pass(45)
    await post(`/orders/${orders.get(61_000)}/refund`, { amount: 30_000 })
    await post(`/orders/${orders.get(62_000)}/refund`, { amount: 5_000 })
    await post(`/orders/${orders.get(20_000)}/refund`, { amount: 20_000 })
    await pass(380)
    lives.push(await lifeOf(storeId))
  }
  const [atOnce = [], dayByDay] = lives
  assert.ok(atOnce.length > 300, `${atOnce.length}`)
  for (const event of [
    'written_off',
    'payment.charged_back',
    'credit.returned',
    'instalment.late',
  ]) {
    assert.ok(
      atOnce.some((line) => line.includes(event)),
      event,
    )
  }
  assert.deepEqual(atOnce, dayByDay)
  assert.deepEqual((await audit(place.database)).findings, [])
})
