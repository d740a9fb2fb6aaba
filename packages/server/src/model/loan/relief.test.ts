// Waivers, write-offs that are undone, and money that came before a late charge, in random lives:
// against a model that knows sums only.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import fc from 'fast-check'
import {
  assertSound,
  bookStep,
  type LoanRun,
  loanRun,
  reachDay,
  receive,
  START,
} from '../../../../../test/fixtures/loan-run.ts'
import { seedOf } from '../../../../../test/fixtures/seed.ts'
import { decideUndo } from '../../credit/loans/rules.ts'
import { addDays, day, daysBetween } from '../../platform/time/calendar.ts'
import { chargeBackLoan } from './charge-back.ts'
import { mayWithdraw, withdrawLoan, writeOffLoan } from './end.ts'
import { payLoan, payOffAmount } from './pay.ts'
import { reduceLoan } from './reduce.ts'
import { reopenLoan } from './reopen.ts'
import { passTime } from './time.ts'
import { waivable, waiveDebt } from './waive.ts'

const writtenOffOf = ({ allocations }: LoanRun) =>
  allocations.filter(({ source }) => source === 'write_off' || source === 'write_off_undo')

const lives = fc.record({
  count: fc.integer({ min: 1, max: 12 }),
  openingFee: fc.constantFrom(0, 1_900),
  steps: fc.array(
    fc.record({
      days: fc.integer({ min: 0, max: 45 }),
      kind: fc.constantFrom(
        ...(['pay', 'pay', 'early', 'dated back', 'late_charge', 'interest', 'write off'] as const),
        ...(['undo', 'take back', 'refund', 'cancel', 'withdraw'] as const),
      ),
      much: fc.integer({ min: 1, max: 1_000 }),
    }),
    { maxLength: 25 },
  ),
})

test('debts given up, opened again and paid: sums, ledger and plan agree after each step', () => {
  fc.assert(
    fc.property(lives, ({ count, openingFee, steps }) => {
      const run = loanRun({ count, openingFee })
      const paid = new Map<string, number>()
      let today = START
      for (const [index, { days, kind, much }] of steps.entries()) {
        today = addDays(today, days)
        reachDay(run, today)
        assertSound(run)
        const { receivable: owed, writtenOff: lost, buyerCredit: credit, lateIncome } = run.loan
        const now = () => [run.loan.receivable, run.loan.writtenOff, run.loan.buyerCredit]
        const id = `${index}`
        if (kind === 'late_charge' || kind === 'interest') {
          const most = waivable(run.loan, kind)
          const amount = cents(Math.ceil((most * much) / 1_000))
          if (amount === 0) continue
          bookStep(run, waiveDebt(run.loan, { id, kind, amount }, today), today)
          assert.deepEqual(now(), [owed - amount, lost, credit])
        } else if (kind === 'write off') {
          if (owed === 0) continue
          bookStep(run, writeOffLoan(run.loan, '', today), today)
          assert.deepEqual(now(), [0, lost + owed, credit])
        } else if (kind === 'undo') {
          if (decideUndo(run.loan).refused !== undefined) continue
          const undoing = { id, writtenOff: writtenOffOf(run) }
          bookStep(run, reopenLoan(run.loan, undoing, today), today)
          const { receivable, writtenOff, buyerCredit } = run.loan
          assert.deepEqual([receivable - buyerCredit, writtenOff], [owed - credit + lost, 0])
          assert.equal(run.loan.writtenOffOn, null)
          // It is late, and lost, by its own time from here on.
          assert.deepEqual(passTime(run.loan, today), [])
          assert.ok(run.loan.instalments.every(({ lateOn }) => lateOn === null || lateOn <= today))
        } else if (kind === 'refund' || kind === 'cancel') {
          const amount = cents(kind === 'cancel' ? 0 : much * 20)
          const piece = { from: 'store_payable', amount, sourceId: id } as const
          const when = { today, cancels: kind === 'cancel' && much < 200 }
          bookStep(run, reduceLoan(run.loan, [piece], when), today)
        } else if (kind === 'withdraw') {
          if (!mayWithdraw(run.loan, today)) continue
          bookStep(run, withdrawLoan(run.loan, id, today), today)
        } else if (kind === 'take back') {
          const [key, amount = 0] = [...paid][much % Math.max(1, paid.size)] ?? ['']
          if (amount === 0) continue
          paid.delete(key)
          const settledBefore = run.allocations.filter(({ sourceId }) => sourceId === key)
          const back = { id: key, amount: cents(amount), settledBefore }
          bookStep(run, chargeBackLoan(run.loan, back, today), today)
        } else {
          const amount = kind === 'early' ? payOffAmount(run.loan, today) : cents(much * 40)
          if (amount === 0) continue
          const valueOn = addDays(today, kind === 'dated back' ? -(much % 31) : 0)
          const { feeIncome, instalments } = run.loan
          const given = receive(run, { id, amount, valueOn }, today)
          if (instalments.every(({ paidOn }) => paidOn !== null && paidOn <= valueOn)) {
            assert.deepEqual([given, run.loan.feeIncome], [[], feeIncome])
          }
          const interest = given.filter(({ component }) => component === 'interest')
          for (const { number } of interest) {
            const dueOn = run.loan.instalments.find((each) => each.number === number)?.dueOn
            assert.ok(dueOn && dueOn > valueOn)
          }
          const charges = given.filter(({ component }) => component === 'lateCharge')
          paid.set(id, amount)
          const relieved = lateIncome - run.loan.lateIncome
          const undue = charges.reduce((all, each) => all + each.amount, 0)
          assert.equal(relieved, Math.min(undue, lateIncome))
          if (valueOn === today) assert.equal(relieved, 0)
          for (const { number } of charges) {
            const lateOn = run.late.get(number)
            assert.ok(lateOn && daysBetween(valueOn, lateOn) > 0)
          }
        }
        assertSound(run)
      }
    }),
    { numRuns: 1_500, seed: seedOf('debts given up') },
  )
})

test('money that came when nothing was owed any more gives nothing back', () => {
  const run = loanRun({ count: 2, openingFee: 1_900 })
  const end = addDays(START, 28)
  reachDay(run, end)
  // Without this waiver the run from the beginning would owe a cent more at the end.
  const waiver = { id: 'waiver', kind: 'interest', amount: cents(1) } as const
  bookStep(run, waiveDebt(run.loan, waiver, end), end)
  receive(run, { id: 'all', amount: payOffAmount(run.loan, end), valueOn: end }, end)
  const { feeIncome, interestIncome, receivable } = run.loan
  assert.ok(receivable === 0 && feeIncome < 1_900)
  const later = addDays(end, 20)
  reachDay(run, later)
  receive(run, { id: 'more', amount: cents(40), valueOn: addDays(end, 1) }, later)
  assertSound(run)
  const { loan } = run
  assert.deepEqual([loan.feeIncome, loan.interestIncome], [feeIncome, interestIncome])
  assert.equal(loan.buyerCredit, 40)
})

test('days between a write-off and its undoing bear no interest', () => {
  const run = loanRun({ count: 12 })
  const off = day('2026-02-10')
  reachDay(run, off)
  bookStep(run, writeOffLoan(run.loan, '', off), off)
  const back = day('2026-02-20')
  reachDay(run, back)
  bookStep(run, reopenLoan(run.loan, { id: 'undo', writtenOff: writtenOffOf(run) }, back), back)
  assertSound(run)
  // Eight of the 28 days are left, at 1 % a month of 1,200.00.
  assert.equal(run.loan.instalments[0]?.interest, Math.round((1_200 * 8) / 28))
  assert.ok(run.loan.instalments.every(({ dropped }) => !dropped))
  reachDay(run, day('2026-06-30'))
  assertSound(run)
})

test('the recovered part of a write-off stays paid when it is undone', () => {
  const run = loanRun({ count: 3 })
  const off = day('2026-04-20')
  reachDay(run, off)
  bookStep(run, writeOffLoan(run.loan, '', off), off)
  const [first] = run.loan.instalments
  const amount = cents((first?.capital ?? 0) + (first?.interest ?? 0) + (first?.lateCharge ?? 0))
  bookStep(run, payLoan(run.loan, { id: 'a', amount, spread: 'next' }, off), off)
  const step = reopenLoan(run.loan, { id: 'undo', writtenOff: writtenOffOf(run) }, off)
  bookStep(run, step, off)
  assertSound(run)
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
