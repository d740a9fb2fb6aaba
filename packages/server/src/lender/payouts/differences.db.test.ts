// What is unusual about a payout that waits; and what lists of the lender are summed up to.
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { cents } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { lenderClient, realWriting } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { Json, TestService } from '../../../../../test/fixtures/test-service.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { makePayouts } from '../../settlement/payouts/make-payouts.ts'
import { nameBankAccount } from '../bank-accounts/name-bank-account.ts'
import { changeStoreState } from '../stores/change-store-state.ts'

const DAY = 86_400_000
const schedule = { interval: 'daily', weekday: null, day: null, hold_days: 3 } as const
const reason = { code: 'routine', note: 'As the test wants it.' } as const

let now = Date.parse('2026-11-25T09:00:00Z')
const clock = { now: () => new Date(now) }
const place = ownDatabase()
let send: TestService['send']
let shop: Scenario

before(async () => {
  send = await lenderClient(place.database, { clock })
})
beforeEach(async () => {
  // No fee: a payout is what was captured.
  const settings = { payout_schedule: schedule }
  shop = await createScenario(place.database, { clock, settings })
})

const keyOf = () => ({ storeId: shop.caller.store.id, sandbox: true })

async function reckon(way: 'due' | 'by hand') {
  now += DAY
  await placeEvents({ database: place.database, clocks: shop.writing.clocks }, keyOf())
  return makePayouts(shop.writing, keyOf(), way)
}

/** The id of what a capture of the amount comes to: waiting, or paid at once. */
async function payout(amount: number, way: 'due' | 'by hand' = 'due'): Promise<string> {
  await shop.capture(await shop.confirmed(amount), amount)
  const [made] = await reckon(way)
  assert.equal(made?.status, way === 'due' ? 'proposed' : 'paid')
  return made?.id ?? ''
}

const shown = async (id: string): Promise<Json> => (await send('GET', `/lender/payouts/${id}`)).body
const differencesOf = async (id: string): Promise<readonly string[]> =>
  (await shown(id)).differences

test('the first one is looked at, and none that is paid', async () => {
  const paid = await payout(10_000, 'by hand')
  assert.deepEqual([(await shown(paid)).differences, (await shown(paid)).usual_amount], [[], null])
  assert.deepEqual(await differencesOf(await payout(10_000)), [])
  shop = await createScenario(place.database, { clock, settings: { payout_schedule: schedule } })
  assert.deepEqual(await differencesOf(await payout(10_000)), ['first_payout'])
})

test('an amount is unusual above 3 times the median of at least 3 before it', async () => {
  await payout(10_000, 'by hand')
  await payout(10_000, 'by hand')
  const early = await shown(await payout(90_000))
  assert.deepEqual([early.differences, early.usual_amount], [[], null])
  await payout(12_000, 'by hand')
  // The median of 4 is one of them, the lower one of the middle.
  const same = await shown(await payout(30_000))
  assert.deepEqual([same.differences, same.usual_amount], [[], 10_000])
  const more = await shown(await payout(36_001))
  assert.deepEqual([more.differences, more.usual_amount], [['unusual_amount'], 12_000])
})

test('a hold, a suspension, another account and a debt that was deducted are named', async () => {
  const order = await shop.confirmed(10_000)
  await shop.capture(order, 10_000)
  await reckon('by hand')
  await refundOrder(shop.writing, shop.caller, { ref: order.id, amount: cents(10_000) })
  assert.deepEqual(await reckon('due').catch(() => []), [])
  const id = await payout(50_000)
  assert.deepEqual(await differencesOf(id), ['negative_balance'])
  const wish = { iban: 'ES9121000418450200051332', holder: 'Bicycles S.L.' }
  const vault = createVault('5'.repeat(32))
  await nameBankAccount(shop.writing, { ...keyOf(), wish, reason, vault })
  assert.deepEqual(await differencesOf(id), ['negative_balance', 'new_bank_account'])
  const held = await send('POST', `/lender/payouts/${id}/hold`, { reason })
  assert.equal(held.status, 200, JSON.stringify(held.body))
  const changing = { ...realWriting(place.database, clock), clocks: shop.writing.clocks }
  const switches = { newCredit: true, payouts: false }
  await changeStoreState(changing, { ...keyOf(), act: 'suspend', switches, reason })
  const all = ['negative_balance', 'new_bank_account', 'held', 'payouts_off']
  assert.deepEqual(await differencesOf(id), all)
  const query = `store-id=${shop.caller.store.id}`
  for (const name of all) {
    const { body } = await send('GET', `/lender/payouts?${query}&difference=${name}`)
    assert.deepEqual(
      body.results.map((each: Json) => [each.id, each.differences]),
      [[id, all]],
    )
  }
  const none = await send('GET', `/lender/payouts?${query}&difference=first_payout`)
  assert.equal(none.body.paging.count, 0)
})

test('payouts with most differences come first, with the totals of the filter', async () => {
  const { body } = await send('GET', '/lender/payouts?ordering=-differences&summary=true')
  const counts = body.results.map(({ differences }: Json) => differences.length)
  assert.ok(counts[0] >= 4)
  assert.deepEqual(
    counts,
    counts.toSorted((a: number, b: number) => b - a),
  )
  const stored = await place.database.query<AnyRow>(
    `SELECT currency, status, count(*)::int AS count, sum(amount)::int AS amount
     FROM payouts WHERE sandbox GROUP BY 1, 2 ORDER BY 1, 2`,
    [],
  )
  assert.deepEqual(
    body.summary,
    stored.map((row) => ({ ...row })),
  )
  const paid = await send('GET', '/lender/payouts?status=paid&summary=true&page_size=1')
  assert.deepEqual(
    paid.body.summary,
    body.summary.filter(({ status }: Json) => status === 'paid'),
  )
  assert.equal((await send('GET', '/lender/payouts')).body.summary, undefined)
  for (const query of ['summary=yes', 'summary=true&status-regex=^p']) {
    const refused = await send('GET', `/lender/payouts?${query}`)
    assert.deepEqual([refused.status, Object.keys(refused.body.error.fields)], [400, ['summary']])
  }
})

test('orders are summed up by currency', async () => {
  const order = await shop.confirmed(20_000)
  await shop.capture(order, 15_000)
  await shop.confirmed(7_000)
  const path = `/lender/orders?store-id=${shop.caller.store.id}&summary=true`
  const { body } = await send('GET', path)
  const sum = { currency: 'EUR', count: 2, total_amount: 27_000 }
  assert.deepEqual(body.summary, [{ ...sum, captured_amount: 15_000, refunded_amount: 0 }])
  const named = encodeURIComponent(shop.caller.store.name)
  const some = await send('GET', `${path}&total_amount-gte=10000&store-name-icontains=${named}`)
  assert.deepEqual(
    some.body.summary.map(({ count }: Json) => count),
    [1],
  )
  const [{ total }] = (await place.database.query<AnyRow>(
    `SELECT sum(total_amount)::int AS total FROM orders
     WHERE sandbox AND state NOT IN ('in_process', 'ko')`,
    [],
  )) as [AnyRow]
  const all = await send('GET', '/lender/orders?summary=true')
  assert.deepEqual(
    all.body.summary.map((each: Json) => each.total_amount),
    [total],
  )
})
