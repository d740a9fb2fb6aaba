/**
 * Random lives of one order. Each step goes through the rules, is written as the operation writes
 * it, and is compared with a second bookkeeping in plain numbers that knows only the formulas
 * of contract §7:
 *
 *   T − V − R = (C − Rc) + (T − V − Ru − C), no part negative, cancelled exactly when V + R = T.
 *
 * And with those of the ledger's table: what the store pays so far, nothing once cancelled.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, ZERO } from '@svc/api'
import fc from 'fast-check'
import { effort } from '../../../../../test/fixtures/effort.ts'
import { orderOf } from '../../../../../test/fixtures/order.ts'
import {
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
  remainderOf,
  type Step,
} from '../../../../../test/fixtures/order-life.ts'
import {
  captureRefundPostings,
  uncapturedPostings,
} from '../../../../../test/fixtures/reductions.ts'
import { type Account, capturePostings, confirmPostings } from '../../model/ledger/rules.ts'
import { decideMove } from '../../model/order/moves.ts'
import {
  type Order,
  orderStatus,
  remainingCaptureAmount,
  remainingRefundAmount,
} from '../../model/order/order.ts'
import { decideCapture } from '../../orders/captures/rules.ts'
import { refundRows } from '../../orders/refunds/rows.ts'
import {
  decideCaptureRefund,
  decideOrderRefund,
  type RefundPlan,
  takeFromCaptures,
} from '../../orders/refunds/rules.ts'
import { decideVoid } from '../../orders/voids/rules.ts'
import type { RowSet } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Decision } from '../../platform/refusal.ts'
import type { Entry } from '../../settlement/ledger/entry.ts'
import { type Capture, captureRemaining } from '../captures/capture.ts'
import { recordOperation } from './record.ts'
import { decideCancel, decideEdit } from './rules.ts'

// ---------- the code under test

const rules = {
  decideCapture,
  decideVoid,
  decideOrderRefund,
  decideCaptureRefund,
  decideEdit,
  decideCancel,
  capturePostings,
  captureRefundPostings,
  uncapturedPostings,
  recordOperation,
}
type Rules = typeof rules

type Made = {
  readonly after: Order
  readonly postings: Entry['postings']
  readonly plan?: RefundPlan
}
type World = {
  order: Order
  captures: Capture[]
  readonly balances: Record<Account, number>
  entries: number
  /** Of all lines. */
  net: number
}

const at = new Date('2026-11-21T10:00:00Z')
let lastId = 0
const ids: Ids = {
  next: () => (++lastId).toString(16).padStart(32, '0'),
  bytes: () => Buffer.alloc(0),
  fraction: () => 0,
}

function newOrder({ total, product, state, agreed }: Life): Order {
  return {
    ...orderOf({ T: total }, state),
    feeRate: agreed.rate,
    feeFixed: cents(agreed.fixed),
    feesOnRefund: agreed.refund,
    campaignCost: cents(newModel({ total, state, agreed }).cost),
    statusReason: state,
    product,
    numInstalments: 1,
    approvedAmount: cents(total),
    version: 1,
    eventSequence: 1,
    ledgerSequence: 0,
    ledgerHead: '',
    verifiedAt: null,
    confirmedAt: null,
    expiresAt: at,
  }
}

/** The decision on a step and the postings that its operation composes. */
function decide(world: World, using: Rules, step: Step, amount: number): Decision<Made> {
  const { order, captures } = world
  const value = cents(amount)
  const { product } = order
  if (step.kind === 'confirm') {
    const decision = decideMove(order, 'confirmed_by_store', { at, expiresAt: null })
    return made(decision, (after) => ({
      after,
      postings: confirmPostings(product, after.totalAmount),
    }))
  }
  if (step.kind === 'capture') {
    const postings = using.capturePostings(product, value)
    return made(using.decideCapture(order, value), (after) => ({ after, postings }))
  }
  if (step.kind === 'void') {
    const postings = using.uncapturedPostings(product, value)
    return made(using.decideVoid(order, value, at), (after) => ({ after, postings }))
  }
  if (step.kind === 'edit' || step.kind === 'note') {
    const currency = step.kind === 'edit' && step.currency !== undefined
    const edit =
      step.kind === 'note'
        ? { discount: 5 }
        : { total_amount: amount, ...(currency ? { currency: step.currency ?? '' } : {}) }
    return made(using.decideEdit(order, edit, at), (after) => {
      const lowered = cents(order.totalAmount - after.totalAmount)
      return { after, postings: using.uncapturedPostings(product, lowered) }
    })
  }
  if (step.kind === 'cancel') return decideWhole(world, using)
  const refund = { amount: value, at }
  const capture = step.kind === 'captureRefund' ? captures[step.which % captures.length] : undefined
  const decision =
    capture === undefined
      ? using.decideOrderRefund(order, captures, refund)
      : using.decideCaptureRefund(order, capture, refund)
  return made(decision, (plan) => ({
    after: plan.order,
    plan,
    postings: [
      ...using.captureRefundPostings(plan.fromCaptures),
      ...using.uncapturedPostings(product, plan.fromUncaptured),
    ],
  }))
}

function decideWhole({ order, captures }: World, using: Rules): Decision<Made> {
  return made(using.decideCancel(order, at), (after) => {
    const uncaptured = cents(after.voidedAmount - order.voidedAmount)
    const fromCaptures = cents(order.capturedAmount - order.refundedCapturedAmount)
    const pieces = takeFromCaptures(captures, fromCaptures)
    const postings = [
      ...using.uncapturedPostings(order.product, uncaptured),
      ...using.captureRefundPostings(fromCaptures),
    ]
    const plan: RefundPlan = { order: after, pieces, fromCaptures, fromUncaptured: ZERO }
    return { after, postings: order.state === 'confirmed' ? postings : [], plan }
  })
}

function made<Plan>(decision: Decision<Plan>, make: (plan: Plan) => Made): Decision<Made> {
  return decision.refused === undefined ? { plan: make(decision.plan) } : decision
}

/** Writes a decision as the operation does, and books the rows of the ledger. */
function write(world: World, using: Rules, { step, amount }: Sent, decided: Made): void {
  const { after, postings, plan } = decided
  const before = world.order
  const sequence = before.eventSequence + 1
  const event = step.kind === 'cancel' ? 'order.cancelled' : 'order.edited'
  const entry = { kind: kindOf(step), postings } as const
  const input = { before, after, at, ids, event, effectId: ids.next(), entry } as const
  const { order, rowSets } = using.recordOperation(input)
  if (step.kind === 'capture') {
    const value = cents(amount)
    const id = ids.next()
    world.captures.push({ id, sequence, amount: value, refundedAmount: ZERO, createdAt: at })
  }
  if (plan !== undefined && plan.fromCaptures + plan.fromUncaptured > 0) {
    const refund = { order, ...pick(plan), origin: 'order', id: ids.next(), sequence } as const
    const written = refundRows({ ...refund, reductions: [], at, timeZone: 'UTC', ids })
    const changed = new Map(written.captures.map((capture) => [capture.id, capture]))
    world.captures = world.captures.map((capture) => changed.get(capture.id) ?? capture)
    for (const each of written.captureRefunds) {
      const left = changed.get(each.captureId)
      assert.equal(each.pendingAmount, left && captureRemaining(left), 'what a refund row leaves')
    }
  }
  world.order = order
  world.entries += postings.length > 0 ? 1 : 0
  book(world, rowSets)
}

type Sent = { readonly step: Step; readonly amount: number }

function kindOf({ kind }: Step): Entry['kind'] {
  if (kind === 'captureRefund') return 'refund'
  return kind === 'note' ? 'edit' : kind
}

const pick = ({ pieces, fromUncaptured }: RefundPlan) => ({ pieces, fromUncaptured })

function book(world: World, rowSets: readonly RowSet[]): void {
  for (const set of rowSets) {
    if (!('rows' in set)) continue
    if (set.table === 'settlement_lines') {
      for (const { net } of set.rows) world.net += Number(net)
    }
    if (set.table !== 'ledger_postings') continue
    for (const { debit, credit, amount } of set.rows as unknown as Entry['postings']) {
      assert.ok(amount > 0, 'a posting moves a positive amount')
      world.balances[debit] += amount
      world.balances[credit] -= amount
    }
  }
}

// ---------- the comparison

type Seen = Map<string, number>

function live(life: Life, using: Rules, seen: Seen = new Map()): void {
  const model = newModel(life)
  const balances = {
    buyer_receivable: 0,
    commitment: 0,
    uncaptured: 0,
    store_payable: 0,
    store_fee_income: 0,
    campaign_income: 0,
    buyer_credit: 0,
    interest_income: 0,
    buyer_fee_income: 0,
    late_income: 0,
    cash: 0,
    credit_loss: 0,
  }
  const world: World = { order: newOrder(life), captures: [], balances, entries: 0, net: 0 }
  for (const step of life.steps) {
    // Without captures there is none to refund: the operation answers 404 before the rule runs.
    if (step.kind === 'captureRefund' && model.captures.length === 0) continue
    const amount = amountOf(model, step)
    const remainder = remainderOf(model, step)
    const wanted = modelAnswers(model, step, amount)
    const decision = decide(world, using, step, amount)
    assert.equal(decision.refused ?? 'ok', wanted, `the answer to ${step.kind} of ${amount}`)
    const key = `${step.kind}: ${wanted}`
    seen.set(key, (seen.get(key) ?? 0) + 1)
    if (decision.refused === 'amount_exceeds_remaining') {
      const [sentence] = decision.detail?.fields?.amount ?? []
      assert.match(String(sentence), new RegExp(`^must be at most ${remainder}, what remains`))
    }
    if (decision.refused === undefined) write(world, using, { step, amount }, decision.plan)
    compare(world.order, model)
    compareCaptures(world, model)
    compareLedger(world, model)
  }
}

function compare(order: Order, model: Model): void {
  const T = order.totalAmount
  const V = order.voidedAmount
  const C = order.capturedAmount
  const Rc = order.refundedCapturedAmount
  const Ru = order.refundedUncapturedAmount
  const wanted = [model.total, model.voided, captured(model), refundedCaptured(model)]
  assert.deepEqual([T, V, C, Rc, Ru], [...wanted, model.refundedUncaptured], 'T, V, C, Rc, Ru')
  assert.equal(order.state, model.state)
  assert.equal(T - V - Rc - Ru, C - Rc + (T - V - Ru - C))
  const parts = [V, C, Rc, Ru, C - Rc, T - V - Ru - C]
  assert.ok(T >= 1 && parts.every((part) => part >= 0), `no part of ${parts} is negative`)
  assert.equal(order.state === 'cancelled', V + Rc + Ru === T, 'cancelled exactly when V + R = T')
  assert.equal(order.cancelledAt !== null, ['cancelled', 'ko'].includes(order.state))
  assert.equal(order.confirmedAt !== null, ['cancelled', 'confirmed'].includes(order.state))
  const confirmed = model.state === 'confirmed'
  assert.equal(remainingCaptureAmount(order), confirmed ? openToCapture(model) : 0)
  assert.equal(remainingRefundAmount(order), confirmed ? openToRefund(model) : 0)
  assert.equal(orderStatus(order), statusOf(model))
}

function statusOf(model: Model): string {
  if (model.state === 'cancelled' || model.state === 'ko') return 'cancelled'
  if (model.state !== 'confirmed') return 'pending'
  return openToCapture(model) > 0 ? 'processing' : 'complete'
}

function compareCaptures({ captures }: World, model: Model): void {
  assert.equal(captures.length, model.captures.length)
  for (const [index, capture] of captures.entries()) {
    const wanted = model.captures[index]
    assert.equal(capture.amount, wanted?.amount)
    assert.equal(capture.refundedAmount, wanted?.refunded, `refunds on capture ${index}`)
    assert.ok(captureRemaining(capture) >= 0)
  }
}

/** The balances: the amount to capture, the store's share, and the buyer's debt. */
function compareLedger({ order, balances, entries, net }: World, model: Model): void {
  const costs = modelCosts(model)
  const booked = model.state === 'confirmed' || model.state === 'cancelled'
  const uncaptured = booked ? openToCapture(model) : 0
  const released = captured(model) - refundedCaptured(model)
  const later = order.product === 'pay_later'
  // The credits of `uncaptured` and `store_payable` are their balances.
  assert.deepEqual(
    {
      uncaptured: -balances.uncaptured + 0,
      store_payable: -balances.store_payable + 0,
      store_fee_income: -balances.store_fee_income + 0,
      campaign_income: -balances.campaign_income + 0,
      buyer_receivable: balances.buyer_receivable,
      commitment: balances.commitment,
    },
    {
      uncaptured,
      store_payable: released - costs.fee - costs.campaigns,
      store_fee_income: costs.fee,
      campaign_income: costs.campaigns,
      buyer_receivable: later ? released : released + uncaptured,
      commitment: later ? uncaptured : 0,
    },
    'balances',
  )
  assert.equal(net, -balances.store_payable + 0, 'the lines sum to what the store is paid')
  const { fee, campaigns } = costs
  const known = [order.captureCount, order.feeBooked, order.campaignCostBooked]
  assert.deepEqual(known, [model.captures.length, fee, campaigns], 'what the order knows')
  assert.ok(-balances.uncaptured >= 0)
  assert.ok(balances.buyer_receivable >= 0 && balances.commitment >= 0)
  assert.equal(order.ledgerSequence, entries, 'one link of the chain per entry')
}

// ---------- the tests

/** So many are needed to meet each mistake. */
const LIVES_MAX = 8000
const LIVES = effort({ short: 2_000, long: LIVES_MAX })

test('every life of an order follows the formulas of the contract, in amounts and ledger', () => {
  const seen: Seen = new Map()
  fc.assert(
    fc.property(lives, (life) => live(life, rules, seen)),
    { numRuns: LIVES },
  )
  const often: readonly string[] = [
    'confirm: ok',
    'confirm: checkout_finished',
    'confirm: checkout_state',
    'cancel: ok',
    'cancel: order_cancelled',
    'note: ok',
    'note: order_cancelled',
    'edit: ok',
    'edit: total_locked',
    'edit: currency_locked',
    'edit: amount_exceeds_approval',
    'edit: total_below_settled',
    'edit: order_cancelled',
    ...['capture', 'void', 'refund', 'captureRefund'].flatMap((kind) => [
      `${kind}: ok`,
      `${kind}: amount_exceeds_remaining`,
      `${kind}: order_cancelled`,
    ]),
    'capture: order_not_confirmed',
    'void: order_not_confirmed',
    'refund: order_not_confirmed',
  ]
  const rare = often.filter((answer) => (seen.get(answer) ?? 0) < LIVES / 160)
  assert.deepEqual(rare, [], 'answers that the lives hardly ever reach')
})

/** Each of these is a mistake that somebody could make; the comparison has to notice it. */
const wrong: Readonly<Record<string, Partial<Rules>>> = {
  'a capture that forgets what was refunded before it was captured': {
    decideCapture: (order, amount) => {
      const forgot = { ...order, refundedUncapturedAmount: ZERO }
      const decision = decideCapture(forgot, amount)
      if (decision.refused !== undefined) return decision
      return { plan: { ...order, capturedAmount: decision.plan.capturedAmount } }
    },
  },
  'a void of the last cent that leaves the order confirmed': {
    decideVoid: (order, amount, when) => {
      const decision = decideVoid(order, amount, when)
      if (decision.refused !== undefined) return decision
      return { plan: { ...order, voidedAmount: decision.plan.voidedAmount } }
    },
  },
  'a capture refund that forgets the earlier ones': {
    decideCaptureRefund: (order, capture, refund) =>
      decideCaptureRefund(order, { ...capture, refundedAmount: ZERO }, refund),
  },
  'an order refund that takes from the newest capture first': {
    decideOrderRefund: (order, captures, refund) =>
      decideOrderRefund(order, captures.toReversed(), refund),
  },
  'an edit that ignores what was refunded before it was captured': {
    decideEdit: (order, edit, when) => {
      const decision = decideEdit({ ...order, refundedUncapturedAmount: ZERO }, edit, when)
      if (decision.refused !== undefined) return decision
      const { refundedUncapturedAmount } = order
      return { plan: { ...decision.plan, refundedUncapturedAmount } }
    },
  },
  'a cancel that leaves the captured amounts with the store': {
    decideCancel: (order, when) => {
      const decision = decideCancel(order, when)
      if (decision.refused !== undefined) return decision
      const { refundedCapturedAmount } = order
      return { plan: { ...decision.plan, refundedCapturedAmount } }
    },
  },
  'a capture of pay_later that makes the buyer owe nothing': {
    capturePostings: (_product, amount) => capturePostings('instalments', amount),
  },
  'a refund that is booked a cent short': {
    captureRefundPostings: (amount) => captureRefundPostings(cents(Math.max(0, amount - 1))),
  },
  'a void of pay_later that lowers a debt which is not there': {
    uncapturedPostings: (_product, amount) => uncapturedPostings('instalments', amount),
  },
  'a capture that is not counted': {
    decideCapture: (order, amount) => {
      const decision = decideCapture(order, amount)
      if (decision.refused !== undefined) return decision
      return { plan: { ...decision.plan, captureCount: order.captureCount } }
    },
  },
  'a fee that a refund gives back although it is kept': {
    recordOperation: agreedAnew(() => ({ feesOnRefund: 'return' })),
  },
  'a cancelled order that still costs the store something': {
    recordOperation: (recording) => {
      const { after } = recording
      const open = { ...after, state: 'confirmed' } as const
      const recorded = recordOperation({ ...recording, after: open })
      return { ...recorded, order: { ...recorded.order, state: after.state } }
    },
  },
  'campaigns that cost the part of a lowered total': {
    recordOperation: agreedAnew(({ totalAmount }) => ({ approvedAmount: totalAmount })),
  },
}

/** Records as if something else had been agreed. */
function agreedAnew(change: (order: Order) => Partial<Order>): Rules['recordOperation'] {
  return (recording) => {
    const { after } = recording
    const changed = change(after)
    const recorded = recordOperation({ ...recording, after: { ...after, ...changed } })
    const restored = Object.keys(changed).map((name) => [name, after[name as keyof Order]])
    return { ...recorded, order: { ...recorded.order, ...Object.fromEntries(restored) } }
  }
}

for (const [mistake, variant] of Object.entries(wrong)) {
  test(`the comparison notices ${mistake}`, () => {
    const property = fc.property(lives, (life) => live(life, { ...rules, ...variant }))
    const { failed } = fc.check(property, { numRuns: LIVES_MAX, endOnFailure: true })
    assert.ok(failed, 'no life showed the mistake')
  })
}
