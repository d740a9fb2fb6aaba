/**
 * The debt of a buyer on one order. Payments settle parts of instalments; reductions (refunds,
 * voids, lowered totals) reduce capital that is not due yet, and settle due amounts (decision
 * 0035).
 */
import { add, type Cents, type Rate, subtract, ZERO } from '@svc/api'
import type { Tables } from '../../platform/database/tables.ts'

/** The components of an instalment, and the settled part of each. */
export type Parts = {
  readonly capital: Cents
  readonly interest: Cents
  readonly fee: Cents
  readonly lateCharge: Cents
}
export type Component = keyof Parts

export const components = ['interest', 'fee', 'capital', 'lateCharge'] as const

type InstalmentRow = Omit<Tables['instalments'], 'storeId' | 'orderId' | `settled${string}`>
export type Instalment = InstalmentRow & { readonly settled: Parts }

/** Facts about instalments and order stored in the loan's row, for filters. */
type Derived = 'dueAt' | 'orderedAt' | 'currency' | `overdue${string}`
type LoanRow = Omit<Tables['loans'], 'nominalRate' | Derived> & { readonly nominalRate: Rate }

/** The terms when the buyer signed; `timeZone` is the store's. */
export type LoanTerms = Pick<
  LoanRow,
  | 'timeZone'
  | 'product'
  | 'nominalRate'
  | 'termDays'
  | 'spread'
  | 'openingFee'
  | 'lateCharge'
  | 'retryDays'
  | 'lateAfterDays'
  | 'writeOffAfterDays'
  | 'eventOn'
>
export type Spread = LoanTerms['spread']

/** With its instalments, ordered by number. */
export type Loan = LoanRow & { readonly instalments: readonly Instalment[] }

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

/** Capital that is not due yet: it bears interest, and reductions take it first. */
export const capitalNotDue = (loan: Loan): Cents =>
  sumOf(loan, ({ capital }, { due }) => (due ? ZERO : capital))

export const openCapital = (loan: Loan): Cents => sumOf(loan, ({ capital }) => capital)

const openLateCharges = (loan: Loan): Cents => sumOf(loan, ({ lateCharge }) => lateCharge)

/** Due and unpaid, even if the buyer still has time to pay, as after a withdrawal. */
export const dueAmount = (loan: Loan): Cents =>
  sumOf(loan, (open, { due }) => (due ? totalOf(open) : ZERO))

/** All open amounts of the instalments: the debt, and interest that is not due yet. */
export const openInstalments = (loan: Loan): Cents => sumOf(loan, totalOf)

/** Open capital, and interest, fees and late fees that are due and unpaid. */
export const owed = (loan: Loan): Cents =>
  sumOf(loan, (open, { due }) => subtract(totalOf(open), due ? ZERO : open.interest))

/** The debt that reductions settle: everything except late fees. */
export const owedButLateCharges = (loan: Loan): Cents => subtract(owed(loan), openLateCharges(loan))

/** The source of an allocation to an instalment, or of its reversal (a negative amount). */
export type Allocation = {
  readonly source: Tables['allocations']['source']
  readonly sourceId: string
  readonly number: number
  readonly component: Component
  readonly amount: Cents
}
