// The list's SQL against a model in memory, over random orders and random queries.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cents } from '@svc/api'
import fc from 'fast-check'
import { orderRow } from '../../kernel/orders/store.ts'
import {
  financingStatus,
  type Order,
  type OrderState,
  orderStatus,
} from '../../model/order/order.ts'
import type { RowSet } from '../../platform/database/database.ts'
import { lookupsOf } from '../../platform/filters/lookups.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { type ModelOrder, modelList } from '../../testing/list-model.ts'
import { at, orderOf } from '../../testing/order.ts'
import { createScenario } from '../../testing/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { listOrders, orderList } from './list-store.ts'

const ORDERS = 200
const timeZone = 'Europe/Madrid'
let place: TestDatabase
let storeId: string
let model: readonly ModelOrder[]

/** The same numbers in every run. */
let state = 20_261_121
const upTo = (most: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return (state >>> 8) % (most + 1)
}
const one = <T>(choices: readonly T[]): T => choices[upTo(choices.length - 1)] as T

const names = [
  'Ada',
  'José',
  'jose\u0301',
  'Íñigo',
  'Straße',
  'KIT',
  '\u212aim',
  'a_b',
  '50%',
  'x\\y',
]
const instants = [
  ...['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00.000Z', '2026-03-28T23:00:00.000Z'],
  ...['2026-03-29T21:59:59.999Z', '2026-03-29T22:00:00.000Z', '2026-10-24T22:00:00.000Z'],
  ...['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-10-25T22:59:59.999Z'],
  ...['2026-10-25T23:00:00.000Z', '2025-12-31T22:59:59.999Z', '2025-12-31T23:00:00.000Z'],
  ...['2024-02-29T12:00:00.123Z', '2027-07-15T05:04:03.021Z'],
].map((text) => new Date(text))
const states: readonly OrderState[] = [
  ...(['in_process', 'challenge_required', 'confirmation_required', 'ko'] as const),
  ...(['confirmed', 'confirmed', 'confirmed', 'cancelled'] as const),
]

function randomOrder(index: number, scope: { storeId: string; sandbox: boolean }): Order {
  const chosen = one(states)
  const T = 1 + upTo(20) * 50
  const C = chosen === 'confirmed' ? one([0, T, Math.floor(T / 2)]) : 0
  const V = chosen === 'cancelled' ? T : 0
  const ended = chosen === 'confirmed' || chosen === 'cancelled'
  return {
    ...orderOf({ T, C, V }, chosen),
    ...scope,
    id: index.toString(16).padStart(32, '0'),
    mid: `${one(names)}-${index}`,
    statusReason: ended ? '' : one(['expired', 'ko_generic']),
    product: one(['instalments', 'pay_in_4', 'pay_later', null]),
    approvedAmount: cents(1_001),
    discount: one([null, 0, 500]),
    discountRate: one([null, 1_000]),
    buyerId: chosen === 'in_process' ? null : `buyer-${upTo(3)}`,
    createdAt: one(instants),
    verifiedAt: one([null, ...instants]),
    confirmedAt: ended ? one(instants) : null,
    cancelledAt: one([null, ...instants]),
    captureBefore: chosen === 'confirmed' && C < T ? at : null,
    lapseDueAt: chosen === 'confirmed' && C < T ? at : null,
  }
}

const buyers = [0, 1, 2, 3].map((number) => ({
  id: `buyer-${number}`,
  document_country: 'ES',
  document_type: one(['nif', 'nie']),
  document_number: `X${number}`,
  phone_country: one(['ES', 'FR', null]),
  phone_number: `60000000${number}`,
  created_at: one(instants),
}))

const randomAccount = () => ({
  account_id: one([null, 'c-1', 'C-2']),
  account_email: `${one(['ada', 'ADA', 'kim', 'ñandú'])}@example.com`,
  account_first_name: one([null, ...names]),
  account_last_name: one([null, ...names]),
  account_type: one([null, 'g', 'guest', 'n', 'new', 'existing']),
  account_gender: one([null, 0, 1, 3]),
  account_last_login: one([null, ...instants]),
  account_date_joined: one([null, ...instants]),
})

/** Types are shown as they were sent and kept as words. */
const keptAccount = (account: ReturnType<typeof randomAccount>) => ({
  ...account,
  account_type: account.account_type?.replace(/^g$/, 'guest').replace(/^n$/, 'new') ?? null,
})

function modelOf(order: Order, account: ReturnType<typeof randomAccount>): ModelOrder {
  const buyer = buyers.find(({ id }) => id === order.buyerId)
  return {
    state: order.state,
    id: order.id,
    mid: order.mid,
    status: orderStatus(order),
    financing_status: financingStatus(order),
    status_reason: order.statusReason,
    currency: order.currency,
    product: order.product,
    'customer-id': order.buyerId,
    'customer-phone-number': buyer?.phone_number ?? null,
    'customer-phone-country': buyer?.phone_country ?? null,
    'customer-document_id-number': buyer?.document_number ?? null,
    'customer-document_id-country': buyer?.document_country ?? null,
    'customer-document_id-type': buyer?.document_type ?? null,
    'account-id': account.account_id,
    'account-email': account.account_email,
    'account-first_name': account.account_first_name,
    'account-last_name': account.account_last_name,
    'account-type': account.account_type,
    total_amount: order.totalAmount,
    discount: order.discount,
    discount_rate: order.discountRate,
    'instalment_plan-downpayment-amount': null,
    'instalment_plan-downpayment-state': 'none',
    'account-gender': account.account_gender,
    created: order.createdAt,
    verified: order.verifiedAt,
    confirmed: order.confirmedAt,
    cancelled: order.cancelledAt,
    'customer-created': buyer?.created_at ?? null,
    'account-last_login': account.account_last_login,
    'account-date_joined': account.account_date_joined,
  }
}

/** The same orders in the other mode and in another store would show up at once. */
async function write(scope: { storeId: string; sandbox: boolean }): Promise<ModelOrder[]> {
  const offset = scope.sandbox ? 0 : 100_000
  const made = Array.from({ length: ORDERS }, (_, index) => {
    const order = randomOrder(offset + index + (scope.storeId === storeId ? 0 : 1_000_000), scope)
    return { order, account: randomAccount() }
  })
  const json = { request: '{}', merchant: '{}', articles: '[]' }
  const sets: RowSet[] = [
    {
      table: 'buyers',
      rows: buyers.map((each) => ({ store_id: scope.storeId, sandbox: scope.sandbox, ...each })),
    },
    {
      table: 'orders',
      rows: made.map(({ order, account }) => ({ ...orderRow(order), ...keptAccount(account) })),
    },
    {
      table: 'order_details',
      rows: made.map(({ order, account: { account_type: type } }) => {
        const customer = JSON.stringify(type === null ? {} : { type })
        return { store_id: order.storeId, order_id: order.id, ...json, customer }
      }),
    },
  ]
  await place.database.transaction(null, async (tx) => tx.commit(undefined, ...sets))
  return made.map(({ order, account }) => modelOf(order, account))
}

before(async () => {
  place = await openTestDatabase()
  storeId = (await createScenario(place.database)).caller.store.id
  const other = (await createScenario(place.database)).caller.store.id
  model = await write({ storeId, sandbox: true })
  await write({ storeId, sandbox: false })
  await write({ storeId: other, sandbox: true })
})
after(() => place.stop())

async function listed(parameters: URLSearchParams) {
  const query = readListQuery(orderList, parameters, { timeZone })
  const { count, orders } = await listOrders(place.database, { storeId, sandbox: true }, query)
  return { count, ids: orders.map(({ order }) => order.id) }
}

const patterns = ['^a', 'b$', 'o', '^.{3}$', '[a-z]+-1', 'e|ó', '', 'ñ']

/** A value that this lookup takes, mostly one that some order has. */
function valueFor(name: string, lookup: string): string {
  const value = one(model)[name] ?? null
  if (lookup === 'isnull') return one(['yes', 'NO', 'true', '0'])
  if (lookup === 'regex' || lookup === 'iregex') return one(patterns)
  if (value instanceof Date || name in DATE_NAMES) return dateFor(value, lookup)
  if (orderList.properties[name]?.kind === 'number') return String(value ?? upTo(600))
  const text = String(value ?? one(names))
  const from = upTo(text.length - 1)
  const part = one([text, text.slice(from), text.slice(0, from + 1), text.slice(from, from + 2)])
  if (lookup === 'in') return [text, one(names), '\u212a'].join(',')
  return one([part, part.toUpperCase(), part.toLowerCase(), part.normalize('NFC')])
}

const DATE_NAMES: Readonly<Record<string, true>> = Object.fromEntries(
  Object.entries(orderList.properties)
    .filter(([, { kind }]) => kind === 'date')
    .map(([name]) => [name, true]),
)

function dateFor(value: unknown, lookup: string): string {
  const iso = (value instanceof Date ? value : one(instants)).toISOString()
  if (lookup === 'year') return one(['2024', '2025', '2026', '1', '9999'])
  if (lookup === 'month' || lookup === 'day' || lookup === 'hour') return String(1 + upTo(11))
  if (lookup === 'week_day') return one(['sunday', 'Monday', 'THURSDAY', 'saturday'])
  if (lookup === 'startswith') return iso.slice(0, upTo(23))
  return one([iso, iso.slice(0, 10)])
}

const orderings = Object.keys(orderList.orderings)

function randomQuery(): URLSearchParams {
  const query = new URLSearchParams()
  for (let count = upTo(3); count > 0; count--) {
    const [name, property] = one(Object.entries(orderList.properties))
    const lookup = one(Object.keys(lookupsOf(property)))
    const parameter = lookup === 'exact' && upTo(1) === 0 ? name : `${name}-${lookup}`
    for (let values = one([1, 1, 1, 2]); values > 0; values--) {
      query.append(parameter, valueFor(name, lookup))
    }
  }
  if (upTo(4) === 0) query.set('q', one(['ada', 'JOSÉ', 'k example', 'í,com', '50%', '_']))
  if (upTo(1) === 0) {
    const fields = [...new Set([one(orderings), one(orderings)])]
    query.set('ordering', fields.map((field) => one(['', '-']) + field).join(','))
  }
  if (upTo(1) === 0) query.set('page', String(1 + upTo(3)))
  if (upTo(1) === 0) query.set('page_size', String(1 + upTo(99)))
  return query
}

test('random queries list what the model lists, in its order, with its count', async () => {
  let found = 0
  for (let run = 0; run < 600; run++) {
    const query = randomQuery()
    const expected = modelList(model, query)
    found += Math.min(expected.count, 1)
    assert.deepEqual(await listed(query), expected, `?${query}`)
  }
  assert.ok(found > 200, `${found} queries found something`)
})

test('every lookup of every property is answered', async () => {
  for (const [name, property] of Object.entries(orderList.properties)) {
    for (const lookup of Object.keys(lookupsOf(property))) {
      const query = new URLSearchParams({ [`${name}-${lookup}`]: valueFor(name, lookup) })
      assert.deepEqual(await listed(query), modelList(model, query), `?${query}`)
    }
  }
})

test('no text makes a query fail, and each finds what holds it literally', async () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...'%_\\\'"$^.*+?()[]{}|-;\n\u0301Kſİı'), maxLength: 12 }),
  )
  const lookups = ['iexact', 'contains', 'icontains', 'istartswith', 'iendswith', 'search', 'in']
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom(...lookups), async (text, lookup) => {
      // What the URL carries has no lone surrogates, and the character zero is refused.
      const value = text.toWellFormed().replaceAll('\0', '')
      const query = new URLSearchParams({ [`mid-${lookup}`]: value, q: value })
      assert.ok((await listed(query)).count >= 0)
      if (lookup !== 'search') assert.deepEqual(await listed(query), modelList(model, query))
    }),
    { numRuns: 150 },
  )
})

test('the statuses that the database computes are those of the code, in every state', async () => {
  const rows = await place.database.query('SELECT id, status, financing_status FROM orders', [])
  const shown = new Map(rows.map((row) => [row.id, [row.status, row.financing_status]]))
  const seen = new Set<string>()
  for (const { id, state: inState, status, financing_status } of model) {
    assert.deepEqual(shown.get(id), [status, financing_status])
    seen.add(`${inState} ${status}`)
  }
  assert.deepEqual(
    [...seen].sort(),
    [
      ...['cancelled cancelled', 'challenge_required pending', 'confirmation_required pending'],
      ...['confirmed complete', 'confirmed processing', 'in_process pending', 'ko cancelled'],
    ].sort(),
  )
})
