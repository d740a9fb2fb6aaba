import { add, type Cents, ZERO } from '@svc/api'
import type { Day } from '../../platform/time/calendar.ts'
import { type Loan, openAmountOf } from './loan.ts'

type Overdue = { readonly overdueSince: Day | null; readonly overdueAmount: Cents }

/** Since when an amount is due and unpaid, and how much; amounts given up do not count. */
export function overdueOf({ instalments }: Pick<Loan, 'instalments'>): Overdue {
  const unpaid = instalments.filter(
    ({ due, paidOn, dropped }) => due && paidOn === null && !dropped,
  )
  const days = unpaid.map(({ dueOn, reopenedOn }) => reopenedOn ?? dueOn)
  return {
    overdueSince: days.reduce<Day | null>(
      (least, day) => (least === null || day < least ? day : least),
      null,
    ),
    overdueAmount: add(ZERO, ...unpaid.map(openAmountOf)),
  }
}
