// The lender's operations on loans of any store: money, notes and promises.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { TestService } from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'
import type { Order } from '../../model/order/order.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'

const NOW = new Date('2026-11-24T23:15:00Z')
const LIVE = { accept: 'application/vnd.svc.v1+json' }
const reason = { code: 'payment_received', note: 'Came by transfer.' }

let now = NOW
const clock = { now: () => now }
const place = ownDatabase()
let shop: Scenario
let other: Scenario
let send: TestService['send']
before(async () => {
  shop = await createScenario(place.database, { clock })
  other = await createScenario(place.database, { clock })
  send = await lenderClient(place.database, { clock })
})

let references = 0
const payment = (more: object = {}) => {
  references++
  return { amount: 1_000, method: 'bank_transfer', reference: `E2E ${references}`, reason, ...more }
}

async function lent(at: Scenario = shop, amount = 30_000): Promise<Order> {
  const order = await at.confirmed(amount)
  await at.capture(order, amount)
  return order
}

const pathOf = ({ id }: Order, noun: string): string => `/lender/loans/${id}/${noun}`
const loanOf = async (order: Order) => (await send('GET', `/lender/loans/${order.id}`)).body
const actionsOn = ({ id }: Order) =>
  place.database.query<AnyRow>(
    `SELECT * FROM actions WHERE object_id = $1 AND action LIKE 'loan.%' ORDER BY at, id`,
    [id],
  )

test('a payment is booked in the name of the key, with its reason and its reference', async () => {
  const order = await lent()
  const wish = payment({ value_date: '2026-11-20' })
  const { status, body } = await send('POST', pathOf(order, 'payments'), wish)
  assert.deepEqual([status, body.paid_amount], [200, 1_000], JSON.stringify(body))
  const whole = await loanOf(order)
  const { instalments, ...loan } = body
  assert.equal(instalments.length, whole.loan.instalments.length)
  assert.equal(whole.loan.open_amount, loan.open_amount)
  const [row] = whole.loan.payments
  assert.deepEqual(whole.manual_payments, [
    { id: row.id, method: 'bank_transfer', reference: wish.reference, value_date: '2026-11-20' },
  ])
  const [action] = await actionsOn(order)
  assert.deepEqual(
    [action?.principal_kind, action?.action, action?.route, action?.store_id, action?.reason_code],
    [
      ...['lender_key', 'loan.pay', 'POST /lender/loans/:loanId/payments'],
      ...[shop.caller.store.id, 'payment_received'],
    ],
  )
  assert.equal(action?.reason_note, reason.note)
})

test('a reference counts once over the book, also with two concurrent payments', async () => {
  const [one, two] = [await lent(), await lent(other)]
  const wish = payment()
  const replies = await Promise.all(
    [one, two].map((order) => send('POST', pathOf(order, 'payments'), wish)),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  const refused = replies.find(({ status }) => status === 409)
  const { code, message, fields } = refused?.body.error ?? {}
  assert.equal(code, 'payment_reference_used')
  assert.match(message, /succeeded/)
  const winner = replies[0]?.status === 200 ? one : two
  assert.match(fields.reference[0], new RegExp(winner.id))
  const otherMethod = { ...wish, method: 'cash' }
  assert.equal((await send('POST', pathOf(one, 'payments'), otherMethod)).status, 200)
  // An early repayment is money as well.
  const again = await send('POST', pathOf(two, 'early-repayment'), { ...otherMethod, amount: 500 })
  assert.deepEqual([again.status, again.body.error?.code], [409, 'payment_reference_used'])
})

test('a repeated request is answered again, another under its key is refused', async () => {
  const order = await lent()
  const wish = payment()
  const headers = { 'idempotency-key': 'pay-once' }
  const first = await send('POST', pathOf(order, 'payments'), wish, headers)
  const second = await send('POST', pathOf(order, 'payments'), wish, headers)
  assert.deepEqual([first.status, second.status, second.body], [200, 200, first.body])
  assert.equal(second.headers['idempotent-replayed'], 'true')
  const changed = await send('POST', pathOf(order, 'payments'), payment(), headers)
  assert.equal(changed.status, 422)
  assert.equal((await loanOf(order)).loan.paid_amount, 1_000)
})

test('a dry run shows the effects and books nothing', async () => {
  const order = await lent()
  const wishes = [
    { noun: 'payments', wish: payment() },
    { noun: 'early-repayment', wish: payment({ amount: undefined }) },
    { noun: 'withdrawal', wish: { reason } },
  ]
  for (const { noun, wish } of wishes) {
    const tried = await send('POST', `${pathOf(order, noun)}?dry_run=true`, wish)
    assert.equal(tried.status, 200, JSON.stringify(tried.body))
    assert.ok('loan' in tried.body.effects)
  }
  assert.deepEqual(await actionsOn(order), [])
  assert.deepEqual((await loanOf(order)).manual_payments, [])
})

test('the day of the money is one of the last thirty, in the zone of the store', async () => {
  const order = await lent()
  // In Madrid it is the 25th already.
  for (const [date, status] of [
    ['2026-11-25', 200],
    ['2026-10-26', 200],
    ['2026-11-26', 400],
    ['2026-10-25', 400],
    ['9999-12-31', 400],
    ['2026-02-30', 400],
  ] as const) {
    const reply = await send('POST', pathOf(order, 'payments'), payment({ value_date: date }))
    assert.equal(reply.status, status, `${date}: ${JSON.stringify(reply.body)}`)
    if (status === 400) assert.deepEqual(Object.keys(reply.body.error.fields), ['value_date'])
  }
})

test('no money moves without a reason, a way and a reference', async () => {
  const order = await lent()
  for (const [noun, body, field] of [
    ['payments', payment({ reason: undefined }), 'reason'],
    ['payments', payment({ reason: { code: 'other', note: '     ' } }), 'reason.note'],
    ['payments', payment({ reason: { code: 'other', note: 'abcd' } }), 'reason.note'],
    ['payments', payment({ reason: { code: 'Not a word', note: 'abcde' } }), 'reason.code'],
    ['payments', payment({ reference: '‮E2E' }), 'reference'],
    ['payments', payment({ reference: undefined }), 'reference'],
    ['payments', payment({ method: 'barter' }), 'method'],
    ['payments', payment({ amount: 0 }), 'amount'],
    ['charge-backs', { payment_id: 'x' }, 'reason'],
    ['early-repayment', { reason, method: 'cash' }, 'reference'],
    ['early-repayment', {}, 'reason'],
    ['withdrawal', {}, 'reason'],
  ] as const) {
    const reply = await send('POST', pathOf(order, noun), body)
    assert.deepEqual([reply.status, reply.body.error?.code], [400, 'body_invalid'], noun)
    assert.ok(field in reply.body.error.fields, JSON.stringify(reply.body.error.fields))
  }
  assert.deepEqual(await actionsOn(order), [])
})

test('a payment is taken back once, whatever store it is of', async () => {
  const order = await lent()
  await send('POST', pathOf(order, 'payments'), payment())
  const [{ id }] = (await loanOf(order)).loan.payments
  const path = pathOf(order, 'charge-backs')
  const missing = await send('POST', path, { payment_id: 'x', reason })
  assert.deepEqual([missing.status, missing.body.error.code], [404, 'payment_not_found'])
  const elsewhere = await lent(other)
  const foreign = await send('POST', pathOf(elsewhere, 'charge-backs'), { payment_id: id, reason })
  assert.deepEqual([foreign.status, foreign.body.error.code], [404, 'payment_not_found'])
  const back = await send('POST', path, { payment_id: id, reason })
  assert.deepEqual([back.status, back.body.charged_back_amount], [200, 1_000])
  const again = await send('POST', path, { payment_id: id, reason })
  assert.deepEqual([again.status, again.body.error.code], [409, 'payment_not_received'])
})

test('the buyer repays early and withdraws by way of the lender', async () => {
  const order = await lent()
  const path = pathOf(order, 'early-repayment')
  const most = await send('POST', path, { amount: 1_000_000, reason })
  assert.deepEqual([most.status, most.body.error.code], [400, 'amount_exceeds_remaining'])
  const whole = await send('POST', path, payment({ amount: undefined }))
  assert.deepEqual([whole.status, whole.body.status], [200, 'paid_off'], JSON.stringify(whole.body))
  const nothing = await send('POST', path, { reason })
  assert.deepEqual([nothing.status, nothing.body.error.code], [409, 'loan_nothing_owed'])
  const second = await lent()
  const withdrawal = pathOf(second, 'withdrawal')
  assert.equal((await send('POST', withdrawal, { reason })).body.status, 'withdrawn')
  const twice = await send('POST', withdrawal, { reason })
  assert.deepEqual([twice.status, twice.body.error.code], [409, 'loan_withdrawn'])
})

test('before the confirmation a withdrawal ends the order, and later it is over', async () => {
  const waiting = await shop.checkout(10_000)
  const early = await send('POST', pathOf(waiting, 'withdrawal'), { reason })
  assert.deepEqual([early.status, early.body.error.code], [409, 'order_not_confirmed'])
  const order = await lent()
  now = new Date(now.getTime() + 40 * 86_400_000)
  try {
    const fresh = await lenderClient(place.database, { clock })
    const late = await fresh('POST', pathOf(order, 'withdrawal'), { reason })
    assert.deepEqual([late.status, late.body.error.code], [409, 'withdrawal_over'])
  } finally {
    now = NOW
  }
})

test('nobody withdraws from a cancelled order', async () => {
  const order = await shop.confirmed(10_000)
  await cancelOrder(shop.writing, shop.caller, order.id)
  const reply = await send('POST', pathOf(order, 'withdrawal'), { reason })
  assert.deepEqual([reply.status, reply.body.error.code], [409, 'order_cancelled'])
})

test('notes and promises are on the loan and in its timeline, and never change', async () => {
  const order = await lent()
  const path = `/lender/loans/${order.id}`
  const note = await send('POST', `${path}/notes`, { note: 'Called, nobody answered.' })
  assert.equal(note.status, 201, JSON.stringify(note.body))
  now = new Date(now.getTime() + 1_000)
  const wish = { amount: 2_000, on: '2026-12-01', note: 'After payday.' }
  const promise = await send('POST', `${path}/promises`, wish)
  assert.equal(promise.status, 201, JSON.stringify(promise.body))
  for (const on of ['2026-11-24', '2028-01-01']) {
    const past = await send('POST', `${path}/promises`, { ...wish, on })
    assert.deepEqual([past.status, Object.keys(past.body.error.fields)], [400, ['on']])
  }
  const { notes } = await loanOf(order)
  assert.deepEqual(notes, [note.body, promise.body])
  assert.deepEqual(
    notes.map((each: AnyRow) => [each.kind, each.amount, each.on, each.author]),
    [
      ['note', null, null, 'Ledger'],
      ['promise', 2_000, '2026-12-01', 'Ledger'],
    ],
  )
  const timeline = await send('GET', `/lender/orders/${order.id}/timeline?kinds=note`)
  assert.deepEqual(
    timeline.body.results.map((each: AnyRow) => [each.type, each.amount]),
    [
      ['note', null],
      ['promise', 2_000],
    ],
  )
  await assert.rejects(
    place.database.query('UPDATE loan_notes SET amount = 1 WHERE id = $1', [promise.body.id]),
  )
})

test('a loan of another mode is missing on every route', async () => {
  const order = await lent()
  const open = await shop.checkout(10_000)
  const live = await lenderClient(place.database, { clock, mode: 'live' })
  const nouns = [
    { noun: 'payments', body: payment() },
    { noun: 'charge-backs', body: { payment_id: 'x', reason } },
    { noun: 'early-repayment', body: { reason } },
    { noun: 'withdrawal', body: { reason } },
    { noun: 'notes', body: { note: 'x' } },
    { noun: 'promises', body: { amount: 1, on: '2026-12-01' } },
  ]
  for (const { noun, body } of nouns) {
    for (const reply of [
      await live('POST', pathOf(order, noun), body, LIVE),
      await send('POST', `/lender/loans/nowhere/${noun}`, body),
      ...(noun === 'withdrawal' ? [] : [await send('POST', pathOf(open, noun), body)]),
    ]) {
      assert.deepEqual([reply.status, reply.body.error.code], [404, 'loan_not_found'], noun)
    }
  }
})

test('the auditor finds all of it sound', async () => {
  assert.deepEqual((await audit(place.database)).findings, [])
})
