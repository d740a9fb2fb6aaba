import type { RowSet, Transaction } from '../database/database.ts'
import { overtakenProgress } from '../notifications/progress.ts'
import { lockOfEnded, progressUpdate } from '../notifications/store.ts'
import type { Order } from '../orders/order.ts'
import type { When } from '../orders/record.ts'
import { lockOrdersOfMid } from '../orders/store.ts'
import type { Decision } from '../refusal.ts'
import { replacedRows } from './rows.ts'
import { decideMid } from './rules.ts'

export type MidTaker = Pick<Order, 'storeId' | 'sandbox' | 'mid'> &
  When & {
    /** The id of the order that takes the name. */
    readonly orderId: string
  }

/**
 * What an order writes that takes a name, which the caller has locked: a checkout of that name that
 * nobody has signed ends, and what its store was to be told of ended ones is overtaken (contract
 * §12.1). Refusal: `order_id_used`.
 */
export async function takeMid(
  tx: Transaction,
  { orderId, at, ids, ...scope }: MidTaker,
): Promise<Decision<RowSet[]>> {
  const decision = decideMid(await lockOrdersOfMid(tx, scope))
  if (decision.refused !== undefined) return decision
  const messages = await lockOfEnded(tx, scope, at)
  return {
    plan: [
      ...decision.plan.flatMap((open) => replacedRows(open, { at, ids })),
      ...messages.map((message) => progressUpdate(message, overtakenProgress(message, orderId))),
    ],
  }
}
