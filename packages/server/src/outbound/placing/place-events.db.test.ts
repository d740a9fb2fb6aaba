// A reader who follows the stream by place sees every event once, and each order's in sequence.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { Order } from '../../model/order/order.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { captureOrder } from '../../orders/captures/capture-order.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { Places } from '../../tenancy/caller/context.ts'
import { listEvents } from '../events/list-events.ts'
import { listUnplacedStreams, storeEventRow } from '../events/store.ts'
import { placeEvents } from './place-events.ts'

const place = ownDatabase({ planted: true })

const keyOf = ({ caller }: Scenario): StreamKey => ({
  storeId: caller.store.id,
  sandbox: caller.sandbox,
})

const placesOf = ({ writing }: Scenario): Places => ({ ...writing, database: place.database })

async function readOn(scenario: Scenario, after: string | null, limit = 1_000) {
  await placeEvents(placesOf(scenario), keyOf(scenario))
  const reading = { database: place.database, clock: scenario.writing.clock }
  const question = { after: after ?? undefined, limit, types: [] }
  return listEvents(reading, scenario.caller, question)
}

test('places follow each other without a gap, in each order by sequence', async () => {
  const scenario = await createScenario(place.database)
  for (let number = 0; number < 3; number++) {
    const order = await scenario.confirmed(10_000)
    await scenario.capture(order, 4_000)
  }
  const { events } = await readOn(scenario, null)
  assert.deepEqual(
    events.map(({ position }) => position),
    events.map((_event, index) => index + 1),
  )
  for (const [, ofOrder] of Map.groupBy(events, ({ orderId }) => orderId)) {
    assert.deepEqual(
      ofOrder.map(({ sequence }) => sequence),
      ofOrder.map((_event, index) => index + 1),
    )
  }
  assert.equal(await placeEvents(placesOf(scenario), keyOf(scenario)), 0)
})

test('the sequence decides where the clock went back between two events', async () => {
  const scenario = await createScenario(place.database)
  const order = await scenario.confirmed(10_000)
  await readOn(scenario, null)
  const clock = { now: () => new Date('2020-01-01T00:00:00Z') }
  const other = await scenario.confirmed(10_000)
  await scenario.capture(order, 100)
  const writing = { ...scenario.writing, clock }
  await captureOrder(writing, scenario.caller, { ref: order.id, amount: cents(200) })
  await captureOrder(writing, scenario.caller, { ref: other.id, amount: cents(300) })
  const { events } = await readOn(scenario, null)
  for (const id of [order.id, other.id]) {
    const sequences = events.filter(({ orderId }) => orderId === id).map((each) => each.sequence)
    assert.deepEqual(
      sequences,
      sequences.map((_each, index) => index + 1),
    )
  }
})

test('a backlog is placed part by part, each order in sequence', async () => {
  const scenario = await createScenario(place.database)
  const key = keyOf(scenario)
  const orders = [await scenario.checkout(1_000), await scenario.checkout(1_000)]
  // The clock runs backwards all the time.
  await place.database.query(
    `INSERT INTO events (store_id, sandbox, order_id, sequence, ledger_sequence, id, type, data,
       created_at)
     SELECT $1, true, o.id, n, 0, o.id || '/' || n, 'checkout.updated', '{}',
       now() - n * interval '1 second'
     FROM unnest($2::text[]) o (id) CROSS JOIN generate_series(2, 3000) n`,
    [key.storeId, orders.map(({ id }) => id)],
  )
  const { storeId } = key
  await place.database.query(
    `INSERT INTO events (store_id, sandbox, id, type, subject, data, created_at)
     VALUES ($1, true, 'late', 'api_key.exposed', 'key', '{}', now() - interval '1 day')`,
    [storeId],
  )
  while ((await placeEvents({ ...scenario.writing, database: place.database }, key)) > 0);
  const rows = await place.database.query(
    'SELECT order_id, sequence FROM events WHERE store_id = $1 ORDER BY position',
    [storeId],
  )
  const expected = Array.from({ length: 3_000 }, (_, index) => index + 1)
  for (const { id } of orders) {
    const mine = rows.filter(({ order_id }) => order_id === id).map(({ sequence }) => sequence)
    assert.deepEqual(mine, expected)
  }
  assert.equal(rows.length, 6_001)
})

/** A write that waits before it commits. */
function heldBack(database: Database, scenario: Scenario, subject: string) {
  const release = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const done = database.transaction(null, async (tx: Transaction) => {
    await tx.query('SELECT pg_current_xact_id()', [])
    begun.resolve()
    await release.promise
    const event = { type: 'api_key.exposed', subject, data: {}, createdAt: new Date() } as const
    const id = scenario.writing.ids.next()
    const row = storeEventRow({ ...keyOf(scenario), ...event, id })
    const action = {
      action: 'api_key.report_exposure',
      object: { kind: 'api_key', id: subject },
      ...keyOf(scenario),
    } as const
    return tx.commit(id, acted(scenario.writing, action, row))
  })
  return { begun: begun.promise, release: release.resolve, done }
}

if (process.env.TEST_DATABASE === 'postgres') {
  test('a reader misses nothing of writers that commit in another order than begun', async () => {
    const scenario = await createScenario(place.database)
    const writers = ['one', 'two', 'three'].map((name) => heldBack(place.database, scenario, name))
    await Promise.all(writers.map(({ begun }) => begun))
    const seen: string[] = []
    const written: string[] = []
    let next: string | null = null
    for (const writer of writers.toReversed()) {
      writer.release()
      written.push(await writer.done)
      const part: Awaited<ReturnType<typeof readOn>> = await readOn(scenario, next)
      next = part.next
      seen.push(...part.events.map(({ id }) => id))
    }
    assert.deepEqual(seen, written)
  })

  test('readers that race with many writers see each event once and in order', async () => {
    const scenario = await createScenario(place.database)
    const orders: Order[] = []
    while (orders.length < 8) orders.push(await scenario.confirmed(100_000))
    let writing = true
    const work = Promise.all(
      orders.map(async (order) => {
        for (let number = 0; number < 20; number++) await scenario.capture(order, 10)
      }),
    ).then(() => {
      writing = false
    })
    const readers = Array.from({ length: 3 }, async () => {
      const seen: string[] = []
      let next: string | null = null
      for (let last = false; !last; ) {
        last = !writing
        const part = await readOn(scenario, next, 7)
        seen.push(...part.events.map(({ position }) => String(position)))
        next = part.next
        if (part.hasMore) last = false
      }
      return seen
    })
    await work
    const written = await place.database.query('SELECT 1 FROM events WHERE store_id = $1', [
      scenario.caller.store.id,
    ])
    assert.ok(written.length > 8 * 20)
    const expected = written.map((_row, index) => String(index + 1))
    for (const seen of await Promise.all(readers)) assert.deepEqual(seen, expected)
  })
}

test('a stream with much to place hides no other, and an empty one is not listed', async () => {
  const [one, two] = [await createScenario(place.database), await createScenario(place.database)]
  await one.checkout(1_000)
  await one.checkout(1_000)
  await two.checkout(1_000)
  const mine = (keys: StreamKey[]) =>
    keys
      .map(({ storeId }) => storeId)
      .filter((id) => [one, two].some(({ caller }) => caller.store.id === id))
  assert.equal(mine(await listUnplacedStreams(place.database, 100)).length, 2)
  await placeEvents(placesOf(one), keyOf(one))
  assert.deepEqual(mine(await listUnplacedStreams(place.database, 100)), [two.caller.store.id])
})

test('the database refuses to change, to move and to delete an event', async () => {
  const scenario = await createScenario(place.database)
  await scenario.checkout(1_000)
  await readOn(scenario, null)
  const { query } = place.database
  const where = `store_id = '${scenario.caller.store.id}'`
  for (const statement of [
    `UPDATE events SET position = position + 1 WHERE ${where}`,
    `UPDATE events SET data = '{}' WHERE ${where}`,
    `DELETE FROM events WHERE ${where}`,
    'TRUNCATE events',
  ]) {
    await assert.rejects(query(statement, []), /never changed/, statement)
  }
})
