import type { Rate } from '@svc/api'
import { listCaptures } from '../../kernel/captures/store.ts'
import { listLateSettled, listReductions } from '../../kernel/loans/store.ts'
import { listPayments } from '../../kernel/payments/store.ts'
import { annualRateOf } from '../../model/loan/apr-of-loan.ts'
import type { Loan } from '../../model/loan/loan.ts'
import type { Order } from '../../model/order/order.ts'
import type { Reader } from '../../platform/database/database.ts'
import { dayOf } from '../../platform/time/calendar.ts'

/** The annual cost of an order's loan at a given time. */
export async function findAnnualRate(
  reader: Reader,
  { order, loan, at }: { readonly order: Order; readonly loan: Loan; readonly at: Date },
): Promise<Rate | null> {
  const { confirmedAt, approvedAmount: approved } = order
  if (confirmedAt === null) return null
  const captures = await listCaptures(reader, order)
  const payments = await listPayments(reader, order)
  const reductions = await listReductions(reader, order)
  const lateSettled = await listLateSettled(reader, order)
  const past = { approved, confirmedAt, captures, payments, reductions, lateSettled }
  return annualRateOf(loan, past, dayOf(at, loan.timeZone))
}
