import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, rate } from '@svc/api'
import { standardTerms } from '../../credit/loans/agree.ts'
import { addMonths, day } from '../../platform/time/calendar.ts'
import { annuitySchedule } from '../financing/schedule.ts'
import type { Component, Loan } from './loan.ts'
import { captureLoan, openLoan } from './open.ts'
import { payLoan } from './pay.ts'
import { passTime } from './time.ts'

const START = day('2026-01-15')
const TODAY = addMonths(START, 2)

/**
 * 300.00 at 12 % in three instalments with an opening fee of 6.00: the first is late and costs 5.00
 * for it, the second is due today, the third is not due.
 */
function inArrears(): Loan {
  const terms = {
    ...standardTerms('instalments', 'Europe/Madrid'),
    nominalRate: rate(1_200),
    openingFee: cents(600),
    lateCharge: cents(500),
  }
  const plan = annuitySchedule(cents(30_000), 3, terms.nominalRate)
  const whose = { storeId: 'store', orderId: 'order', sandbox: true, confirmedOn: START }
  const { loan } = captureLoan(openLoan({ ...terms, ...whose, plan }).loan, cents(30_000), START)
  const tried = { ...loan, triedOn: addMonths(START, 1) }
  const present = passTime(tried, TODAY).at(-1)?.step.loan
  assert.ok(present !== undefined)
  return present
}

type Line = readonly [number: number, component: Component, amount: number]

/** Everything that is due, in the order in which a payment takes it. */
const inOrder: readonly Line[] = [
  [1, 'interest', 300],
  [1, 'fee', 600],
  [1, 'capital', 9_901],
  [2, 'interest', 201],
  [2, 'capital', 10_000],
  [1, 'lateCharge', 500],
]

function paid(amount: number) {
  const payment = { id: 'payment', amount: cents(amount), spread: 'next' } as const
  const step = payLoan(inArrears(), payment, TODAY)
  const lines = step.allocations.filter(({ source }) => source === 'payment')
  return {
    lines: lines.map((each): Line => [each.number, each.component, each.amount]),
    loan: step.loan,
  }
}

test('the oldest instalment first, of each interest, fee, capital; late fees after all', () => {
  let before = 0
  for (const [index, [number, component, whole]] of inOrder.entries()) {
    // A cent less than all of it, so that the order is seen within each part as well.
    const short = paid(before + whole - 1)
    const lines = [...inOrder.slice(0, index), [number, component, whole - 1] as const]
    assert.deepEqual(short.lines, lines, `${component} of ${number}, a cent short`)
    before += whole
    assert.deepEqual(paid(before).lines, inOrder.slice(0, index + 1), `${component} of ${number}`)
  }
})

const cases: readonly { what: string; amount: number; more: readonly Line[]; credit: number }[] = [
  { what: 'all that is due', amount: 21_502, more: [], credit: 0 },
  { what: 'a cent of what is not due', amount: 21_503, more: [[3, 'capital', 1]], credit: 0 },
  {
    // All is 10,099.00 of capital, less the fee for the month that is left: 600 × 31 ÷ 90.
    what: 'more than everything',
    amount: 21_502 + 10_099 - 207 + 25,
    more: [[3, 'capital', 10_099]],
    credit: 25,
  },
]

for (const { what, amount, more, credit } of cases) {
  test(`a payment of ${what} settles late fees before what is not due`, () => {
    const { lines, loan } = paid(amount)
    const order = lines.map(([number, component]) => `${number} ${component}`)
    const wanted = [...inOrder, ...more].map(([number, component]) => `${number} ${component}`)
    assert.deepEqual(order, wanted)
    assert.deepEqual(lines.slice(inOrder.length), more)
    assert.equal(loan.buyerCredit, credit)
  })
}

test('a payment that does not reach the late fee leaves nothing else overdue', () => {
  const { loan } = paid(21_002)
  const open = loan.instalments.filter(({ due, paidOn }) => due && paidOn === null)
  assert.deepEqual(
    open.map(({ number }) => number),
    [1],
  )
  assert.equal(loan.receivable, 10_099 + 500)
})
