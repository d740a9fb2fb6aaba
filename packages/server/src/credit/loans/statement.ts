import type { Rate } from '@svc/api'
import type { Loan } from '../../model/loan/loan.ts'
import type { Order } from '../../model/order/order.ts'
import type { Payment } from '../../model/payment/payment.ts'

/** The buyer's debt on an order, and their payments. */
export type LoanStatement = {
  readonly order: Order
  readonly loan: Loan
  readonly payments: readonly Payment[]
  /** The payoff amount today. */
  readonly payOff: number
  /** Its current annual rate; null without one. */
  readonly annualRate: Rate | null
}
