// The list's SQL against a model in memory, over random orders and random queries.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cents } from '@svc/api'
import fc from 'fast-check'
import { type ModelOrder, modelList } from '../../../../../test/fixtures/list-model.ts'
import { at, orderOf } from '../../../../../test/fixtures/order.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { seedOf } from '../../../../../test/fixtures/seed.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { unacted } from '../../../../../test/fixtures/unacted.ts'
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
import { systemClock } from '../../platform/time/clock.ts'
import { keepTallies } from '../../settlement/tallies/tallying.ts'
import { listOrders, orderList } from './list-store.ts'

const ORDERS = 200
/** No order has a downpayment yet. */
const ALWAYS_NULL = ['instalment_plan-downpayment-amount']
const timeZone = 'Europe/Madrid'
let place: TestDatabase
let storeId: string
let model: readonly ModelOrder[]

let state = seedOf('lists')
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
    discount: one([null, cents(0), cents(500)]),
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
  documentCountry: 'ES',
  documentType: one(['nif', 'nie'] as const),
  documentNumber: `X${number}`,
  phoneCountry: number === 0 ? null : one(['ES', 'FR']),
  phoneNumber: `60000000${number}`,
  createdAt: one(instants),
}))

const randomAccount = () => ({
  accountId: one([null, 'c-1', 'C-2']),
  accountEmail: `${one(['ada', 'ADA', 'kim', 'ñandú'])}@example.com`,
  accountFirstName: one([null, ...names]),
  accountLastName: one([null, ...names]),
  accountType: one([null, 'g', 'guest', 'n', 'new', 'existing'] as const),
  accountGender: one([null, 0, 1, 3]),
  accountLastLogin: one([null, ...instants]),
  accountDateJoined: one([null, ...instants]),
})

const STORED_TYPES = {
  g: 'guest',
  guest: 'guest',
  n: 'new',
  new: 'new',
  existing: 'existing',
} as const

/** Types are shown as they were sent and stored as words. */
const storedAccount = (account: ReturnType<typeof randomAccount>) => ({
  ...account,
  accountType: account.accountType === null ? null : STORED_TYPES[account.accountType],
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
    'customer-phone-number': buyer?.phoneNumber ?? null,
    'customer-phone-country': buyer?.phoneCountry ?? null,
    'customer-document_id-number': buyer?.documentNumber ?? null,
    'customer-document_id-country': buyer?.documentCountry ?? null,
    'customer-document_id-type': buyer?.documentType ?? null,
    'account-id': account.accountId,
    'account-email': account.accountEmail,
    'account-first_name': account.accountFirstName,
    'account-last_name': account.accountLastName,
    'account-type': account.accountType,
    total_amount: order.totalAmount,
    discount: order.discount,
    discount_rate: order.discountRate,
    'instalment_plan-downpayment-amount': null,
    'instalment_plan-downpayment-state': 'none',
    'account-gender': account.accountGender,
    created: order.createdAt,
    verified: order.verifiedAt,
    confirmed: order.confirmedAt,
    cancelled: order.cancelledAt,
    'customer-created': buyer?.createdAt ?? null,
    'account-last_login': account.accountLastLogin,
    'account-date_joined': account.accountDateJoined,
  }
}

/** The same orders in the other mode and in another store would show up immediately. */
async function write(scope: { storeId: string; sandbox: boolean }): Promise<ModelOrder[]> {
  const offset = scope.sandbox ? 0 : 100_000
  const made = Array.from({ length: ORDERS }, (_, index) => {
    const order = randomOrder(offset + index + (scope.storeId === storeId ? 0 : 1_000_000), scope)
    return { order, account: randomAccount() }
  })
  const sent = { request: {}, merchant: {}, articles: [] }
  const sets: RowSet[] = [
    {
      table: 'buyers',
      rows: buyers.map((each) => ({ ...scope, ...each })),
    },
    {
      table: 'orders',
      rows: made.map(({ order, account }) => orderRow(order, storedAccount(account))),
    },
    {
      table: 'order_details',
      rows: made.map(({ order, account: { accountType: type } }) => {
        const customer = type === null ? {} : { type }
        return { storeId: order.storeId, orderId: order.id, ...sent, customer }
      }),
    },
  ]
  await place.database.transaction(null, async (tx) => tx.commit(undefined, unacted(...sets)))
  return made.map(({ order, account }) => modelOf(order, account))
}

before(async () => {
  // Buyers without a person, as there were before.
  place = await openTestDatabase({ planted: true })
  storeId = (await createScenario(place.database)).caller.store.id
  const other = (await createScenario(place.database)).caller.store.id
  model = await write({ storeId, sandbox: true })
  await write({ storeId, sandbox: false })
  await write({ storeId: other, sandbox: true })
  await keepTallies({ database: place.database, clock: systemClock }, { storeId, sandbox: true })
})
after(() => place.stop())

test('every property that is filtered by has a value in some order', () => {
  const missing = Object.keys(orderList.properties).filter((name) =>
    model.every((order) => order[name] == null),
  )
  assert.deepEqual(missing, ALWAYS_NULL, 'to be set in randomOrder() and modelOf()')
})

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
  let actual = 0
  for (let run = 0; run < 600; run++) {
    const query = randomQuery()
    const expected = modelList(model, query)
    actual += Math.min(expected.count, 1)
    assert.deepEqual(await listed(query), expected, `?${query}`)
  }
  assert.ok(actual > 200, `${actual} queries found something`)
})

test('every lookup of every property is answered', async () => {
  for (const [name, property] of Object.entries(orderList.properties)) {
    for (const lookup of Object.keys(lookupsOf(property))) {
      const query = new URLSearchParams({ [`${name}-${lookup}`]: valueFor(name, lookup) })
      assert.deepEqual(await listed(query), modelList(model, query), `?${query}`)
    }
  }
})

test('no text makes a query fail, and each finds its literal matches', async () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...'%_\\\'"$^.*+?()[]{}|-;\n\u0301Kſİı'), maxLength: 12 }),
  )
  const lookups = ['iexact', 'contains', 'icontains', 'istartswith', 'iendswith', 'search', 'in']
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom(...lookups), async (text, lookup) => {
      // A URL has no lone surrogates, and the character zero is refused.
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
