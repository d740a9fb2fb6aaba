import { type Cents, ZERO } from '@svc/api'
import { findPastSince } from '../../kernel/loans/store.ts'
import type { When } from '../../kernel/orders/record.ts'
import { findByReference, manualPaymentRow, paymentRow } from '../../kernel/payments/store.ts'
import { afterwards } from '../../model/loan/draft.ts'
import type { Loan, Spread } from '../../model/loan/loan.ts'
import { payLoan } from '../../model/loan/pay.ts'
import {
  feeReturnedFrom,
  type Relief,
  reliefOf,
  relivedFrom,
  withPassed,
} from '../../model/loan/value-date.ts'
import { giveBack } from '../../model/loan/waive.ts'
import type { Order } from '../../model/order/order.ts'
import { type Arrival, transferOf } from '../../model/payment/by-hand.ts'
import type { Reader, RowSet } from '../../platform/database/database.ts'
import { accept } from '../../platform/refusal.ts'
import type { Day } from '../../platform/time/calendar.ts'
import { type LoadedLoan, recordOnLoan } from './load.ts'
import { paymentOperation } from './payment-operations.ts'
import { decideReference, decideValueDate } from './rules.ts'

type Paying = When & {
  readonly before: Order
  readonly amount: Cents
  readonly spread: Spread
  /** What the lender says of it. */
  readonly arrival?: Arrival | undefined
  /** What is given back with it, where it came on an earlier day. */
  readonly relief?: Relief | undefined
}

/** The day is today where nobody says it. */
export type ArrivalInput = Pick<Arrival, 'method' | 'reference'> & {
  readonly valueOn: Day | undefined
}

type Arriving = {
  readonly sandbox: boolean
  readonly wish: ArrivalInput | undefined
  readonly today: Day
}

/** Refusals: `payment_reference_used`, and `body_invalid` for a day that cannot be. */
export async function arrivalOf(
  reader: Reader,
  { sandbox, wish, today }: Arriving,
): Promise<Arrival | undefined> {
  if (wish === undefined) return undefined
  const valueOn = accept(decideValueDate(wish.valueOn ?? today, today))
  accept(decideReference(wish, await findByReference(reader, { sandbox, ...wish })))
  return { ...wish, valueOn }
}

/** What was charged since the money came, and would not have been; undefined if it came today. */
export async function findRelief(
  reader: Reader,
  { loan, passed, today }: LoadedLoan,
  { amount, spread, arrival }: Pick<Paying, 'amount' | 'spread' | 'arrival'>,
): Promise<Relief | undefined> {
  if (arrival === undefined || arrival.valueOn >= today) return undefined
  const { valueOn } = arrival
  const since = async (day: Day) => withPassed(await findPastSince(reader, loan, day), passed)
  const feeFrom = feeReturnedFrom(loan)
  const whole = feeFrom && (await since(feeFrom))
  const past = await since(relivedFrom(loan, valueOn))
  return reliefOf(loan, { amount, spread, valueOn, past, whole }, today)
}

/**
 * What a payment that arrived by hand writes; none is kept where the fee that comes back pays for
 * all that is left.
 */
export function recordByHand(
  loaded: LoadedLoan,
  { before, amount, spread, arrival, relief, at, ids }: Paying,
): { loan: Loan; rowSets: RowSet[] } {
  const payment = transferOf(before, { id: ids.next(), amount, at })
  const { id } = payment
  const { today } = loaded
  // Before it is paid, so that no money goes to what is taken back.
  const back = relief && giveBack(loaded.loan, { id, relief }, today)
  const feeIsBack = relief !== undefined && relief.fee > ZERO
  const paid = payLoan(back?.loan ?? loaded.loan, { id, amount, spread, feeIsBack }, today)
  const step = back === undefined ? paid : afterwards(back, paid)
  const { rowSets } = recordOnLoan(loaded, { before, at, ids }, () =>
    paymentOperation(before, 'payment.received', { payment, step }),
  )
  const rows = amount > 0 ? [paymentRow(payment)] : []
  const said = amount > 0 && arrival !== undefined ? [manualPaymentRow(payment, arrival)] : []
  return { loan: step.loan, rowSets: [...rowSets, ...rows, ...said] }
}
