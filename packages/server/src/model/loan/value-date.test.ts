// Money booked on a later day than it came on leaves what booking it in time would have left.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import fc from 'fast-check'
import { effort } from '../../../../../test/fixtures/effort.ts'
import {
  assertSound,
  giveCreditBack,
  type LoanRun,
  loanRun,
  reachDay,
  receive,
  START,
} from '../../../../../test/fixtures/loan-run.ts'
import { seedOf } from '../../../../../test/fixtures/seed.ts'
import { addDays, type Day, day } from '../../platform/time/calendar.ts'
import { dueAmount, openParts } from './loan.ts'
import { payLoan, payOffAmount } from './pay.ts'

const SEED = seedOf('value dates')

type Plan = { readonly count: number; readonly nominalRate: number; readonly openingFee: number }
type Coming = {
  readonly id: string
  readonly amount: number
  readonly on: Day
  readonly after: number
}

/** Each payment on its day; a payment of the other life `after` so many days. */
function inTime(plan: Plan, payments: readonly Coming[], until: Day): LoanRun {
  const run = loanRun({ ...plan, writeOffAfterDays: 365 })
  for (const { id, amount, on } of payments) {
    reachDay(run, on)
    receive(run, { id, amount: cents(amount), valueOn: on }, on)
  }
  reachDay(run, until)
  return run
}

function booked(plan: Plan, payments: readonly Coming[], until: Day): LoanRun {
  const run = loanRun({ ...plan, writeOffAfterDays: 365 })
  const later = payments.map((each) => ({ ...each, bookedOn: addDays(each.on, each.after) }))
  for (const each of later.sort((a, b) => (a.bookedOn < b.bookedOn ? -1 : 1))) {
    reachDay(run, each.bookedOn)
    receive(run, { ...each, amount: cents(each.amount), valueOn: each.on }, each.bookedOn)
    assertSound(run)
  }
  reachDay(run, until)
  return run
}

/** What the buyer owes, has paid, and was charged. */
const outcome = ({ loan }: LoanRun) => ({
  owes: loan.receivable - loan.buyerCredit,
  paid: loan.paidAmount,
  charged: loan.lateIncome,
  interest: loan.interestIncome,
  fee: loan.feeIncome,
})

const steps = fc.array(
  fc.record({
    days: fc.integer({ min: 0, max: 40 }),
    much: fc.integer({ min: 1, max: 1_200 }),
    after: fc.constantFrom(0, 0, 1, 3, 8, 20, 30),
  }),
  { minLength: 1, maxLength: 8 },
)

const rates = fc.constantFrom(0, 600, 1_200, 2_400)
const openingFee = fc.constantFrom(0, 1_900)
const plans = fc.record({
  count: fc.integer({ min: 1, max: 12 }),
  nominalRate: rates,
  openingFee,
  drawn: steps,
})

/** Payments on their days, each of so much as `amountOf` says. */
function comings(
  drawn: readonly { days: number; much: number; after: number }[],
  amountOf: (much: number, on: Day) => number = (much) => much * 100,
) {
  let on = addDays(START, 20)
  const payments: Coming[] = []
  for (const [index, { days, much, after }] of drawn.entries()) {
    on = addDays(on, days)
    payments.push({ id: `${index}`, amount: amountOf(much, on), on, after })
  }
  const days = payments.map((each) => addDays(each.on, each.after))
  return { payments, until: days.reduce((latest, each) => (each > latest ? each : latest)) }
}

const openLateCharges = ({ loan }: LoanRun) =>
  loan.instalments.reduce((all, each) => all + openParts(each).lateCharge, 0)

/** Its capital was paid before it fell due, and its interest was late. */
const isLateByInterest = ({ loan, allocations }: LoanRun) =>
  loan.instalments.some(({ number, dueOn, lateOn, capital }) => {
    const inTime = allocations.filter(
      (each) => each.number === number && each.component === 'capital' && each.on <= dueOn,
    )
    return lateOn !== null && inTime.reduce((all, { amount }) => all + amount, 0) === capital
  })

const paidForBeingLate = ({ allocations }: LoanRun) =>
  allocations.some(({ source, component }) => source === 'payment' && component === 'lateCharge')

test('without interest a payment with its day is as one that was booked in time', () => {
  let givenBack = 0
  fc.assert(
    fc.property(plans, ({ count, drawn }) => {
      const plan = { count, nominalRate: 0, openingFee: 0 }
      const { payments, until } = comings(drawn)
      const late = booked(plan, payments, until)
      const before = inTime(plan, payments, until)
      // Money that comes first to what is due, and not to a charge, spares another charge.
      const spared = before.loan.lateIncome - late.loan.lateIncome
      assert.ok(paidForBeingLate(before) ? spared >= 0 : spared === 0)
      const { charged, owes, ...rest } = outcome(late)
      const as = { charged: charged + spared, owes: owes + spared, ...rest }
      assert.deepEqual(as, outcome(before))
      if (late.allocations.some(({ source }) => source === 'given_back')) givenBack += 1
    }),
    { numRuns: 400, seed: SEED },
  )
  assert.ok(givenBack > 5, `${givenBack} gave back what was paid`)
})

test('the same at any rate, if nobody pays more than is due', () => {
  let prevented = 0
  fc.assert(
    fc.property(plans, ({ drawn, ...plan }) => {
      const run = loanRun({ ...plan, writeOffAfterDays: 365 })
      const { payments, until } = comings(drawn, (much, on) => {
        reachDay(run, on)
        const due = dueAmount(run.loan) - openLateCharges(run)
        const amount = Math.round((due * Math.min(much, 1_000)) / 1_000)
        receive(run, { id: `${on}`, amount: cents(amount), valueOn: on }, on)
        return amount
      })
      const late = booked(plan, payments, until)
      assert.deepEqual(outcome(late), outcome(inTime(plan, payments, until)))
      if (late.late.size * 1_500 > late.loan.lateIncome) prevented += 1
    }),
    { numRuns: 400, seed: SEED },
  )
  assert.ok(prevented > 5, `${prevented} gave a charge back`)
})

test('at any rate no life has another late charge than that of interest left open', () => {
  const numRuns = effort({ short: 400, long: 4_000 })
  let [early, again] = [0, 0]
  fc.assert(
    fc.property(plans, ({ drawn, ...plan }) => {
      const { payments, until } = comings(drawn)
      const late = booked(plan, payments, until)
      const before = inTime(plan, payments, until)
      const more = late.loan.lateIncome - before.loan.lateIncome
      // In time that interest is late; booked later, as much capital is, with the next instalment.
      if (more > 0) {
        assert.ok(more === 1_500 && isLateByInterest(before))
        again += 1
      }
      const back = late.allocations.filter(({ source }) => source === 'given_back')
      if (back.some(({ component }) => component === 'interest')) early += 1
    }),
    // The same lives each time: what is left of the order of bookings is seldom, and no fault.
    { numRuns, seed: 20_260_131 },
  )
  assert.ok(early > 5, `${early} gave paid interest back`)
  assert.ok(again <= numRuns / 1_000, `${again} were charged once more`)
})

test('a payment that settles everything on its day does so whenever it is booked', () => {
  const lives = fc.record({
    plan: fc.record({ count: fc.integer({ min: 1, max: 12 }), nominalRate: rates, openingFee }),
    first: fc.integer({ min: 0, max: 60_000 }),
    days: fc.integer({ min: 11, max: 300 }),
    after: fc.integer({ min: 0, max: 30 }),
  })
  fc.assert(
    fc.property(lives, ({ plan, first, days, after }) => {
      const run = loanRun({ ...plan, writeOffAfterDays: 3_650 })
      const receiveOn = (id: string, amount: number, [valueOn, today]: [Day, Day]) => {
        reachDay(run, today)
        receive(run, { id, amount: cents(amount), valueOn }, today)
        assertSound(run)
      }
      const soon = addDays(START, 10)
      receiveOn('early', first, [soon, soon])
      const day = addDays(START, days)
      reachDay(run, day)
      const whole = payOffAmount(run.loan, day)
      const { interestIncome, feeIncome, lateIncome } = payLoan(
        run.loan,
        { id: '', amount: whole, spread: 'next' },
        day,
      ).loan
      receiveOn('all', whole, [day, addDays(day, after)])
      const { loan } = run
      assert.deepEqual([loan.receivable, loan.buyerCredit], [0, 0])
      assert.deepEqual(
        [loan.interestIncome, loan.feeIncome, loan.lateIncome],
        [interestIncome, feeIncome, lateIncome],
      )
    }),
    { numRuns: 500, seed: SEED },
  )
})

test('a fee paid by two payments is returned completely, and both count completely', () => {
  const plan = { count: 3, nominalRate: 0, openingFee: 0 }
  const life = (dated: boolean) => {
    const run = loanRun(plan)
    const come = (id: string, amount: number, [valueOn, today]: [string, string]) => {
      const on = day(dated ? today : valueOn)
      reachDay(run, on)
      receive(run, { id, amount: cents(amount), valueOn: day(valueOn) }, on)
      assertSound(run)
    }
    return { run, come }
  }
  // Late since 3 March; the charge of 15.00 is paid with 10.00 and 5.00.
  const late = life(true)
  late.come('a', 41_000, ['2026-03-05', '2026-03-05'])
  late.come('b', 500, ['2026-03-06', '2026-03-06'])
  late.come('in time', 40_000, ['2026-02-27', '2026-03-12'])
  late.come('more', 30_000, ['2026-02-28', '2026-03-12'])
  const paid = late.run.allocations.filter(({ component }) => component === 'lateCharge')
  assert.deepEqual(
    paid.map(({ source, amount }) => [source, amount]),
    [
      ...[['payment', 1_000] as const, ['payment', 500] as const],
      ...[['given_back', -1_500] as const, ['waiver', 1_500] as const],
    ],
  )
  const before = life(false)
  before.come('in time', 40_000, ['2026-02-27', ''])
  before.come('more', 30_000, ['2026-02-28', ''])
  before.come('a', 41_000, ['2026-03-05', ''])
  before.come('b', 500, ['2026-03-06', ''])
  reachDay(before.run, day('2026-03-12'))
  assert.deepEqual(outcome(late.run), outcome(before.run))
})

test('credit that went back to the buyer since was theirs to pay with before that', () => {
  const run = loanRun({ count: 2, nominalRate: 0 })
  const receiveOn = (id: string, amount: number, [valueOn, today]: [string, string]) => {
    reachDay(run, day(today))
    return receive(run, { id, amount: cents(amount), valueOn: day(valueOn) }, day(today))
  }
  // Both instalments, of 600.00 on 28 February and 31 March, are late, and all is paid in April.
  receiveOn('card', 123_000, ['2026-04-10', '2026-04-10'])
  // What came for both is credit by then, but for the charges, and goes back.
  const first = receiveOn('first', 100_000, ['2026-02-27', '2026-04-12'])
  assert.deepEqual(first, [{ number: 1, component: 'lateCharge', amount: 1_500 }])
  giveCreditBack(run, day('2026-04-13'))
  const rest = receiveOn('rest', 20_000, ['2026-02-27', '2026-04-14'])
  assert.deepEqual(rest, [{ number: 2, component: 'lateCharge', amount: 1_500 }])
  assertSound(run)
  assert.deepEqual([run.loan.lateIncome, run.loan.buyerCredit], [0, 21_500])
})

test('the paid part of a charge that was never owed is returned, once', () => {
  const run = loanRun({ count: 3, nominalRate: 0 })
  const receiveOn = (id: string, amount: number, [valueOn, today]: [string, string]) => {
    reachDay(run, day(today))
    return receive(run, { id, amount: cents(amount), valueOn: day(valueOn) }, day(today))
  }
  // The first instalment, 400.00, was due on 28 February and late three days after that.
  assert.deepEqual(receiveOn('card', 41_500, ['2026-03-10', '2026-03-10']), [])
  assert.equal(run.loan.receivable, 80_000)
  const charges = receiveOn('transfer', 40_000, ['2026-02-27', '2026-03-12'])
  assert.deepEqual(charges, [{ number: 1, component: 'lateCharge', amount: 1_500 }])
  assert.deepEqual([run.loan.lateIncome, run.loan.receivable], [0, 38_500])
  assert.deepEqual(receiveOn('another', 40_000, ['2026-02-27', '2026-03-12']), [])
  assert.deepEqual([run.loan.receivable, run.loan.buyerCredit], [0, 1_500])
  const back = run.allocations.filter(({ source }) => source === 'given_back')
  assert.deepEqual(
    back.map(({ number, amount }) => [number, amount]),
    [[1, -1_500]],
  )
  assertSound(run)
})

test('a charge that was lost with a loan makes good so much of the loss', () => {
  const run = loanRun({ count: 1, nominalRate: 0, writeOffAfterDays: 10 })
  const today = day('2026-03-20')
  reachDay(run, today)
  assert.deepEqual([run.loan.writtenOff, run.loan.receivable], [121_500, 0])
  receive(run, { id: 'a', amount: cents(120_000), valueOn: day('2026-02-28') }, today)
  assertSound(run)
  assert.deepEqual([run.loan.writtenOff, run.loan.lateIncome, run.loan.buyerCredit], [0, 0, 0])
})

test('interest that money in time would not have had is no loss of a write-off', () => {
  const plan = { count: 3, nominalRate: 2_400, writeOffAfterDays: 10 }
  const valueOn = day('2026-02-20')
  const before = loanRun(plan)
  reachDay(before, valueOn)
  const amount = payOffAmount(before.loan, valueOn)
  receive(before, { id: 'a', amount, valueOn }, valueOn)
  const run = loanRun(plan)
  const today = day('2026-03-20')
  reachDay(run, today)
  assert.notEqual(run.loan.writtenOffOn, null)
  receive(run, { id: 'a', amount, valueOn }, today)
  assertSound(run)
  assert.deepEqual(outcome(run), outcome(before))
  assert.deepEqual([run.loan.writtenOff, run.loan.buyerCredit], [0, 0])
})
