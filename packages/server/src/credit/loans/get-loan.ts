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

/** What the buyer of an order owes, and what they paid. */
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
  // What time has done since it was last written down is part of what pays everything.
  const present = passTime(loan, today).at(-1)?.step.loan ?? loan
  const payOff = payOffAmount(present, today)
  const annualRate = await findAnnualRate(database, { order, loan, at })
  return { order, loan, payments, payOff, annualRate }
}
