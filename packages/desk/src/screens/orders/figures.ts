import type { Answered, LenderOrderAnswer } from '@svc/api'
import type { Figure } from '../../parts/money-strip.tsx'

export type Order = Answered<typeof LenderOrderAnswer>

/** The amounts of an order, as in the API; each leads to its entries. */
export function figuresOf(order: Order): Figure[] {
  const { id } = order
  const loan = order.instalment_plan?.loan
  const entries = (account: string, kind?: string) => ({
    path: `/ledger/${account}`,
    query: new URLSearchParams({ 'order-id': id, ...(kind ? { kind } : {}) }).toString(),
  })
  return [
    { name: 'total_amount', amount: order.total_amount, ...entries('uncaptured', 'confirm') },
    { name: 'captured_amount', amount: order.captured_amount, ...entries('store_payable') },
    { name: 'voided_amount', amount: order.voided_amount, ...entries('uncaptured', 'void') },
    {
      ...{ name: 'refunded_amount', amount: order.refunded_amount },
      ...entries('store_payable', 'refund'),
    },
    ...(loan
      ? [
          { name: 'owed_amount', amount: loan.owed_amount, ...entries('buyer_receivable') },
          {
            name: 'overdue_amount',
            amount: loan.overdue_amount,
            path: `/loans/${id}`,
            isBad: true,
          },
          { name: 'credit_amount', amount: loan.credit_amount, ...entries('buyer_credit') },
        ]
      : []),
  ]
}
