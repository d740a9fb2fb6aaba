/**
 * The loan of an order that was confirmed before there were loans: it runs from today, over what is
 * owed now, as it was signed.
 */
import { rate, subtract, ZERO } from '@svc/api'
import { annuitySchedule } from '../../model/financing/schedule.ts'
import type { Loan } from '../../model/loan/loan.ts'
import { captureLoan, openLoan } from '../../model/loan/open.ts'
import { type Order, openAmount } from '../../model/order/order.ts'
import { assert } from '../../platform/refusal.ts'
import type { Day } from '../../platform/time/calendar.ts'
import { standardTerms } from './agree.ts'

export function adoptLoan(
  order: Order,
  { today, timeZone }: { readonly today: Day; readonly timeZone: string },
): Loan {
  const { product } = order
  assert(product !== null, `order ${order.id} was never signed`)
  const nominalRate = rate(order.nominalRate ?? 0)
  const owed = product === 'pay_later' ? ZERO : openAmount(order)
  const schedule =
    owed === ZERO ? [] : annuitySchedule(owed, order.numInstalments ?? 1, nominalRate)
  const { loan } = openLoan({
    ...standardTerms(product, timeZone),
    nominalRate,
    storeId: order.storeId,
    orderId: order.id,
    sandbox: order.sandbox,
    confirmedOn: today,
    plan: schedule,
  })
  if (order.captureCount === 0) return loan
  const captured = subtract(order.capturedAmount, order.refundedCapturedAmount)
  return captureLoan(loan, captured, today).loan
}
