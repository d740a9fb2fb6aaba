// What switching a store off concerns is seen before it is done.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { TestService } from '../../../../../test/fixtures/test-service.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { makePayouts } from '../../settlement/payouts/make-payouts.ts'

const DAY = 86_400_000
const schedule = { interval: 'daily', weekday: null, day: null, hold_days: 3 } as const
const reason = { code: 'fraud', note: 'Complaints of buyers.' }

let now = Date.parse('2026-11-25T09:00:00Z')
const clock = { now: () => new Date(now) }
const place = ownDatabase()
let send: TestService['send']
let shop: Scenario

before(async () => {
  send = await lenderClient(place.database, { clock })
  shop = await createScenario(place.database, { clock, settings: { payout_schedule: schedule } })
})

const keyOf = () => ({ storeId: shop.caller.store.id, sandbox: true })
const pathOf = (act: string) => `/lender/stores/${shop.caller.store.id}/${act}`
const placed = () => placeEvents({ database: place.database, clocks: shop.writing.clocks }, keyOf())

test('a dry run of a suspension: open checkouts, uncaptured orders, unpaid balances', async () => {
  const idle = await send('POST', `${pathOf('suspend')}?dry_run=true`, { reason })
  assert.deepEqual(idle.body.affected, { open_checkouts: 0, uncaptured_orders: 0, payouts: [] })
  await shop.capture(await shop.confirmed(30_000), 30_000)
  now += DAY
  await placed()
  const [waiting] = await makePayouts(shop.writing, keyOf(), 'due')
  assert.equal(waiting?.status, 'proposed')
  // Earned, and in no payout yet.
  await shop.capture(await shop.confirmed(5_000), 5_000)
  await placed()
  await shop.confirmed(7_000)
  await shop.checkout(8_000)
  await shop.checkout(9_000)
  const wish = { payouts: false, reason }
  const tried = await send('POST', `${pathOf('suspend')}?dry_run=true`, wish)
  assert.equal(tried.status, 200, JSON.stringify(tried.body))
  assert.deepEqual(tried.body.affected, {
    ...{ open_checkouts: 2, uncaptured_orders: 1 },
    payouts: [{ currency: 'EUR', amount: 35_000, waiting: 1 }],
  })
  assert.deepEqual(tried.body.switches, { new_credit: false, captures: true, payouts: false })
  assert.deepEqual(tried.body.effects.changes.state, { old: 'active', new: 'suspended' })
  const closing = await send('POST', `${pathOf('close')}?dry_run=true`, { reason })
  assert.deepEqual(closing.body.affected, tried.body.affected)
  const { body } = await send('GET', `/lender/stores/${shop.caller.store.id}`)
  assert.equal(body.state, 'active', 'nothing is done')
})

test('done, it is answered without them', async () => {
  const done = await send('POST', pathOf('suspend'), { reason })
  assert.deepEqual(
    [done.status, done.body.state, 'affected' in done.body],
    [200, 'suspended', false],
  )
})
