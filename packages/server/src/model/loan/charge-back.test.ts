import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add, cents, divideHalfEven, rate, ZERO } from '@svc/api'
import fc from 'fast-check'
import { standardTerms } from '../../credit/loans/agree.ts'
import {
  addDays,
  addMonths,
  type Day,
  day,
  daysBetween,
  laterOf,
} from '../../platform/time/calendar.ts'
import { annuitySchedule } from '../financing/schedule.ts'
import { chargeBackLoan } from './charge-back.ts'
import type { LoanStep } from './draft.ts'
import { writeOffLoan } from './end.ts'
import {
  type Allocation,
  capitalNotDue,
  type Instalment,
  type Loan,
  type LoanTerms,
  openCapital,
  openParts,
} from './loan.ts'
import { captureLoan, openLoan } from './open.ts'
import { payLoan, payOffAmount } from './pay.ts'
import { passTime } from './time.ts'

const START = day('2026-01-31')

/** A loan, and all that was ever settled of it. */
type Run = { loan: Loan; readonly allocations: Allocation[] }

/** 1,200.00 at 12 % in 12 instalments, captured on the day of its confirmation. */
function running(more: Partial<LoanTerms> = {}, count = 12): Run {
  const terms = { ...standardTerms('instalments', 'Europe/Madrid'), nominalRate: rate(1_200) }
  const agreed = { ...terms, ...more }
  const plan = annuitySchedule(cents(120_000), count, agreed.nominalRate)
  const whose = { storeId: 'store', orderId: 'order', sandbox: true, confirmedOn: START }
  const opened = openLoan({ ...agreed, ...whose, plan })
  return { loan: captureLoan(opened.loan, cents(120_000), START).loan, allocations: [] }
}

function book(run: Run, step: LoanStep): void {
  run.loan = step.loan
  run.allocations.push(...step.allocations)
}

/** Time passes; answers the days of what it did. */
function reach(run: Run, today: Day): Day[] {
  return passTime(run.loan, today).map(({ step, kind, instalment }) => {
    const before = run.loan.bookedOn
    book(run, step)
    const on = { due: instalment.dueOn, late: instalment.lateOn, write_off: step.loan.writtenOffOn }
    assert.ok((on[kind] ?? '') >= before, `${kind} on ${on[kind]}, after something on ${before}`)
    return on[kind] as Day
  })
}

function pay(run: Run, amount: number, today: Day, id = today as string): void {
  reach(run, today)
  book(run, payLoan(run.loan, { id, amount: cents(amount), spread: 'next' }, today))
}

function takeBack(run: Run, id: string, amount: number, today: Day): void {
  reach(run, today)
  const settledBefore = run.allocations.filter(({ source, sourceId }) => {
    return source === 'payment' && sourceId === id
  })
  book(run, chargeBackLoan(run.loan, { id, amount: cents(amount), settledBefore }, today))
}

const numbered = ({ loan }: Run, number: number): Instalment => {
  const instalment = loan.instalments.find((each) => each.number === number)
  assert.ok(instalment !== undefined)
  return instalment
}

/** Pays what is due on its day, of the first so many instalments. */
function payOnTime(run: Run, count: number): void {
  for (let number = 1; number <= count; number++) {
    const on = addMonths(START, number)
    reach(run, on)
    const { capital, interest } = numbered(run, number)
    pay(run, capital + interest, on)
  }
}

/** Interest of capital over some days of a period of so many, rounded once. */
const interestOf = (parts: readonly [capital: number, days: number][], period: number): number => {
  const sum = parts.reduce((all, [capital, days]) => all + capital * days, 0)
  return Number(divideHalfEven(BigInt(sum) * 1_200n, 120_000n * BigInt(period)))
}

test('a payment of a year ago is due again from the chargeback, and nothing is before it', () => {
  const run = running({ lateCharge: cents(500) }, 24)
  payOnTime(run, 13)
  const today = day('2027-03-05')
  const { capital, interest } = numbered(run, 1)
  takeBack(run, '2026-02-28', capital + interest, today)
  assert.deepEqual(reach(run, today), [], 'nothing happens on the day of the chargeback')
  const reopened = numbered(run, 1)
  assert.deepEqual(
    [reopened.dueOn, reopened.reopenedOn, reopened.lateOn, reopened.paidOn, run.loan.writtenOffOn],
    ['2026-02-28', today, null, null, null],
  )
  assert.deepEqual(reach(run, addDays(today, 3)), [addDays(today, 3)])
  assert.deepEqual([numbered(run, 1).lateOn, numbered(run, 1).lateCharge], [addDays(today, 3), 500])
  payOnTimeFrom(run, 14, 19)
  reach(run, addDays(today, 179))
  assert.equal(run.loan.writtenOffOn, null)
  reach(run, addDays(today, 180))
  assert.equal(run.loan.writtenOffOn, addDays(today, 180))
})

/** Each settles the oldest first, so that what is paid is of the chargeback; it stays open. */
function payOnTimeFrom(run: Run, first: number, last: number): void {
  for (let number = first; number <= last; number++) reach(run, addMonths(START, number))
}

test('the rest of a late instalment stays as late as it was', () => {
  const run = running({ lateCharge: cents(500) })
  reach(run, day('2026-03-10'))
  assert.equal(numbered(run, 1).lateOn, null, 'not before a charge was tried')
  run.loan = { ...run.loan, triedOn: day('2026-02-28') }
  reach(run, day('2026-03-10'))
  const late = numbered(run, 1)
  assert.equal(late.lateOn, '2026-03-03')
  pay(run, 1_000, day('2026-03-11'))
  takeBack(run, '2026-03-11', 1_000, day('2026-03-20'))
  assert.deepEqual(numbered(run, 1), late)
})

test('a late fee is owed once in the life of an instalment', () => {
  const run = running({ lateCharge: cents(500) })
  reach(run, day('2026-02-28'))
  run.loan = { ...run.loan, triedOn: day('2026-02-28') }
  reach(run, day('2026-03-03'))
  pay(run, 20_000, day('2026-03-05'))
  takeBack(run, '2026-03-05', 20_000, day('2026-03-20'))
  assert.equal(numbered(run, 1).lateOn, null)
  reach(run, day('2026-03-23'))
  assert.deepEqual(
    [numbered(run, 1).lateOn, numbered(run, 1).lateCharge, run.loan.lateIncome],
    ['2026-03-23', 500, 500],
  )
})

test('a payoff that is taken back within its month leaves the plan as it was', () => {
  const run = running()
  const planned = run.loan.instalments
  const amount = payOffAmount(run.loan, day('2026-02-10'))
  pay(run, amount, day('2026-02-10'))
  assert.deepEqual([run.loan.receivable, numbered(run, 1).due], [0, true])
  takeBack(run, '2026-02-10', amount, day('2026-02-18'))
  assert.deepEqual(
    run.loan.instalments.map(({ number, dueOn, due, paidOn }) => [number, dueOn, due, paidOn]),
    planned.map(({ number, dueOn }) => [number, dueOn, false, null]),
  )
  // February's instalment: ten days before the payoff, ten after the chargeback, none between.
  assert.equal(numbered(run, 1).interest, interestOf([[120_000, 20]], 28))
  assert.deepEqual(
    run.loan.instalments.slice(1).map(({ interest }) => interest),
    planned.slice(1).map(({ interest }) => interest),
  )
  assert.deepEqual([run.loan.interestIncome, run.loan.receivable], [0, 120_000])
  assert.deepEqual(reach(run, day('2026-02-28')), ['2026-02-28'])
  assert.equal(run.loan.interestIncome, interestOf([[120_000, 20]], 28))
})

test('months that pass between a payoff and its chargeback bear no interest', () => {
  const run = running()
  const amount = payOffAmount(run.loan, day('2026-02-10'))
  pay(run, amount, day('2026-02-10'))
  takeBack(run, '2026-02-10', amount, day('2026-04-15'))
  const interest = (number: number) => numbered(run, number).interest
  assert.deepEqual([interest(1), interest(2)], [interestOf([[120_000, 10]], 28), 0])
  for (const number of [1, 2]) {
    const { dueOn, reopenedOn, due } = numbered(run, number)
    assert.deepEqual([dueOn, reopenedOn, due], [addMonths(START, number), '2026-04-15', true])
  }
  // April's: from the chargeback on, of the capital that is not due.
  const capital = capitalNotDue(run.loan)
  assert.equal(interest(3), interestOf([[capital, 15]], 30))
  assert.equal(numbered(run, 3).dueOn, '2026-04-30')
})

test('where another payment has paid its interest the month stays ended', () => {
  const run = running()
  pay(run, 60_000, day('2026-02-05'), 'first')
  const rest = payOffAmount(run.loan, day('2026-02-10'))
  pay(run, rest, day('2026-02-10'), 'second')
  const ended = numbered(run, 1).interest
  assert.equal(
    ended,
    interestOf(
      [
        [120_000, 5],
        [60_000, 5],
      ],
      28,
    ),
  )
  takeBack(run, 'first', 60_000, day('2026-02-18'))
  assert.deepEqual(
    [numbered(run, 1).interest, numbered(run, 1).due, numbered(run, 1).dueOn],
    [ended, true, '2026-02-28'],
  )
  assert.equal(numbered(run, 2).interest, interestOf([[capitalNotDue(run.loan), 31]], 31))
  // And goes on when that is taken back as well.
  takeBack(run, 'second', rest, day('2026-02-20'))
  const days: [number, number][] = [
    [120_000, 5],
    [60_000, 5],
    [120_000, 8],
  ]
  assert.deepEqual(
    [numbered(run, 1).interest, numbered(run, 1).due, numbered(run, 1).dueOn],
    [interestOf(days, 28), false, '2026-02-28'],
  )
})

test('instalments late after an early end stay late when a payment is charged back', () => {
  const run = running({ writeOffAfterDays: 5_000 }, 1)
  // From the first chargeback on nothing is charged without the buyer: open is late after 3 days.
  pay(run, 10_000, START, 'first')
  takeBack(run, 'first', 10_000, START)
  pay(run, 110_000, START, 'most')
  // All of the capital, without the interest of the day: the period ends, and that stays open.
  pay(run, 10_000, day('2026-02-01'), 'capital')
  const { due, dueOn, interest } = numbered(run, 1)
  assert.deepEqual([due, dueOn, interest], [true, '2026-02-01', interestOf([[10_000, 1]], 28)])
  takeBack(run, 'most', 110_000, day('2026-02-04'))
  const late = numbered(run, 1)
  assert.deepEqual(
    [late.due, late.dueOn, late.lateOn, late.interest],
    [true, '2026-02-01', '2026-02-04', interest],
  )
  assert.deepEqual([run.loan.receivable, openCapital(run.loan)], [110_000 + interest, 110_000])
})

test('an amount that is known late is late from then on: a chargeback ends charges', () => {
  const run = running()
  payOnTime(run, 1)
  // Its charge was asked for, and nobody knows yet what became of it.
  reach(run, day('2026-04-20'))
  assert.equal(numbered(run, 2).lateOn, null)
  takeBack(run, '2026-02-28', 1, day('2026-04-20'))
  reach(run, day('2026-04-20'))
  assert.equal(numbered(run, 2).lateOn, '2026-04-20')
})

test('a chargeback after a write-off has its own deadline', () => {
  const run = running()
  payOnTime(run, 1)
  reach(run, day('2026-05-01'))
  book(run, writeOffLoan(run.loan, '', day('2026-05-01')))
  const { capital, interest } = numbered(run, 1)
  takeBack(run, '2026-02-28', capital + interest, day('2027-05-10'))
  assert.deepEqual(reach(run, day('2027-05-12')), [])
  assert.deepEqual(reach(run, day('2027-11-06')), ['2027-05-13', '2027-11-06'])
  assert.equal(run.loan.writtenOffOn, '2027-11-06')
})

const anyRun = fc.record({
  count: fc.integer({ min: 1, max: 24 }),
  lateCharge: fc.integer({ min: 0, max: 900 }),
  steps: fc.array(
    fc.record({
      days: fc.integer({ min: 0, max: 40 }),
      kind: fc.constantFrom('due', 'part', 'all', 'taken back', 'taken back', 'tried'),
      much: fc.integer({ min: 1, max: 1_000 }),
    }),
    { maxLength: 20 },
  ),
})

test('days never go back, the plan keeps its days, and interest runs while capital is lent', () => {
  fc.assert(
    fc.property(anyRun, ({ count, lateCharge, steps }) => {
      const run = running({ lateCharge: cents(lateCharge), writeOffAfterDays: 5_000 }, count)
      const payments = new Map<string, number>()
      /** What of the capital bore interest, each day of the first period. */
      let bore = 0
      let today = START
      for (const [index, { days, kind, much }] of steps.entries()) {
        const next = addDays(today, days)
        const until = next < addMonths(START, 1) ? next : addMonths(START, 1)
        bore += capitalNotDue(run.loan) * Math.max(0, daysBetween(today, until))
        today = next
        reach(run, today)
        if (kind === 'tried') run.loan = { ...run.loan, triedOn: today, bookedOn: today }
        else if (kind === 'taken back') {
          const [id, amount = 0] = [...payments][much % Math.max(1, payments.size)] ?? ['']
          if (amount > 0) takeBack(run, id, amount, today)
          payments.delete(id)
        } else {
          const whole = payOffAmount(run.loan, today)
          const due = Math.min(whole, 10_000)
          const amount = { due, part: Math.floor((whole * much) / 1_500), all: whole }[kind]
          const id = `${index}`
          if (amount > 0) {
            pay(run, amount, today, id)
            payments.set(id, amount)
          }
        }
        assert.deepEqual(
          reach(run, today).filter((on) => on < today),
          [],
        )
        for (const each of run.loan.instalments) {
          if (each.kind !== 'instalment') continue
          const planned = addMonths(START, each.number)
          // An early end makes an instalment due before its day, until a chargeback opens capital
          // of it; one that is late by then stays late.
          if (openParts(each).capital > ZERO && each.lateOn === null)
            assert.equal(each.dueOn, planned)
          assert.ok(each.dueOn <= planned)
          const since = laterOf(each.dueOn, each.reopenedOn ?? each.dueOn)
          assert.ok(each.lateOn === null || each.lateOn >= addDays(since, 3))
        }
      }
      const first = numbered(run, 1)
      // A period that an early end has ended, and whose interest is paid, stays ended: capital that
      // a chargeback opens in a later one bears none before its own period.
      const isWhole = today >= addMonths(START, 1) && first.dueOn === addMonths(START, 1)
      if (isWhole && first.due && first.reopenedOn === null) {
        assert.equal(first.interest, interestOf([[bore, 1]], 28))
      }
      const booked = run.loan.instalments.filter(({ due }) => due)
      assert.equal(run.loan.interestIncome, add(ZERO, ...booked.map(({ interest }) => interest)))
    }),
    { numRuns: 1_000 },
  )
})
