// What is refused of a loan, and in which order (contract §2): bad bodies, other stores, states.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { advance, did, lendingStore, loanOf, signedOrder } from '../lending.ts'
import {
  auditOf,
  type Client,
  checkoutBody,
  clientOf,
  newMid,
  ownServer,
  type Reply,
} from '../running-server.ts'

const NOWHERE = '0'.repeat(32)
const server = ownServer()
let client: Client
let other: Client
let id = ''
before(async () => {
  client = await lendingStore(server, server.demo, {})
  other = clientOf(server, { key: server.demo.other_store.private_key })
  id = await running()
})

async function running(): Promise<string> {
  const wish = { product: 'instalments', num_instalments: 3 }
  const made = await signedOrder(client, 30_000, wish)
  await did(client, `${made.id}/captures`, { amount: 30_000 })
  return made.id
}

const refusal = ({ status, body }: Reply) => [status, body.error?.code]
const requests = (payment = NOWHERE) =>
  [
    ['GET', 'loan', undefined],
    ['POST', 'loan/payments', { amount: 1 }],
    ['POST', 'loan/early-repayment', undefined],
    ['POST', 'loan/early-repayment', { amount: 1 }],
    ['POST', 'loan/withdrawal', undefined],
    ['POST', 'loan/charge-backs', { payment_id: payment }],
  ] as const

const bodies: readonly (readonly [path: string, body: unknown, ...fields: string[]])[] = [
  ...[0, -1, 12.5, '100', null, true, {}, [1], 1_000_000_000_001, 1e300].map(
    (amount) => ['payments', { amount }, 'amount'] as const,
  ),
  ['payments', {}, 'amount'],
  ['payments', { amount: 0, spread: 'all' }, 'amount', 'spread'],
  ['payments', { amount: 1, spread: 7 }, 'spread'],
  ...[0, -5, 0.1, '1', [], {}].map((amount) => ['early-repayment', { amount }, 'amount'] as const),
  ['early-repayment', { spread: 'SPREAD' }, 'spread'],
  ...[7, {}, [], 'x'.repeat(129), null].map(
    (payment_id) => ['charge-backs', { payment_id }, 'payment_id'] as const,
  ),
  ['charge-backs', {}, 'payment_id'],
]

test('a bad body is refused before anything is looked up, every fault together', async () => {
  const untouched = (await client('GET', `/orders/${id}/loan`)).text
  for (const ref of [id, NOWHERE]) {
    for (const [path, body, ...fields] of bodies) {
      const reply = await client('POST', `/orders/${ref}/loan/${path}`, body)
      const what = `${path} ${JSON.stringify(body)}`
      assert.deepEqual(refusal(reply), [400, 'body_invalid'], what)
      assert.deepEqual(Object.keys(reply.body.error.fields).sort(), fields.sort(), what)
    }
  }
  for (const body of ['[]', '7', '{"amount":1,"amount":2}', '{"amount":1.0}', '{']) {
    assert.equal((await client('POST', `/orders/${id}/loan/payments`, body)).status, 400, body)
  }
  const none = await client('POST', `/orders/${id}/loan/payments`)
  assert.equal(none.status, 400)
  const text = await client('POST', `/orders/${id}/loan/payments`, 'amount=1', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  assert.equal(text.status, 415)
  const spelled = await client('POST', `/orders/${id}/loan/payments?dry-run=true`, { amount: 1 })
  assert.deepEqual(refusal(spelled), [400, 'query_invalid'])
  assert.equal((await client('GET', `/orders/${id}/loan`)).text, untouched)
})

test('another store’s loan, and the other mode’s, look like one that is not there', async () => {
  const live = clientOf(server, { accept: 'application/vnd.svc.v1+json' })
  const seen = ({ status, body }: Reply, ref: string) => {
    const { request_id, ...error } = body.error
    return JSON.stringify([status, error]).replaceAll(ref, 'ref')
  }
  for (const [method, path, body] of requests()) {
    const missing = seen(await client(method, `/orders/${NOWHERE}/${path}`, body), NOWHERE)
    assert.match(missing, /^\[404,.*order_not_found.*order__id":"ref"/)
    for (const stranger of [other, live]) {
      const reply = await stranger(method, `/orders/${id}/${path}`, body)
      assert.equal(seen(reply, id), missing, path)
    }
  }
})

test('a payment belongs to its order', async () => {
  const paid = await did(client, `${id}/loan/payments`, { amount: 100 })
  assert.equal(paid.paid_amount, 100)
  const { payments } = await loanOf(client, id)
  const of = await running()
  for (const payment_id of [payments[0].id, NOWHERE, 'x', `${payments[0].id} `]) {
    const reply = await client('POST', `/orders/${of}/loan/charge-backs`, { payment_id })
    assert.deepEqual(refusal(reply), [404, 'payment_not_found'], payment_id)
    assert.deepEqual(reply.body.error.fields, { payment__id: payment_id })
  }
})

test('a refund to the buyer is not a payment that their bank could reverse', async () => {
  const of = await running()
  await did(client, `${of}/loan/payments`, { amount: 40_000 })
  await advance(client, 'P5D')
  const { payments, returned_amount } = await loanOf(client, of)
  const returned = payments.find(({ kind }: { kind: string }) => kind === 'return')
  assert.equal(returned.amount, returned_amount)
  const reply = await client('POST', `/orders/${of}/loan/charge-backs`, {
    payment_id: returned.id,
  })
  assert.deepEqual(refusal(reply), [409, 'payment_not_received'])
})

test('an order that is not confirmed yet, or ended ko, has no loan', async () => {
  const wish = { product: { type: 'instalments' } }
  const { body } = await client('POST', '/checkout', checkoutBody(newMid(), 30_000, wish))
  for (const [method, path, sent] of requests()) {
    const reply = await client(method, `/orders/${body.id}/${path}`, sent)
    assert.deepEqual(refusal(reply), [409, 'order_not_confirmed'], path)
  }
  await did(client, `${body.id}/cancel`)
  for (const [method, path, sent] of requests()) {
    const reply = await client(method, `/orders/${body.id}/${path}`, sent)
    assert.deepEqual(refusal(reply), [409, 'order_cancelled'], path)
  }
})

test('nobody repays early more than everything, and everything only once', async () => {
  const of = await running()
  const { pay_off_amount: whole } = await loanOf(client, of)
  const path = `/orders/${of}/loan/early-repayment`
  const more = await client('POST', path, { amount: whole + 1 })
  assert.deepEqual(refusal(more), [400, 'amount_exceeds_remaining'])
  assert.match(more.body.error.fields.amount[0], new RegExp(`at most ${whole}`))
  assert.equal((await client('POST', path, { amount: whole })).body.status, 'paid_off')
  assert.deepEqual(refusal(await client('POST', path)), [409, 'loan_nothing_owed'])
  assert.deepEqual(refusal(await client('POST', path, { amount: 1 })), [409, 'loan_nothing_owed'])
})

test('withdrawing is possible up to its last day, once, not on a cancelled order', async () => {
  const [early, last, late, gone] = [
    await running(),
    await running(),
    await running(),
    await running(),
  ]
  await did(client, `${early}/loan/withdrawal`)
  const again = await client('POST', `/orders/${early}/loan/withdrawal`)
  assert.deepEqual(refusal(again), [409, 'loan_withdrawn'])
  await did(client, `${gone}/cancel`)
  const cancelled = await client('POST', `/orders/${gone}/loan/withdrawal`)
  assert.deepEqual(refusal(cancelled), [409, 'order_cancelled'])
  const { withdrawable_until: until, starts_on: from } = await loanOf(client, last)
  // Fourteen days, and on to the next working day.
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000
  assert.ok(days >= 14 && days <= 18, `${days} days`)
  assert.equal(await advance(client, `P${days}D`), until)
  await did(client, `${last}/loan/withdrawal`)
  await advance(client, 'P1D')
  const over = await client('POST', `/orders/${late}/loan/withdrawal`)
  assert.deepEqual(refusal(over), [409, 'withdrawal_over'])
  assert.match(over.body.error.message, new RegExp(until))
})

test('keys: a public one sees no loan, and each scope grants what it names', async () => {
  const page = clientOf(server, { key: server.demo.public_key })
  const wish = { name: 'Reader', kind: 'private', scopes: ['orders:read'] }
  const { key } = (await client('POST', '/me/api-keys', wish)).body
  const reader = clientOf(server, { key })
  for (const [method, path, body] of requests()) {
    const reply = await page(method, `/orders/${id}/${path}`, body)
    assert.deepEqual(refusal(reply), [403, 'key_public'], path)
    const read = refusal(await reader(method, `/orders/${id}/${path}`, body))
    assert.deepEqual(read, method === 'GET' ? [200, undefined] : [403, 'scope_missing'], path)
  }
})

test('every write has a dry run that leaves the loan as it is', async () => {
  const of = await running()
  await did(client, `${of}/loan/payments`, { amount: 500 })
  const { text, body } = await client('GET', `/orders/${of}/loan`)
  for (const [method, path, sent] of requests(body.payments[0].id)) {
    if (method === 'GET') continue
    const reply = await client(method, `/orders/${of}/${path}?dry_run=true`, sent)
    assert.deepEqual([reply.status, reply.headers.get('dry-run')], [200, 'true'], reply.text)
    const { effects, ...loan } = reply.body
    assert.deepEqual(effects.loan, loan, path)
    assert.notDeepEqual(loan.instalments, body.instalments, path)
    assert.equal((await client('GET', `/orders/${of}/loan`)).text, text, path)
  }
})

test('the auditor finds nothing', async () => {
  assert.deepEqual((await auditOf(server)).findings, [])
})
