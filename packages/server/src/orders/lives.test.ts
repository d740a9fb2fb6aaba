// Random lives of one order against the formulas of contract §7, kept by a bookkeeper that shares
// no code with the rules.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cents, type Product, subtract, ZERO } from '@svc/api'
import fc from 'fast-check'
import type { Capture } from '../captures/capture.ts'
import { decideCapture } from '../captures/rules.ts'
import {
  capturePostings,
  captureRefundPostings,
  confirmPostings,
  type Posting,
  uncapturedPostings,
} from '../ledger/rules.ts'
import { decideCaptureRefund, decideOrderRefund, type RefundPlan } from '../refunds/rules.ts'
import type { Decision } from '../refusal.ts'
import { decideVoid } from '../voids/rules.ts'
import {
  type Order,
  orderStatus,
  refundedAmount,
  remainingCaptureAmount,
  remainingRefundAmount,
} from './order.ts'
import { decideCancel, decideEdit } from './rules.ts'

const AT = new Date('2026-11-21T12:00:00Z')

type Step = {
  readonly kind: 'capture' | 'void' | 'refund' | 'refund capture' | 'edit' | 'cancel'
  /** Where the amount lies: at a bound of what is allowed, or anywhere. */
  readonly aim: 'one' | 'all' | 'one too many' | 'some'
  readonly share: number
  readonly capture: number
}

/** The bookkeeper: plain numbers, the formulas as contract §7 states them. */
class Bookkeeper {
  total: number
  voided = 0
  captures: { amount: number; refunded: number }[] = []
  refundedUncaptured = 0
  cancelled = false

  constructor(total: number) {
    this.total = total
  }

  get captured(): number {
    return this.captures.reduce((sum, { amount }) => sum + amount, 0)
  }

  get refundedCaptured(): number {
    return this.captures.reduce((sum, { refunded }) => sum + refunded, 0)
  }

  /** T − V − Ru − C */
  get uncaptured(): number {
    return this.total - this.voided - this.refundedUncaptured - this.captured
  }

  /** T − V − R */
  get open(): number {
    return this.total - this.voided - this.refundedCaptured - this.refundedUncaptured
  }

  settle(): void {
    if (this.open === 0) this.cancelled = true
  }

  refund(amount: number): void {
    let rest = amount
    for (const capture of this.captures) {
      const taken = Math.min(rest, capture.amount - capture.refunded)
      capture.refunded += taken
      rest -= taken
    }
    this.refundedUncaptured += rest
    this.settle()
  }

  cancel(): void {
    this.voided += this.uncaptured
    for (const capture of this.captures) capture.refunded = capture.amount
    this.cancelled = true
  }
}

/** The order as the rules keep it, with its captures and the balances of its ledger. */
class Life {
  order: Order
  captures: Capture[] = []
  readonly product: Product
  readonly balances: Record<string, number> = {}

  constructor(total: number, product: Product) {
    this.product = product
    this.order = confirmedOrder(total, product)
    this.book(confirmPostings(product, cents(total)))
  }

  book(postings: readonly Posting[]): void {
    for (const { debit, credit, amount } of postings) {
      this.balances[debit] = (this.balances[debit] ?? 0) + amount
      this.balances[credit] = (this.balances[credit] ?? 0) - amount
    }
  }

  capture(amount: number): string | undefined {
    return this.take(decideCapture(this.order, cents(amount)), (order) => {
      const sequence = this.captures.length + 1
      this.captures.push({
        id: `c${sequence}`,
        sequence,
        amount: cents(amount),
        refundedAmount: ZERO,
        createdAt: AT,
      })
      this.order = order
      this.book(capturePostings(this.product, cents(amount)))
    })
  }

  void(amount: number): string | undefined {
    return this.take(decideVoid(this.order, cents(amount), AT), (order) => {
      this.order = order
      this.book(uncapturedPostings(this.product, cents(amount)))
    })
  }

  refund(amount: number): string | undefined {
    const decision = decideOrderRefund(this.order, this.captures, { amount: cents(amount), at: AT })
    return this.take(decision, (plan) => this.applyRefund(plan))
  }

  refundCapture(capture: Capture, amount: number): string | undefined {
    const decision = decideCaptureRefund(this.order, capture, { amount: cents(amount), at: AT })
    return this.take(decision, (plan) => this.applyRefund(plan))
  }

  edit(total: number): string | undefined {
    return this.take(decideEdit(this.order, { total_amount: total }, AT), (order) => {
      this.book(
        uncapturedPostings(this.product, subtract(this.order.totalAmount, order.totalAmount)),
      )
      this.order = order
    })
  }

  cancel(): string | undefined {
    return this.take(decideCancel(this.order, AT), (order) => {
      this.book(
        uncapturedPostings(this.product, subtract(order.voidedAmount, this.order.voidedAmount)),
      )
      const captured = subtract(this.order.capturedAmount, this.order.refundedCapturedAmount)
      this.book(captureRefundPostings(captured))
      this.captures = this.captures.map((capture) => ({
        ...capture,
        refundedAmount: capture.amount,
      }))
      this.order = order
    })
  }

  private take<Plan>(decision: Decision<Plan>, apply: (plan: Plan) => void): string | undefined {
    if (decision.refused !== undefined) return decision.refused
    apply(decision.plan)
    return undefined
  }

  private applyRefund(plan: RefundPlan): void {
    for (const { capture, amount } of plan.pieces) {
      const index = this.captures.findIndex(({ id }) => id === capture.id)
      this.captures[index] = { ...capture, refundedAmount: cents(capture.refundedAmount + amount) }
    }
    this.order = plan.order
    this.book(captureRefundPostings(plan.fromCaptures))
    this.book(uncapturedPostings(this.product, plan.fromUncaptured))
  }
}

function confirmedOrder(total: number, product: Product): Order {
  return {
    storeId: 'store',
    id: 'order',
    sandbox: true,
    mid: 'mid',
    state: 'confirmed',
    statusReason: '',
    product,
    numInstalments: 3,
    nominalRate: 0,
    currency: 'EUR',
    approvedAmount: cents(total),
    totalAmount: cents(total),
    voidedAmount: ZERO,
    capturedAmount: ZERO,
    refundedCapturedAmount: ZERO,
    refundedUncapturedAmount: ZERO,
    warnings: [],
    version: 1,
    eventSequence: 1,
    ledgerSequence: 1,
    ledgerHead: '',
    createdAt: AT,
    verifiedAt: AT,
    confirmedAt: AT,
    expiresAt: null,
    expiredAt: null,
    cancelledAt: null,
  }
}

function aimed({ aim, share }: Step, most: number): number {
  const amounts = {
    one: 1,
    all: most,
    'one too many': most + 1,
    some: 1 + Math.floor(share * most),
  }
  return Math.max(1, amounts[aim])
}

/** What contract §7 answers, and the new books if it accepts. */
function expected(
  books: Bookkeeper,
  amount: number,
  most: number,
  apply: () => void,
): string | undefined {
  if (books.cancelled) return 'order_cancelled'
  if (amount > most) return 'amount_exceeds_remaining'
  apply()
  return undefined
}

function play(
  life: Life,
  books: Bookkeeper,
  step: Step,
): { got: string | undefined; due: string | undefined } {
  switch (step.kind) {
    case 'capture': {
      const amount = aimed(step, books.uncaptured)
      const book = () => books.captures.push({ amount, refunded: 0 })
      return { got: life.capture(amount), due: expected(books, amount, books.uncaptured, book) }
    }
    case 'void': {
      const amount = aimed(step, books.uncaptured)
      const book = () => {
        books.voided += amount
        books.settle()
      }
      return { got: life.void(amount), due: expected(books, amount, books.uncaptured, book) }
    }
    case 'refund': {
      const amount = aimed(step, books.open)
      return {
        got: life.refund(amount),
        due: expected(books, amount, books.open, () => books.refund(amount)),
      }
    }
    case 'refund capture': {
      const index = step.capture % Math.max(1, books.captures.length)
      const booked = books.captures[index]
      const capture = life.captures[index]
      if (booked === undefined || capture === undefined) return { got: undefined, due: undefined }
      const most = booked.amount - booked.refunded
      const amount = aimed(step, most)
      const book = () => {
        booked.refunded += amount
        books.settle()
      }
      return { got: life.refundCapture(capture, amount), due: expected(books, amount, most, book) }
    }
    case 'edit':
      return playEdit(life, books, step)
    case 'cancel': {
      const due = books.cancelled ? 'order_cancelled' : undefined
      const got = life.cancel()
      if (due === undefined) books.cancel()
      return { got, due }
    }
  }
}

/** max(1, V + C + Ru) ≤ N ≤ T */
function playEdit(
  life: Life,
  books: Bookkeeper,
  step: Step,
): { got: string | undefined; due: string | undefined } {
  const least = Math.max(1, books.voided + books.captured + books.refundedUncaptured)
  const lowered = { one: least, all: books.total, 'one too many': books.total + 1, some: least - 1 }
  const total = Math.max(1, step.share < 0.5 ? lowered[step.aim] : aimed(step, books.total))
  const got = life.edit(total)
  if (books.cancelled) return { got, due: 'order_cancelled' }
  if (total > books.total) return { got, due: 'amount_exceeds_approval' }
  if (total < least) return { got, due: 'total_below_settled' }
  books.total = total
  books.settle()
  return { got, due: undefined }
}

function agree({ order, balances, product, captures }: Life, books: Bookkeeper): void {
  assert.equal(order.totalAmount, books.total)
  assert.equal(order.voidedAmount, books.voided)
  assert.equal(order.capturedAmount, books.captured)
  assert.equal(refundedAmount(order), books.refundedCaptured + books.refundedUncaptured)
  assert.deepEqual(
    captures.map(({ amount, refundedAmount: refunded }) => ({ amount, refunded })),
    books.captures,
  )
  const left = books.captured - books.refundedCaptured
  assert.equal(books.open, left + books.uncaptured)
  for (const part of [books.open, left, books.uncaptured, books.voided]) assert.ok(part >= 0)
  assert.equal(order.state === 'cancelled', books.open === 0)
  assert.equal(order.state === 'cancelled', books.cancelled)
  assert.equal(remainingCaptureAmount(order), books.cancelled ? 0 : books.uncaptured)
  assert.equal(remainingRefundAmount(order), books.cancelled ? 0 : books.open)
  const status = books.cancelled ? 'cancelled' : books.uncaptured > 0 ? 'processing' : 'complete'
  assert.equal(orderStatus(order), status)
  const later = product === 'pay_later'
  assert.equal(0 - (balances.uncaptured ?? 0), books.uncaptured)
  assert.equal(0 - (balances.store_payable ?? 0), left)
  assert.equal(balances.buyer_receivable ?? 0, later ? left : books.open)
  assert.equal(balances.commitment ?? 0, later ? books.uncaptured : 0)
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...(['capture', 'capture', 'void', 'refund', 'refund capture', 'edit'] as const),
    ...(['capture', 'refund capture', 'cancel'] as const),
  ),
  aim: fc.constantFrom('one', 'all', 'one too many', 'some', 'some', 'some'),
  share: fc.double({ min: 0, max: 0.999, noNaN: true }),
  capture: fc.nat(20),
})
const lives = fc.record({
  total: fc.integer({ min: 1, max: 1_000_000 }),
  product: fc.constantFrom<Product>('instalments', 'pay_later'),
  steps: fc.array(step, { maxLength: 40, size: 'max' }),
})

/** Lives one life; `spoil` is a deliberate mistake, to see that it would be noticed. */
function live(
  life: { total: number; product: Product; steps: Step[] },
  spoil?: (books: Bookkeeper) => void,
): void {
  const lived = new Life(life.total, life.product)
  const books = new Bookkeeper(life.total)
  agree(lived, books)
  for (const each of life.steps) {
    const { got, due } = play(lived, books, each)
    assert.equal(got, due, each.kind)
    spoil?.(books)
    agree(lived, books)
  }
}

describe('the life of an order', () => {
  test('follows the formulas of contract §7 through 10,000 random lives', () => {
    fc.assert(
      fc.property(lives, (life) => live(life)),
      { numRuns: 10_000 },
    )
  })

  for (const [mistake, spoil] of [
    [
      'forgets what was refunded of the uncaptured part',
      (books: Bookkeeper) => {
        books.refundedUncaptured = 0
      },
    ],
    [
      'forgets to cancel a settled order',
      (books: Bookkeeper) => {
        books.cancelled = false
      },
    ],
    [
      'loses a cent of the voids',
      (books: Bookkeeper) => {
        if (books.voided > 0) books.voided -= 1
      },
    ],
  ] as const) {
    test(`is told from one that ${mistake}`, () => {
      assert.throws(() =>
        fc.assert(
          fc.property(lives, (life) => live(life, spoil)),
          { numRuns: 2_000, endOnFailure: true },
        ),
      )
    })
  }
})
