// All that happened to an order, by time: nothing twice, nothing left out, whatever the parts.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { cents, timelineKinds } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { addEndpoint, ownerOf } from '../../../../../test/fixtures/endpoint.ts'
import { fillDatabase } from '../../../../../test/fixtures/full-store.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { seedOf } from '../../../../../test/fixtures/seed.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { Json, TestService } from '../../../../../test/fixtures/test-service.ts'
import { createRandom } from '../../../../../tools/simulate/random.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { placeAll } from '../../outbound/placing/place-events.ts'
import { createVault } from '../../platform/secrets/vault.ts'

const place = ownDatabase()
let send: TestService['send']
/** The order with most events. */
let id = ''
let storeId = ''
before(async () => {
  await fillDatabase(place.database)
  send = await lenderClient(place.database)
  const [row] = await query(
    `SELECT e.order_id, e.store_id FROM events e
       JOIN webhook_deliveries d USING (store_id, position)
     WHERE e.sandbox AND e.order_id IS NOT NULL GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 1`,
  )
  id = String(row?.order_id)
  storeId = String(row?.store_id)
})

const ORDERS = 200
const query = (text: string) => place.database.query<AnyRow>(text, [])

async function everything(more: string): Promise<Json[]> {
  const rows: Json[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const going = cursor === '' ? '' : `&after=${encodeURIComponent(cursor)}`
    const { status, body } = await send('GET', `/lender/orders/${id}/timeline?${more}${going}`)
    assert.equal(status, 200, JSON.stringify(body))
    rows.push(...body.results)
    cursor = body.cursor.after
  }
  return rows
}

test('it has every row of every kind, once and by time', async () => {
  const rows = await everything('limit=1000')
  const of = async (table: string, column: string, more = '') =>
    (
      await query(
        `SELECT ${column} AS id FROM ${table} t WHERE store_id = '${storeId}'
         AND order_id = '${id}' ${more}`,
      )
    ).map((row) => String(row.id))
  const expected: Record<string, string[]> = {
    event: await of('events', 'id'),
    entry: await of('ledger_entries', 'sequence'),
    payment: await of('payments', 'id'),
    notification: await of('notifications', 'id'),
    delivery: await of('webhook_deliveries', 'id', 'AND position IS NOT NULL'),
  }
  for (const [kind, ids] of Object.entries(expected)) {
    const shown = rows.filter((row) => row.kind === kind).map((row) => row.id)
    assert.deepEqual(shown.sort(), ids.sort(), kind)
  }
  assert.ok((expected.event?.length ?? 0) > 3 && (expected.delivery?.length ?? 0) > 0)
  const times = rows.map(({ at }) => at)
  assert.deepEqual(times, times.toSorted())
})

test('parts of any size are the whole', async () => {
  const whole = await everything('limit=1000')
  for (const limit of [1, 3, 7]) {
    assert.deepEqual(await everything(`limit=${limit}`), whole, String(limit))
  }
  for (const kind of timelineKinds) {
    const only = await everything(`kinds=${kind}&limit=2`)
    assert.deepEqual(
      only,
      whole.filter((row) => row.kind === kind),
      kind,
    )
  }
  const two = await everything('kinds=event,entry')
  assert.deepEqual(
    two,
    whole.filter(({ kind }) => kind === 'event' || kind === 'entry'),
  )
})

test('an invalid query is refused, and an unknown order is missing', async () => {
  for (const more of [
    ...['kinds=nothing', 'kinds=', 'limit=0', 'limit=1001', 'limit=1&limit=2', 'after=x', 'x=1'],
    ...['after=2026-13-01T00:00:00.000000Z/event/x', `after=${encodeURIComponent("'; --")}`],
  ]) {
    const { status, body } = await send('GET', `/lender/orders/${id}/timeline?${more}`)
    assert.deepEqual([status, body.error.code], [400, 'query_invalid'], more)
  }
  for (const ref of ['x', '0'.repeat(32), '%00']) {
    const { status, body } = await send('GET', `/lender/orders/${ref}/timeline`)
    assert.deepEqual([status, body.error.code], [404, 'order_not_found'])
  }
})

test('for 200 random orders everything that happened is there once, in order', async () => {
  const random = createRandom(seedOf('timeline'))
  const scenario = await createScenario(place.database)
  const { caller, writing } = scenario
  const owner = ownerOf(scenario, createVault('a secret key of the tests'))
  await addEndpoint(place.database, owner, { id: 'f'.repeat(32) })
  const ids: string[] = []
  for (let made = 0; made < ORDERS; made++) {
    const amount = random.between(10_000, 99_000)
    if (random.chance(0.1)) {
      ids.push((await scenario.checkout(amount)).id)
      continue
    }
    const order = await scenario.confirmed(amount)
    ids.push(order.id)
    const part = cents(random.between(1, amount - 1))
    if (random.chance(0.7)) await scenario.capture(order, part)
    if (random.chance(0.3)) await refundOrder(writing, caller, { ref: order.id, amount: cents(1) })
    if (random.chance(0.1)) await cancelOrder(writing, caller, order.id)
  }
  await placeAll({ database: place.database, clocks: writing.clocks }, caller)
  const count = (table: string, where: string) =>
    `SELECT '${table}' AS kind, count(*)::int AS count FROM ${where}`
  for (const each of ids) {
    const of = `WHERE store_id = '${caller.store.id}' AND order_id = '${each}'`
    const expected = await query(
      [
        count('event', `events ${of}`),
        count('entry', `ledger_entries ${of}`),
        count('delivery', `webhook_deliveries ${of}`),
        count('notification', `notifications ${of}`),
        count('action', `actions WHERE object_kind = 'order' AND object_id = '${each}'`),
      ].join(' UNION ALL '),
    )
    const { body } = await send('GET', `/lender/orders/${each}/timeline?limit=1000`)
    const rows: Json[] = body.results
    for (const { kind, count: wanted } of expected) {
      const shown = rows.filter((row) => row.kind === kind).map((row) => row.id)
      assert.equal(new Set(shown).size, wanted, `${each} ${kind}`)
      assert.equal(shown.length, wanted, `${each} ${kind}`)
    }
    const times = rows.map(({ at }) => at)
    assert.deepEqual(times, times.toSorted())
  }
})

test('a row shows the amount, the actor, and the result of a message', async () => {
  const rows = await everything('limit=1000')
  const of = (kind: string, type: string) =>
    rows.filter((row) => row.kind === kind && row.type === type)
  const [entries, events] = [of('entry', 'capture'), of('event', 'order.captured')]
  assert.ok(entries.length > 0)
  for (const { amount, postings, sending, note } of entries) {
    assert.ok(postings[0].amount > 0 && postings[0].debit !== postings[0].credit)
    assert.deepEqual([amount, sending, note], [postings[0].amount, null, null])
  }
  const said = (each: Json[]) => each.map(({ amount, by }) => `${amount} ${by.kind}`).sort()
  assert.deepEqual(said(events), said(entries))
  assert.deepEqual(said(of('action', 'order.capture')), said(entries))
  const tried = rows.filter(({ sending }) => sending !== null && sending.attempts > 0)
  assert.ok(tried.length > 0)
  for (const { kind, sending } of tried) {
    assert.ok(['delivery', 'notification'].includes(kind))
    assert.ok(sending.duration_ms >= 0, JSON.stringify(sending))
    assert.ok(sending.status !== null || sending.failure !== null, JSON.stringify(sending))
  }
})
