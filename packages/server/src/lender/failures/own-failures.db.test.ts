// Failed deliveries to the lender itself, and failed erasures, are among the failures.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  approve,
  type Colleague,
  colleague,
  outcomeOf,
} from '../../../../../test/fixtures/colleagues.ts'
import { lenderClient, realWriting } from '../../../../../test/fixtures/lender.ts'
import { createScenario, newBuyer } from '../../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import type { Json, TestService } from '../../../../../test/fixtures/test-service.ts'
import { outcomeOf as attemptOf } from '../../../../../test/fixtures/webhooks.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { LENDER } from '../../model/streams/stream-key.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { claimDeliveries } from '../../outbound/deliveries/claim-deliveries.ts'
import { settleAttempts } from '../../outbound/deliveries/settle-attempts.ts'
import type { Verdict } from '../../outbound/endpoints/rules.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { queueAllDeliveries } from '../webhooks/queueing.ts'

const DAY_MS = 86_400_000
const reason = { code: 'legal', note: 'They asked for it in writing.' } as const

let place: TestDatabase
let desks: TestDesk
let send: TestService['send']
let support: Colleague
before(async () => {
  place = await openTestDatabase()
  // A demo, whose sandbox knows four eyes as well.
  desks = testDesk(place.database, systemClock, { demo: true })
  send = await lenderClient(place.database)
  support = await colleague(desks, 'support')
})
after(async () => {
  await desks.settled()
  await place.stop()
})

async function failures(query: string): Promise<Json> {
  const { status, body } = await send('GET', `/lender/failures?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const retry = (id: string) =>
  support.send('POST', `/lender/failures/${encodeURIComponent(id)}/retry`)

/** All that waits for a webhook of the lender is tried, so many days from now. */
async function deliver(endpointId: string, verdict: Verdict, days = 0): Promise<number> {
  const clock = { now: () => new Date(systemClock.now().getTime() + days * DAY_MS) }
  const writing = realWriting(place.database, clock)
  const rooms = [{ endpointId, room: 100 }]
  const claimed = await claimDeliveries({ ...writing, real: writing.clock }, rooms, 'lender')
  const at = writing.clock.now()
  const outcomes = claimed.map((each) => attemptOf(each, { verdict, retryAfter: undefined, at }))
  await settleAttempts(writing, { storeId: LENDER, endpointId }, outcomes)
  return outcomes.length
}

test('a failed delivery to the lender is listed with its webhook, and sent again', async () => {
  const url = 'https://lender.example/events'
  const { body: hook } = await send('POST', '/lender/webhooks', { url, types: ['order.captured'] })
  const shop = await createScenario(place.database)
  const order = await shop.confirmed(20_000)
  await shop.capture(order, 20_000)
  await queueAllDeliveries(desks.service, { sandbox: true })
  assert.equal(await deliver(hook.id, 'failed'), 1)
  const [failing] = (await failures('kind=lender_delivery')).results
  assert.deepEqual(
    [failing.state, failing.cause, failing.store, failing.webhook_id, failing.retry],
    ['failing', 'status_500', null, hook.id, false],
  )
  assert.equal(outcomeOf(await retry(failing.id)), 'delivery_open')
  assert.equal(await deliver(hook.id, 'failed', 10), 1)
  const { results, groups } = await failures(`webhook-id=${hook.id}`)
  assert.deepEqual(
    results.map((each: Json) => [each.id, each.state, each.attempts, each.retry]),
    [[failing.id, 'given_up', 2, true]],
  )
  const [group] = groups.filter(({ kind }: Json) => kind === 'lender_delivery')
  assert.deepEqual([group.count, group.stores], [1, 0])
  const live = await lenderClient(place.database, { mode: 'live' })
  const accept = { accept: 'application/vnd.svc.v1+json' }
  const elsewhere = await live('GET', '/lender/failures?kind=lender_delivery', undefined, accept)
  assert.deepEqual(elsewhere.body.results, [], 'of the other mode')
  const again = await retry(failing.id)
  assert.equal(again.status, 202, JSON.stringify(again.body))
  const [action] = await place.database.query(
    `SELECT principal_id, store_id FROM actions WHERE action = 'delivery.replay'`,
    [],
  )
  assert.deepEqual([action?.principal_id, action?.store_id], [support.id, null])
  assert.equal(await deliver(hook.id, 'delivered'), 1)
  assert.deepEqual((await failures('kind=lender_delivery')).results, [])
  assert.equal(outcomeOf(await retry(failing.id)), 'failure_not_found')
})

test('an erasure that was refused after its approval is listed until it is retried', async () => {
  const [risk, other] = [await colleague(desks, 'risk'), await colleague(desks, 'risk')]
  const buyer = newBuyer()
  const shop = await createScenario(place.database, { buyer })
  const { id: checkoutId } = await shop.checkout(20_000)
  const input = { checkoutId, wish: {}, buyerOf: () => buyer }
  await acceptCheckout(shop.writing, shop.caller, input)
  await cancelOrder(shop.writing, shop.caller, checkoutId)
  const [row] = await place.database.query(
    `SELECT b.person_id FROM orders o JOIN buyers b ON b.store_id = o.store_id
       AND b.id = o.buyer_id WHERE o.id = $1`,
    [checkoutId],
  )
  const path = `/lender/people/${row?.person_id}`
  const erase = () => risk.send('POST', `${path}/erase`, { reason })
  const request = await erase()
  assert.equal(request.status, 202, JSON.stringify(request.body))
  assert.equal((await risk.send('POST', `${path}/block`, { reason })).status, 200)
  const hash = request.body.approval.effects_hash
  const tried = await approve(other, request.body.approval, { hash })
  assert.equal(outcomeOf(tried), 'failed', JSON.stringify(tried.body))
  const [failure] = (await failures('kind=erasure')).results
  assert.deepEqual(
    [failure.state, failure.cause, failure.person_id, failure.store, failure.retry],
    ['given_up', 'person_kept', row?.person_id, null, false],
  )
  assert.equal((await failures(`person-id=${row?.person_id}`)).paging.count, 1)
  // It takes two people again: nobody can resend it.
  assert.equal(outcomeOf(await retry(failure.id)), 'failure_state')
  const unblock = await risk.send('POST', `${path}/unblock`, { reason })
  assert.equal(unblock.status, 202, JSON.stringify(unblock.body))
  assert.equal(outcomeOf(await approve(other, unblock.body.approval)), 'executed')
  const anew = await erase()
  assert.equal(anew.status, 202, JSON.stringify(anew.body))
  assert.deepEqual((await failures('kind=erasure')).results, [])
  assert.equal(outcomeOf(await approve(other, anew.body.approval)), 'executed')
  assert.deepEqual((await failures('kind=erasure')).results, [])
})
