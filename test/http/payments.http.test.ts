// Commercial transactions and payouts: what the store reads adds up, every filter works, and
// nothing of another store or mode is seen.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { scopes } from '@svc/api'
import { readXml } from '../fixtures/read-xml.ts'
import {
  auditOf,
  type Client,
  clientOf,
  confirmedOrder,
  type Json,
  ownServer,
} from '../running-server.ts'

const NOWHERE = '0'.repeat(32)
const server = ownServer()
/** Of a store without orders of its own. */
let client: Client
const first = clientOf(server)
let live: Client
let order: { id: string; mid: string }
let captureId = ''

before(async () => {
  const { private_key: key } = server.demo.other_store
  live = clientOf(server, { key, accept: 'application/json' })
  const settings = clientOf(server, { key })
  const { body } = await settings('GET', '/me')
  const products = body.products.map((each: Json) => ({ ...each, fee_rate: 250, fee_fixed: 30 }))
  assert.equal((await settings('PATCH', '/me', { products })).status, 200)
  // What is remembered of the store for a moment is remembered by key.
  const made = await settings('POST', '/me/api-keys', { name: 'new', kind: 'private', scopes })
  client = clientOf(server, { key: made.body.key })
  order = await confirmedOrder(client, 40_000)
  const path = `/orders/${order.id}`
  captureId = (await client('POST', `${path}/captures`, { amount: 20_000 })).body.id
  await client('POST', `${path}/void`, { amount: 1_500 })
  await client('POST', `${path}/captures/${captureId}/refunds`, { amount: 4_000 })
  await client('PATCH', path, { order: { total_amount: 39_000 } })
})

const CAPTURE = ['capture', 20_000, 20_000]
const FEE = ['fee', 530, -530]
const VOID = ['void', 1_500, 0]
const REFUND = ['refund', 4_000, -4_000]
const FEE_BACK = ['fee', 100, 100]
const EDIT = ['edit', 1_000, 0]
const BALANCE = 20_000 - 530 - 4_000 + 100

const shown = (results: readonly Json[]) =>
  results.map(({ type, amount, net }: Json) => [type, amount, net])

async function listed(query: string): Promise<Json> {
  const { status, text, body } = await client('GET', `/me/payments?${query}`)
  assert.equal(status, 200, `${query}: ${text}`)
  return body
}

const cases: readonly (readonly [query: string, ...lines: unknown[][]])[] = [
  ['ordering=-net,-amount', CAPTURE, FEE_BACK, VOID, EDIT, FEE, REFUND],
  ['ordering=amount', FEE_BACK, FEE, EDIT, VOID, REFUND, CAPTURE],
  ['ordering=-net&type=fee', FEE_BACK, FEE],
  ['ordering=-net&type=fee&type=void', FEE_BACK, VOID, FEE],
  ['ordering=-net&type-in=fee,edit', FEE_BACK, EDIT, FEE],
  ['type-startswith=camp'],
  ['type-iregex=%5EVOI', VOID],
  ['net=-530', FEE],
  ['net-lt=-530', REFUND],
  ['ordering=net&net-lte=-530', REFUND, FEE],
  ['net-gt=100', CAPTURE],
  ['ordering=amount&net=0', EDIT, VOID],
  ['net-isnull=yes'],
  ['amount=4000', REFUND],
  ['amount-gte=4000&net-lt=0', REFUND],
  ['currency=EUR&type=void', VOID],
  ['currency=USD'],
  ['created-gt=2999-01-01'],
  ['created-lt=2020-01-01'],
  ['created-isnull=yes'],
  ['order-id-isnull=yes'],
  ['order-mid-isnull=no&type=edit', EDIT],
  ['order-mid=nobody'],
  ['order-id=nobody'],
]
for (const [query, ...lines] of cases) {
  test(`payments with ${query}: ${lines.length}`, async () => {
    const { results, paging } = await listed(query)
    assert.deepEqual(shown(results), lines)
    assert.equal(paging.count, lines.length)
  })
}

test('payments are found by their order, by day and by id, and paged newest first', async () => {
  const all = await listed('')
  assert.equal(all.paging.count, 6)
  assert.equal(shown(all.results)[0]?.[0], 'edit')
  for (const { id, created, currency, order: of } of all.results) {
    assert.deepEqual(of, order)
    assert.equal(currency, 'EUR')
    assert.equal((await listed(`id=${id}`)).paging.count, 1)
    const moment = encodeURIComponent(created)
    assert.ok((await listed(`created=${moment}`)).paging.count >= 1)
  }
  assert.equal((await listed(`order-id=${order.id}`)).paging.count, 6)
  assert.equal((await listed(`order-mid=${order.mid}`)).paging.count, 6)
  assert.equal((await listed(`order-mid-regex=${order.mid.slice(0, 8)}`)).paging.count, 6)
  const year = new Date(all.results[0].created).getFullYear()
  assert.equal((await listed(`created-year=${year}`)).paging.count, 6)
  const seen: string[] = []
  let next: string | null = `${server.demo.base_url}/me/payments?page_size=4&net-lte=30000`
  while (next !== null) {
    const { body }: Json = await client('GET', next.slice(server.demo.base_url.length))
    seen.push(...body.results.map(({ id }: Json) => id))
    next = body.paging.next
  }
  assert.deepEqual(
    seen,
    all.results.map(({ id }: Json) => id),
  )
})

test('a payment opens to its order, its effect and the entry of the ledger', async () => {
  const [capture] = (await listed('type=capture')).results
  const { body, status } = await client('GET', `/me/payments/${capture.id}`)
  assert.equal(status, 200)
  assert.deepEqual(body.order, { ...order, status: 'processing' })
  assert.deepEqual(body.effect, { id: captureId, type: 'capture' })
  assert.deepEqual([body.entry.kind, body.entry.sequence, body.amount], ['capture', 2, 20_000])
  assert.deepEqual(body.entry.postings, [
    { debit: 'uncaptured', credit: 'store_payable', amount: 20_000 },
    { debit: 'store_payable', credit: 'store_fee_income', amount: 530 },
  ])
  const fees = (await listed('type=fee&net=-530')).results
  const fee = await client('GET', `/me/payments/${fees[0].id}`)
  assert.deepEqual([fee.body.effect, fee.body.entry], [body.effect, body.entry])
  assert.match(body.entry.hash, /^[0-9a-f]{64}$/)
})

test('in XML an amount below zero stays an integer', async () => {
  const accept = { accept: 'application/vnd.svc.sandbox.v1+xml' }
  const { text, status } = await client('GET', '/me/payments?net=-530', undefined, accept)
  assert.equal(status, 200)
  assert.equal(readXml(text).root, 'response')
  assert.match(text, /<amount>530<\/amount><net>-530<\/net><currency>EUR<\/currency>/)
})

test('unknown filters are refused, all of them together', async () => {
  for (const [path, query, ...names] of [
    ['/me/payments', 'net=12.50&color=red', 'color', 'net'],
    ['/me/payments', 'net=--5&amount=1e3', 'amount', 'net'],
    ['/me/payments', 'net-contains=5', 'net-contains'],
    ['/me/payments', 'order=x&order-status=pending', 'order', 'order-status'],
    ['/me/payments', 'created=soon&type-regex=(', 'created', 'type-regex'],
    ['/me/payments', 'ordering=type&page=0', 'ordering', 'page'],
    ['/me/payments', 'type-isnull=yes&q=a', 'q', 'type-isnull'],
    ['/me/payouts', 'from=1&amount=x', 'amount', 'from'],
    ['/me/payouts', 'ordering=id&due-week_day=lunes', 'due-week_day', 'ordering'],
    [`/me/payouts/${NOWHERE}/payments`, 'net=x', 'net'],
  ] as const) {
    const { status, body } = await client('GET', `${path}?${query}`)
    assert.deepEqual([status, body.error.code], [400, 'query_invalid'], query)
    assert.deepEqual(Object.keys(body.error.fields).sort(), names)
  }
})

test('a payout by hand takes the whole balance, once, and covers its lines', async () => {
  const key = { 'idempotency-key': 'pay' }
  const made = await client('POST', '/me/payouts', undefined, key)
  assert.equal(made.status, 201, made.text)
  const [payout, ...others] = made.body.results
  assert.deepEqual(others, [])
  const { id, created, paid, ...rest } = payout
  assert.equal(paid, created)
  assert.deepEqual(rest, {
    status: 'paid',
    payable: null,
    amount: BALANCE,
    currency: 'EUR',
    carried: 0,
    previous: null,
    due: null,
    bank_account: null,
  })
  const again = await client('POST', '/me/payouts', undefined, key)
  assert.deepEqual([again.status, again.text], [201, made.text])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const nothing = await client('POST', '/me/payouts')
  assert.deepEqual([nothing.status, nothing.body.error.code], [409, 'payout_nothing_due'])

  assert.deepEqual((await client('GET', `/me/payouts/${id}`)).body, payout)
  const covered = await client('GET', `/me/payouts/${id}/payments?ordering=net`)
  assert.deepEqual(shown(covered.body.results).length, 6)
  const sum = covered.body.results.reduce((before: number, { net }: Json) => before + net, 0)
  assert.equal(sum, BALANCE)
  const filtered = await client('GET', `/me/payouts/${id}/payments?type=fee&order-mid=${order.mid}`)
  assert.equal(filtered.body.paging.count, 2)

  const [line] = (await listed('type=payout')).results
  assert.deepEqual(
    [line.amount, line.net, line.order, line.created],
    [BALANCE, -BALANCE, null, created],
  )
  const opened = (await client('GET', `/me/payments/${line.id}`)).body
  assert.deepEqual([opened.effect, opened.payout], [{ id, type: 'payout' }, { id }])
  assert.deepEqual(opened.entry.postings, [
    { debit: 'store_payable', credit: 'cash', amount: BALANCE },
  ])
  const [capture] = (await listed('type=capture')).results
  assert.deepEqual((await client('GET', `/me/payments/${capture.id}`)).body.payout, { id })

  const events = await client('GET', '/me/events?type=payout.created')
  const [event] = events.body.results
  assert.deepEqual(event.data, { payout_id: id, amount: BALANCE, currency: 'EUR', carried: 0 })
  assert.deepEqual([event.order_id, event.sequence], [null, null])
})

test('refunds after a payout are carried until captures outweigh them', async () => {
  const [payout] = (await client('GET', '/me/payouts')).body.results
  await client('POST', `/orders/${order.id}/captures/${captureId}/refunds`, { amount: 2_000 })
  assert.equal((await client('POST', '/me/payouts')).status, 409)
  await client('POST', `/orders/${order.id}/captures`, { amount: 3_000 })
  const { body } = await client('POST', '/me/payouts')
  const [next] = body.results
  // Of the refund 2.5 % come back; the capture costs 2.5 % and 0.30.
  assert.deepEqual([next.amount, next.previous], [-1_950 + 2_895, payout.created])
  const covered = await client('GET', `/me/payouts/${next.id}/payments`)
  assert.equal(covered.body.paging.count, 4)
  for (const [query, count] of [
    [`amount=${next.amount}`, 1],
    ['amount-gt=1000', 1],
    ['due-isnull=yes', 2],
    ['carried=0&currency=EUR&status=paid', 2],
    [`id=${next.id}`, 1],
    ['created-lt=2020-01-01', 0],
    ['id-regex=%5E%5B0-9a-f%5D', 2],
  ] as const) {
    const { body: page } = await client('GET', `/me/payouts?${query}`)
    assert.equal(page.paging.count, count, query)
  }
  const { body: ordered } = await client('GET', '/me/payouts?ordering=amount&page_size=1')
  assert.equal(ordered.results[0].id, next.id)
  assert.match(ordered.paging.next, /\/me\/payouts\?ordering=amount&page_size=1&page=2$/)
  assert.deepEqual((await auditOf(server)).findings, [])
})

test('the answer is the same for another store or mode, and for nothing', async () => {
  const [payout] = (await client('GET', '/me/payouts')).body.results
  const [payment] = (await client('GET', '/me/payments')).body.results
  const neutral = (text: string) => text.replace(/"request_id":"\w+"/, '')
  for (const [path, id, code] of [
    ['/me/payments', payment.id, 'payment_not_found'],
    ['/me/payouts', payout.id, 'payout_not_found'],
  ]) {
    for (const by of [first, live, client]) {
      const target = by === client ? NOWHERE : id
      const { status, text, body } = await by('GET', `${path}/${target}`)
      assert.deepEqual([status, body.error.code], [404, code])
      const missing = await by('GET', `${path}/${NOWHERE}`)
      assert.equal(neutral(text), neutral(missing.text.replaceAll(NOWHERE, target)))
    }
    assert.equal((await live('GET', path)).body.paging.count, 0)
  }
  for (const by of [first, live]) {
    assert.equal((await by('GET', `/me/payouts/${payout.id}/payments`)).status, 404)
    const { body } = await by('GET', `/me/payments?id=${payment.id}`)
    assert.equal(body.paging.count, 0)
  }
  assert.equal((await live('POST', '/me/payouts')).status, 409)
})

test('only a caller who may change settings can pay out', async () => {
  const body = { name: 'reader', kind: 'private', scopes: ['orders:read', 'refunds:write'] }
  const made = await client('POST', '/me/api-keys', body)
  const reader = clientOf(server, { key: made.body.key })
  assert.equal((await reader('POST', '/me/payouts')).status, 403)
  assert.equal((await reader('GET', '/me/payouts')).status, 200)
})
