import type { Rate } from '@svc/api'
import type { Loan } from '../../model/loan/loan.ts'
import type { Order } from '../../model/order/order.ts'
import type { Payment } from '../../model/payment/payment.ts'

/** What the buyer of an order owes, and what they paid. */
export type LoanStatement = {
  readonly order: Order
  readonly loan: Loan
  readonly payments: readonly Payment[]
  /** What pays everything today. */
  readonly payOff: number
  /** What it costs a year, as it stands; null where there is no rate. */
  readonly annualRate: Rate | null
}
