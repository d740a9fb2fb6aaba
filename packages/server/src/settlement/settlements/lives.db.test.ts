// Random lives of orders through the operations themselves: to the cent, a store's lines agree with
// the ledger, and both with the formulas.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { cents } from '@svc/api'
import fc from 'fast-check'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { createCostlyScenario } from '../../../../../test/fixtures/costly-scenario.ts'
import { effort } from '../../../../../test/fixtures/effort.ts'
import {
  type Agreed,
  amountOf,
  captured,
  type Life,
  lives,
  type Model,
  modelAnswers,
  modelCosts,
  newModel,
  openToCapture,
  openToRefund,
  refundedCaptured,
  type Step,
} from '../../../../../test/fixtures/order-life.ts'
import type { Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { audit } from '../../audit/audit.ts'
import type { Order } from '../../model/order/order.ts'
import { standardSettings } from '../../model/stores/new-store.ts'
import { captureOrder } from '../../orders/captures/capture-order.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { editOrder } from '../../orders/editing/edit-order.ts'
import { lapseOrder } from '../../orders/lapses/lapse-order.ts'
import { refundCapture } from '../../orders/refunds/refund-capture.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { voidOrder } from '../../orders/voids/void-order.ts'
import { Refused } from '../../platform/refusal.ts'

/** Thousands were lived by hand. */
const LIVES = effort({ short: 80, long: 200 })
const STEPS = 12
/** Chance cancels few: a step before them may have captured. */
const cancelled: readonly Step[][] = [
  [{ kind: 'cancel' }],
  [{ kind: 'note' }, { kind: 'cancel' }, { kind: 'cancel' }],
]
const DAY = 86_400_000
const START = Date.parse('2026-11-21T12:00:00Z')
let now = START
const clock = { now: () => new Date(now) }
const place = ownDatabase()

type Store = { readonly scenario: Scenario; readonly agreed: Agreed; readonly automatic: boolean }
const stores: Store[] = []

before(async () => {
  for (const [rate, fixed, refund, capture] of [
    [0, 0, 'return', 'manual'],
    [250, 30, 'return', 'manual'],
    [333, 0, 'keep', 'manual'],
    [10_000, 1, 'keep', 'manual'],
    [199, 25, 'keep', 'automatic'],
  ] as const) {
    const products = standardSettings.products.map((terms) => {
      return { ...terms, capture, max_amount: 1_000_000, fee_rate: rate, fee_fixed: fixed }
    })
    const settings = { products, fees_on_refund: refund }
    const scenario = await createCostlyScenario(place.database, { clock, settings })
    const agreed = { rate, fixed, refund, campaigns: 0 }
    stores.push({ scenario, agreed, automatic: capture === 'automatic' })
  }
})

type World = { readonly order: Order; readonly model: Model; readonly captures: string[] }

/** The answer of the operation, `ok` or an error code. */
async function make({ scenario }: Store, world: World, step: Step, amount: number) {
  const { writing, caller } = scenario
  const input = { ref: world.order.id, amount: cents(amount) }
  const { ref } = input
  try {
    if (step.kind === 'capture') {
      world.captures.push((await captureOrder(writing, caller, input)).capture.id)
    } else if (step.kind === 'void') await voidOrder(writing, caller, input)
    else if (step.kind === 'refund') await refundOrder(writing, caller, input)
    else if (step.kind === 'captureRefund') {
      const captureId = world.captures[step.which % world.captures.length] ?? ''
      await refundCapture(writing, caller, { ...input, captureId })
    } else if (step.kind === 'cancel') await cancelOrder(writing, caller, ref)
    else {
      const currency = step.kind === 'edit' && step.currency ? { currency: step.currency } : {}
      const edit = step.kind === 'note' ? { discount: 5 } : { total_amount: amount, ...currency }
      await editOrder(writing, caller, { ref, edit, whole: false })
    }
    return 'ok'
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

async function begin(store: Store, { total, product }: Life): Promise<World> {
  const order = await store.scenario.confirmed(total, product)
  const made = newModel({ total, state: 'confirmed', agreed: store.agreed })
  const model = { ...made, cost: order.campaignCost }
  const captures: string[] = []
  if (store.automatic) {
    model.captures.push({ amount: total, refunded: 0 })
    const [row] = await place.database.query<AnyRow>(
      'SELECT id FROM captures WHERE order_id = $1',
      [order.id],
    )
    captures.push(row?.id)
  }
  return { order, model, captures }
}

/** Where nothing is captured at signing. */
function lifeOf(steps: readonly Step[]): [Life, number][] {
  const agreed = { rate: 0, fixed: 0, refund: 'return', campaigns: 0 } as const
  const life = { total: 30_000, product: 'pay_later', agreed, state: 'confirmed', steps } as const
  return stores.flatMap(({ automatic }, number) => (automatic ? [] : [[life, number]]))
}

async function lapse({ scenario }: Store, { order, model }: World): Promise<void> {
  now = START + 100 * DAY
  for (let turn = 0; turn < 2; turn++) await lapseOrder(scenario.writing, order)
  now = START
  if (model.state !== 'confirmed') return
  model.voided += openToCapture(model)
  if (openToRefund(model) === 0) model.state = 'cancelled'
}

const BALANCE = `coalesce((SELECT sum(CASE WHEN p.credit = 'store_payable' THEN p.amount
    WHEN p.debit = 'store_payable' THEN -p.amount END)
  FROM ledger_postings p`

async function compare({ order, model }: World): Promise<number> {
  const [row] = await place.database.query<AnyRow>(
    `SELECT coalesce((SELECT sum(l.net) FROM settlement_lines l
         WHERE l.store_id = $1 AND l.order_id = $2), 0)::bigint AS net,
       ${BALANCE} WHERE p.store_id = $1 AND p.order_id = $2), 0)::bigint AS payable`,
    [order.storeId, order.id],
  )
  const { fee, campaigns } = modelCosts(model)
  const wanted = captured(model) - refundedCaptured(model) - fee - campaigns
  assert.deepEqual([row?.net, row?.payable], [wanted, wanted])
  return wanted
}

test('the figures of a store are what it is owed, order by order and in all', async () => {
  const owed = new Map<Store, number>()
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(lives, fc.nat({ max: stores.length - 1 }), async (random, number) => {
      const store = stores[number] as Store
      const total = (random.total % 1_000_000) + 100
      const world = await begin(store, { ...random, total: Math.min(total, 1_000_000) })
      for (const step of random.steps.slice(0, STEPS)) {
        if (step.kind === 'confirm') continue
        if (step.kind === 'captureRefund' && world.captures.length === 0) continue
        const amount = amountOf(world.model, step)
        const wanted = modelAnswers(world.model, step, amount)
        assert.equal(await make(store, world, step, amount), wanted, step.kind)
        seen.set(`${step.kind}: ${wanted}`, (seen.get(`${step.kind}: ${wanted}`) ?? 0) + 1)
      }
      if (random.steps.length % 4 === 0) await lapse(store, world)
      owed.set(store, (owed.get(store) ?? 0) + (await compare(world)))
    }),
    { numRuns: LIVES, endOnFailure: true, examples: cancelled.flatMap(lifeOf) },
  )
  for (const [{ scenario }, wanted] of owed) {
    const [row] = await place.database.query<AnyRow>(
      `SELECT sum(net)::bigint AS net, ${BALANCE} WHERE p.store_id = $1), 0)::bigint AS payable
       FROM settlement_lines WHERE store_id = $1 AND sandbox`,
      [scenario.caller.store.id],
    )
    assert.deepEqual([row?.net, row?.payable], [wanted, wanted])
  }
  for (const kind of ['capture', 'void', 'refund', 'captureRefund', 'edit', 'cancel']) {
    assert.ok(seen.has(`${kind}: ok`), `${kind} happens`)
  }
  assert.deepEqual((await audit(place.database)).findings, [])
})
