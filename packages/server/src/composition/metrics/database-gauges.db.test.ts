// The backlog of each lane, compared with statements that do not use the lanes' own.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { fillDatabase } from '../../../../../test/fixtures/full-store.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { createTestService, serviceOn } from '../../../../../test/fixtures/test-service.ts'
import { checkoutBody } from '../../../../../test/running-server.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { lanesOf } from '../background-work.ts'
import { setDatabaseGauges } from './database-gauges.ts'

/** Long after everything is due. */
const LATER = new Date('2040-01-01T00:00:00Z')

const place = ownDatabase()
before(async () => {
  await fillDatabase(place.database)
  await addWaiting()
})

/** A store without a test clock: nobody has confirmed or placed anything yet, nothing is sent. */
async function addWaiting(): Promise<void> {
  const { caller, privateKey, writing } = await createScenario(place.database)
  const { send } = createTestService(place.database, { privateKey, clock: writing.clock })
  const made = async (path: string, body?: unknown) => {
    const { status, body: answer } = await send('POST', path, body)
    assert.ok(status < 300, JSON.stringify(answer))
    return answer.id
  }
  await made('/me/webhooks', { url: 'https://shop.example/events' })
  const signed = await made('/checkout', checkoutBody('signed', 20_000))
  await made(`/sandbox/checkouts/${signed}/complete`, {})
  await placeEvents(
    { ...writing, database: place.database },
    { storeId: caller.store.id, sandbox: true },
  )
  await made('/checkout', checkoutBody('begun', 30_000))
}

const OF_A_CLOCK = 'sandbox AND store_id IN (SELECT store_id FROM test_clocks)'
const DUE: Readonly<Record<string, string>> = {
  checkout_expiry: `SELECT expires_at FROM orders
    WHERE expires_at IS NOT NULL AND NOT (${OF_A_CLOCK})`,
  authorisation_expiry: `SELECT lapse_due_at FROM orders
    WHERE lapse_due_at IS NOT NULL AND NOT (${OF_A_CLOCK})`,
  loan_collection: `SELECT due_at FROM loans WHERE due_at IS NOT NULL AND NOT (${OF_A_CLOCK})
    AND order_id NOT IN (
      SELECT order_id FROM payments WHERE state = 'open' AND kind <> 'authorisation')`,
  payouts: `SELECT next_at FROM payout_calendars WHERE next_at IS NOT NULL AND NOT (${OF_A_CLOCK})`,
  payment_results: `SELECT ask_at FROM payments WHERE ask_at IS NOT NULL AND NOT (${OF_A_CLOCK})`,
  notifications: `SELECT n.next_attempt_at FROM notifications n JOIN orders o ON o.id = n.order_id
    WHERE n.state = 'waiting' AND NOT (o.sandbox
      AND o.store_id IN (SELECT store_id FROM test_clocks))`,
  deliveries: `SELECT d.next_attempt_at FROM webhook_deliveries d
    JOIN webhook_endpoints w ON w.id = d.endpoint_id
    WHERE d.state = 'waiting' AND w.state = 'enabled'
      AND NOT (w.sandbox AND w.store_id IN (SELECT store_id FROM test_clocks))`,
  lender_deliveries: `SELECT next_attempt_at FROM lender_deliveries WHERE state = 'waiting'`,
  lender_events: `SELECT at FROM actions WHERE mode = 'sandbox' AND place > (
    SELECT position / 10000 FROM lender_streams WHERE sandbox)`,
  event_positions: 'SELECT created_at FROM events WHERE position IS NULL',
  action_places: 'SELECT at FROM actions WHERE place IS NULL',
}

type Shown = { readonly due: number; readonly oldest: number }

async function expected(lane: string): Promise<Shown> {
  const [row] = await place.database.query<{ due: number; oldest: Date | null }>(
    `SELECT count(*) AS due, min(at) AS oldest FROM (${DUE[lane]}) AS waiting (at)`,
    [],
  )
  const { due = 0, oldest = null } = row ?? {}
  return { due, oldest: oldest === null ? 0 : (LATER.getTime() - oldest.getTime()) / 1_000 }
}

test('each lane shows what is due, and for how long', async () => {
  const service = serviceOn(place.database, { now: () => LATER })
  const metrics = createMetrics()
  const lanes = lanesOf(service)
  const backlogs = async () =>
    Promise.all(
      lanes.flatMap(({ name, backlog }) =>
        backlog === undefined ? [] : [backlog().then((shown) => ({ name, ...shown }))],
      ),
    )
  await setDatabaseGauges(
    { database: place.database, metrics, clock: service.clocks.real },
    { backlogs },
  )
  const text = await metrics.expose().text()
  const valueIn = (name: string, label: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name}{${label}} `))
        ?.split(' ')[1],
    )
  const waiting: string[] = []
  for (const lane of Object.keys(DUE)) {
    const shown = {
      due: valueIn('svc_lane_due', `lane="${lane}"`),
      oldest: valueIn('svc_lane_oldest_due_seconds', `lane="${lane}"`),
    }
    assert.deepEqual(shown, await expected(lane), lane)
    if (shown.due > 0) waiting.push(lane)
  }
  assert.deepEqual(waiting, Object.keys(DUE))
  const [open] = await place.database.query<{ count: number }>(
    `SELECT count(*) FROM payments WHERE state = 'open' AND kind = 'charge'`,
    [],
  )
  assert.equal(valueIn('svc_payments_open', 'kind="charge"'), open?.count)
  assert.equal(valueIn('svc_payments_open', 'kind="transfer"'), 0)
})
