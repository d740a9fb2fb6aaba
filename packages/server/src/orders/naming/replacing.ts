import { overtakenProgress } from '../../kernel/notifications/progress.ts'
import { lockOfEnded, progressUpdate } from '../../kernel/notifications/store.ts'
import type { When } from '../../kernel/orders/record.ts'
import { replacedRows } from '../../kernel/orders/rows.ts'
import { lockOrdersOfMid } from '../../kernel/orders/store.ts'
import { decideMid } from '../../model/order/moves.ts'
import type { Order } from '../../model/order/order.ts'
import type { RowSet, Transaction } from '../../platform/database/database.ts'
import type { Decision } from '../../platform/refusal.ts'

type MidTaker = Pick<Order, 'storeId' | 'sandbox' | 'mid'> &
  When & {
    /** The id of the order that takes the name. */
    readonly orderId: string
  }

/**
 * The rows of an order that takes a name, which the caller has locked: an unsigned checkout of that
 * name ends, and pending notifications of ended ones are overtaken (contract §12.1). Refusal:
 * `order_id_used`.
 */
export async function claimMid(
  tx: Transaction,
  { orderId, at, ids, ...scope }: MidTaker,
): Promise<Decision<RowSet[]>> {
  const [orders, messages] = await Promise.all([
    lockOrdersOfMid(tx, scope),
    lockOfEnded(tx, scope, at),
  ])
  const decision = decideMid(orders)
  if (decision.refused !== undefined) return decision
  return {
    plan: [
      ...decision.plan.flatMap((open) => replacedRows(open, { at, ids })),
      ...messages.map((message) => progressUpdate(message, overtakenProgress(message, orderId))),
    ],
  }
}
