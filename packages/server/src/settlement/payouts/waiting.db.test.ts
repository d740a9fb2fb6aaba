// The calendar's payouts may wait some days before they are paid, so that the lender can hold them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import fc from 'fast-check'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { effort } from '../../../../../test/fixtures/effort.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import { changeStoreState } from '../../lender/stores/change-store-state.ts'
import type { Payout } from '../../model/payouts/payout.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import { Refused } from '../../platform/refusal.ts'
import { holdPayout } from './hold-payout.ts'
import { makePayouts } from './make-payouts.ts'
import { payPayout } from './pay-payout.ts'
import { isPayable } from './rules.ts'
import { listPayable } from './store.ts'

const DAY = 86_400_000
/** A Saturday. */
const START = Date.parse('2026-11-21T10:00:00Z')
const DAILY = { interval: 'daily', weekday: null, day: null, hold_days: 2 } as const
const reason = { code: 'fraud', note: 'Complaints of buyers' }
let now = START
const clock = { now: () => new Date(now) }
const place = ownDatabase()

async function begin(): Promise<Scenario> {
  now = START
  return createScenario(place.database, { clock, settings: { payout_schedule: DAILY } })
}

const keyOf = ({ caller }: Scenario) => ({ storeId: caller.store.id, sandbox: caller.sandbox })

async function due(scenario: Scenario): Promise<readonly Payout[]> {
  await placeEvents({ database: place.database, clocks: scenario.writing.clocks }, keyOf(scenario))
  return makePayouts(scenario.writing, keyOf(scenario), 'due')
}

/** A payout that is proposed, of that amount. */
async function proposed(scenario: Scenario, amount: number): Promise<Payout> {
  await scenario.capture(await scenario.confirmed(amount), amount)
  now += DAY
  const [payout] = await due(scenario)
  assert.ok(payout !== undefined)
  return payout
}

const hold = (scenario: Scenario, { id }: Payout) =>
  holdPayout(scenario.writing, { ...keyOf(scenario), id })
const release = (scenario: Scenario, { id }: Payout) =>
  payPayout(scenario.writing, { ...keyOf(scenario), id, way: 'released' })
const inTime = (scenario: Scenario, { id }: Payout) =>
  payPayout(scenario.writing, { ...keyOf(scenario), id, way: 'due' })

const refusal = (code: string) => (error: unknown) =>
  error instanceof Refused && error.code === code

async function booked({ caller }: Scenario): Promise<number[]> {
  const [row] = await place.database.query<AnyRow>(
    `SELECT (SELECT coalesce(sum(amount), 0) FROM store_postings
         WHERE store_id = $1)::bigint AS paid,
       (SELECT coalesce(sum(net), 0) FROM settlement_lines
         WHERE store_id = $1 AND type = 'payout')::bigint AS told,
       (SELECT count(*) FROM events WHERE store_id = $1 AND type = 'payout.created') AS events`,
    [caller.store.id],
  )
  return [row?.paid, row?.told, row?.events].map(Number)
}

const soundly = async () => assert.deepEqual((await audit(place.database)).findings, [])

test('a proposed payout is booked when its days are over, once, and not before', async () => {
  const scenario = await begin()
  const payout = await proposed(scenario, 10_000)
  assert.deepEqual(
    [payout.status, payout.amount, payout.payableAt, payout.ledgerSequence],
    ['proposed', 10_000, new Date(now + 2 * DAY), null],
  )
  assert.deepEqual(await booked(scenario), [0, 0, 0])
  await soundly()
  now += 2 * DAY - 1
  assert.equal(await inTime(scenario, payout), undefined)
  now += 1
  const all = await Promise.all(Array.from({ length: 8 }, () => inTime(scenario, payout)))
  const [paid, ...more] = all.filter((each) => each !== undefined)
  assert.deepEqual([more, paid?.status, paid?.paidAt], [[], 'paid', new Date(now)])
  assert.deepEqual(await booked(scenario), [10_000, -10_000, 1])
  await soundly()
})

test('a held payout is not paid automatically, stays owed, and is paid when released', async () => {
  const scenario = await begin()
  const first = await proposed(scenario, 10_000)
  await hold(scenario, first)
  const second = await proposed(scenario, 2_500)
  assert.deepEqual(
    [second.amount, second.fromPosition, second.previousAt],
    [2_500, first.toPosition, first.createdAt],
    'it begins where the held one ends',
  )
  now += 5 * DAY
  assert.equal(await inTime(scenario, first), undefined)
  assert.equal((await inTime(scenario, second))?.amount, 2_500)
  assert.deepEqual(await booked(scenario), [2_500, -2_500, 1])
  await assert.rejects(hold(scenario, first), refusal('payout_state'))
  await assert.rejects(hold(scenario, second), refusal('payout_state'))
  await soundly()
  assert.equal((await release(scenario, first))?.status, 'paid')
  await assert.rejects(release(scenario, first), refusal('payout_state'))
  await assert.rejects(hold(scenario, first), refusal('payout_state'))
  assert.deepEqual(await booked(scenario), [12_500, -12_500, 2])
  await soundly()
})

test('a hold racing the lane: the payout is held, or it is paid, and never both', async () => {
  const scenario = await begin()
  const outcomes = new Set<string>()
  for (let round = 0; round < effort({ short: 6, long: 40 }); round++) {
    const payout = await proposed(scenario, 1_000)
    const paidBefore = (await booked(scenario))[0] ?? 0
    now += 2 * DAY
    const turns = [() => hold(scenario, payout), () => inTime(scenario, payout)]
    if (round % 2 === 0) turns.reverse()
    const ended = await Promise.allSettled(turns.map((turn) => turn()))
    if (round % 2 === 0) ended.reverse()
    const [held, paid] = ended
    const wasPaid = paid?.status === 'fulfilled' && paid.value !== undefined
    assert.equal(held?.status === 'rejected', wasPaid)
    assert.equal((await booked(scenario))[0], paidBefore + (wasPaid ? payout.amount : 0))
    outcomes.add(wasPaid ? 'paid' : 'held')
  }
  assert.ok(outcomes.size > 0)
  await soundly()
})

test('one of several concurrent releases succeeds', async () => {
  const scenario = await begin()
  const payout = await proposed(scenario, 7_000)
  await hold(scenario, payout)
  const ended = await Promise.allSettled(
    Array.from({ length: 10 }, () => release(scenario, payout)),
  )
  assert.equal(ended.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.deepEqual(await booked(scenario), [7_000, -7_000, 1])
  await soundly()
})

test('where the payouts of a store are off, nothing is paid by any way', async () => {
  const scenario = await begin()
  const payout = await proposed(scenario, 4_000)
  const key = { ...keyOf(scenario), reason }
  const suspend = { act: 'suspend', switches: { newCredit: true, payouts: false } } as const
  await changeStoreState(scenario.writing, { ...key, ...suspend })
  now += 3 * DAY
  const listed = await listPayable(place.database, new Date(now), 1_000)
  assert.ok(!listed.some(({ id }) => id === payout.id))
  assert.equal(await inTime(scenario, payout), undefined)
  await assert.rejects(release(scenario, payout), refusal('payout_held'))
  // Nothing of it is left open but that, and so it is not closed.
  await changeStoreState(scenario.writing, { ...key, act: 'close' })
  await placeEvents({ database: place.database, clocks: scenario.writing.clocks }, keyOf(scenario))
  const close = () => changeStoreState(scenario.writing, { ...key, act: 'close' })
  await assert.rejects(close, refusal('store_not_settled'))
  assert.equal((await release(scenario, payout))?.status, 'paid')
  await placeEvents({ database: place.database, clocks: scenario.writing.clocks }, keyOf(scenario))
  assert.equal((await close()).sandboxState.state, 'closed')
  await soundly()
})

const steps = fc.array(
  fc.oneof(
    fc.record({ step: fc.constant('capture' as const), amount: fc.integer({ min: 1, max: 900 }) }),
    fc.record({ step: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 900 }) }),
    fc.record({ step: fc.constantFrom('due', 'hold', 'release', 'lane'), amount: fc.nat(5) }),
  ),
  { minLength: 5, maxLength: 25 },
)

test('whatever is captured, refunded, held and released, the right sum is paid', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (lives) => {
      const scenario = await begin()
      const order = await scenario.confirmed(30_000)
      await scenario.capture(order, 30_000)
      // The model: the earnings, and of each payout its amount and whether it is paid.
      let earned = 30_000
      let proposedUpTo = 0
      const all: { payout: Payout; status: Payout['status'] }[] = []
      for (const { step, amount } of lives) {
        const chosen = all[amount % Math.max(1, all.length)]
        if (step === 'capture') {
          await scenario.capture(await scenario.confirmed(amount + 5_000), amount)
          earned += amount
        } else if (step === 'refund') {
          const input = { ref: order.id, amount: cents(amount) }
          await refundOrder(scenario.writing, scenario.caller, input)
          earned -= amount
        } else if (step === 'due') {
          now += DAY
          const made = await due(scenario)
          const expected = earned - proposedUpTo
          assert.deepEqual(
            made.map((each) => each.amount),
            expected > 0 ? [expected] : [],
          )
          for (const payout of made) all.push({ payout, status: 'proposed' })
          if (expected > 0) proposedUpTo = earned
        } else if (chosen !== undefined && step === 'hold') {
          if (chosen.status === 'proposed') {
            await hold(scenario, chosen.payout)
            chosen.status = 'held'
          } else await assert.rejects(hold(scenario, chosen.payout), refusal('payout_state'))
        } else if (chosen !== undefined && step === 'release') {
          if (chosen.status === 'paid') {
            await assert.rejects(release(scenario, chosen.payout), refusal('payout_state'))
          } else await release(scenario, chosen.payout)
          chosen.status = 'paid'
        } else if (step === 'lane') {
          now += DAY
          for (const each of all) {
            const isTime = each.status === 'proposed' && isPayable(each.payout, new Date(now))
            assert.equal((await inTime(scenario, each.payout)) !== undefined, isTime)
            if (isTime) each.status = 'paid'
          }
        }
      }
      const paid = all.filter(({ status }) => status === 'paid')
      const sum = paid.reduce((total, { payout }) => total + payout.amount, 0)
      assert.deepEqual(await booked(scenario), [sum, 0 - sum, paid.length])
    }),
    { numRuns: effort({ short: 6, long: 60 }) },
  )
  await soundly()
})
