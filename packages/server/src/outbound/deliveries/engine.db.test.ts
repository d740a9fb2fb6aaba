// What is due goes out in order, once for every worker that takes it, until somebody has it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { addEndpoint, ownerOf } from '../../../../../test/fixtures/endpoint.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { unacted } from '../../../../../test/fixtures/unacted.ts'
import {
  createWebhookScenario,
  type WebhookScenario,
} from '../../../../../test/fixtures/webhooks.ts'
import type { Claimed } from './delivery.ts'
import { renewClaims } from './list-store.ts'
import { ended } from './settling.ts'
import { listDueEndpoints, lockOpen, progressRows } from './store.ts'

const SECOND_MS = 1_000
const DAY_MS = 86_400_000

const place = ownDatabase()

/** With one order, of which three captures are not delivered yet. */
async function threeOpen(): Promise<WebhookScenario> {
  const scenario = await createWebhookScenario(place.database)
  const order = await scenario.captured(0)
  await scenario.deliverAll()
  for (let number = 0; number < 3; number++) await scenario.capture(order, 100)
  await scenario.place()
  return scenario
}

const types = (claimed: readonly Claimed[]) => claimed.map(({ delivery }) => delivery.position)

test('one delivery of an order is due at a time, the next one once it has arrived', async () => {
  const scenario = await threeOpen()
  const seen: unknown[] = []
  for (let due = await scenario.claim(); due.length > 0; due = await scenario.claim()) {
    seen.push(types(due))
    assert.equal(await scenario.settle(due, 'delivered'), seen.length < 3)
  }
  assert.deepEqual(seen, [[4], [5], [6]])
  assert.deepEqual((await scenario.states()).slice(3), [
    '4 order.captured delivered 1',
    '5 order.captured delivered 1',
    '6 order.captured delivered 1',
  ])
})

test('a claimed delivery is due to no other worker until its claim ends', async () => {
  const scenario = await threeOpen()
  assert.deepEqual(types(await scenario.claim()), [4])
  assert.deepEqual(await scenario.claim(), [])
  scenario.pass(7 * SECOND_MS)
  assert.deepEqual(await scenario.claim(), [])
  scenario.pass(SECOND_MS)
  assert.deepEqual(types(await scenario.claim()), [4])
})

test('a claim that is renewed lasts longer, unless somebody has settled the delivery', async () => {
  const scenario = await threeOpen()
  const { clock } = scenario.writing
  const slow = await scenario.claim()
  const renew = () =>
    renewClaims(
      place.database,
      slow.map(({ delivery }) => delivery),
      new Date(clock.now().getTime() + 10 * SECOND_MS),
    )
  scenario.pass(7 * SECOND_MS)
  await renew()
  scenario.pass(9 * SECOND_MS)
  assert.deepEqual(await scenario.claim(), [])
  scenario.pass(2 * SECOND_MS)
  await scenario.settle(await scenario.claim(), 'failed')
  await renew()
  scenario.pass(6 * SECOND_MS)
  assert.deepEqual(types(await scenario.claim()), [4])
})

test('workers that race take each delivery once', async () => {
  const scenario = await createWebhookScenario(place.database)
  for (let number = 0; number < 12; number++) await scenario.checkout(1_000)
  await scenario.place()
  const claims = await Promise.all(Array.from({ length: 6 }, () => scenario.claim(4)))
  const positions = types(claims.flat()).toSorted((one, other) => Number(one) - Number(other))
  assert.deepEqual(
    positions,
    Array.from({ length: 12 }, (_, index) => index + 1),
  )
  for (const claim of claims) assert.ok(claim.length <= 4)
})

test('a failed delivery is retried later, and the others of its order wait for it', async () => {
  const scenario = await threeOpen()
  await scenario.settle(await scenario.claim(), 'failed')
  scenario.pass(4 * SECOND_MS)
  assert.deepEqual(await scenario.claim(), [])
  scenario.pass(2 * SECOND_MS)
  const again = await scenario.claim()
  assert.deepEqual(types(again), [4])
  const retryAfter = new Date(scenario.writing.clock.now().getTime() + 600 * SECOND_MS)
  await scenario.settle(again, 'failed', retryAfter)
  scenario.pass(599 * SECOND_MS)
  assert.deepEqual(await scenario.claim(), [])
  scenario.pass(SECOND_MS)
  await scenario.settle(await scenario.claim(), 'delivered')
  assert.deepEqual((await scenario.states()).slice(3), [
    '4 order.captured delivered 3',
    '5 order.captured waiting 0',
    '6 order.captured queued 0',
  ])
})

test('after 75 hours of failures it is given up, and the next of its order goes out', async () => {
  const scenario = await threeOpen()
  let due = await scenario.claim()
  for (; types(due)[0] === 4; due = await scenario.claim()) {
    await scenario.settle(due, 'failed')
    scenario.pass(3_600 * 1.1 * SECOND_MS)
  }
  const [failed, next] = (await scenario.states()).slice(3)
  assert.match(failed ?? '', /^4 order.captured failed [6-8][0-9]$/)
  assert.equal(next, '5 order.captured waiting 0')
})

test('a late worker changes nothing, except by a success that counts', async () => {
  const scenario = await threeOpen()
  const slow = await scenario.claim()
  scenario.pass(61 * SECOND_MS)
  const quick = await scenario.claim()
  await scenario.settle(quick, 'failed')
  await scenario.settle(slow, 'failed')
  const due = async () =>
    (
      await place.database.query<AnyRow>(
        `SELECT next_attempt_at FROM webhook_deliveries WHERE endpoint_id = $1 AND position = 4`,
        [scenario.endpointId],
      )
    )[0]?.next_attempt_at - scenario.writing.clock.now().getTime()
  assert.ok((await due()) <= 5_500, 'the second failure, known late, puts nothing off')
  scenario.pass(6 * SECOND_MS)
  const third = await scenario.claim()
  await scenario.settle(slow, 'delivered')
  const states = [
    '4 order.captured delivered 3',
    '5 order.captured waiting 0',
    '6 order.captured queued 0',
  ]
  assert.deepEqual((await scenario.states()).slice(3), states)
  await scenario.settle(third, 'delivered')
  await scenario.settle(third, 'failed')
  states[0] = '4 order.captured delivered 5'
  assert.deepEqual((await scenario.states()).slice(3), states)
  const attempts = await place.database.query<AnyRow>(
    `SELECT a.number FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
     WHERE d.endpoint_id = $1 AND d.position = 4 ORDER BY a.number`,
    [scenario.endpointId],
  )
  assert.deepEqual(
    attempts.map(({ number }) => number),
    [1, 2, 3, 4, 5],
  )
})

async function endpointRow({ endpointId }: WebhookScenario) {
  const [row] = await place.database.query<AnyRow>(
    `SELECT state, disabled_reason, failing_since, failures FROM webhook_endpoints WHERE id = $1`,
    [endpointId],
  )
  return row
}

async function subscriptionsOf({ endpointId }: WebhookScenario) {
  const rows = await place.database.query<AnyRow>(
    `SELECT from_position, enabled FROM webhook_subscriptions WHERE endpoint_id = $1
     ORDER BY from_position`,
    [endpointId],
  )
  return rows.map(({ from_position, enabled }) => `${from_position} ${enabled}`)
}

test('410 disables the endpoint, ends its open deliveries and notifies the others', async () => {
  const scenario = await threeOpen()
  const other = scenario.writing.ids.next()
  await addEndpoint(place.database, ownerOf(scenario, scenario.vault), {
    id: other,
    types: ['webhook.disabled'],
  })
  await scenario.checkout(1_000)
  await scenario.place()
  const claimed = await scenario.claim()
  const [first, second] = [4, 7].map((position) =>
    claimed.find(({ delivery }) => delivery.position === position),
  )
  assert.ok(first !== undefined && second !== undefined)
  await scenario.settle([first], 'gone')
  assert.deepEqual(
    (await scenario.states()).map((state) => state.split(' ').slice(2).join(' ')),
    [
      ...Array.from({ length: 3 }, () => 'delivered 1'),
      'cancelled 1',
      'cancelled 0',
      'cancelled 0',
      'cancelled 0',
    ],
  )
  const { state, disabled_reason } = (await endpointRow(scenario)) ?? {}
  assert.deepEqual([state, disabled_reason], ['disabled', 'gone'])
  assert.deepEqual(await subscriptionsOf(scenario), ['0 true', '7 false'])
  assert.equal(await scenario.settle([second], 'delivered'), false)
  await scenario.place()
  assert.equal((await scenario.states()).length, 7)
  const reported = await place.database.query<AnyRow>(
    `SELECT d.state, e.data FROM webhook_deliveries d
     JOIN events e ON e.store_id = d.store_id AND e.id = d.event_id WHERE d.endpoint_id = $1`,
    [other],
  )
  const webhook = { id: scenario.endpointId, url: 'https://store.example.com/events', name: null }
  assert.deepEqual(reported, [{ state: 'waiting', data: { webhook, reason: 'gone' } }])
})

test('five days of failures, at least ten, disable; one success starts afresh', async () => {
  const scenario = await createWebhookScenario(place.database)
  const failOnce = async (pass: number) => {
    scenario.pass(pass)
    await scenario.checkout(1_000)
    await scenario.place()
    await scenario.settle(await scenario.claim(1), 'failed')
  }
  await failOnce(0)
  for (let number = 0; number < 8; number++) await failOnce(SECOND_MS)
  await failOnce(5 * DAY_MS - 9 * SECOND_MS)
  assert.equal((await endpointRow(scenario))?.failures, 10)
  assert.equal((await endpointRow(scenario))?.state, 'enabled')
  await scenario.settle(await scenario.claim(1), 'delivered')
  assert.deepEqual(await endpointRow(scenario), {
    state: 'enabled',
    disabled_reason: null,
    failing_since: null,
    failures: 0,
  })
  await failOnce(0)
  for (let number = 0; number < 7; number++) await failOnce(DAY_MS)
  assert.equal((await endpointRow(scenario))?.state, 'enabled', 'only eight')
  await failOnce(0)
  await failOnce(0)
  const { state, disabled_reason } = (await endpointRow(scenario)) ?? {}
  assert.deepEqual([state, disabled_reason], ['disabled', 'failing'])
})

test('much that is due to one endpoint hides no other; a deleted one gets nothing', async () => {
  const crowded = await createWebhookScenario(place.database)
  for (let number = 0; number < 30; number++) await crowded.checkout(1_000)
  await crowded.place()
  const small = await threeOpen()
  const off = await threeOpen()
  await place.database.query<AnyRow>(
    `UPDATE webhook_endpoints SET state = 'deleted' WHERE id = $1 RETURNING 1`,
    [off.endpointId],
  )
  const now = new Date(Date.now() + DAY_MS)
  const ids: string[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const range = { owners: 'stores' as const, now, after, limit: 1 }
    const part: Awaited<ReturnType<typeof listDueEndpoints>> = await listDueEndpoints(
      place.database,
      range,
    )
    ids.push(...part.due.map(({ endpointId }) => endpointId))
    after = part.last
  }
  assert.ok(ids.includes(crowded.endpointId) && ids.includes(small.endpointId))
  assert.equal(ids.includes(off.endpointId), false)
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual(await off.claim(), [])
})

test('if only some open deliveries end, every order continues with its oldest', async () => {
  const scenario = await threeOpen()
  const { endpointId, caller } = scenario
  await place.database.transaction(null, async (tx) => {
    const open = await lockOpen(tx, { storeId: caller.store.id, endpointId }, 2)
    return tx.commit(
      undefined,
      unacted(progressRows(open.map((each) => ended(each, 'cancelled', new Date())))),
    )
  })
  assert.deepEqual((await scenario.states()).slice(3), [
    '4 order.captured waiting 0',
    '5 order.captured cancelled 0',
    '6 order.captured cancelled 0',
  ])
})
