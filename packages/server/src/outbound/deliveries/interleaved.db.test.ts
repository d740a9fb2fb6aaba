// What is added behind a delivery that is being settled is neither forgotten nor sent beside it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { unacted } from '../../../../../test/fixtures/unacted.ts'
import {
  createWebhookScenario,
  type WebhookScenario,
} from '../../../../../test/fixtures/webhooks.ts'
import type { RowSet, Transaction } from '../../platform/database/database.ts'
import { lockEndpoint } from '../endpoints/store.ts'
import { lockStream } from '../events/store.ts'
import { cancelLeftOpen } from './cancel-left-open.ts'
import { ended } from './settling.ts'
import { lockDeliveries, lockNext, lockOpenLines, progressRows } from './store.ts'

const place = ownDatabase()

/** A transaction that has done its reads and writes when it is told to. */
async function held(work: (tx: Transaction) => Promise<RowSet[]>) {
  const release = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const done = place.database.transaction(null, async (tx) => {
    const rowSets = await work(tx)
    begun.resolve()
    await release.promise
    return tx.commit(undefined, unacted(...rowSets))
  })
  await Promise.race([begun.promise, done])
  return {
    async finish() {
      release.resolve()
      await done
    },
  }
}

/** Whether another transaction waits for a lock of one that is held. */
async function blocked(): Promise<void> {
  const limit = performance.now() + 10_000
  while (performance.now() < limit) {
    const [row] = await place.database.query<AnyRow>(
      'SELECT count(*) AS waiting FROM pg_locks WHERE NOT granted',
      [],
    )
    if (row?.waiting > 0) return
  }
  throw new Error('nobody waits for what is held')
}

async function oneOpen(): Promise<WebhookScenario & { capture1(): Promise<unknown> }> {
  const scenario = await createWebhookScenario(place.database)
  const order = await scenario.captured(0)
  await scenario.deliverAll()
  await scenario.capture(order, 100)
  await scenario.place()
  return { ...scenario, capture1: () => scenario.capture(order, 100) }
}

const open = async (scenario: WebhookScenario) =>
  (await scenario.states()).filter((state) => !state.includes('delivered'))

if (process.env.TEST_DATABASE === 'postgres') {
  test('an event placed while the last of its order is being settled waits itself', async () => {
    const scenario = await oneOpen()
    const [claimed] = await scenario.claim()
    assert.ok(claimed !== undefined)
    const { storeId, endpointId, id, orderId } = claimed.delivery
    const settling = await held(async (tx) => {
      const [delivery] = await lockDeliveries(tx, { storeId, endpointId }, [id])
      const line = { endpointId, orderId: orderId ?? '' }
      assert.deepEqual(await lockNext(tx, storeId, [line]), [])
      assert.ok(delivery !== undefined)
      return [progressRows([ended(delivery, 'delivered', scenario.writing.clock.now())])]
    })
    await scenario.capture1()
    const placing = scenario.place()
    await blocked()
    await settling.finish()
    await placing
    assert.deepEqual(await open(scenario), ['5 order.captured waiting 0'])
  })

  test('a delivery settled while an event is added behind it passes the turn on', async () => {
    const scenario = await oneOpen()
    const claimed = await scenario.claim()
    const { storeId, endpointId, orderId } = claimed[0]?.delivery ?? assert.fail()
    await scenario.capture1()
    const lines = [{ endpointId, orderId: orderId ?? '' }]
    const placing = await held(async (tx) => {
      assert.deepEqual(await lockOpenLines(tx, storeId, lines), lines)
      const added = `INSERT INTO webhook_deliveries SELECT store_id, endpoint_id, 'added', 'added',
        event_type, order_id, 5, NULL, 'queued', 0, 0, false, NULL, deadline, created_at
        FROM webhook_deliveries WHERE endpoint_id = $1 AND position = 4 RETURNING 1`
      await tx.query<AnyRow>(added, [endpointId])
      return []
    })
    const settling = scenario.settle(claimed, 'delivered')
    await blocked()
    await placing.finish()
    assert.equal(await settling, true)
    assert.deepEqual(await open(scenario), ['5 order.captured waiting 0'])
  })

  test('a turn that passes on while an event is being added is not missed', async () => {
    const scenario = await oneOpen()
    await scenario.capture1()
    await scenario.place()
    const [claimed] = await scenario.claim()
    assert.ok(claimed !== undefined)
    const { storeId, endpointId, id, orderId } = claimed.delivery
    const settling = await held(async (tx) => {
      const [delivery] = await lockDeliveries(tx, { storeId, endpointId }, [id])
      const [next] = await lockNext(tx, storeId, [{ endpointId, orderId: orderId ?? '' }])
      assert.ok(delivery !== undefined && next !== undefined)
      const at = scenario.writing.clock.now()
      const passed = { ...next, state: 'waiting', nextAttemptAt: at } as const
      return [progressRows([ended(delivery, 'delivered', at), passed])]
    })
    await scenario.capture1()
    const placing = scenario.place()
    await blocked()
    await settling.finish()
    await placing
    assert.deepEqual(await open(scenario), [
      '5 order.captured waiting 0',
      '6 order.captured queued 0',
    ])
  })

  test('an attempt settled while its endpoint is being disabled is stored', async () => {
    const scenario = await oneOpen()
    await scenario.capture1()
    await scenario.place()
    const claimed = await scenario.claim()
    const { storeId, endpointId, id } = claimed[0]?.delivery ?? assert.fail()
    const disabling = await held(async (tx) => {
      await lockStream(tx, { storeId, sandbox: true })
      await lockEndpoint(tx, { storeId, endpointId })
      const deliveries = await lockDeliveries(tx, { storeId, endpointId }, [id])
      const at = scenario.writing.clock.now()
      const set = { state: 'disabled', disabledReason: 'store', disabledAt: at } as const
      const rowSets: RowSet[] = [
        progressRows(deliveries.map((each) => ended(each, 'cancelled', at))),
        { table: 'webhook_endpoints', where: { storeId, id: endpointId }, set },
      ]
      return rowSets
    })
    const settling = scenario.settle(claimed, 'failed')
    await blocked()
    await disabling.finish()
    assert.equal(await settling, false)
    assert.deepEqual(await open(scenario), [
      '4 order.captured cancelled 1',
      '5 order.captured queued 0',
    ])
    assert.deepEqual(await scenario.claim(), [])
  })
}

test('only the deliveries left to a disabled endpoint end', async () => {
  const [off, on] = [await oneOpen(), await oneOpen()]
  const at = off.writing.clock.now()
  const set = { state: 'disabled', disabledReason: 'store', disabledAt: at } as const
  await place.database.transaction(null, async (tx) =>
    tx.commit(
      undefined,
      unacted({
        table: 'webhook_endpoints',
        where: { storeId: off.caller.store.id, id: off.endpointId },
        set,
      }),
    ),
  )
  await cancelLeftOpen({ ...off.writing, database: place.database })
  assert.deepEqual(await open(off), ['4 order.captured cancelled 0'])
  assert.deepEqual(await open(on), ['4 order.captured waiting 0'])
})
