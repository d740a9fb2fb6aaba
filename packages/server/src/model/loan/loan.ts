/**
 * What a buyer owes on one order. Payments settle parts of instalments; reductions (refunds, voids,
 * lowered totals) lower capital that is not due yet, and settle what is (decision 0035).
 */
import { add, type Cents, type Product, type Rate, subtract, ZERO } from '@svc/api'
import type { Day } from '../../platform/time/calendar.ts'

/** What an instalment consists of, and what of it has been settled. */
export type Parts = {
  readonly capital: Cents
  readonly interest: Cents
  readonly fee: Cents
  readonly lateCharge: Cents
}
export type Component = keyof Parts

export const components = ['interest', 'fee', 'capital', 'lateCharge'] as const

/**
 * `downpayment`: number 0, due with the confirmation. `capture`: what pay_later owes for one
 * capture. `withdrawal`: the whole rest after a withdrawal. `charge_back`: what was taken back and
 * belongs to no other instalment any more.
 */
type InstalmentKind = 'downpayment' | 'instalment' | 'capture' | 'withdrawal' | 'charge_back'

export type Instalment = Parts & {
  readonly number: number
  readonly kind: InstalmentKind
  /** Until the loan runs, the day on which it would be due if it ran from the confirmation. */
  readonly dueOn: Day
  /** Has fallen due: its interest is booked and never changes again. */
  readonly due: boolean
  readonly settled: Parts
  /** When a chargeback opened it again after it was paid: it is due again from that day. */
  readonly reopenedOn: Day | null
  readonly lateOn: Day | null
  /** What was open of it is not asked for any more: written off, or its order was cancelled. */
  readonly dropped: boolean
  /** The day on which nothing was left open of it. */
  readonly paidOn: Day | null
}

/** What was agreed when the buyer signed. */
export type LoanTerms = {
  /** The store's, whose days count. */
  readonly timeZone: string
  readonly product: Product
  readonly nominalRate: Rate
  /** Days: pay_later's from a capture, and between two parts of pay_in_4. */
  readonly termDays: number | null
  /** Which instalments become smaller when the debt does. */
  readonly spread: Spread
  readonly openingFee: Cents
  readonly lateCharge: Cents
  readonly retryDays: readonly number[]
  readonly lateAfterDays: number
  readonly writeOffAfterDays: number
  /** The buyer's event; the loan does not run before it. */
  readonly eventOn: Day | null
}
export type Spread = 'spread' | 'last' | 'next'

export type Loan = LoanTerms & {
  readonly storeId: string
  readonly orderId: string
  readonly sandbox: boolean
  readonly confirmedOn: Day
  /** The last day on which the buyer may withdraw. */
  readonly withdrawableUntil: Day
  /** The day of the last operation: nothing is booked on a day before it. */
  readonly bookedOn: Day
  /** The first capture's day, or the event's if that is later; null before the first capture. */
  readonly startsOn: Day | null
  /** Ordered by number. */
  readonly instalments: readonly Instalment[]
  /**
   * Of the present period: the sum of open capital × days up to `accruedUntil`, in minor units ×
   * days. Of a period that ended early, until its last day has passed: a chargeback may resume it.
   */
  readonly accrued: number
  readonly accruedUntil: Day | null
  /** What of the opening fee an early repayment has not looked at yet. */
  readonly feeBase: Cents
  /** The balances of the ledger's accounts; `writtenOff` is that of credit_loss. */
  readonly receivable: Cents
  readonly buyerCredit: Cents
  readonly writtenOff: Cents
  readonly interestIncome: Cents
  readonly feeIncome: Cents
  readonly lateIncome: Cents
  /** Ever received, taken back by the payer's bank, and given back to him. */
  readonly paidAmount: Cents
  readonly chargedBackAmount: Cents
  readonly returnedAmount: Cents
  /** Since when there is credit to be given back. */
  readonly creditSince: Day | null
  readonly cancelledOn: Day | null
  readonly withdrawnOn: Day | null
  readonly writtenOffOn: Day | null
  /** The last day on which a charge was tried. */
  readonly triedOn: Day | null
  /** Whether charges are made without being asked: not after a charge-back. */
  readonly collecting: boolean
}

export function openParts({ settled, ...instalment }: Instalment): Parts {
  return {
    capital: subtract(instalment.capital, settled.capital),
    interest: subtract(instalment.interest, settled.interest),
    fee: subtract(instalment.fee, settled.fee),
    lateCharge: subtract(instalment.lateCharge, settled.lateCharge),
  }
}

export const totalOf = ({ capital, interest, fee, lateCharge }: Parts): Cents =>
  add(capital, interest, fee, lateCharge)

export const openAmountOf = (instalment: Instalment): Cents => totalOf(openParts(instalment))

function sumOf(loan: Loan, of: (open: Parts, instalment: Instalment) => Cents): Cents {
  return add(ZERO, ...loan.instalments.map((each) => of(openParts(each), each)))
}

/** Capital that is not due yet: what a reduction takes first, and what bears interest. */
export const capitalNotDue = (loan: Loan): Cents =>
  sumOf(loan, ({ capital }, { due }) => (due ? ZERO : capital))

export const openCapital = (loan: Loan): Cents => sumOf(loan, ({ capital }) => capital)

const openLateCharges = (loan: Loan): Cents => sumOf(loan, ({ lateCharge }) => lateCharge)

/** Due and unpaid, be it that the buyer still has time to pay, as after a withdrawal. */
export const dueAmount = (loan: Loan): Cents =>
  sumOf(loan, (open, { due }) => (due ? totalOf(open) : ZERO))

/** All that the instalments still ask for: what is owed, and the interest that is not due yet. */
export const openInstalments = (loan: Loan): Cents => sumOf(loan, totalOf)

/** Open capital, and interest, fees and late charges fallen due and unpaid. */
export const owed = (loan: Loan): Cents =>
  sumOf(loan, (open, { due }) => subtract(totalOf(open), due ? ZERO : open.interest))

/** The debt of a reduction: everything but late charges. */
export const owedButLateCharges = (loan: Loan): Cents => subtract(owed(loan), openLateCharges(loan))

/** What settled a part of an instalment, or what opened it again (a negative amount). */
export type Allocation = {
  readonly source: 'payment' | 'reduction' | 'credit' | 'reversal' | 'write_off' | 'charge_back'
  readonly sourceId: string
  readonly number: number
  readonly component: Component
  readonly amount: Cents
}
