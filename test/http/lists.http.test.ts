// Lists of orders over HTTP: filters, ordering, q and links, of one store in one mode.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  type Client,
  checkoutBody,
  clientOf,
  confirmedOrder,
  type Json,
  newMid,
  ownServer,
  type Reply,
  reaches,
} from '../running-server.ts'

const server = ownServer()
let client: Client
const LIVE = 'application/vnd.svc.v1+json'

const people = [
  { email: 'Ada.Lovelace@example.com', first_name: 'Ada', last_name: 'García', type: 'g' },
  { email: 'bob@example.com', first_name: 'Bob', last_name: 'Ruiz', type: 'existing', gender: 2 },
  { email: 'ñandu@example.com', id: 'c-3', last_login: '2026-03-29', date_joined: '2025-01-01' },
]
const amounts = [10_000, 25_000, 40_000]
const mids: string[] = []

before(async () => {
  client = clientOf(server, { key: server.demo.other_store.private_key })
  for (const [index, customer] of people.entries()) {
    const mid = newMid()
    mids.push(mid)
    const order = { ...checkoutBody(mid, amounts[index] ?? 0).order, discount: 100 * index }
    const created = await client('POST', '/checkout', { order, customer })
    assert.equal(created.status, 201, created.text)
    const { id } = created.body
    const signed = await client('POST', `/sandbox/checkouts/${id}/complete`, {})
    assert.equal(signed.status, 200, signed.text)
    await reaches(client, id, '')
  }
  const { body } = await client('POST', '/checkout', checkoutBody(newMid(), 9_000))
  await client('POST', `/sandbox/checkouts/${body.id}/complete`, { document_id: '99999998T' })
  await client('POST', '/checkout', checkoutBody(newMid(), 9_000))
})

async function midsOf(query: string, by: Client = client): Promise<string[]> {
  const { status, text, body } = await by('GET', `/orders?${query}`)
  assert.equal(status, 200, text)
  assert.equal(body.paging.count, body.results.length)
  return body.results.map(({ mid }: Json) => mid)
}

/** Which of the three orders, by their places in the list above. */
const cases: readonly (readonly [query: string, places: readonly number[]])[] = [
  ['', [2, 1, 0]],
  ['ordering=created', [0, 1, 2]],
  ['ordering=-total_amount', [2, 1, 0]],
  ['ordering=account-last_login,total_amount', [2, 0, 1]],
  ['ordering=-account-last_login,total_amount', [0, 1, 2]],
  ['total_amount-gte=25000', [2, 1]],
  ['total_amount-gt=10000&total_amount-lt=40000', [1]],
  ['total_amount=10000&total_amount=40000', [2, 0]],
  ['discount=100', [1]],
  ['discount=0&discount-isnull=no', [0]],
  ['account-email=Ada.Lovelace@example.com', [0]],
  ['account-email=ada.lovelace@example.com', []],
  ['account-email-iexact=ADA.lovelace@EXAMPLE.com', [0]],
  ['account-email-icontains=%C3%91', [2]],
  ['account-email-regex=^[a-z]%2B@', [1]],
  ['account-email-iregex=^[a-z.]%2B@example', [1, 0]],
  ['account-email-regex=ove?la', [0]],
  ['account-last_name-search=garcia', [0]],
  ['account-type=g', [0]],
  ['account-type=guest', [0]],
  ['account-type-in=g,e', [1, 0]],
  ['account-type-iexact=G', [0]],
  ['account-type-startswith=g', [0]],
  ['account-type-contains=ues', []],
  ['account-type-icontains=XIST', [1]],
  ['account-type-endswith=guest', []],
  ['account-type-search=existing', [1]],
  ['account-type-search=guest', []],
  ['account-type-regex=^(g|existing)$', [1, 0]],
  ['account-type-regex=guest', []],
  ['account-type=e', [1]],
  ['account-type-isnull=yes', [2]],
  ['account-gender-gte=1', [1]],
  ['account-id=c-3', [2]],
  ['account-last_login=2026-03-29', [2]],
  ['account-last_login-startswith=2026-03-29T00', [2]],
  ['q=ada,lace', [0]],
  ['q=RUIZ+bob', [1]],
  ['q=ada+bob', []],
  ['status=processing&currency=EUR', [2, 1, 0]],
  ['status=cancelled', []],
  ['customer-document_id-number=12345678Z&customer-document_id-type=nif', [2, 1, 0]],
  ['customer-phone-number=600000000&customer-phone-country=ES', [2, 1, 0]],
  ['instalment_plan-downpayment-state=none', [2, 1, 0]],
  ['instalment_plan-downpayment-amount=0', [2, 1, 0]],
  ['instalment_plan-downpayment-amount-isnull=yes', []],
  ['verified-isnull=no&cancelled-isnull=yes', [2, 1, 0]],
  ['mid-in=', []],
]
for (const [query, places] of cases) {
  test(`?${query} finds ${places.length} in order`, async () => {
    const expected = places.map((place) => mids[place])
    assert.deepEqual(await midsOf(query), expected)
  })
}

test('orders that ended ko are listed when a filter names their result or reason', async () => {
  assert.equal((await midsOf('financing_status=ko')).length, 1)
  assert.equal((await midsOf('status_reason=ko_generic')).length, 1)
  assert.equal((await midsOf('financing_status-in=ok,ko')).length, 4)
  assert.deepEqual(await midsOf('rejected-isnull=no').catch(() => 'refused'), 'refused')
  assert.equal((await midsOf('status_reason=in_process')).length, 0)
})

test('another store and the other mode find none of them', async () => {
  const live = clientOf(server, { key: server.demo.other_store.private_key, accept: LIVE })
  assert.deepEqual(await midsOf('account-email-icontains=lovelace', live), [])
  const first = clientOf(server)
  assert.deepEqual(await midsOf('account-email-icontains=lovelace', first), [])
  assert.deepEqual(await midsOf(`mid-in=${mids}`, first), [])
})

test('links keep every filter, repeated ones too, and lead on to the same list', async () => {
  const query =
    'page_size=1&account-email-icontains=%40EXAMPLE&total_amount=10000&total_amount=40000' +
    '&account-last_name-search=&mid-regex=.%2B&ordering=-created,total_amount'
  const { body } = await client('GET', `/orders?${query}`)
  assert.equal(body.paging.count, 1)
  const wide = query.replace('&account-last_name-search=', '')
  const first = (await client('GET', `/orders?${wide}`)).body
  assert.equal(first.paging.count, 2)
  assert.equal(first.results[0].mid, mids[2])
  const path = (url: string) => url.slice(server.demo.base_url.length)
  const second: Reply = await client('GET', path(first.paging.next))
  assert.equal(second.body.results[0].mid, mids[0])
  assert.equal(second.body.paging.next, null)
  assert.deepEqual((await client('GET', path(second.body.paging.previous))).body, first)
  const request = [...new URLSearchParams(wide)].sort()
  const rest = [...new URL(first.paging.next).searchParams].filter(([name]) => name !== 'page')
  assert.deepEqual(rest.sort(), request)
})

test('all faults of a query are reported together, by parameter', async () => {
  const query = 'nothing=1&mid-gt=1&total_amount=12.50&created=x&mid-regex=(?=a)&page=0&ordering=y'
  const { status, body } = await client('GET', `/orders?${query}`)
  assert.equal(status, 400)
  assert.equal(body.error.code, 'query_invalid')
  assert.equal(body.error.message, 'API validation error')
  const names = ['created', 'mid-gt', 'mid-regex', 'nothing', 'ordering', 'page', 'total_amount']
  assert.deepEqual(Object.keys(body.error.fields).sort(), names)
  assert.match(body.error.fields.total_amount[0], /12\.50 is written 1250/)
})

test('the edited discount is the one that is shown and filtered by', async () => {
  const { mid } = await confirmedOrder(client, 30_000)
  const edited = await client('PATCH', `/orders/${mid}`, { order: { discount: 777 } })
  assert.equal(edited.status, 204)
  assert.deepEqual(await midsOf('discount=777'), [mid])
  assert.equal((await client('GET', `/orders/${mid}`)).body.discount, 777)
  const articles = checkoutBody(mid, 30_000).order.articles
  const whole = { order: { articles, currency: 'EUR', total_amount: 30_000 } }
  assert.equal((await client('PUT', `/orders/${mid}`, whole)).status, 204)
  assert.deepEqual(await midsOf('discount=777'), [])
  assert.equal((await client('GET', `/orders/${mid}`)).body.discount, null)
})

/** One more order of the list. */
async function sign(store: Client): Promise<void> {
  const { body } = await store('POST', '/checkout', checkoutBody(newMid(), 9_000))
  await store('POST', `/sandbox/checkouts/${body.id}/complete`)
}

test('a page far on shows no order twice while others arrive', async () => {
  const store = clientOf(server)
  const seen: string[] = []
  let page: number | null = 1
  const cut = (await store('GET', '/orders?page_size=1')).body.results[0].created
  while (page !== null) {
    const query: string = `created-lte=${cut}&page_size=3&page=${page}`
    const [{ body }] = await Promise.all([store('GET', `/orders?${query}`), sign(store)])
    seen.push(...body.results.map(({ id }: Json) => id))
    page = body.cursor.after
  }
  assert.equal(new Set(seen).size, seen.length)
  assert.ok(seen.length > 3)
})
