import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Cents, cents, type Product, rate, ZERO } from '@svc/api'
import { standardTerms } from '../../credit/loans/agree.ts'
import { addDays, addMonths, type Day, day, daysBetween } from '../../platform/time/calendar.ts'
import { type Offer, offersFor, type ProductTerms } from '../financing/offers.ts'
import type { Payment } from '../payment/payment.ts'
import { annualRateOf, type LoanPast } from './apr-of-loan.ts'
import { chargeBackLoan } from './charge-back.ts'
import type { LoanStep } from './draft.ts'
import { returnCredit, withdrawLoan, writeOffLoan } from './end.ts'
import { becomeLate } from './falling-due.ts'
import { dueAmount, type Loan } from './loan.ts'
import { captureLoan, openLoan } from './open.ts'
import { payLoan } from './pay.ts'
import { reduceLoan } from './reduce.ts'
import { passTime } from './time.ts'

const CONFIRMED = day('2027-01-15')
const TOTAL = cents(120_000)
/** (1 + 0.12 ÷ 12)^12 − 1 */
const TWELVE_PERCENT_A_YEAR = 1268
const noon = (on: Day): Date => new Date(`${on}T12:00:00Z`)

const terms: ProductTerms = {
  ...{ type: 'instalments', currency: 'EUR', min_amount: cents(1), max_amount: cents(1e9) },
  ...{ num_instalments: [12], nominal_rate: 1_200, term_days: null, late_charge: ZERO },
  ...{ opening_fee_rate: 0, opening_fee_fixed: cents(2_400), downpayment_rate: 1_000 },
  ...{ capture: 'manual', capture_within: null, fee_rate: 0, fee_fixed: 0 },
} as unknown as ProductTerms

function offered(fee: number, down: number): Offer {
  const costs = { opening_fee_fixed: cents(fee), downpayment_rate: down }
  const question = { amount: TOTAL, currency: 'EUR', product: null, on: CONFIRMED }
  const [offer] = offersFor([{ ...terms, ...costs }], question)
  assert.ok(offer !== undefined)
  return offer
}

/** One loan and all that happened to it. */
function history(fee: number, { product = 'instalments' as Product, down = 0 } = {}) {
  const offer = offered(fee, down)
  const opening = {
    ...standardTerms(product, 'Europe/Madrid'),
    ...{ nominalRate: rate(product === 'instalments' ? 1_200 : 0), openingFee: cents(fee) },
    ...{ lateCharge: cents(3_000), storeId: 's', orderId: 'o', sandbox: true },
  }
  const plan = product === 'pay_later' ? [] : offer.schedule
  let loan: Loan = openLoan({ ...opening, confirmedOn: CONFIRMED, plan }).loan
  const past = {
    ...{ approved: TOTAL, confirmedAt: noon(CONFIRMED) },
    ...{ captures: [], payments: [], reductions: [], lateSettled: [] },
  } as { -readonly [K in keyof LoanPast]: LoanPast[K] }
  const take = (step: LoanStep, on: Day): void => {
    loan = step.loan
    const late = step.allocations.filter(({ component }) => component === 'lateCharge')
    const made = late.map(({ source, sourceId, amount }) => {
      return { source, sourceId, amount, createdAt: noon(on) }
    })
    past.lateSettled = [...past.lateSettled, ...made]
  }
  const moved = (kind: Payment['kind'], amount: Cents, on: Day): Payment => {
    const id = `payment ${past.payments.length + 1}`
    const times = { createdAt: noon(on), settledAt: noon(on) }
    const payment = { id, kind, amount, state: 'succeeded', ...times } as unknown as Payment
    past.payments = [...past.payments, payment]
    return payment
  }
  return {
    offer,
    past,
    loan: () => loan,
    rate: (on: Day) => annualRateOf(loan, past, on),
    pass(on: Day): void {
      for (const { step } of passTime(loan, on)) take(step, on)
    },
    capture(amount: Cents, on: Day): void {
      past.captures = [...past.captures, { amount, createdAt: noon(on) }]
      take(captureLoan(loan, amount, on), on)
    },
    pay(amount: Cents, on: Day): string {
      const { id } = moved('transfer', amount, on)
      take(payLoan(loan, { id, amount, spread: 'next' }, on), on)
      return id
    },
    reduce(amount: Cents, on: Day, cancels = false): void {
      const piece = { from: 'store_payable', amount, sourceId: 'refund' } as const
      past.reductions = [...past.reductions, { amount, createdAt: noon(on) }]
      take(reduceLoan(loan, [piece], { today: on, cancels }), on)
    },
    giveBack(on: Day): void {
      const { amount } = moved('return', loan.buyerCredit, on)
      take(returnCredit(loan, amount, on), on)
    },
    chargeBack(id: string, on: Day): void {
      const actual = past.payments.find((each) => each.id === id)
      assert.ok(actual !== undefined)
      const back = { id, amount: actual.amount, settledBefore: [] }
      past.payments = past.payments.map((each) =>
        each === actual ? { ...each, state: 'charged_back', settledAt: noon(on) } : each,
      )
      take(chargeBackLoan(loan, back, on), on)
    },
    late: (number: number, on: Day) => take(becomeLate(loan, number, on), on),
    withdraw: (on: Day) => take(withdrawLoan(loan, 'w', on), on),
    writeOff: (on: Day) => take(writeOffLoan(loan, 'w', on), on),
  }
}

/** What flows are worth on the first day, by days over 365: near 0 at the right rate. */
function worth(flows: readonly (readonly [Day, number])[], actual: number | null): number {
  assert.ok(actual !== null)
  const values = flows.map(([on, amount]) => {
    return amount * (1 + actual / 10_000) ** (-daysBetween(CONFIRMED, on) / 365)
  })
  return values.reduce((sum, value) => sum + value, 0)
}

test('a loan that is captured on the day of its confirmation costs what was offered', () => {
  for (const [fee, down] of [
    [0, 0],
    [2_400, 0],
    [0, 1_000],
    [2_400, 1_000],
  ] as const) {
    const one = history(fee, { down })
    assert.equal(one.rate(CONFIRMED), one.offer.annual_equivalent)
    one.capture(TOTAL, CONFIRMED)
    assert.equal(one.rate(CONFIRMED), one.offer.annual_equivalent)
  }
})

test('payments made as planned do not change it, from the first day to the last', () => {
  const one = history(2_400, { down: 1_000 })
  one.capture(TOTAL, CONFIRMED)
  if (dueAmount(one.loan()) > 0) one.pay(dueAmount(one.loan()), CONFIRMED)
  for (let month = 1; month <= 12; month++) {
    const on = addMonths(CONFIRMED, month)
    one.pass(on)
    one.pay(dueAmount(one.loan()), on)
    const actual = one.rate(on) ?? 0
    // Interest by days of a period and rounding make a hundredth of a difference.
    assert.ok(Math.abs(actual - one.offer.annual_equivalent) <= 1, `${month}: ${actual}`)
  }
  assert.equal(one.loan().receivable, 0)
})

test('a later capture moves all of it; a fee weighs more when a part is refunded early', () => {
  const later = history(0)
  later.capture(TOTAL, day('2027-03-15'))
  assert.equal(later.rate(day('2027-03-15')), TWELVE_PERCENT_A_YEAR)
  const one = history(2_400)
  one.capture(TOTAL, CONFIRMED)
  const on = addDays(CONFIRMED, 10)
  one.reduce(cents(60_000), on)
  const actual = one.rate(on)
  assert.ok((actual ?? 0) > one.offer.annual_equivalent + 300, `${actual}`)
  const plan = one.loan().instalments.map(({ dueOn, capital, interest, fee }) => {
    return [dueOn, 0 - capital - interest - fee] as const
  })
  const off = worth([[CONFIRMED, TOTAL], [on, -60_000], ...plan], actual)
  assert.ok(Math.abs(off) < 60, `${off}`)
})

test('early payments, credit given back and charge-backs count on their days', () => {
  const one = history(0)
  one.capture(TOTAL, CONFIRMED)
  const on = addMonths(CONFIRMED, 1)
  one.pass(on)
  const id = one.pay(cents(50_000), on)
  assert.ok(Math.abs((one.rate(on) ?? 0) - TWELVE_PERCENT_A_YEAR) < 10)
  one.chargeBack(id, addDays(on, 1))
  const again = one.rate(addDays(on, 1)) ?? 0
  assert.ok(Math.abs(again - TWELVE_PERCENT_A_YEAR) < 10, `${again}`)
  const much = one.rate(addDays(on, 61)) ?? 0
  assert.ok(much < TWELVE_PERCENT_A_YEAR - 50, 'what is owed again bears no interest')
  const over = history(0)
  over.capture(TOTAL, CONFIRMED)
  over.pass(on)
  over.pay(cents(123_000), on)
  const expected = over.rate(on)
  assert.ok(Math.abs((expected ?? 0) - TWELVE_PERCENT_A_YEAR) < 10, `${expected}`)
  over.giveBack(addDays(on, 1))
  assert.equal(over.rate(addDays(on, 1)), expected)
})

test('being late costs no interest and its charge is no part of the rate', () => {
  const one = history(0)
  one.capture(TOTAL, CONFIRMED)
  const on = addMonths(CONFIRMED, 1)
  one.pass(on)
  const before = one.rate(on)
  one.late(1, on)
  assert.equal(one.rate(on), before)
  one.pay(dueAmount(one.loan()), on)
  assert.ok(one.past.lateSettled.length > 0)
  assert.equal(one.rate(on), before)
})

test('a cancelled order costs nothing, with whatever was paid before', () => {
  const one = history(2_400)
  one.capture(TOTAL, CONFIRMED)
  const on = addMonths(CONFIRMED, 2)
  one.pass(on)
  one.late(1, on)
  one.pay(dueAmount(one.loan()), on)
  one.reduce(TOTAL, addDays(on, 5), true)
  assert.equal(one.rate(addDays(on, 5)), 0)
  one.giveBack(addDays(on, 6))
  assert.equal(one.rate(addDays(on, 6)), 0)
})

test('a withdrawal costs interest for its days and no fee', () => {
  const one = history(2_400)
  one.capture(TOTAL, CONFIRMED)
  const on = addDays(CONFIRMED, 10)
  one.withdraw(on)
  const { interestIncome } = one.loan()
  const actual = one.rate(on)
  const off = worth(
    [
      [CONFIRMED, TOTAL],
      [addDays(on, 30), -TOTAL - interestIncome],
    ],
    actual,
  )
  assert.ok((actual ?? 0) > 0 && Math.abs(off) < 10, `${actual}: ${off}`)
})

test('pay_later lends each capture separately; without a fee that costs nothing', () => {
  const one = history(0, { product: 'pay_later' })
  assert.equal(one.rate(CONFIRMED), null, 'nothing is lent yet')
  one.capture(cents(5_000), CONFIRMED)
  one.capture(cents(5_000), addDays(CONFIRMED, 4))
  one.reduce(cents(2_000), addDays(CONFIRMED, 5))
  assert.equal(one.rate(addDays(CONFIRMED, 5)), 0)
  const costly = history(150, { product: 'pay_later' })
  costly.capture(cents(6_000), CONFIRMED)
  // 1.50 on 60.00 for 15 days.
  assert.equal(costly.rate(CONFIRMED), 8_237)
})

test('there is no rate where a part was lost, nor of a loan that began before it was known', () => {
  const lost = history(0)
  lost.capture(TOTAL, CONFIRMED)
  const on = addMonths(CONFIRMED, 8)
  lost.pass(addMonths(CONFIRMED, 1))
  lost.writeOff(on)
  assert.equal(lost.rate(on), null)
  const adopted = history(0)
  adopted.capture(TOTAL, CONFIRMED)
  adopted.past.confirmedAt = noon(addDays(CONFIRMED, -400))
  assert.equal(adopted.rate(CONFIRMED), null)
})
