// Many orders in one transaction: none waits for another, and none pays for another's fault.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { unacted } from '../../../../../test/fixtures/unacted.ts'
import type { Order } from '../../model/order/order.ts'
import { together } from '../../platform/database/together.ts'
import { onOrders } from './many.ts'
import { findOrder, lockOrder, orderUpdate } from './store.ts'

const place = ownDatabase()

async function open(count: number) {
  const scenario = await createScenario(place.database)
  const orders: Order[] = []
  for (let made = 0; made < count; made++) orders.push(await scenario.checkout(1_000))
  const ids = orders.map(({ id }) => id).toSorted()
  const scope = { storeId: scenario.caller.store.id, sandbox: true }
  const versions = async () => {
    const reads = ids.map((ref) => findOrder(place.database, { ...scope, ref }))
    return (await Promise.all(reads)).map((order) => order?.version)
  }
  /** Counts the version up; notes which orders shared a transaction. */
  const groups: string[][] = []
  const touch = (disliked?: string, then?: () => void) =>
    onOrders(place.database, { ...scope, ids }, async (tx, locked) => {
      groups.push(locked.map(({ id }) => id))
      if (locked.some(({ id }) => id === disliked)) throw new Error(`not ${disliked}`)
      const updates = locked.map((order) => {
        return orderUpdate(order, { ...order, version: order.version + 1 })
      })
      then?.()
      return tx.commit(
        locked.map(({ id }) => id),
        unacted(...together(updates)),
      )
    })
  return { ids, scope, versions, groups, touch }
}

test('orders that are free share a transaction', async () => {
  const { ids, versions, groups, touch } = await open(3)
  const [before = 0] = await versions()
  assert.deepEqual(await touch(), { outcomes: ids, failures: [] })
  assert.deepEqual(groups, [ids])
  assert.deepEqual(await versions(), [before + 1, before + 1, before + 1])
})

test('if one fails the others are still done, once', async () => {
  const { ids, versions, groups, touch } = await open(3)
  const [before = 0] = await versions()
  const [first, second, third] = ids
  const { outcomes, failures } = await touch(second)
  assert.deepEqual(outcomes, [first, third])
  assert.deepEqual(failures, [{ id: second, error: new Error(`not ${second}`) }])
  assert.deepEqual(groups, [ids, [first], [second], [third]])
  assert.deepEqual(await versions(), [before + 1, before, before + 1])
})

test('an order of another store or mode is not among them', async () => {
  const { ids, scope } = await open(2)
  const other = await open(1)
  const batches = [
    { ...scope, sandbox: false, ids },
    { ...scope, storeId: other.scope.storeId, ids },
  ]
  for (const orders of batches) {
    const { outcomes, failures } = await onOrders(place.database, orders, async (tx, locked) =>
      tx.commit(locked),
    )
    assert.deepEqual([outcomes, failures.length], [[], 2])
  }
})

if (process.env.TEST_DATABASE === 'postgres') {
  test('a locked order is waited for once the others are done', async () => {
    const { ids, scope, versions, groups, touch } = await open(3)
    const [before = 0] = await versions()
    const [first, second, third] = ids
    assert.ok(second !== undefined)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let hold = () => {}
    const holds = new Promise<void>((resolve) => {
      hold = resolve
    })
    const holding = place.database.transaction(null, async (tx) => {
      await lockOrder(tx, { ...scope, ref: second })
      hold()
      await held
      return tx.commit(undefined)
    })
    await holds
    const { outcomes } = await touch(undefined, letGo)
    await holding
    assert.deepEqual(outcomes, [first, third, second])
    assert.deepEqual(groups, [[first, third], [second]])
    assert.deepEqual(await versions(), [before + 1, before + 1, before + 1])
  })
}
