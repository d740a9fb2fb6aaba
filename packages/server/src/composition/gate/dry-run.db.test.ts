// A dry run answers what the real request would, and leaves nothing behind.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { cents, type Product } from '@svc/api'
import fc from 'fast-check'
import { createCostlyScenario } from '../../../../../test/fixtures/costly-scenario.ts'
import { dumpOf } from '../../../../../test/fixtures/dump.ts'
import type { Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import {
  createTestService,
  type Json,
  type TestReply,
  type TestService,
} from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'
import { findLoan } from '../../kernel/loans/store.ts'
import { loanView } from '../../kernel/loans/view.ts'
import { findOrderAnywhere } from '../../kernel/orders/store.ts'
import { voidOrder } from '../../orders/voids/void-order.ts'

const clock = { now: () => new Date('2026-11-21T12:00:00Z') }
const TOTAL = 50_000
const place = ownDatabase()
let scenario: Scenario
let service: TestService

before(async () => {
  scenario = await createCostlyScenario(place.database, { clock })
  service = createTestService(place.database, { privateKey: scenario.privateKey, clock })
})

type Write = {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly body?: unknown
}

const send = ({ method, path, body }: Write, query = '', headers = {}): Promise<TestReply> =>
  service.send(method, path + query, body, headers)

/** Identifiers are new in every run, and an error names its request. */
function comparable({ status, body }: TestReply): unknown {
  const text = JSON.stringify(body, (key, value) => (key === 'request_id' ? undefined : value))
  return { status, body: JSON.parse(text.replace(/"[0-9a-f]{32}"/g, '"id"')) }
}

/** The answer of a dry run without what it adds. */
function withoutEffects(reply: TestReply): TestReply {
  const { effects, ...body } = reply.body
  if (effects === undefined) return reply
  return Object.keys(body).length === 0 ? { ...reply, status: 204, body: null } : { ...reply, body }
}

const AMOUNTS = [
  'status',
  'financing_status',
  'status_reason',
  'total_amount',
  'captured_amount',
  'voided_amount',
  'refunded_amount',
  'remaining_capture_amount',
  'remaining_refund_amount',
]

async function amountsOf(id: string): Promise<Json> {
  const { body } = await service.send('GET', `/orders/${id}`)
  return Object.fromEntries(AMOUNTS.map((name) => [name, body[name]]))
}

async function entriesOf(orderId: string): Promise<Json[]> {
  const rows = await place.database.query(
    `SELECT e.kind, (SELECT jsonb_agg(jsonb_build_object('debit', p.debit, 'credit', p.credit,
         'amount', p.amount) ORDER BY p.number) FROM ledger_postings p
       WHERE p.order_id = e.order_id AND p.sequence = e.sequence) AS postings
     FROM ledger_entries e WHERE e.order_id = $1 ORDER BY e.sequence`,
    [orderId],
  )
  return rows
}

async function linesOf(orderId: string): Promise<Json[]> {
  const rows = await place.database.query(
    `SELECT type, amount, net FROM settlement_lines WHERE order_id = $1
     ORDER BY event_sequence, array_position(ARRAY['fee', 'campaign_cost'], type) NULLS FIRST`,
    [orderId],
  )
  return rows
}

async function loanAfter(id: string) {
  const order = await findOrderAnywhere(place.database, id)
  const loan = order?.confirmedAt ? await findLoan(place.database, order) : undefined
  return loan === undefined ? null : loanView(loan)
}

/** Both ways, one after the other: the dry one first. Answers what the real one answered. */
async function bothWays(orderId: string, write: Write): Promise<TestReply> {
  const untouched = await dumpOf(place.database)
  const dry = await send(write, '?dry_run=true')
  assert.deepEqual(await dumpOf(place.database), untouched, `${write.method} ${write.path}`)
  assert.equal(dry.headers['dry-run'], 'true')
  const booked = await entriesOf(orderId)
  const settled = await linesOf(orderId)
  const before = (await service.send('GET', `/orders/${orderId}/loan`)).body
  const real = await send(write)
  assert.equal(real.headers['dry-run'], undefined)
  assert.deepEqual(comparable(withoutEffects(dry)), comparable(real))
  if (real.status >= 400) {
    assert.equal(dry.body.effects, undefined)
    return real
  }
  assert.equal(dry.status, 200)
  const { amounts, entries, settlement_lines: lines, loan, ...buyers } = dry.body.effects
  const after = (await service.send('GET', `/orders/${orderId}/loan`)).body
  assert.deepEqual(loan, await loanAfter(orderId))
  assert.deepEqual(buyers, {
    credit_to_customer: (after.credit_amount ?? 0) - (before.credit_amount ?? 0),
    annual_equivalent: after.annual_equivalent ?? null,
  })
  assert.deepEqual(amounts, await amountsOf(orderId))
  assert.deepEqual([...booked, ...entries], await entriesOf(orderId))
  assert.deepEqual([...settled, ...lines], await linesOf(orderId))
  return real
}

const article = { id: 'a', name: 'Bicycle', quantity: 1, price: 1 }
const whole = { articles: [article], currency: 'EUR', total_amount: 45_000 }
const writes: readonly (readonly [name: string, write: (id: string, capture: string) => Write])[] =
  [
    ['a capture', (id) => post(`${id}/captures`, { amount: 7_000 })],
    ['the last capture', (id) => post(`${id}/captures`, { amount: 30_000 })],
    ['a void', (id) => post(`${id}/void`, { amount: 7_000 })],
    ['a refund', (id) => post(`${id}/refund`, { amount: 25_000 })],
    ['a refund of everything', (id) => post(`${id}/refund`, { amount: TOTAL })],
    ['an extended refund', (id) => post(`${id}/refund-extended`, { amount: 500 })],
    ['a refund of a capture', (id, of) => post(`${id}/captures/${of}/refunds`, { amount: 1 })],
    ['a cancel', (id) => post(`${id}/cancel`)],
    ['a PUT', (id) => ({ method: 'PUT', path: `/orders/${id}`, body: { order: whole } })],
    ['a PATCH', (id) => patch(id, { total_amount: 40_000, discount: 7 })],
    ['a PATCH of nothing', (id) => patch(id, {})],
    ['a capture of too much', (id) => post(`${id}/captures`, { amount: 30_001 })],
    ['a total above the approved', (id) => patch(id, { total_amount: TOTAL + 1 })],
    ['a refund of no capture', (id) => post(`${id}/captures/none/refunds`, { amount: 1 })],
    ['a body with faults', (id) => post(`${id}/void`, { amount: -1 })],
    ['an order that does not exist', () => post('nowhere/void', { amount: 1 })],
  ]

function post(step: string, body?: unknown): Write {
  return { method: 'POST', path: `/orders/${step}`, body }
}

function patch(id: string, order: object): Write {
  return { method: 'PATCH', path: `/orders/${id}`, body: { order } }
}

for (const [name, writeOf] of writes) {
  test(`${name}: the answer of the real request with its effects, and nothing stored`, async () => {
    for (const product of ['instalments', 'pay_later'] as const) {
      const order = await scenario.confirmed(TOTAL, product)
      const capture = await scenario.capture(order, 20_000)
      const write = writeOf(order.id, capture)
      if (name === 'a body with faults') {
        assert.equal((await send(write, '?dry_run=true')).status, 400)
      } else await bothWays(order.id, write)
    }
  })
}

test('a dry run shows what the store would be paid, and what it would pay', async () => {
  const { id } = await scenario.confirmed(TOTAL, 'pay_in_4')
  const linesAfter = async (write: Write) => {
    const { effects } = (await send(write, '?dry_run=true')).body
    await send(write)
    return effects.settlement_lines.map(({ type, amount, net }: Json) => [type, amount, net])
  }
  assert.deepEqual(await linesAfter(post(`${id}/captures`, { amount: 20_000 })), [
    ['capture', 20_000, 20_000],
    ['fee', 530, -530],
  ])
  assert.deepEqual(await linesAfter(post(`${id}/void`, { amount: 10_000 })), [['void', 10_000, 0]])
  assert.deepEqual(await linesAfter(post(`${id}/refund`, { amount: 4_000 })), [
    ['refund', 4_000, -4_000],
    ['fee', 100, 100],
  ])
  assert.deepEqual(await linesAfter(patch(id, { total_amount: 45_000 })), [['edit', 5_000, 0]])
  assert.deepEqual(await linesAfter(patch(id, { discount: 5 })), [])
  assert.deepEqual(await linesAfter(post(`${id}/cancel`)), [
    ['cancel', 31_000, -16_000],
    ['fee', 430, 430],
  ])
})

test('a cancel before the confirmation stores no notification and wakes nobody', async () => {
  const { id } = await scenario.checkout(TOTAL)
  const before = service.woken()
  const untouched = await dumpOf(place.database)
  const dry = await send(post(`${id}/cancel`), '?dry_run=true')
  assert.deepEqual([dry.status, dry.body.effects.entries], [200, []])
  assert.equal(dry.body.effects.amounts.status_reason, 'confirmation_rejected_by_merchant')
  assert.equal(service.woken(), before)
  assert.deepEqual(await dumpOf(place.database), untouched)
  assert.equal((await send(post(`${id}/cancel`))).status, 204)
  assert.equal(service.woken(), before + 1)
})

test('a cancelled order refuses a dry run as it refuses the request', async () => {
  const order = await scenario.confirmed(TOTAL)
  await voidOrder(scenario.writing, scenario.caller, { ref: order.id, amount: cents(TOTAL) })
  const real = await bothWays(order.id, post(`${order.id}/captures`, { amount: 1 }))
  assert.deepEqual([real.status, real.body.error.code], [409, 'order_cancelled'])
})

test('dry_run=false is the request itself', async () => {
  const order = await scenario.confirmed(TOTAL)
  const real = await send(post(`${order.id}/captures`, { amount: 5 }), '?dry_run=false')
  assert.deepEqual([real.status, real.body.effects], [200, undefined])
  assert.equal((await amountsOf(order.id)).captured_amount, 5)
})

const unclear = [
  ...['dry_run', 'dry_run=', 'dry_run=TRUE', 'dry_run=1', 'dry_run=yes', 'dry_run=true,true'],
  ...['dry_run=true&dry_run=true', 'dry_run=false&dry_run=true', 'dry_run=false&dryRun=true'],
  ...[
    'dryRun=true',
    'dry-run=true',
    'DRY_RUN=true',
    'dryrun=true',
    'dry_run[]=true',
    'dry+run=true',
  ],
]
for (const text of unclear) {
  test(`?${text} is refused, and nothing is done`, async () => {
    const order = await scenario.confirmed(TOTAL)
    const untouched = await dumpOf(place.database)
    const reply = await send(post(`${order.id}/captures`, { amount: 5 }), `?${text}`)
    assert.deepEqual([reply.status, reply.body.error.code], [400, 'query_invalid'])
    const [sentences] = Object.values(reply.body.error.fields)
    assert.deepEqual(sentences, ['must be one dry_run, true or false'])
    assert.deepEqual(await dumpOf(place.database), untouched)
  })
}

test('a write without a dry run refuses the parameter instead of doing it', async () => {
  const order = { id: 'A-1', currency: 'EUR', total_amount: 100, articles: [article] }
  const body = { order, customer: { email: 'ada@example.com' } }
  const untouched = await dumpOf(place.database)
  const paths = [
    '/checkout',
    '/me/notification-secret',
    `/sandbox/checkouts/${'0'.repeat(32)}/complete`,
  ]
  for (const path of paths) {
    for (const value of ['true', 'false', '']) {
      const reply = await service.send('POST', `${path}?dry_run=${value}`, body)
      assert.deepEqual([reply.status, reply.body.error.code], [400, 'query_invalid'], path)
      assert.match(reply.body.error.fields.dry_run[0], /not a parameter/)
    }
  }
  assert.deepEqual(await dumpOf(place.database), untouched)
})

test('a read is a read, whatever the value of dry_run', async () => {
  const { id } = await scenario.confirmed(TOTAL)
  const reply = await service.send('GET', `/orders/${id}?dry_run=maybe`)
  assert.deepEqual([reply.status, reply.headers['dry-run']], [200, undefined])
})

test('an Idempotency-Key neither stores nor replays a dry run', async () => {
  const { id } = await scenario.confirmed(TOTAL)
  const write = post(`${id}/captures`, { amount: 5 })
  const headers = { 'idempotency-key': `key of ${id}` }
  const untouched = await dumpOf(place.database)
  assert.equal((await send(write, '?dry_run=true', headers)).status, 200)
  assert.deepEqual(await dumpOf(place.database), untouched)
  const real = await send(write, '', headers)
  assert.deepEqual([real.status, real.headers['idempotent-replayed']], [200, undefined])
  const dry = await send(write, '?dry_run=true', headers)
  assert.deepEqual([dry.status, dry.headers['idempotent-replayed']], [200, undefined])
  assert.equal(dry.body.remaining_capture_amount, TOTAL - 10)
  const malformed = await send(write, '?dry_run=true', { 'idempotency-key': 'k'.repeat(256) })
  assert.equal(malformed.body.error.code, 'idempotency_key_invalid')
})

test('two concurrent dry runs do not interfere', async () => {
  const { id } = await scenario.confirmed(TOTAL)
  const write = post(`${id}/captures`, { amount: TOTAL })
  const replies = await Promise.all(Array.from({ length: 8 }, () => send(write, '?dry_run=true')))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  assert.equal((await send(write)).status, 200)
})

type Step = { readonly kind: number; readonly size: number }
const lives = fc.record({
  product: fc.constantFrom<Product>('instalments', 'pay_later'),
  steps: fc.array(fc.record({ kind: fc.nat(6), size: fc.integer({ min: 1, max: 1_100 }) }), {
    minLength: 6,
    maxLength: 10,
  }),
})

/** A write whose amount is so many thousandths of what remains, or too much. */
async function writeOf(id: string, { kind, size }: Step, captures: string[]): Promise<Write> {
  const now = await amountsOf(id)
  const part = (limit: number) => Math.max(1, Math.ceil((limit * size) / 1_000))
  const capture = captures[size % captures.length] ?? 'none'
  if (kind <= 1) return post(`${id}/captures`, { amount: part(now.remaining_capture_amount) })
  if (kind === 2) return post(`${id}/void`, { amount: part(now.remaining_capture_amount) })
  if (kind === 3) return post(`${id}/refund`, { amount: part(now.remaining_refund_amount) })
  if (kind === 4) return post(`${id}/captures/${capture}/refunds`, { amount: part(5_000) })
  if (kind === 5) return patch(id, { total_amount: part(now.total_amount) })
  return size > 1_000 ? post(`${id}/cancel`) : patch(id, { discount: size })
}

test('on random orders a dry run and the request answer the same', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async ({ product, steps }) => {
      const { id } = await scenario.confirmed(TOTAL, product)
      const captures: string[] = []
      for (const step of steps) {
        const write = await writeOf(id, step, captures)
        const { status, body } = await bothWays(id, write)
        if (status === 200 && write.path.endsWith('/captures')) captures.push(body.id)
      }
    }),
    { numRuns: 6 },
  )
  assert.deepEqual((await audit(place.database)).findings, [])
})
