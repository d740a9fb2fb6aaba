// The events of all stores, against the rows themselves.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { lenderEventTypes } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { fillDatabase } from '../../../../../test/fixtures/full-store.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { asReal } from '../../../../../test/fixtures/test-clocks.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { Json, TestService } from '../../../../../test/fixtures/test-service.ts'
import { createCheckout } from '../../checkout/checkouts/create-checkout.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { placeActions } from '../../tenancy/actions/place-actions.ts'

const place = ownDatabase()
let send: TestService['send']
let stored: AnyRow[]
before(async () => {
  await fillDatabase(place.database)
  send = await lenderClient(place.database)
  const placing = { database: place.database, clock: asReal(systemClock) }
  for (const mode of ['sandbox', 'live'] as const) {
    while ((await placeActions(placing, mode)) > 0);
  }
  // Rows from before there were actions belong to the first of them.
  stored = await place.database.query<AnyRow>(
    `SELECT e.id, e.type, e.store_id, e.order_id, e.sequence, a.principal_kind
     FROM events e JOIN actions a ON a.id = e.action_id
     WHERE e.sandbox AND a.action <> 'log.begin'`,
    [],
  )
})

async function everything(query = '', limit = 1_000): Promise<Json[]> {
  const rows: Json[] = []
  for (let next = '0', more = true; more; ) {
    const path = `/lender/events?after=${next}&limit=${limit}${query}`
    const { status, body } = await send('GET', path)
    assert.equal(status, 200, JSON.stringify(body))
    rows.push(...body.results)
    more = body.has_more
    assert.ok(!more || body.next !== next, 'it goes on')
    next = body.next
  }
  return rows
}
const ids = (rows: readonly Json[]) => rows.map(({ id }) => id).sort()
/** Without the actions that are events of their own. */
const ofOrders = (rows: readonly Json[]) =>
  rows.filter(({ type }) => stored.some((row) => row.type === type))

test('each event of each store is there once, whatever the page size', async () => {
  assert.ok(stored.length > 20)
  for (const limit of [1, 7, 1_000]) {
    const rows = await everything('', limit)
    assert.deepEqual(ids(ofOrders(rows)), stored.map(({ id }) => String(id)).sort())
  }
})

test('each names its store, its order and its actor', async () => {
  for (const { id, type, store_id, order_id, sequence, actor } of await everything()) {
    const row = stored.find((each) => each.id === id)
    if (row === undefined) {
      // Only for the lender: its stores do not get it.
      assert.ok(lenderEventTypes.includes(type), type)
      assert.equal(order_id, null)
      continue
    }
    assert.deepEqual(
      [store_id, order_id, sequence, actor.kind],
      [row.store_id, row.order_id, row.sequence, row.principal_kind],
    )
  }
})

test('they are filtered by type and store', async () => {
  const [one] = stored
  const ofStore = await everything(`&store-id=${one?.store_id}`, 3)
  assert.ok(ofStore.every(({ store_id: id }) => id === one?.store_id))
  assert.deepEqual(
    ids(ofOrders(ofStore)),
    stored.flatMap(({ id, store_id }) => (store_id === one?.store_id ? [String(id)] : [])).sort(),
  )
  const captured = await everything('&type=order.captured,payout.created')
  assert.ok(captured.length > 1)
  assert.deepEqual(
    ids(captured),
    stored
      .flatMap(({ id, type }) =>
        ['order.captured', 'payout.created'].includes(String(type)) ? [String(id)] : [],
      )
      .sort(),
  )
})

test('actions of the lender above the stores are events of live mode', async () => {
  const live = await lenderClient(place.database, { mode: 'live' })
  const placing = { database: place.database, clock: asReal(systemClock) }
  while ((await placeActions(placing, 'live')) > 0);
  const accept = { accept: 'application/vnd.svc.v1+json' }
  const path = '/lender/events?type=lender_key.created'
  const { status, body } = await live('GET', path, undefined, accept)
  assert.equal(status, 200)
  const [event] = body.results.filter(({ data }: Json) => data.object?.kind === 'lender_key')
  assert.deepEqual([event.store_id, event.order_id, event.sequence], [null, null, null])
})

test('an invalid query is refused', async () => {
  for (const query of ['after=x', 'limit=0', 'type=order.eaten', 'store-id=1', 'page=2']) {
    const { status, body } = await send('GET', `/lender/events?${query}`)
    assert.deepEqual([status, body.error.code], [400, 'query_invalid'], query)
    assert.ok(Object.keys(body.error.fields).includes(query.split('=')[0] ?? ''), query)
  }
})

test('a checkout that ends for a newer one of its name is there with the newer one', async () => {
  const { writing, caller } = await createScenario(place.database)
  const placing = { database: place.database, clock: asReal(systemClock) }
  const create = async () => {
    const article = { id: 'article', name: 'Bicycle', quantity: 1, price: 10_000 }
    const order = { id: 'one name', currency: 'EUR', total_amount: 10_000, articles: [article] }
    const body = { order, customer: { email: 'ada@example.com' } }
    const { id } = await createCheckout(writing, caller, { body, request: { ...body } })
    while ((await placeActions(placing, 'sandbox')) > 0);
    return id
  }
  const older = await create()
  const { body: head } = await send('GET', '/lender/actions/head')
  await create()
  const { body } = await send('GET', `/lender/events?after=${head.place}`)
  const ended = body.results.filter((each: Json) => each.order_id === older)
  assert.deepEqual(
    ended.map(({ type }: Json) => type),
    ['checkout.updated'],
  )
})
