/**
 * Random lives of one order. Each step goes through the rules, is written as the operation writes
 * it, and is compared with a second bookkeeping in plain numbers that knows only the formulas
 * of contract §7:
 *
 *   T − V − R = (C − Rc) + (T − V − Ru − C), no part negative, cancelled exactly when V + R = T.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, type Product, ZERO } from '@svc/api'
import fc from 'fast-check'
import { type Capture, captureRemaining } from '../captures/capture.ts'
import { decideCapture } from '../captures/rules.ts'
import { decideMove } from '../checkouts/rules.ts'
import type { RowSet } from '../database/database.ts'
import type { Ids } from '../ids.ts'
import type { Entry } from '../ledger/entry.ts'
import {
  type Account,
  capturePostings,
  captureRefundPostings,
  confirmPostings,
  uncapturedPostings,
} from '../ledger/rules.ts'
import { refundRows } from '../refunds/rows.ts'
import {
  decideCaptureRefund,
  decideOrderRefund,
  type RefundPlan,
  takeFromCaptures,
} from '../refunds/rules.ts'
import type { Decision } from '../refusal.ts'
import { orderOf } from '../testing/order.ts'
import { decideVoid } from '../voids/rules.ts'
import {
  type Order,
  type OrderState,
  orderStatus,
  remainingCaptureAmount,
  remainingRefundAmount,
} from './order.ts'
import { recordOperation } from './record.ts'
import { decideCancel, decideEdit } from './rules.ts'

// ---------- the steps of a life

/** Of what remains: `beyond` is one cent too much, `share` a part of it in thousandths. */
type Size = { readonly kind: 'one' | 'all' | 'beyond' | 'far' | 'share'; readonly share: number }
type Step =
  | { readonly kind: 'confirm' | 'cancel' }
  | { readonly kind: 'capture' | 'void' | 'refund'; readonly size: Size }
  | { readonly kind: 'captureRefund'; readonly size: Size; readonly which: number }
  | { readonly kind: 'edit'; readonly size: Size; readonly currency: string | undefined }
  | { readonly kind: 'note' }
type Life = {
  readonly total: number
  readonly product: Product
  readonly state: OrderState
  readonly steps: readonly Step[]
}

const sizes: fc.Arbitrary<Size> = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant('one' as const) },
    { weight: 1, arbitrary: fc.constant('all' as const) },
    { weight: 3, arbitrary: fc.constant('beyond' as const) },
    { weight: 1, arbitrary: fc.constant('far' as const) },
    { weight: 24, arbitrary: fc.constant('share' as const) },
  ),
  share: fc.integer({ min: 1, max: 250 }),
})

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 24, arbitrary: fc.record({ kind: fc.constant('capture' as const), size: sizes }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('void' as const), size: sizes }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('refund' as const), size: sizes }) },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant('captureRefund' as const),
      size: sizes,
      which: fc.nat({ max: 20 }),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      size: sizes,
      currency: fc.constantFrom(undefined, 'EUR', 'EUR', 'EUR', 'USD'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'note' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'cancel' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'confirm' as const }) },
)

const totals = fc.oneof(
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 5, arbitrary: fc.integer({ min: 100, max: 1_000_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 999_999_999_990, max: 1_000_000_000_000 }) },
)
const products = fc.constantFrom<Product[]>('instalments', 'pay_in_4', 'pay_later')

/** Most lives begin with the confirmation, a few anywhere before it. */
const lives: fc.Arbitrary<Life> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      total: totals,
      product: products,
      state: fc.constant('confirmation_required' as const),
      steps: fc
        .array(steps, { minLength: 1, maxLength: 49, size: 'max' })
        .map((rest): Step[] => [{ kind: 'confirm' }, ...rest]),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      total: totals,
      product: products,
      state: fc.constantFrom<OrderState[]>(
        'in_process',
        'challenge_required',
        'confirmation_required',
      ),
      steps: fc.array(steps, { minLength: 1, maxLength: 50, size: 'max' }),
    }),
  },
)

// ---------- the formulas of contract §7, once more

type Model = {
  state: OrderState
  total: number
  voided: number
  readonly captures: { amount: number; refunded: number }[]
  refundedUncaptured: number
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
const captured = (model: Model): number => sum(model.captures.map((each) => each.amount))
const refundedCaptured = (model: Model): number => sum(model.captures.map((each) => each.refunded))
const openToCapture = (model: Model): number =>
  model.total - model.voided - model.refundedUncaptured - captured(model)
const openToRefund = (model: Model): number =>
  model.total - model.voided - refundedCaptured(model) - model.refundedUncaptured

function modelRefunds(model: Model, amount: number): void {
  let rest = amount
  for (const capture of model.captures) {
    const taken = Math.min(rest, capture.amount - capture.refunded)
    capture.refunded += taken
    rest -= taken
  }
  model.refundedUncaptured += rest
}

/** The contract’s answer to a step, `ok` or an error code; on `ok` the model has made the step. */
function modelAnswers(model: Model, step: Step, amount: number): string {
  const ended = model.state === 'cancelled' || model.state === 'ko'
  if (step.kind === 'confirm') {
    if (ended || model.state === 'confirmed') return 'checkout_finished'
    if (model.state !== 'confirmation_required') return 'checkout_state'
    model.state = 'confirmed'
    return 'ok'
  }
  if (ended) return 'order_cancelled'
  if (step.kind === 'cancel') {
    model.voided += model.state === 'confirmed' ? openToCapture(model) : 0
    for (const capture of model.captures) capture.refunded = capture.amount
    model.state = model.state === 'confirmed' ? 'cancelled' : 'ko'
    return 'ok'
  }
  if (step.kind === 'note') return 'ok'
  const answer = step.kind === 'edit' ? modelEdits(model, step, amount) : undefined
  const done = answer ?? (model.state === 'confirmed' ? modelMoves(model, step, amount) : undefined)
  if (model.state === 'confirmed' && openToRefund(model) === 0) model.state = 'cancelled'
  return done ?? 'order_not_confirmed'
}

function modelEdits(model: Model, step: Step & { kind: 'edit' }, total: number): string {
  const sameCurrency = step.currency === undefined || step.currency === 'EUR'
  if (model.state !== 'confirmed') {
    return sameCurrency && total === model.total ? 'ok' : 'total_locked'
  }
  if (!sameCurrency) return 'currency_locked'
  if (total > model.total) return 'amount_exceeds_approval'
  const settled = model.voided + captured(model) + model.refundedUncaptured
  if (total < Math.max(1, settled)) return 'total_below_settled'
  model.total = total
  return 'ok'
}

function modelMoves(model: Model, step: Step, amount: number): string {
  if (amount > remainderOf(model, step)) return 'amount_exceeds_remaining'
  if (step.kind === 'capture') model.captures.push({ amount, refunded: 0 })
  if (step.kind === 'void') model.voided += amount
  if (step.kind === 'refund') modelRefunds(model, amount)
  const capture = captureOf(model, step)
  if (capture !== undefined) capture.refunded += amount
  return 'ok'
}

const captureOf = (model: Model, step: Step) =>
  step.kind === 'captureRefund' ? model.captures[step.which % model.captures.length] : undefined

function remainderOf(model: Model, step: Step): number {
  const capture = captureOf(model, step)
  if (capture !== undefined) return capture.amount - capture.refunded
  return step.kind === 'refund' ? openToRefund(model) : openToCapture(model)
}

/** What a step sends: 1 or more, as the schema demands; an edit sends the total that it wants. */
function amountOf(model: Model, step: Step): number {
  if (!('size' in step)) return 0
  const remainder = remainderOf(model, step)
  const { kind, share } = step.size
  const part = Math.floor((remainder * share) / 1000)
  const sent = { one: 1, all: remainder, beyond: remainder + 1, far: 10 ** 12, share: part }[kind]
  if (step.kind !== 'edit') return Math.max(1, sent)
  const bound = model.total - remainder
  const total = { one: 1, all: bound, beyond: bound - 1, far: model.total + 1, share: 0 }[kind]
  return Math.max(1, kind === 'share' ? model.total - part : total)
}

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
}

const at = new Date('2026-11-21T10:00:00Z')
let lastId = 0
const ids: Ids = {
  next: () => (++lastId).toString(16).padStart(32, '0'),
  bytes: () => Buffer.alloc(0),
  fraction: () => 0,
}

function newOrder({ total, product, state }: Life): Order {
  return {
    ...orderOf({ T: total }, state),
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

/** Writes what was decided as the operation does, and books the rows of the ledger. */
function write(world: World, step: Step, amount: number, { after, postings, plan }: Made): void {
  const before = world.order
  const sequence = before.eventSequence + 1
  const event = step.kind === 'cancel' ? 'order.cancelled' : 'order.edited'
  const entry = { kind: 'edit', postings } as const
  const input = { before, after, at, ids, event, effectId: ids.next(), entry } as const
  const { order, rowSets } = recordOperation(input)
  if (step.kind === 'capture') {
    const value = cents(amount)
    const id = ids.next()
    world.captures.push({ id, sequence, amount: value, refundedAmount: ZERO, createdAt: at })
  }
  if (plan !== undefined && plan.fromCaptures + plan.fromUncaptured > 0) {
    const refund = { order, ...pick(plan), origin: 'order', id: ids.next(), sequence } as const
    const written = refundRows({ ...refund, at, timeZone: 'UTC', ids })
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

const pick = ({ pieces, fromUncaptured }: RefundPlan) => ({ pieces, fromUncaptured })

function book(world: World, rowSets: readonly RowSet[]): void {
  for (const set of rowSets) {
    if (set.table !== 'ledger_postings' || !('rows' in set)) continue
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
  const model: Model = {
    state: life.state,
    total: life.total,
    voided: 0,
    captures: [],
    refundedUncaptured: 0,
  }
  const balances = {
    buyer_receivable: 0,
    commitment: 0,
    uncaptured: 0,
    store_payable: 0,
    store_fee_income: 0,
    campaign_income: 0,
  }
  const world: World = { order: newOrder(life), captures: [], balances, entries: 0 }
  for (const step of life.steps) {
    // Without captures there is none to refund: the operation answers 404 before the rule is asked.
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
    if (decision.refused === undefined) write(world, step, amount, decision.plan)
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

/** The balances: what can be captured, what the store gets, and what the buyer owes. */
function compareLedger({ order, balances, entries }: World, model: Model): void {
  const booked = model.state === 'confirmed' || model.state === 'cancelled'
  const uncaptured = booked ? openToCapture(model) : 0
  const released = captured(model) - refundedCaptured(model)
  const later = order.product === 'pay_later'
  // The credits of `uncaptured` and `store_payable` are what stands behind them.
  assert.deepEqual(
    {
      uncaptured: -balances.uncaptured + 0,
      store_payable: -balances.store_payable + 0,
      buyer_receivable: balances.buyer_receivable,
      commitment: balances.commitment,
    },
    {
      uncaptured,
      store_payable: released,
      buyer_receivable: later ? released : released + uncaptured,
      commitment: later ? uncaptured : 0,
    },
    'balances',
  )
  assert.ok(-balances.uncaptured >= 0 && -balances.store_payable >= 0)
  assert.ok(balances.buyer_receivable >= 0 && balances.commitment >= 0)
  assert.equal(order.ledgerSequence, entries, 'one link of the chain per entry')
}

// ---------- the tests

const LIVES = 8000

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
  const rare = often.filter((answer) => (seen.get(answer) ?? 0) < 50)
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
}

for (const [mistake, variant] of Object.entries(wrong)) {
  test(`the comparison notices ${mistake}`, () => {
    const property = fc.property(lives, (life) => live(life, { ...rules, ...variant }))
    const { failed } = fc.check(property, { numRuns: LIVES, endOnFailure: true })
    assert.ok(failed, 'no life showed the mistake')
  })
}
