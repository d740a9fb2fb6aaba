import { findOrder } from '../../kernel/orders/store.ts'
import { listPayments } from '../../kernel/payments/store.ts'
import { payOffAmount } from '../../model/loan/pay.ts'
import { passTime } from '../../model/loan/time.ts'
import { accept, existing } from '../../platform/refusal.ts'
import type { Caller, TimedReading } from '../../tenancy/caller/context.ts'
import { findAnnualRate } from './annual-rate.ts'
import { findLoanOf } from './load.ts'
import { decideLoan } from './rules.ts'
import type { LoanStatement } from './statement.ts'

/** The buyer's debt on an order, and their payments. */
export async function getLoan(
  { database, clock }: TimedReading,
  { store, sandbox }: Caller,
  ref: string,
): Promise<LoanStatement> {
  const row = await findOrder(database, { storeId: store.id, sandbox, ref })
  const order = accept(decideLoan(existing(row, 'order', ref)))
  const at = clock.now()
  const { loan, today } = await findLoanOf(database, order, at)
  const payments = await listPayments(database, order)
  // The interest since the last write is part of the payoff amount.
  const present = passTime(loan, today).at(-1)?.step.loan ?? loan
  const payOff = payOffAmount(present, today)
  const annualRate = await findAnnualRate(database, { order, loan, at })
  return { order, loan, payments, payOff, annualRate }
}
