// The lender's list of orders over several stores and both modes.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { TestService } from '../../../../../test/fixtures/test-service.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { keepTallies } from '../../settlement/tallies/tallying.ts'

const STORES = 3
const ORDERS = 4
const place = ownDatabase()
const stores: Scenario[] = []
const ids: string[] = []
let send: TestService['send']

before(async () => {
  for (let number = 0; number < STORES; number++) {
    const scenario = await createScenario(place.database)
    stores.push(scenario)
    for (let index = 0; index < ORDERS; index++) {
      ids.push((await scenario.confirmed(30_000 + 1_000 * index)).id)
    }
    await scenario.checkout(50_000)
  }
  send = await lenderClient(place.database)
})

const idsOf = async (query: string): Promise<string[]> => {
  const { status, body } = await send('GET', `/lender/orders?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.paging.count, body.results.length)
  return body.results.map(({ id }: { id: string }) => id)
}

test('it has the orders of all stores, newest first, and each names its store', async () => {
  const { body } = await send('GET', '/lender/orders?page_size=100')
  assert.deepEqual(
    body.results.map(({ id }: { id: string }) => id),
    [...ids].reverse(),
  )
  for (const order of body.results) {
    assert.ok(stores.some(({ caller }) => caller.store.id === order.store.id))
    assert.ok(!('allowed_actions' in order))
  }
})

test('it is the same once the rows are counted by day', async () => {
  const before = await idsOf('page_size=100')
  for (const { caller } of stores) {
    const key = { storeId: caller.store.id, sandbox: true }
    await keepTallies({ database: place.database, clock: systemClock }, key)
  }
  assert.deepEqual(await idsOf('page_size=100'), before)
  const { body } = await send('GET', '/lender/orders?page_size=5&page=2')
  assert.equal(body.paging.count, STORES * ORDERS)
  assert.deepEqual(
    body.results.map(({ id }: { id: string }) => id),
    [...ids].reverse().slice(5, 10),
  )
})

test('it is filtered by store and by all that stores filter by', async () => {
  const [first, other] = stores.map(({ caller }) => caller.store.id)
  assert.deepEqual(await idsOf(`store-id=${first}`), ids.slice(0, ORDERS).reverse())
  assert.deepEqual(
    await idsOf(`store-id-in=${first},${other}&total_amount-gte=33000`),
    [ids[3], ids[7]].reverse(),
  )
  assert.deepEqual(await idsOf('store-name-startswith=Stor&total_amount=30000'), [
    ...[ids[8], ids[4], ids[0]],
  ])
  assert.deepEqual(await idsOf('customer-document_id-type=nif&status=cancelled'), [])
  assert.equal((await idsOf('q=ada&page_size=100')).length, STORES * ORDERS)
})

test('identifying data are never searched for in a URL, and are shown masked', async () => {
  for (const name of ['customer-document_id-number', 'customer-phone-number-startswith']) {
    const { status, body } = await send('GET', `/lender/orders?${name}=1`)
    assert.deepEqual([status, body.error.code], [400, 'query_invalid'], name)
  }
  const [id = ''] = ids
  const { status, body } = await send('GET', `/lender/orders/${id}`)
  assert.equal(status, 200)
  assert.equal(body.store.id, stores[0]?.caller.store.id)
  assert.equal(body.instalment_plan.loan.status, 'waiting')
  assert.doesNotMatch(JSON.stringify(body), /12345678Z|600000000|1990-01-01/)
})

test('an order of another mode and an invalid id look alike: missing', async () => {
  const live = await lenderClient(place.database, { mode: 'live' })
  const accept = { accept: 'application/vnd.svc.v1+json' }
  const [id = ''] = ids
  const [mid] = await place.database.query<AnyRow>('SELECT mid FROM orders WHERE id = $1', [id])
  const refs = [id, '0'.repeat(32), 'x', '%00', String(mid?.mid), "';--", 'a'.repeat(5_000)]
  const bodies = new Set<string>()
  for (const ref of refs) {
    const reply = await live('GET', `/lender/orders/${ref}`, undefined, accept)
    assert.equal(reply.status, 404, ref.slice(0, 40))
    const { request_id: _, fields, ...error } = reply.body.error
    assert.equal(fields.order__id, decodeURIComponent(ref))
    bodies.add(JSON.stringify(error))
  }
  assert.equal(bodies.size, 1)
  assert.equal((await live('GET', '/lender/orders', undefined, accept)).body.paging.count, 0)
})

test('stores are listed and shown with their terms', async () => {
  const { body } = await send('GET', '/lender/stores?ordering=created&q=stor')
  assert.deepEqual(
    body.results.map(({ id }: { id: string }) => id),
    stores.map(({ caller }) => caller.store.id),
  )
  const [first] = stores
  const id = first?.caller.store.id ?? ''
  const { body: store } = await send('GET', `/lender/stores/${id}`)
  const { body: own } = await send('GET', '/me', undefined, {
    authorization: `Bearer ${first?.privateKey}`,
  })
  assert.equal(store.terms.version, 1)
  for (const name of ['products', 'collection', 'decision', 'payout_schedule', 'refund_spread']) {
    assert.deepEqual(store.terms[name], own[name], name)
  }
  for (const ref of ['x', '0'.repeat(32), '%00']) {
    const reply = await send('GET', `/lender/stores/${ref}`)
    assert.deepEqual([reply.status, reply.body.error.code], [404, 'store_not_found'])
  }
})
