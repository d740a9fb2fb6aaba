/**
 * Which operations a loan allows (contract §7, decision 0035). Invariants:
 * 1. A buyer may always pay, also on a cancelled order of which a chargeback reopened an amount.
 * 2. They withdraw once, up to the loan's last day for it, while the order is not cancelled.
 * 3. Nobody repays early more than everything.
 * 4. Only a payment that succeeded can be charged back, and only once.
 * 5. A manual payment is booked once, for one of the last 30 days.
 * 6. Nobody waives more than is owed; a write-off is reversed once, as far as it is still lost.
 */
import { type Cents, cents, type ErrorCode, ZERO } from '@svc/api'
import { refusedByAmount, refusedByState } from '../../kernel/orders/rules.ts'
import { mayWithdraw } from '../../model/loan/end.ts'
import type { Loan } from '../../model/loan/loan.ts'
import { payOffAmount } from '../../model/loan/pay.ts'
import { loanStatus } from '../../model/loan/status.ts'
import { type WaiverKind, waivable } from '../../model/loan/waive.ts'
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

/** How much an early repayment takes: the requested amount, or all. */
export function decideEarlyRepayment(
  loan: Loan,
  wanted: number | undefined,
  today: Day,
): Decision<Cents> {
  const whole = payOffAmount(loan, today)
  if (loan.receivable === 0) return nothingOwed(loan)
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

/** Charges and transfers that succeeded; returns to the buyer are not payments of theirs. */
export function decideChargeBack({ kind, state }: Payment): Decision<true> {
  const received = kind === 'charge' || kind === 'transfer'
  if (received && state === 'succeeded') return { plan: true }
  return { refused: 'payment_not_received', detail: { values: { kind, state } } }
}

const VALUE_DAYS_MAX = 30

/** The day of receipt: an older payment cannot be booked any more. */
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

/** How much can be waived. Refusals: `loan_nothing_owed`. */
export function decideWaivable(loan: Loan, kind: WaiverKind): Decision<Cents> {
  const most = waivable(loan, kind)
  return most === ZERO ? nothingOwed(loan) : { plan: most }
}

/** Refusals: `loan_nothing_owed`, `amount_exceeds_remaining`. */
export function decideWaiver(loan: Loan, kind: WaiverKind, wanted: Cents): Decision<Cents> {
  const most = decideWaivable(loan, kind)
  if (most.refused !== undefined) return most
  return refusedByAmount(wanted, most.plan, ' of this kind') ?? { plan: wanted }
}

/** Refusals: `loan_nothing_owed`. */
export const decideWriteOff = (loan: Loan): Decision<Loan> =>
  loan.receivable === ZERO ? nothingOwed(loan) : { plan: loan }

/** Nothing is owed any more on a cancelled order. Refusals: `loan_state`. */
export function decideUndo(loan: Loan): Decision<Loan> {
  const isLost = loan.writtenOff > ZERO && loan.writtenOffOn !== null
  if (isLost && loan.cancelledOn === null) return { plan: loan }
  return { refused: 'loan_state', detail: { values: { state: loanStatus(loan) } } }
}

const nothingOwed = (loan: Loan) =>
  ({ refused: 'loan_nothing_owed', detail: { values: { state: loanStatus(loan) } } }) as const

/**
 * The part of the buyer's credit to refund: never two returns together. `pending`: the payments of
 * the order that are open or held. Refusals: `loan_no_credit`, `credit_return_pending`,
 * `amount_exceeds_remaining`.
 */
export function decideReturn(
  loan: Loan,
  pending: readonly Payment[],
  wanted: Cents,
): Decision<Cents> {
  const returnable = decideReturnable(loan, pending)
  if (returnable.refused !== undefined) return returnable
  return refusedByAmount(wanted, returnable.plan, ' of the credit') ?? { plan: wanted }
}

/** How much could go back now. */
export function decideReturnable(loan: Loan, pending: readonly Payment[]): Decision<Cents> {
  const values = { state: loanStatus(loan) }
  if (pending.some(({ kind, state }) => kind === 'return' && state === 'open')) {
    return { refused: 'credit_return_pending', detail: { values } }
  }
  if (loan.buyerCredit === ZERO) return { refused: 'loan_no_credit', detail: { values } }
  return { plan: loan.buyerCredit }
}
