import type { Rate } from '@svc/api'
import { dayOf } from '../calendar.ts'
import { listCaptures } from '../captures/store.ts'
import type { Reader } from '../database/database.ts'
import type { Order } from '../orders/order.ts'
import { listPayments } from '../payments/store.ts'
import { annualRateOf } from './apr-of-loan.ts'
import type { Loan } from './loan.ts'
import { listLateSettled, listReductions } from './store.ts'

/** What the loan of an order costs a year, as it stands at a moment. */
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
