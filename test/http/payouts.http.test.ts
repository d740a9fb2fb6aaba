// The running service pays its stores on their calendars, also what fell due while it was down, and
// once however often it is killed meanwhile.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../packages/server/src/platform/database/open-database.ts'
import {
  auditOf,
  type Client,
  clientOf,
  confirmedOrder,
  type Json,
  ownServer,
} from '../running-server.ts'

const WAIT_MS_MAX = 15_000
const server = ownServer()
let client: Client

before(() => {
  client = clientOf(server, { key: server.demo.other_store.private_key })
})

/** All calendars are weeks overdue when the service comes back. */
async function overdue(): Promise<void> {
  await server.stop()
  const { databaseUrl, folder } = server.place
  const database = await openDatabase({
    databaseUrl,
    folder: join(folder, 'database'),
    fraction: Math.random,
    print: () => {},
  })
  const { store_id: storeId } = server.demo.other_store
  await database.query(
    `UPDATE payout_calendars SET next_at = now() - interval '30 days' WHERE store_id = $1`,
    [storeId],
  )
  await database.close()
  await server.restart()
  client = clientOf(server, { key: server.demo.other_store.private_key })
}

async function payouts(least: number): Promise<Json[]> {
  const limit = Date.now() + WAIT_MS_MAX
  for (;;) {
    const { results } = (await client('GET', '/me/payouts')).body
    if (results.length >= least) return results
    if (Date.now() > limit) throw new Error('waited in vain for a payout')
    await pause(20)
  }
}

async function captured(amount: number): Promise<string> {
  const { id } = await confirmedOrder(client, amount)
  const reply = await client('POST', `/orders/${id}/captures`, { amount })
  assert.equal(reply.status, 200, reply.text)
  return id
}

test('payouts that fell due while the service was down are paid once', async () => {
  await captured(20_000)
  const id = await captured(5_000)
  await client('POST', `/orders/${id}/refund`, { amount: 1_000 })
  await overdue()
  const [payout, ...others] = await payouts(1)
  assert.deepEqual(others, [])
  assert.deepEqual([payout.amount, payout.carried, payout.previous], [24_000, 0, null])
  assert.ok(Date.parse(payout.due) < Date.parse(payout.created) - 29 * 86_400_000)
  const { body } = await client('GET', '/me/events?type=payout.created')
  assert.deepEqual(
    body.results.map(({ data }: Json) => data.payout_id),
    [payout.id],
  )
})

test('a service that is killed during a payout continues where it was', async () => {
  for (let round = 1; round <= 3; round++) {
    await captured(1_000 * round)
    await overdue()
    await server.kill()
    await server.restart()
    client = clientOf(server, { key: server.demo.other_store.private_key })
    const [payout] = await payouts(1 + round)
    assert.equal(payout.amount, 1_000 * round)
  }
  assert.equal((await payouts(4)).length, 4)
  assert.deepEqual((await auditOf(server)).findings, [])
})
