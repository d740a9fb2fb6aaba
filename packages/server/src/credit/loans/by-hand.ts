import type { Cents } from '@svc/api'
import { listAllocationsSince } from '../../kernel/loans/store.ts'
import type { When } from '../../kernel/orders/record.ts'
import { findByReference, manualPaymentRow, paymentRow } from '../../kernel/payments/store.ts'
import { afterwards } from '../../model/loan/draft.ts'
import type { Loan, Spread } from '../../model/loan/loan.ts'
import { payLoan } from '../../model/loan/pay.ts'
import { preventedCharges } from '../../model/loan/value-date.ts'
import { waiveLateCharges } from '../../model/loan/waive.ts'
import type { Order } from '../../model/order/order.ts'
import { type Arrival, transferOf } from '../../model/payment/by-hand.ts'
import type { Reader, RowSet } from '../../platform/database/database.ts'
import { accept } from '../../platform/refusal.ts'
import { addDays, type Day, instantOf } from '../../platform/time/calendar.ts'
import { type LoadedLoan, recordOnLoan } from './load.ts'
import { paymentOperation } from './payment-operations.ts'
import { decideReference, decideValueDate } from './rules.ts'

type Paying = When & {
  readonly before: Order
  readonly amount: Cents
  readonly spread: Spread
  /** What the lender says of it. */
  readonly arrival?: Arrival | undefined
  /** Late charges that are taken back with it, by the numbers of their instalments. */
  readonly prevented?: readonly number[]
}

/** The day is today where nobody says it. */
export type ArrivalWish = Pick<Arrival, 'method' | 'reference'> & {
  readonly valueOn: Day | undefined
}

type Arriving = {
  readonly sandbox: boolean
  readonly wish: ArrivalWish | undefined
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

/** The late charges that were booked since the money came, and would not have been. */
export async function findPrevented(
  reader: Reader,
  { loan, today }: LoadedLoan,
  { before, amount, arrival }: Pick<Paying, 'before' | 'amount' | 'arrival'>,
): Promise<number[]> {
  if (arrival === undefined || arrival.valueOn >= today) return []
  const { valueOn } = arrival
  const after = instantOf(addDays(valueOn, 1), 0, loan.timeZone)
  const settledSince = await listAllocationsSince(reader, before, after)
  return preventedCharges(loan, { amount, valueOn, settledSince })
}

/**
 * What a payment that arrived by hand writes; none is kept where the fee that comes back pays for
 * all that is left.
 */
export function recordByHand(
  loaded: LoadedLoan,
  { before, amount, spread, arrival, prevented = [], at, ids }: Paying,
): { loan: Loan; rowSets: RowSet[] } {
  const payment = transferOf(before, { id: ids.next(), amount, at })
  const { id } = payment
  const { today } = loaded
  // Before it is paid, so that no money goes to what is taken back.
  const relief = waiveLateCharges(loaded.loan, { id, numbers: prevented }, today)
  const step = afterwards(relief, payLoan(relief.loan, { id, amount, spread }, today))
  const { rowSets } = recordOnLoan(loaded, { before, at, ids }, () =>
    paymentOperation(before, 'payment.received', { payment, step }),
  )
  const rows = amount > 0 ? [paymentRow(payment)] : []
  const said = amount > 0 && arrival !== undefined ? [manualPaymentRow(payment, arrival)] : []
  return { loan: step.loan, rowSets: [...rowSets, ...rows, ...said] }
}
