/** A loan and its instalments as rows. */
import type { Product, Rate } from '@svc/api'
import { nextDueAt } from '../../model/loan/due-times.ts'
import type { Instalment, Loan } from '../../model/loan/loan.ts'
import { overdueOf } from '../../model/loan/overdue.ts'
import type { Order } from '../../model/order/order.ts'
import { columns, computed, type NewRow, type RowOf } from '../../platform/database/columns.ts'

const INSTALMENT = columns('instalments', 'i').without('storeId', 'orderId')
type InstalmentRow = RowOf<typeof INSTALMENT>

/** With its instalments as text of JSON: to build it in binary first takes twice as long. */
export const LOAN = columns<'loans', { nominalRate: Rate; product: Product }>('loans', 'l')
  .without('dueAt', 'orderedAt', 'currency', 'overdueSince', 'overdueAmount', 'overdueCounted')
  .and(
    computed<{ instalments: readonly InstalmentRow[] | null }>({
      instalments: `(SELECT json_agg(x ORDER BY x.number) FROM (
        SELECT ${INSTALMENT.list} FROM instalments i
        WHERE i.store_id = l.store_id AND i.order_id = l.order_id) x)`,
    }),
  )

export const loanOf = ({ instalments, ...loan }: RowOf<typeof LOAN>): Loan => ({
  ...loan,
  instalments: instalments?.map(instalmentOf) ?? [],
})

function instalmentOf(row: InstalmentRow): Instalment {
  const { settledCapital, settledInterest, settledFee, settledLateCharge, ...instalment } = row
  const settled = {
    capital: settledCapital,
    interest: settledInterest,
    fee: settledFee,
    lateCharge: settledLateCharge,
  }
  return { ...instalment, settled }
}

export function loanRow(loan: Loan): NewRow<'loans'> {
  const { instalments: _, ...row } = loan
  return { ...row, dueAt: nextDueAt(loan) }
}

/**
 * The columns that lists search by: all of them in each change, since the row forgets them
 * otherwise.
 */
export const listedColumns = (loan: Loan, order: Pick<Order, 'createdAt' | 'currency'>) => ({
  ...overdueOf(loan),
  orderedAt: order.createdAt,
  currency: order.currency,
  overdueCounted: true,
})

export function instalmentRow(loan: Loan, instalment: Instalment): NewRow<'instalments'> {
  const { settled, ...row } = instalment
  return {
    storeId: loan.storeId,
    orderId: loan.orderId,
    ...row,
    settledCapital: settled.capital,
    settledInterest: settled.interest,
    settledFee: settled.fee,
    settledLateCharge: settled.lateCharge,
  }
}
