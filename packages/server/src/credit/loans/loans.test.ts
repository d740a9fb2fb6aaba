import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add, cents, rate, ZERO } from '@svc/api'
import fc from 'fast-check'
import { annuitySchedule } from '../../model/financing/schedule.ts'
import type { Account, Posting } from '../../model/ledger/rules.ts'
import { chargeBackLoan } from '../../model/loan/charge-back.ts'
import type { LoanStep } from '../../model/loan/draft.ts'
import { chargeAmount, nextCharge } from '../../model/loan/due-times.ts'
import {
  creditComesBack,
  mayWithdraw,
  returnCredit,
  withdrawLoan,
  writeOffLoan,
} from '../../model/loan/end.ts'
import { becomeLate, fallDue, fallingDue } from '../../model/loan/falling-due.ts'
import {
  type Allocation,
  components,
  dueAmount,
  type Loan,
  type LoanTerms,
  openAmountOf,
  openInstalments,
  openParts,
  owed,
  totalOf,
} from '../../model/loan/loan.ts'
import { captureLoan, openLoan } from '../../model/loan/open.ts'
import { payLoan, payOffAmount } from '../../model/loan/pay.ts'
import { reduceLoan } from '../../model/loan/reduce.ts'
import { addDays, type Day, day } from '../../platform/time/calendar.ts'

type Books = { loan: Loan; balances: Record<Account, number>; allocations: Allocation[] }

const noBalances = {
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

function terms(more: Partial<LoanTerms> = {}): LoanTerms {
  return {
    timeZone: 'Europe/Madrid',
    product: 'instalments',
    eventOn: null,
    nominalRate: rate(824),
    termDays: null,
    spread: 'spread',
    openingFee: ZERO,
    lateCharge: ZERO,
    retryDays: [2, 5, 10],
    lateAfterDays: 3,
    writeOffAfterDays: 180,
    ...more,
  }
}

const CONFIRMED = day('2026-01-31')

function opened(total: number, count: number, more: Partial<LoanTerms> = {}, down = 0): Books {
  const agreed = terms(more)
  const plan =
    agreed.product === 'pay_later'
      ? []
      : [
          ...(down > 0 ? [{ number: 0, capital: cents(down), interest: ZERO, fee: ZERO }] : []),
          ...annuitySchedule(cents(total - down), count, agreed.nominalRate).map((each) => ({
            ...each,
            fee: ZERO,
          })),
        ]
  const whose = { storeId: 'store', orderId: 'order', sandbox: true }
  const step = openLoan({ ...agreed, ...whose, confirmedOn: CONFIRMED, plan })
  const books: Books = { loan: step.loan, balances: { ...noBalances }, allocations: [] }
  // The entry that confirming the order books itself.
  if (agreed.product !== 'pay_later') books.balances.buyer_receivable += total
  return keep(books, step)
}

/** The values of the ledger and of the rows; all of them must agree after every step. */
function keep(books: Books, step: LoanStep): Books {
  const balances = { ...books.balances }
  for (const { debit, credit, amount } of step.postings as Posting[]) {
    assert.ok(amount > 0)
    balances[debit] += amount
    balances[credit] -= amount
  }
  const allocations = [...books.allocations, ...step.allocations]
  const { loan } = step
  assert.equal(loan.receivable, balances.buyer_receivable)
  assert.equal(loan.receivable, owed(loan))
  assert.equal(loan.buyerCredit, 0 - balances.buyer_credit)
  assert.equal(loan.writtenOff, balances.credit_loss)
  assert.equal(loan.interestIncome, 0 - balances.interest_income)
  assert.equal(loan.feeIncome, 0 - balances.buyer_fee_income)
  assert.equal(loan.lateIncome, 0 - balances.late_income)
  assert.equal(loan.paidAmount - loan.chargedBackAmount - loan.returnedAmount, balances.cash)
  const notDue = loan.instalments.filter(({ due }) => !due)
  const ahead = add(ZERO, ...notDue.map((each) => openParts(each).interest))
  assert.equal(openInstalments(loan), add(loan.receivable, ahead))
  for (const amount of [loan.receivable, loan.buyerCredit, loan.writtenOff, loan.feeBase]) {
    assert.ok(amount >= 0)
  }
  for (const instalment of loan.instalments) {
    for (const component of components) {
      assert.ok(openParts(instalment)[component] >= 0)
      const settled = allocations
        .filter((each) => each.number === instalment.number && each.component === component)
        .reduce((sum, { amount }) => sum + amount, 0)
      assert.equal(instalment.settled[component], settled)
    }
  }
  return { loan, balances, allocations }
}

/** Until a day, with everything paid as it falls due, or nothing. */
function until(books: Books, last: Day, paying: boolean): Books {
  let now = books
  for (;;) {
    const next = fallingDue(now.loan, last)[0]
    if (next === undefined) return now
    now = keep(now, fallDue(now.loan, next))
    const amount = dueAmount(now.loan)
    if (!paying || amount === 0) continue
    const payment = { id: `payment ${next.number}`, amount, spread: 'next' } as const
    now = keep(now, payLoan(now.loan, payment, next.dueOn))
  }
}

/** An amount that is open for three days and not late yet. */
const becomingLate = ({ instalments }: Loan, today: Day) =>
  instalments.filter(
    (each) =>
      each.due && each.lateOn === null && openAmountOf(each) > 0 && addDays(each.dueOn, 3) <= today,
  )

const paid = (books: Books, amount: number, today: Day, id = 'by hand'): Books =>
  keep(books, payLoan(books.loan, { id, amount: cents(amount), spread: 'next' }, today))
const captured = (books: Books, amount: number, today: Day): Books => {
  const after = keep(
    {
      ...books,
      balances: {
        ...books.balances,
        buyer_receivable:
          books.balances.buyer_receivable + (books.loan.product === 'pay_later' ? amount : 0),
      },
    },
    captureLoan(books.loan, cents(amount), today),
  )
  return after
}
const refunded = (books: Books, amount: number, today: Day, cancels = false) => {
  const piece = { from: 'store_payable', amount: cents(amount), sourceId: 'refund' } as const
  const step = reduceLoan(books.loan, [piece], { today, cancels })
  const [reduction] = step.reductions
  assert.ok(reduction !== undefined)
  const { lowered, settled, credit, recovered } = reduction
  assert.equal(lowered + settled + credit + recovered, amount)
  return { books: keep(books, step), reduction }
}

test('2,500.00 at 8.24 % in 12, 3 paid, refunded in full: all that was paid comes back', () => {
  let books = captured(opened(250_000, 12), 250_000, CONFIRMED)
  assert.deepEqual(
    books.loan.instalments.map(({ interest }) => interest).slice(0, 4),
    [1717, 1579, 1440, 1301],
  )
  books = until(books, day('2026-04-30'), true)
  assert.equal(books.loan.paidAmount, 3 * 21_775)
  const today = day('2026-05-10')
  const { books: cancelled, reduction } = refunded(books, 250_000, today, true)
  const open = 250_000 - (20_058 + 20_196 + 20_335)
  // Ten of the 31 days from 30 April, on the open amount.
  const interest = Math.round((open * 824 * 10) / (120_000 * 31))
  assert.deepEqual(
    [reduction.lowered, reduction.settled, reduction.credit],
    [open, interest, 250_000 - open - interest],
  )
  assert.equal(cancelled.loan.buyerCredit, 3 * 21_775)
  assert.equal(cancelled.loan.receivable, 0)
})

test('pay_later in two captures, the first paid, 2,000 of it refunded: 3,000 owed', () => {
  const later = { product: 'pay_later', nominalRate: rate(0), termDays: 15 } as const
  let books = captured(opened(10_000, 1, later), 5_000, CONFIRMED)
  books = until(books, day('2026-02-15'), true)
  assert.equal(books.loan.paidAmount, 5_000)
  const both = refunded(captured(books, 5_000, day('2026-02-20')), 2_000, day('2026-02-21'))
  assert.equal(both.reduction.credit, 0)
  assert.equal(both.books.loan.receivable, 3_000)
  // The other way round the credit waits for the second capture.
  const first = refunded(books, 2_000, day('2026-02-16'))
  assert.equal(first.reduction.credit, 2_000)
  const second = captured(first.books, 5_000, day('2026-02-16'))
  assert.deepEqual([second.loan.receivable, second.loan.buyerCredit], [3_000, 0])
})

test('interest of a period in which capital changes counts each part by its days', () => {
  const start = captured(opened(120_000, 12, { nominalRate: rate(1_200) }), 120_000, CONFIRMED)
  // From 31 January to 28 February: 1,200.00 for 18 days, 600.00 for 10.
  const { books } = refunded(start, 60_000, day('2026-02-18'))
  const [first] = books.loan.instalments
  assert.equal(first?.interest, Math.round((1_200 * 18 + 600 * 10) / 28))
  assert.equal(
    books.loan.instalments.reduce((sum, { capital }) => sum + capital, 0),
    60_000,
  )
})

test('until the first capture due days move with it and no interest runs', () => {
  const waiting = opened(120_000, 12, { nominalRate: rate(1_200) })
  assert.deepEqual(fallingDue(waiting.loan, day('2027-12-31')), [])
  const books = captured(waiting, 100, day('2026-03-30'))
  assert.equal(books.loan.instalments[0]?.dueOn, '2026-04-30')
  assert.equal(books.loan.instalments[0]?.interest, 1_200)
  const { books: after } = refunded(waiting, 20_000, day('2026-03-30'))
  assert.equal(after.loan.instalments[0]?.interest, 1_000)
})

test('paying all early costs the interest so far, less the fee for the time left', () => {
  const fee = { openingFee: cents(1_200), nominalRate: rate(1_200) }
  const books = until(
    captured(opened(120_000, 12, fee), 120_000, CONFIRMED),
    day('2026-07-31'),
    true,
  )
  const today = day('2026-08-15')
  const amount = payOffAmount(books.loan, today)
  const capital = books.loan.receivable
  const days = 365 - 196
  assert.equal(
    amount,
    capital + Math.round((capital * 15) / 3_100) - Math.round((1_200 * days) / 365),
  )
  const done = paid(books, amount, today)
  assert.deepEqual([done.loan.receivable, done.loan.buyerCredit], [0, 0])
  assert.deepEqual(
    done.loan.instalments.filter(({ paidOn }) => paidOn === null),
    [],
  )
  const short = paid(books, amount - 1, today)
  assert.ok(short.loan.receivable > 0)
})

test('a withdrawal costs the interest so far and no fee, due within thirty days', () => {
  const fee = { openingFee: cents(1_200), nominalRate: rate(1_200) }
  const books = captured(opened(120_000, 12, fee), 120_000, CONFIRMED)
  const today = day('2026-02-14')
  assert.ok(mayWithdraw(books.loan, today))
  assert.ok(mayWithdraw(books.loan, day('2026-02-16')), 'the fourteenth day is a Saturday')
  assert.ok(!mayWithdraw(books.loan, day('2026-02-17')))
  const { loan } = keep(books, withdrawLoan(books.loan, 'withdrawal', today))
  assert.equal(loan.receivable, 120_000 + 600)
  assert.equal(loan.feeIncome, 0)
  const open = loan.instalments.filter((each) => totalOf(openParts(each)) > 0)
  assert.deepEqual(
    open.map(({ kind, dueOn }) => [kind, dueOn]),
    [['withdrawal', '2026-03-16']],
  )
})

test('a charge excludes amounts that the buyer still has time to pay', () => {
  let books = captured(opened(30_000, 3), 30_000, CONFIRMED)
  books = keep(books, withdrawLoan(books.loan, 'withdrawal', day('2026-02-10')))
  assert.equal(books.loan.receivable, dueAmount(books.loan))
  assert.equal(chargeAmount(books.loan, day('2026-03-11')), 0)
  assert.equal(chargeAmount(books.loan, day('2026-03-12')), books.loan.receivable)
  assert.deepEqual(nextCharge(books.loan), { on: '2026-03-12', hour: 8 })
})

test('late charges are owed last and never taken by a refund', () => {
  const late = { lateCharge: cents(900), nominalRate: rate(0) }
  let books = until(captured(opened(30_000, 3, late), 30_000, CONFIRMED), day('2026-02-28'), false)
  const [first] = becomingLate(books.loan, day('2026-03-03'))
  assert.equal(first?.number, 1)
  books = keep(books, becomeLate(books.loan, 1, day('2026-03-03')))
  const { books: after, reduction } = refunded(books, 29_999, day('2026-03-04'))
  assert.deepEqual([reduction.lowered, reduction.settled], [20_000, 9_999])
  assert.deepEqual([reduction.completed, reduction.completedButLateCharges], [false, false])
  const last = refunded(after, 1, day('2026-03-04'))
  assert.deepEqual(
    [last.reduction.completed, last.reduction.completedButLateCharges],
    [false, true],
  )
  assert.equal(paid(last.books, 900, day('2026-03-05')).loan.receivable, 0)
})

test('money after a write-off first recovers the loss', () => {
  let books = until(captured(opened(30_000, 3), 30_000, CONFIRMED), day('2026-02-28'), false)
  books = keep(books, writeOffLoan(books.loan, 'loss', day('2026-08-28')))
  assert.equal(books.loan.receivable, 0)
  const loss = books.loan.writtenOff
  books = paid(books, 10_000, day('2026-09-01'))
  assert.deepEqual([books.loan.writtenOff, books.loan.buyerCredit], [loss - 10_000, 0])
  books = refunded(books, 30_000, day('2026-09-02')).books
  assert.deepEqual([books.loan.writtenOff, books.loan.buyerCredit], [0, 40_000 - loss])
})

test('a chargeback reopens the allocations of that payment, the latest first', () => {
  let books = until(captured(opened(30_000, 3), 30_000, CONFIRMED), day('2026-02-28'), true)
  const before = books
  books = paid(books, 8_000, day('2026-03-05'), 'early')
  const settledBefore = books.allocations.filter(({ sourceId }) => sourceId === 'early')
  const back = { id: 'back', amount: cents(8_000), settledBefore }
  const { loan } = keep(books, chargeBackLoan(books.loan, back, day('2026-03-05')))
  assert.equal(loan.receivable, before.loan.receivable)
  assert.equal(loan.collecting, false)
  assert.deepEqual(
    loan.instalments.map((each) => openParts(each).capital),
    before.loan.instalments.map((each) => openParts(each).capital),
  )
})

// ---------- random lives

const anyStep = fc.record({
  kind: fc.constantFrom(
    'days',
    'days',
    'days',
    'pay',
    'pay all',
    'capture',
    'refund',
    'void',
    'late',
    'charge back',
    'return',
    'not returned',
    'withdraw',
    'write off',
    'cancel',
  ),
  much: fc.integer({ min: 1, max: 1_000 }),
  spread: fc.constantFrom('spread' as const, 'last' as const, 'next' as const),
})

const anyLife = fc.record({
  product: fc.constantFrom('instalments' as const, 'pay_in_4' as const, 'pay_later' as const),
  total: fc.oneof(fc.integer({ min: 60, max: 2_000 }), fc.integer({ min: 60, max: 1e11 })),
  count: fc.integer({ min: 1, max: 60 }),
  down: fc.boolean(),
  nominalRate: fc.integer({ min: 0, max: 10_000 }),
  openingFee: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 })),
  lateCharge: fc.integer({ min: 0, max: 3_000 }),
  spread: fc.constantFrom('spread' as const, 'last' as const, 'next' as const),
  steps: fc.array(anyStep, { maxLength: 25 }),
})
type Life = typeof anyLife extends fc.Arbitrary<infer T> ? T : never
type Step = Life['steps'][number]

/** The data beside the loan: the order's amounts, and the buyer's payments. */
type Lived = {
  books: Books
  today: Day
  uncaptured: number
  refundable: number
  paid: number
  chargedBack: number
  readonly payments: Map<string, number>
}

const part = (of: number, much: number) => Math.max(of > 0 ? 1 : 0, Math.floor((of * much) / 1_000))

function pay(lived: Lived, wanted: number, spread: Step['spread']): void {
  const id = `payment ${lived.payments.size}`
  const payment = { id, amount: cents(wanted), spread }
  lived.books = keep(lived.books, payLoan(lived.books.loan, payment, lived.today))
  lived.paid += wanted
  lived.payments.set(id, wanted)
}

function reduce(lived: Lived, from: 'store_payable' | 'uncaptured', amount: number): void {
  const { books, today } = lived
  if (from === 'store_payable') lived.refundable -= amount
  else lived.uncaptured -= amount
  const owed = from === 'store_payable' || books.loan.product !== 'pay_later'
  const pieces = owed ? [{ from, amount: cents(amount), sourceId: 'reduction' }] : []
  const cancels = lived.refundable + lived.uncaptured === 0
  lived.books = keep(books, reduceLoan(books.loan, pieces, { today, cancels }))
}

/** The store's operations, while the order is not cancelled. */
const storeSteps: Record<string, (lived: Lived, step: Step) => void> = {
  capture(lived, { much }) {
    if (lived.uncaptured === 0) return
    const amount = part(lived.uncaptured, much)
    lived.books = captured(lived.books, amount, lived.today)
    lived.uncaptured -= amount
    lived.refundable += amount
  },
  refund(lived, { much }) {
    if (lived.refundable > 0) reduce(lived, 'store_payable', part(lived.refundable, much))
  },
  void(lived, { much }) {
    if (lived.uncaptured > 0) reduce(lived, 'uncaptured', part(lived.uncaptured, much))
  },
  cancel(lived) {
    const { uncaptured, refundable } = lived
    if (uncaptured > 0) reduce(lived, 'uncaptured', uncaptured)
    if (refundable > 0) reduce(lived, 'store_payable', refundable)
  },
}

/** The effects of time, of the buyer, their bank and the lender. */
const otherSteps: Record<string, (lived: Lived, step: Step) => void> = {
  pay(lived, { much, spread }) {
    const all = payOffAmount(lived.books.loan, lived.today)
    const wanted = Math.floor((all * 3 * much) / 2_000)
    if (wanted > 0) pay(lived, wanted, spread)
  },
  'pay all'(lived, { spread }) {
    pay(lived, payOffAmount(lived.books.loan, lived.today), spread)
    assert.equal(lived.books.loan.receivable, 0)
  },
  late(lived) {
    const { books, today } = lived
    const [late] = becomingLate(books.loan, today)
    if (late !== undefined) lived.books = keep(books, becomeLate(books.loan, late.number, today))
  },
  'charge back'(lived, { much }) {
    const { books, today, payments } = lived
    const [id, amount] = [...payments][much % Math.max(1, payments.size)] ?? ['', 0]
    if (amount === 0) return
    payments.set(id, 0)
    const settledBefore = books.allocations.filter(
      ({ source, sourceId }) => source === 'payment' && sourceId === id,
    )
    const back = { id: `back ${id}`, amount: cents(amount), settledBefore }
    lived.books = keep(books, chargeBackLoan(books.loan, back, today))
    lived.chargedBack += amount
  },
  return(lived) {
    const { books, today } = lived
    lived.books = keep(books, returnCredit(books.loan, books.loan.buyerCredit, today))
  },
  'not returned'(lived) {
    const { books, today } = lived
    if (books.loan.returnedAmount === 0) return
    lived.books = keep(books, creditComesBack(books.loan, cents(1), today))
  },
  withdraw(lived) {
    const { books, today } = lived
    if (!mayWithdraw(books.loan, today)) return
    lived.books = keep(books, withdrawLoan(books.loan, 'withdrawal', today))
    assert.equal(lived.books.loan.feeIncome, 0)
  },
  'write off'(lived) {
    const { books, today } = lived
    lived.books = keep(books, writeOffLoan(books.loan, 'loss', today))
  },
}

/** Lives a life; every step is compared by `keep`, and every loan's own assertion holds. */
function live(life: Life): void {
  const books = openedFor(life)
  const sums = { uncaptured: life.total, refundable: 0, paid: 0, chargedBack: 0 }
  const lived: Lived = { books, today: CONFIRMED, ...sums, payments: new Map() }
  for (const step of life.steps) {
    if (step.kind === 'days') lived.today = addDays(lived.today, 1 + (step.much % 45))
    lived.books = until(lived.books, lived.today, false)
    otherSteps[step.kind]?.(lived, step)
    if (lived.books.loan.cancelledOn === null) storeSteps[step.kind]?.(lived, step)
    const { loan } = lived.books
    if (loan.cancelledOn === null) continue
    // A cancelled order costs nothing: all that was paid is credit, given back, or made good.
    const back = loan.buyerCredit + loan.returnedAmount - loan.receivable - loan.writtenOff
    assert.equal(back, lived.paid - lived.chargedBack)
    assert.equal(loan.interestIncome + loan.feeIncome + loan.lateIncome, 0)
  }
}

function openedFor(life: Life): Books {
  const { product, total } = life
  const instalments = product === 'instalments'
  const agreed = {
    product,
    nominalRate: rate(instalments ? life.nominalRate : 0),
    termDays: instalments ? null : product === 'pay_later' ? 15 : 30,
    spread: life.spread,
    openingFee: cents(life.openingFee),
    lateCharge: cents(life.lateCharge),
  }
  const down = instalments && life.down ? Math.floor(total / 5) : 0
  return opened(total, product === 'pay_in_4' ? 4 : life.count, agreed, down)
}

test('whatever happens, the ledger, the instalments and what was paid agree to the cent', () => {
  fc.assert(fc.property(anyLife, live), { numRuns: 3_000 })
})

test('a withdrawal leaves one sum open, whatever its fee stood in', () => {
  const started = day('2026-03-01')
  const begun = captured(opened(120_000, 12, { openingFee: cents(2_400) }), 120_000, started)
  const { loan } = keep(begun, withdrawLoan(begun.loan, 'withdrawal', started))
  const open = loan.instalments.filter((each) => totalOf(openParts(each)) > 0)
  assert.deepEqual(
    open.map(({ kind, dueOn }) => [kind, dueOn]),
    [['withdrawal', '2026-03-31']],
  )
  assert.deepEqual([loan.receivable, loan.feeIncome], [120_000, 0])
  assert.deepEqual(
    loan.instalments.filter(({ paidOn }) => paidOn !== null),
    [],
  )
})
