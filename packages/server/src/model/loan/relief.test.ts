// Waivers, write-offs that are undone, and money that came before a late charge, in random lives:
// against a model that knows sums only.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, rate } from '@svc/api'
import fc from 'fast-check'
import { standardTerms } from '../../credit/loans/agree.ts'
import { addDays, type Day, day, daysBetween } from '../../platform/time/calendar.ts'
import { annuitySchedule } from '../financing/schedule.ts'
import type { Account } from '../ledger/rules.ts'
import { chargeBackLoan } from './charge-back.ts'
import { afterwards, type LoanStep } from './draft.ts'
import { writeOffLoan } from './end.ts'
import { type Allocation, type Loan, openAmountOf, openParts } from './loan.ts'
import { captureLoan, openLoan } from './open.ts'
import { payLoan } from './pay.ts'
import { reopenLoan } from './reopen.ts'
import { passTime } from './time.ts'
import { preventedCharges } from './value-date.ts'
import { waivable, waiveDebt, waiveLateCharges } from './waive.ts'

const START = day('2026-01-31')

type Booked = Allocation & { readonly on: Day }
type Run = {
  loan: Loan
  readonly allocations: Booked[]
  /** What the postings come to. */
  readonly ledger: Map<Account, number>
}

function book(run: Run, step: LoanStep, on: Day): void {
  run.loan = step.loan
  run.allocations.push(...step.allocations.map((each) => ({ ...each, on })))
  for (const { debit, credit, amount } of step.postings) {
    run.ledger.set(debit, (run.ledger.get(debit) ?? 0) + amount)
    run.ledger.set(credit, (run.ledger.get(credit) ?? 0) - amount)
  }
}

/** 1,200.00 at 12 %, captured on the day of its confirmation, with a late charge of 15.00. */
function running(count: number): Run {
  const terms = { ...standardTerms('instalments', 'Europe/Madrid'), nominalRate: rate(1_200) }
  const agreed = { ...terms, lateCharge: cents(1_500), writeOffAfterDays: 90 }
  const plan = annuitySchedule(cents(120_000), count, agreed.nominalRate)
  const whose = { storeId: 'store', orderId: 'order', sandbox: true, confirmedOn: START }
  const opened = openLoan({ ...agreed, ...whose, plan })
  const { loan } = captureLoan(opened.loan, cents(120_000), START)
  // No card: it is late without a try.
  const run: Run = { loan: { ...loan, collecting: false }, allocations: [], ledger: new Map() }
  run.ledger.set('buyer_receivable', loan.receivable)
  return run
}

function reach(run: Run, today: Day): void {
  for (const { step } of passTime(run.loan, today)) book(run, step, step.loan.bookedOn)
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0)
const writtenOffOf = ({ allocations }: Run) =>
  allocations.filter(({ source }) => source === 'write_off' || source === 'write_off_undo')

/** The ledger, the loan’s sums and its plan say the same, and nothing is below zero. */
function holds({ loan, ledger, allocations }: Run): void {
  const balance = (account: Account) => ledger.get(account) ?? 0
  assert.deepEqual(
    [
      ...[balance('buyer_receivable'), 0 - balance('buyer_credit'), balance('credit_loss')],
      ...[0 - balance('interest_income'), 0 - balance('late_income')],
    ],
    [
      ...[loan.receivable, loan.buyerCredit, loan.writtenOff],
      ...[loan.interestIncome, loan.lateIncome],
    ],
  )
  const open = loan.instalments.map((each) => openAmountOf(each))
  const ahead = loan.instalments.map((each) => (each.due ? 0 : openParts(each).interest))
  assert.equal(sum(open) - sum(ahead), loan.receivable)
  for (const each of loan.instalments) {
    assert.ok(Math.min(...Object.values(openParts(each)), ...Object.values(each.settled)) >= 0)
    for (const component of ['capital', 'interest', 'fee', 'lateCharge'] as const) {
      const own = allocations.filter((a) => a.number === each.number && a.component === component)
      assert.equal(sum(own.map(({ amount }) => amount)), each.settled[component])
    }
    if (each.dropped) assert.notEqual(loan.writtenOffOn, null)
  }
}

const lives = fc.record({
  count: fc.integer({ min: 1, max: 12 }),
  steps: fc.array(
    fc.record({
      days: fc.integer({ min: 0, max: 45 }),
      kind: fc.constantFrom(
        ...(['pay', 'pay', 'dated back', 'late_charge', 'interest', 'write off'] as const),
        ...(['undo', 'take back'] as const),
      ),
      much: fc.integer({ min: 1, max: 1_000 }),
    }),
    { maxLength: 25 },
  ),
})

test('debts given up, opened again and paid: sums, ledger and plan agree after each step', () => {
  fc.assert(
    fc.property(lives, ({ count, steps }) => {
      const run = running(count)
      const paid = new Map<string, number>()
      let today = START
      for (const [index, { days, kind, much }] of steps.entries()) {
        today = addDays(today, days)
        reach(run, today)
        holds(run)
        const { receivable: owed, writtenOff: lost, buyerCredit: credit, lateIncome } = run.loan
        const now = () => [run.loan.receivable, run.loan.writtenOff, run.loan.buyerCredit]
        const id = `${index}`
        if (kind === 'late_charge' || kind === 'interest') {
          const most = waivable(run.loan, kind)
          const amount = cents(Math.ceil((most * much) / 1_000))
          if (amount === 0) continue
          book(run, waiveDebt(run.loan, { id, kind, amount }, today), today)
          assert.deepEqual(now(), [owed - amount, lost, credit])
        } else if (kind === 'write off') {
          if (owed === 0) continue
          book(run, writeOffLoan(run.loan, '', today), today)
          assert.deepEqual(now(), [0, lost + owed, credit])
        } else if (kind === 'undo') {
          if (lost === 0 || run.loan.writtenOffOn === null) continue
          const undoing = { id, writtenOff: writtenOffOf(run) }
          book(run, reopenLoan(run.loan, undoing, today), today)
          const { receivable, writtenOff, buyerCredit } = run.loan
          assert.deepEqual([receivable - buyerCredit, writtenOff], [owed - credit + lost, 0])
          assert.equal(run.loan.writtenOffOn, null)
          // It is late, and lost, by its own time from here on.
          assert.deepEqual(passTime(run.loan, today), [])
          assert.ok(run.loan.instalments.every(({ lateOn }) => lateOn === null || lateOn <= today))
        } else if (kind === 'take back') {
          const [key, amount = 0] = [...paid][much % Math.max(1, paid.size)] ?? ['']
          if (amount === 0) continue
          paid.delete(key)
          const settledBefore = run.allocations.filter(({ sourceId }) => sourceId === key)
          const back = { id: key, amount: cents(amount), settledBefore }
          book(run, chargeBackLoan(run.loan, back, today), today)
        } else {
          const amount = cents(much * 40)
          const valueOn = addDays(today, kind === 'dated back' ? -(much % 31) : 0)
          const settledSince = run.allocations.filter(({ on }) => on > valueOn)
          const numbers = preventedCharges(run.loan, { amount, valueOn, settledSince })
          const relief = waiveLateCharges(run.loan, { id, numbers }, today)
          const payment = payLoan(relief.loan, { id, amount, spread: 'next' }, today)
          book(run, afterwards(relief, payment), today)
          paid.set(id, amount)
          const relieved = lateIncome - run.loan.lateIncome
          assert.ok(relieved >= 0 && relieved <= lateIncome)
          if (valueOn === today) assert.equal(relieved, 0)
          for (const number of numbers) {
            const each = run.loan.instalments.find((one) => one.number === number)
            assert.ok(each?.lateOn && daysBetween(valueOn, each.lateOn) > 0)
            assert.equal(openParts(each).lateCharge, 0)
          }
        }
        holds(run)
      }
    }),
    { numRuns: 1_500 },
  )
})

test('days between a write-off and its undoing bear no interest', () => {
  const run = running(12)
  const off = day('2026-02-10')
  reach(run, off)
  book(run, writeOffLoan(run.loan, '', off), off)
  const back = day('2026-02-20')
  reach(run, back)
  book(run, reopenLoan(run.loan, { id: 'undo', writtenOff: writtenOffOf(run) }, back), back)
  holds(run)
  // Eight of the 28 days are left, at 1 % a month of 1,200.00.
  assert.equal(run.loan.instalments[0]?.interest, Math.round((1_200 * 8) / 28))
  assert.ok(run.loan.instalments.every(({ dropped }) => !dropped))
  reach(run, day('2026-06-30'))
  holds(run)
})

test('what was recovered of a write-off stays paid when it is undone', () => {
  const run = running(3)
  const off = day('2026-04-20')
  reach(run, off)
  book(run, writeOffLoan(run.loan, '', off), off)
  const [first] = run.loan.instalments
  const amount = cents((first?.capital ?? 0) + (first?.interest ?? 0) + (first?.lateCharge ?? 0))
  book(run, payLoan(run.loan, { id: 'a', amount, spread: 'next' }, off), off)
  const step = reopenLoan(run.loan, { id: 'undo', writtenOff: writtenOffOf(run) }, off)
  book(run, step, off)
  holds(run)
  assert.equal(run.loan.paidAmount, amount)
  assert.deepEqual(
    run.loan.instalments.map(({ paidOn, dropped }) => [paidOn !== null, dropped]),
    [
      [true, false],
      [false, false],
      [false, false],
    ],
  )
})
