// Random lives of orders with fees and campaigns, and payouts at random moments between: the nets
// sum to what the ledger owes the store, each line is paid once, and every statement adds up.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { cents, rate } from '@svc/api'
import fc from 'fast-check'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { effort } from '../../../../../test/fixtures/effort.ts'
import { readCsv } from '../../../../../test/fixtures/read-csv.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { type TestPlace, testPlace } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import type { Order } from '../../model/order/order.ts'
import { standardSettings } from '../../model/stores/new-store.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { editOrder } from '../../orders/editing/edit-order.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { voidOrder } from '../../orders/voids/void-order.ts'
import { placeEvents } from '../../outbound/placing/place-events.ts'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { Refused } from '../../platform/refusal.ts'
import { createCampaign } from '../../tenancy/campaigns/create-campaign.ts'
import { getStatement } from '../statements/get-statement.ts'
import { writeStatement } from '../statements/write-statement.ts'
import { makePayouts } from './make-payouts.ts'

/** So many orders in all; by hand `LIVES=1000`. */
const ORDERS = Number(process.env.LIVES ?? effort({ short: 60, long: 150 }))
const RUNS = 3
const HOUR = 3_600_000
/** A change of the clocks comes soon. */
const START = Date.parse('2026-10-19T10:00:00Z')

let now = START
const clock = { now: () => new Date(now) }
let place: TestPlace
/** Two processes where there is a server; an embedded database has one owner. */
let processes: readonly [Database, Database]

before(async () => {
  place = await testPlace()
  const open = () =>
    openDatabase({
      databaseUrl: place.databaseUrl,
      folder: join(place.folder, 'database'),
      fraction: Math.random,
      print: () => {},
    })
  const first = await open()
  processes = [first, place.databaseUrl === undefined ? first : await open()]
})
after(async () => {
  for (const database of new Set(processes)) await database.close()
  await place.remove()
})

type Line = {
  id: string
  type: string
  currency: string
  net: number
  amount: number
  created_at: Date
  position: number | null
}

async function begin(feesOnRefund: 'return' | 'keep'): Promise<Scenario> {
  now = START
  const products = standardSettings.products.flatMap((each) =>
    ['EUR', 'USD'].map((currency) => ({ ...each, currency, fee_rate: 275, fee_fixed: 25 })),
  )
  const settings = { products, fees_on_refund: feesOnRefund }
  const scenario = await createScenario(processes[0], { clock, settings })
  const campaign = { name: 'Half', interest: rate(5_000), partial: false, numInstalments: [] }
  const always = { startAt: new Date(0), endAt: null, minOrderAmount: null, maxOrderAmount: null }
  await createCampaign(scenario.writing, scenario.caller, { ...campaign, ...always })
  return scenario
}

const steps = fc.record({
  kind: fc.nat(15),
  order: fc.nat(1_000),
  amount: fc.integer({ min: 1, max: 30_000 }),
  hours: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 60 })),
})
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never

/** A store's own refusals happen as well: then nothing has happened. */
async function step(scenario: Scenario, orders: Order[], { kind, order, amount, hours }: Step) {
  now += hours * HOUR + 1_000
  const { writing, caller } = scenario
  const ref = orders[order % Math.max(1, orders.length)]?.id ?? 'none'
  const sum = { ref, amount: cents(amount) }
  if (kind <= 5) return captured(scenario, sum)
  if (kind <= 8) return refundOrder(writing, caller, sum)
  if (kind === 9) return voidOrder(writing, caller, sum)
  if (kind === 10) return cancelOrder(writing, caller, ref)
  if (kind <= 12) {
    return editOrder(writing, caller, { ref, edit: { total_amount: amount }, whole: false })
  }
  if (kind === 13) return placeAll(scenario)
  return payAtOnce(scenario, kind === 14 ? 'due' : 'by hand')
}

async function captured(scenario: Scenario, { ref, amount }: { ref: string; amount: number }) {
  await scenario.capture({ id: ref } as Order, amount)
}

const payeeOf = ({ caller }: Scenario) => ({ storeId: caller.store.id, sandbox: caller.sandbox })

function placeAll(scenario: Scenario): Promise<number> {
  return placeEvents({ ...scenario.writing, database: processes[0] }, payeeOf(scenario))
}

/** Both processes together; either of them must do everything that it does completely. */
async function payAtOnce(scenario: Scenario, way: 'due' | 'by hand'): Promise<void> {
  const pay = (writer: Database) =>
    makePayouts({ ...scenario.writing, writer }, payeeOf(scenario), way)
  const made = await Promise.allSettled([...processes, ...processes].map(pay))
  const reached = made.flatMap((each) => {
    if (each.status === 'fulfilled') return each.value.map((payout) => payout.toPosition)
    if (each.reason instanceof Refused) return []
    throw each.reason
  })
  assert.ok(new Set(reached).size <= 1, 'two payouts at once')
}

async function linesOf(scenario: Scenario): Promise<Line[]> {
  const rows = await processes[0].query<AnyRow>(
    `SELECT l.id, l.type, l.currency, l.net, l.amount, l.created_at, e.position
     FROM settlement_lines l
       LEFT JOIN events e ON e.store_id = l.store_id AND e.order_id = l.order_id
         AND e.sequence = l.event_sequence
     WHERE l.store_id = $1 ORDER BY l.created_at, l.id`,
    [scenario.caller.store.id],
  )
  return rows as Line[]
}

const sumOf = (lines: readonly { net: number }[]) => lines.reduce((sum, { net }) => sum + net, 0)

async function payableOf(scenario: Scenario, currency: string): Promise<number> {
  const [row] = await processes[0].query<AnyRow>(
    `SELECT coalesce(sum(CASE 'store_payable' WHEN p.credit THEN p.amount WHEN p.debit
         THEN -p.amount ELSE 0 END), 0)::bigint AS payable
     FROM (SELECT p.store_id, n.currency, p.debit, p.credit, p.amount FROM ledger_postings p
         JOIN ledger_entries n USING (store_id, order_id, sequence)
       UNION ALL SELECT p.store_id, n.currency, p.debit, p.credit, p.amount FROM store_postings p
         JOIN store_entries n USING (store_id, sandbox, sequence)) p
     WHERE p.store_id = $1 AND p.currency = $2`,
    [scenario.caller.store.id, currency],
  )
  return row?.payable
}

async function payoutsAddUp(scenario: Scenario, lines: readonly Line[]): Promise<number> {
  const payouts = await processes[0].query<AnyRow>(
    `SELECT currency, amount, from_position, to_position FROM payouts WHERE store_id = $1
     ORDER BY to_position`,
    [scenario.caller.store.id],
  )
  const reached = new Map<string, number>()
  for (const payout of payouts) {
    const { currency, amount, from_position: from, to_position: to } = payout
    assert.equal(from, reached.get(currency) ?? 0, 'a payout begins where the last one ended')
    reached.set(currency, to)
    const covered = lines.filter(
      (line) => line.currency === currency && line.position !== null && line.position > from,
    )
    assert.ok(amount > 0)
    assert.equal(sumOf(covered.filter(({ position }) => (position ?? 0) <= to)), amount)
  }
  for (const currency of ['EUR', 'USD']) {
    const paid = payouts.filter((payout) => payout.currency === currency)
    const payoutLines = lines.filter((line) => line.type === 'payout' && line.currency === currency)
    assert.equal(0 - sumOf(payoutLines), sumOf(paid.map(({ amount: net }) => ({ net }))))
    assert.equal(
      sumOf(lines.filter((line) => line.currency === currency)),
      await payableOf(scenario, currency),
    )
  }
  return payouts.length
}

/** Against a sum over all lines that knows no more than their moments. */
async function statementAddsUp(
  { caller, writing }: Scenario,
  lines: readonly Line[],
  { from, until, currency }: { from: Date; until: Date; currency: string },
): Promise<void> {
  const reading = { database: processes[0], clock: writing.clock }
  const period = { from, until, currency }
  const statement = await getStatement(reading, caller, period)
  const own = lines.filter((line) => line.currency === currency)
  const before = sumOf(own.filter(({ created_at: at }) => at < from))
  const within = own.filter(({ created_at: at }) => at >= from && at < until)
  const [{ opening, closing, net, count }] = [statement]
  assert.deepEqual([opening, net, count], [before, sumOf(within), within.length])
  assert.equal(closing, opening + net)
  for (const { type, ...total } of statement.totals) {
    const all = within.filter((line) => line.type === type)
    const amount = sumOf(all.map((line) => ({ net: line.amount })))
    assert.deepEqual(total, { count: all.length, amount, net: sumOf(all) })
  }
  const text = (await Array.fromAsync(await writeStatement(reading, caller, period))).join('')
  const [, first, ...rows] = readCsv(text)
  const last = rows.pop()
  assert.deepEqual([first?.[1], first?.[8]], ['opening', (opening / 100).toFixed(2)])
  assert.deepEqual([last?.[1], last?.[8]], ['closing', (closing / 100).toFixed(2)])
  assert.deepEqual(
    rows.map((row) => row[2]),
    within.map(({ id }) => id),
  )
}

const moments = fc.oneof(
  fc.integer({ min: -48, max: 24 * 200 }).map((hours) => ({ hours, line: null })),
  fc.record({ hours: fc.constantFrom(0, 0, 0, 1, 24), line: fc.nat(100_000) }),
)

test('nets, balances, payouts and statements agree, whatever happens', async () => {
  const each = Math.ceil(ORDERS / RUNS)
  const life = fc.array(steps, { minLength: each * 5, maxLength: each * 5, size: 'max' })
  let paid = 0
  await fc.assert(
    fc.asyncProperty(life, fc.constantFrom('return', 'keep'), async (all, feesOnRefund) => {
      const scenario = await begin(feesOnRefund as 'return')
      const orders: Order[] = []
      for (const [index, one] of all.entries()) {
        if (index % 5 === 0) {
          const product = (['instalments', 'pay_later', 'pay_in_4'] as const)[index % 3]
          const currency = index % 4 === 0 ? 'USD' : 'EUR'
          orders.push(await scenario.confirmed(20_000 + (one.amount % 10_000), product, currency))
        }
        await step(scenario, orders, one).catch((error) => {
          if (!(error instanceof Refused)) throw error
        })
      }
      await placeAll(scenario)
      const lines = await linesOf(scenario)
      paid += await payoutsAddUp(scenario, lines)
      const ends = fc.sample(fc.tuple(moments, moments, fc.constantFrom('EUR', 'USD')), 60)
      for (const [a, b, currency] of ends) {
        const [from = START, until = START] = [a, b]
          .map(({ hours, line }) => {
            const at = line === null ? START : lines[line % lines.length]?.created_at.getTime()
            return (at ?? START) + hours * HOUR
          })
          .sort((x, y) => x - y)
        const period = { from: new Date(from), until: new Date(until), currency }
        await statementAddsUp(scenario, lines, period)
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  assert.ok(paid >= RUNS, `${paid} payouts`)
  assert.deepEqual((await audit(processes[0])).findings, [])
})
