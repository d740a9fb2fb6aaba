// Loans over HTTP, in the store's own time: what is owed, paid, given back and given up.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { advance, did, lendingStore, loanOf, signedOrder } from '../lending.ts'
import {
  auditOf,
  type Client,
  type Json,
  type Reply,
  type RunningServer,
  startServer,
} from '../running-server.ts'

const LATE_CHARGE = 1_500
const NO_FUNDS = '4000000000009995'
const terms = { nominal_rate: 824, late_charge: LATE_CHARGE }
let server: RunningServer
/** Of a store whose clock stands still. */
let client: Client
/** Of another one, which takes a fee and a down payment. */
let costly: Client

before(async () => {
  server = await startServer()
  client = await lendingStore(server, server.demo, {
    instalments: terms,
    pay_in_4: { late_charge: LATE_CHARGE },
  })
  costly = await lendingStore(server, server.demo.other_store, {
    instalments: { ...terms, downpayment_rate: 1_000, opening_fee_fixed: 1_200 },
  })
})
after(async () => {
  await server.remove()
})

const inTwelve = { product: 'instalments', num_instalments: 12 }

async function running(
  amount: number,
  wish: object = inTwelve,
  of: Client = client,
): Promise<string> {
  const { id } = await signedOrder(of, amount, { ...wish })
  await did(of, `${id}/captures`, { amount })
  return id
}

const eventsOf = async (id: string, of: Client = client): Promise<string[]> => {
  const types: string[] = []
  let after = ''
  for (;;) {
    const { body } = await of('GET', `/me/events?limit=100${after}`)
    const { results } = body
    types.push(
      ...results.filter((each: Json) => each.order_id === id).map((each: Json) => each.type),
    )
    if (results.length === 0) return types
    after = `&after=${results.at(-1).id}`
  }
}
const codeOf = ({ status, body }: Reply) => [status, body.error?.code]
const statusesOf = ({ instalments }: Json) => instalments.map(({ status }: Json) => status)

test('a loan waits for the first capture, then runs month by month and is paid off', async () => {
  const { id } = await signedOrder(client, 250_000, { ...inTwelve })
  const waiting = await loanOf(client, id)
  assert.deepEqual(
    [waiting.status, waiting.starts_on, waiting.next_charge_on],
    ['waiting', null, null],
  )
  await advance(client, 'P10D')
  assert.deepEqual((await loanOf(client, id)).instalments[0].status, 'pending')
  const today = await advance(client, undefined)
  await did(client, `${id}/captures`, { amount: 1_000 })
  const begun = await loanOf(client, id)
  assert.deepEqual([begun.status, begun.starts_on], ['running', today])
  assert.equal(begun.owed_amount, 250_000)
  const { instalment_plan } = (await client('GET', `/orders/${id}`)).body
  assert.equal(begun.open_amount, instalment_plan.total_amount)
  const { pay_off_amount, withdrawable_until, payments, annual_equivalent, ...shown } = begun
  assert.deepEqual(instalment_plan.loan, shown)
  assert.deepEqual([pay_off_amount, payments.length], [250_000, 0])
  assert.equal(annual_equivalent, 856)
  await did(client, `${id}/captures`, { amount: 249_000 })
  await advance(client, 'P1M1D')
  const first = await loanOf(client, id)
  assert.deepEqual(statusesOf(first), ['paid', ...Array(11).fill('pending')])
  assert.equal(first.paid_amount, instalment_plan.amount)
  assert.equal(first.next_charge_on, first.instalments[1].due_date)
  await advance(client, 'P11M')
  const ended = await loanOf(client, id)
  assert.deepEqual([ended.status, ended.owed_amount, ended.pay_off_amount], ['paid_off', 0, 0])
  assert.equal(ended.next_charge_on, null)
  assert.equal(ended.paid_amount, instalment_plan.total_amount)
  assert.equal(ended.interest_so_far, instalment_plan.total_interest)
  assert.equal(ended.payments.length, 12)
})

test('a buyer who does not pay is late, is charged for it, and pays by hand', async () => {
  const { id } = await signedOrder(client, 40_000, {
    ...inTwelve,
    num_instalments: 3,
    card: NO_FUNDS,
  })
  await did(client, `${id}/captures`, { amount: 40_000 })
  await advance(client, 'P1M6D')
  const late = await loanOf(client, id)
  assert.equal(late.status, 'in_arrears')
  assert.deepEqual(statusesOf(late), ['late', 'pending', 'pending'])
  assert.deepEqual(
    [late.instalments[0].late_charge, late.late_charges_so_far],
    [LATE_CHARGE, LATE_CHARGE],
  )
  const charges = late.payments.filter(({ kind }: Json) => kind === 'charge')
  assert.deepEqual(
    charges.map(({ state, reason }: Json) => [state, reason]),
    Array(3).fill(['failed', 'insufficient_funds']),
  )
  const paid = await did(client, `${id}/loan/payments`, { amount: late.overdue_amount })
  assert.deepEqual([paid.status, paid.overdue_amount], ['running', 0])
  assert.deepEqual(statusesOf(paid), ['paid', 'pending', 'pending'])
  const types = await eventsOf(id)
  for (const type of [
    'instalment.due',
    'payment.failed',
    'instalment.late',
    'payment.received',
    'instalment.paid',
  ]) {
    assert.ok(types.includes(type), `${type} of ${types}`)
  }
})

test('an unpaid debt is written off, and later money is a recovery', async () => {
  const { id } = await signedOrder(client, 30_000, {
    ...inTwelve,
    num_instalments: 3,
    card: NO_FUNDS,
  })
  await did(client, `${id}/captures`, { amount: 30_000 })
  await advance(client, 'P8M')
  const lost = await loanOf(client, id)
  assert.deepEqual([lost.status, lost.owed_amount], ['written_off', 0])
  assert.ok(lost.written_off_amount > 30_000)
  const some = await did(client, `${id}/loan/payments`, { amount: 10_000 })
  assert.equal(some.written_off_amount, lost.written_off_amount - 10_000)
  assert.deepEqual([some.credit_amount, some.owed_amount], [0, 0])
  const more = await did(client, `${id}/loan/payments`, { amount: some.written_off_amount + 7 })
  assert.deepEqual([more.written_off_amount, more.credit_amount], [0, 7])
  await advance(client, 'P4D')
  const { returned_amount, payments } = await loanOf(client, id)
  assert.deepEqual([returned_amount, payments.at(-1).kind], [7, 'return'])
})

test('pay_in_4: the first part is taken immediately and shown as the down payment', async () => {
  const { id } = await signedOrder(client, 40_000, { product: 'pay_in_4' })
  await advance(client, 'PT1M')
  const { instalment_plan } = (await client('GET', `/orders/${id}`)).body
  assert.deepEqual(instalment_plan.loan.downpayment, { amount: 10_000, state: 'paid' })
  assert.deepEqual(statusesOf(instalment_plan.loan), ['paid', 'pending', 'pending', 'pending'])
  await did(client, `${id}/captures`, { amount: 40_000 })
  await advance(client, 'P91D')
  const ended = await loanOf(client, id)
  assert.deepEqual([ended.status, ended.paid_amount], ['paid_off', 40_000])
})

test('pay_in_4: a first part that fails after authorisation is overdue immediately', async () => {
  const { id } = await signedOrder(client, 40_000, { product: 'pay_in_4', card: NO_FUNDS })
  await advance(client, 'PT1M')
  const { status, instalment_plan } = (await client('GET', `/orders/${id}`)).body
  assert.equal(status, 'processing')
  assert.deepEqual(instalment_plan.loan.downpayment, { amount: 10_000, state: 'failed' })
  assert.equal(instalment_plan.loan.overdue_amount, 10_000)
  const list = async (query: string) => {
    const { body, text } = await client('GET', `/orders?${query}&page_size=100`)
    assert.ok(Array.isArray(body.results), text)
    return body.results.some((each: Json) => each.id === id)
  }
  assert.equal(await list('instalment_plan-downpayment-state=failed'), true)
  assert.equal(await list('instalment_plan-downpayment-state=paid'), false)
  await did(client, `${id}/loan/payments`, { amount: 10_000 })
  assert.equal(await list('instalment_plan-downpayment-state=paid'), true)
  assert.equal(await list('instalment_plan-downpayment-state=failed'), false)
})

test('a down payment is taken with the confirmation, and orders are found by it', async () => {
  const { id } = await signedOrder(costly, 100_000, { ...inTwelve })
  await advance(costly, 'PT1M')
  const loan = await loanOf(costly, id)
  assert.deepEqual(loan.downpayment, { amount: 11_200, state: 'paid' })
  assert.deepEqual([loan.instalments[0].number, loan.instalments[0].kind], [0, 'downpayment'])
  const actual = async (query: string) => {
    const { body, text } = await costly('GET', `/orders?${query}&page_size=100`)
    assert.ok(Array.isArray(body.results), text)
    return body.results.map((each: Json) => each.id).includes(id)
  }
  for (const [query, expected] of [
    ['instalment_plan-downpayment-amount=10000', true],
    ['instalment_plan-downpayment-amount-gte=10000', true],
    ['instalment_plan-downpayment-amount-gt=10000', false],
    ['instalment_plan-downpayment-amount-lt=10001', true],
    ['instalment_plan-downpayment-amount-isnull=no', true],
    ['instalment_plan-downpayment-amount-isnull=yes', false],
    ['instalment_plan-downpayment-state=paid', true],
    ['instalment_plan-downpayment-state-in=paid,failed', true],
    ['instalment_plan-downpayment-state=none', false],
    ['instalment_plan-downpayment-state=pending', false],
  ] as const) {
    assert.equal(await actual(query), expected, query)
  }
})

test('pay_later: each capture is owed separately, fifteen days later', async () => {
  const { id } = await signedOrder(client, 10_000, { product: 'pay_later' })
  assert.deepEqual([(await loanOf(client, id)).owed_amount], [0])
  await did(client, `${id}/captures`, { amount: 4_000 })
  await advance(client, 'P5D')
  await did(client, `${id}/captures`, { amount: 3_000 })
  const owed = await loanOf(client, id)
  assert.deepEqual(
    owed.instalments.map(({ amount }: Json) => amount),
    [4_000, 3_000],
  )
  await advance(client, 'P10DT12H')
  assert.deepEqual(statusesOf(await loanOf(client, id)), ['paid', 'pending'])
  await did(client, `${id}/void`, { amount: 3_000 })
  await advance(client, 'P6D')
  const ended = await loanOf(client, id)
  assert.deepEqual([ended.status, ended.paid_amount], ['paid_off', 7_000])
})

test('an early repayment ends the interest, in part or as a whole', async () => {
  const id = await running(120_000)
  await advance(client, 'P10D')
  const whole = (await loanOf(client, id)).pay_off_amount
  assert.ok(whole > 120_000 && whole < 121_000)
  const half = await did(client, `${id}/loan/early-repayment`, { amount: 60_000 })
  assert.equal(half.owed_amount, 60_000)
  assert.ok(half.open_amount < 64_000)
  const rest = (await loanOf(client, id)).pay_off_amount
  assert.equal(rest, whole - 60_000)
  const tried = await client('POST', `/orders/${id}/loan/early-repayment?dry_run=true`)
  assert.deepEqual([tried.body.status, tried.body.effects.loan.paid_amount], ['paid_off', whole])
  const ended = await did(client, `${id}/loan/early-repayment`)
  assert.deepEqual([ended.status, ended.paid_amount, ended.credit_amount], ['paid_off', whole, 0])
  assert.equal(ended.interest_so_far, whole - 120_000)
  await advance(client, 'P13M')
  const types = await eventsOf(id)
  assert.ok(!types.includes('instalment.due'), 'nobody is told that nothing falls due')
  assert.equal(
    (await client('GET', `/orders/${id}`)).body.instalment_plan.loan.next_charge_on,
    null,
  )
})

test('a dry run shows the new instalments, the credit and the annual rate', async () => {
  const id = await running(90_000, inTwelve, costly)
  await advance(costly, 'P2M1D')
  const before = await loanOf(costly, id)
  const dry = async (path: string, body: unknown) => {
    const {
      status,
      body: dryRun,
      text,
    } = await costly('POST', `/orders/${id}/${path}?dry_run=true`, body)
    assert.equal(status, 200, text)
    const { loan, credit_to_customer, annual_equivalent } = dryRun.effects
    assert.equal(loan.credit_amount, credit_to_customer)
    return { loan, annual_equivalent }
  }
  const some = await dry('refund', { amount: 30_000 })
  assert.equal(some.loan.credit_amount, 0)
  assert.equal(some.loan.owed_amount, before.owed_amount - 30_000)
  assert.ok(some.annual_equivalent > before.annual_equivalent, 'the fee weighs more')
  const much = await dry('refund', { amount: 89_000 })
  assert.equal(
    much.loan.credit_amount + before.owed_amount,
    89_000 - much.loan.interest_so_far + before.interest_so_far,
  )
  for (const [path, body] of [
    ['refund', { amount: 90_000 }],
    ['cancel', undefined],
  ] as const) {
    const all = await dry(path, body)
    assert.deepEqual([all.loan.credit_amount, all.annual_equivalent], [before.paid_amount, 0], path)
  }
  assert.deepEqual(await loanOf(costly, id), before)
  await did(costly, `${id}/refund`, { amount: 30_000 })
  assert.equal((await loanOf(costly, id)).annual_equivalent, some.annual_equivalent)
})

test('an early repayment gives back the part of the fee for the time not used', async () => {
  const id = await running(100_000, inTwelve, costly)
  await advance(costly, 'P1M1D')
  const begun = await loanOf(costly, id)
  assert.equal(begun.fees_so_far, 1_200)
  const ended = await did(costly, `${id}/loan/early-repayment`)
  assert.deepEqual([ended.status, ended.owed_amount, ended.credit_amount], ['paid_off', 0, 0])
  assert.ok(ended.fees_so_far > 0 && ended.fees_so_far < 120, `${ended.fees_so_far}`)
  assert.equal(ended.paid_amount, 100_000 + ended.interest_so_far + ended.fees_so_far)
})

test('a buyer who withdraws gets every fee back and owes one sum in thirty days', async () => {
  const id = await running(100_000, inTwelve, costly)
  await advance(costly, 'P10D')
  const withdrawn = await did(costly, `${id}/loan/withdrawal`)
  assert.deepEqual([withdrawn.status, withdrawn.fees_so_far], ['withdrawn', 0])
  const open = withdrawn.instalments.filter((each: Json) => each.open_amount > 0)
  assert.deepEqual(
    open.map(({ kind }: Json) => kind),
    ['withdrawal'],
  )
  assert.equal(withdrawn.owed_amount, 100_000 + withdrawn.interest_so_far - withdrawn.paid_amount)
  await advance(costly, 'P31D')
  const ended = await loanOf(costly, id)
  assert.deepEqual([ended.status, ended.owed_amount], ['paid_off', 0])
  assert.equal(ended.paid_amount, 100_000 + withdrawn.interest_so_far)
})

test('a reversed payment is owed again, once, and no charge is made for it', async () => {
  const id = await running(60_000)
  await advance(client, 'P2M1D')
  const { payments, paid_amount, owed_amount } = await loanOf(client, id)
  const { id: payment_id, amount } = payments[0]
  const back = await did(client, `${id}/loan/charge-backs`, { payment_id })
  assert.deepEqual(
    [back.owed_amount, back.charged_back_amount, back.paid_amount],
    [owed_amount + amount, amount, paid_amount],
  )
  assert.equal(back.overdue_amount, amount)
  const again = await client('POST', `/orders/${id}/loan/charge-backs`, { payment_id })
  assert.deepEqual(codeOf(again), [409, 'payment_not_received'])
  const [due] = back.instalments.filter((each: Json) => each.reopened_on !== null)
  assert.deepEqual([due.number, due.status, due.late_on], [1, 'due', null])
  assert.ok(due.due_date < due.reopened_on)
  await advance(client, 'P2D')
  const notYet = await loanOf(client, id)
  assert.deepEqual([notYet.status, notYet.overdue_amount], ['running', amount])
  await advance(client, 'P2D')
  const late = await loanOf(client, id)
  assert.deepEqual([late.status, late.payments.length], ['in_arrears', 2])
  assert.equal(late.overdue_amount, amount + LATE_CHARGE)
  const paid = await did(client, `${id}/loan/payments`, { amount: late.overdue_amount })
  assert.deepEqual([paid.overdue_amount, paid.credit_amount], [0, 0])
})

test('an order that is cancelled after payments costs its buyer nothing', async () => {
  const id = await running(90_000)
  await advance(client, 'P2M1D')
  const { paid_amount } = await loanOf(client, id)
  await did(client, `${id}/cancel`)
  const cancelled = await loanOf(client, id)
  assert.deepEqual([cancelled.status, cancelled.credit_amount], ['cancelled', paid_amount])
  assert.equal(cancelled.pay_off_amount, 0)
  const reply = await client('POST', `/orders/${id}/loan/early-repayment`)
  assert.deepEqual(codeOf(reply), [409, 'loan_nothing_owed'])
  await advance(client, 'P4D')
  const returned = await loanOf(client, id)
  assert.deepEqual([returned.credit_amount, returned.returned_amount], [0, paid_amount])
  const payment_id = returned.payments[0].id
  const back = await did(client, `${id}/loan/charge-backs`, { payment_id })
  assert.equal(back.owed_amount, returned.payments[0].amount)
  const paid = await did(client, `${id}/loan/payments`, { amount: back.owed_amount })
  assert.deepEqual([paid.owed_amount, paid.credit_amount], [0, 0])
})

test('one of concurrent early repayments counts; money during a refund stays', async () => {
  const id = await running(50_000)
  await advance(client, 'P3D')
  const pay = () => client('POST', `/orders/${id}/loan/early-repayment`)
  const replies = await Promise.all([pay(), pay(), pay(), pay()])
  const codes = replies.map((reply) => reply.body.error?.code ?? 'paid').sort()
  assert.deepEqual(codes, [...Array(3).fill('loan_nothing_owed'), 'paid'])
  const other = await running(50_000)
  await advance(client, 'P3D')
  const both = await Promise.all([
    client('POST', `/orders/${other}/loan/payments`, { amount: 30_000 }),
    client('POST', `/orders/${other}/refund`, { amount: 40_000 }),
    client('POST', `/orders/${other}/loan/payments`, { amount: 5_000 }),
  ])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200, 200],
  )
  const loan = await loanOf(client, other)
  assert.equal(loan.owed_amount, 0)
  assert.equal(loan.credit_amount, 25_000 - loan.interest_so_far)
})

test('the same key books a payment once', async () => {
  const id = await running(20_000)
  const path = `/orders/${id}/loan/payments`
  const headers = { 'idempotency-key': `payment of ${id}` }
  const first = await client('POST', path, { amount: 1_000 }, headers)
  const again = await client('POST', path, { amount: 1_000 }, headers)
  assert.deepEqual([again.status, again.text], [200, first.text])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const other = await client('POST', path, { amount: 2_000 }, headers)
  assert.deepEqual(codeOf(other), [422, 'idempotency_key_reused'])
  assert.equal((await loanOf(client, id)).paid_amount, 1_000)
})

test('the auditor finds nothing', async () => {
  assert.deepEqual((await auditOf(server)).findings, [])
})
