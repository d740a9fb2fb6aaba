import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { serviceOn } from '../../../../../test/fixtures/test-service.ts'
import { createRefusalLog } from '../../composition/gate/refusal-log.ts'
import type { Acting } from '../../model/actions/action.ts'
import { captureOrder } from '../../orders/captures/capture-order.ts'
import { Refused } from '../../platform/refusal.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { rotateNotificationSecret } from '../stores/rotate-notification-secret.ts'
import { acted } from './acted.ts'

const vault = createVault('a secret key of the tests')
const place = ownDatabase()

const count = async (where = 'true'): Promise<number> => {
  const [row] = await place.database.query<AnyRow>(
    `SELECT count(*) AS count FROM actions WHERE ${where}`,
    [],
  )
  return Number(row?.count)
}

test('rows of actions are never changed or removed', async () => {
  const { database } = place
  await createScenario(database)
  const before = await count()
  assert.ok(before > 0)
  for (const statement of [
    `UPDATE actions SET outcome = 'refused', refusal = 'x'`,
    'DELETE FROM actions',
    'TRUNCATE actions',
  ]) {
    await assert.rejects(database.query<AnyRow>(statement, []), /never changed or removed/)
  }
  assert.equal(await count(), before)
})

test('an action on an order is of the order’s mode, whichever was requested', async () => {
  const { database } = place
  const { caller, writing, confirmed } = await createScenario(database)
  const { id } = await confirmed(10_000)
  const acting = { ...writing.acting, mode: 'live' } as const
  const input = { ref: id, amount: cents(1_000) }
  await captureOrder({ ...writing, acting }, caller, input)
  const rows = await database.query<AnyRow>(
    `SELECT e.type, a.action, a.mode, 
       a.entry_sequence = n.sequence AND a.after_hash = n.hash AS booked
     FROM events e JOIN actions a ON a.id = e.action_id JOIN ledger_entries n
       ON n.store_id = e.store_id AND n.order_id = e.order_id AND n.action_id = e.action_id
     WHERE e.order_id = $1 AND e.type = 'order.captured'`,
    [id],
  )
  const action = { action: 'order.capture', mode: 'sandbox', booked: true }
  assert.deepEqual(rows, [{ type: 'order.captured', ...action }])
})

test('an effect that is rolled back leaves no action', async () => {
  const { database } = place
  const { caller, writing } = await createScenario(database)
  const storeId = caller.store.id
  const before = await count()
  await assert.rejects(
    database.transaction(null, async (tx) => {
      const update = { table: 'stores', where: { id: 'none' }, set: { name: 'x' } } as const
      const action = { action: 'settings.change', object: null, storeId } as const
      return tx.commit(undefined, acted(writing, action, update))
    }),
  )
  assert.equal(await count(), before)
  await rotateNotificationSecret(writing, { storeId, vault })
  assert.equal(await count(`store_id = '${storeId}' AND action = 'notification_secret.rotate'`), 1)
})

test('refusals have ten rows a minute of each principal, sixty in all', async () => {
  const service = serviceOn(place.database)
  const log = createRefusalLog(service)
  const acting = (address: string): Acting => ({
    principal: { kind: 'stranger', id: null, name: null },
    ...{ mode: null, at: new Date(), requestId: null, address, agent: null, route: 'GET /orders' },
  })
  const refused = new Refused('key_invalid')
  for (let index = 0; index < 25; index++) log.note(acting('203.0.113.1'), refused, null)
  for (let index = 0; index < 3_000; index++) {
    log.note(acting(`198.51.${Math.floor(index / 250)}.${index % 250}`), refused, null)
  }
  await log.settled()
  const rows = await place.database.query<AnyRow>(
    `SELECT address, count FROM actions WHERE refusal = 'key_invalid' ORDER BY at, id`,
    [],
  )
  const of = rows.filter((row) => row.address === '203.0.113.1')
  assert.equal(of.filter((row) => row.count === 1).length, 10)
  assert.deepEqual(of.find((row) => row.count > 1)?.count, 15)
  assert.ok(rows.length <= 60 + 60 + 1, `${rows.length} rows`)
  assert.equal(
    rows.reduce((sum, row) => sum + row.count, 0),
    3_025,
  )
})
