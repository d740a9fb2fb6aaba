/**
 * What may be done to a loan (contract §7, decision 0035). Invariants:
 * 1. A buyer may always pay, also on a cancelled order of which their bank opened something again.
 * 2. They withdraw once, up to the loan's last day for it, while the order is not cancelled.
 * 3. Nobody repays early more than everything.
 * 4. Only a payment that arrived is taken back, and once.
 * 5. Money that came in by hand is booked once, for a day of the last 30.
 */
import { type Cents, cents, type ErrorCode } from '@svc/api'
import { refusedByAmount, refusedByState } from '../../kernel/orders/rules.ts'
import { mayWithdraw } from '../../model/loan/end.ts'
import type { Loan } from '../../model/loan/loan.ts'
import { payOffAmount } from '../../model/loan/pay.ts'
import { loanStatus } from '../../model/loan/status.ts'
import type { Order } from '../../model/order/order.ts'
import type { Arrival } from '../../model/payment/by-hand.ts'
import type { Payment } from '../../model/payment/payment.ts'
import type { Decision } from '../../platform/refusal.ts'
import { addDays, type Day } from '../../platform/time/calendar.ts'

/** Whether an order ever got a loan. */
export function decideLoan(order: Order): Decision<Order> {
  if (order.confirmedAt !== null) return { plan: order }
  return refusedByState(order) ?? { plan: order }
}

/** How much an early repayment takes: what is asked for, or all. */
export function decideEarlyRepayment(
  loan: Loan,
  wanted: number | undefined,
  today: Day,
): Decision<Cents> {
  const whole = payOffAmount(loan, today)
  if (loan.receivable === 0) {
    return { refused: 'loan_nothing_owed', detail: { values: { state: loanStatus(loan) } } }
  }
  if (wanted === undefined) return { plan: whole }
  const amount = cents(wanted)
  return refusedByAmount(amount, whole, ': it pays everything') ?? { plan: amount }
}

export function decideWithdrawal(order: Order, loan: Loan, today: Day): Decision<Loan> {
  const refused = refusedByState(order)
  if (refused !== undefined) return refused
  if (mayWithdraw(loan, today)) return { plan: loan }
  const code: ErrorCode = loan.withdrawnOn === null ? 'withdrawal_over' : 'loan_withdrawn'
  const values = { state: loanStatus(loan), until: loan.withdrawableUntil }
  return { refused: code, detail: { values } }
}

/** Charges and transfers that arrived; what was returned to the buyer is not their payment. */
export function decideChargeBack({ kind, state }: Payment): Decision<true> {
  const received = kind === 'charge' || kind === 'transfer'
  if (received && state === 'succeeded') return { plan: true }
  return { refused: 'payment_not_received', detail: { values: { kind, state } } }
}

const VALUE_DAYS_MAX = 30

/** On which day money came in: what lies longer ago is no payment of today. */
export function decideValueDate(valueOn: Day, today: Day): Decision<Day> {
  const earliest = addDays(today, -VALUE_DAYS_MAX)
  if (valueOn >= earliest && valueOn <= today) return { plan: valueOn }
  const fields = { value_date: [`must be from ${earliest} to ${today}`] }
  return { refused: 'body_invalid', detail: { fields } }
}

/** `booked`: the payment that has the reference already. */
export function decideReference(
  { method }: Pick<Arrival, 'method' | 'reference'>,
  booked: Pick<Payment, 'id' | 'orderId' | 'state'> | undefined,
): Decision<undefined> {
  if (booked === undefined) return { plan: undefined }
  const { id, orderId, state } = booked
  const fields = { reference: [`is that of payment ${id} of loan ${orderId}`] }
  return { refused: 'payment_reference_used', detail: { values: { method, state }, fields } }
}
