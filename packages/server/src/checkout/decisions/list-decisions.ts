import { findOrder } from '../../kernel/orders/store.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import type { ReviewedDecision } from './decision.ts'
import { listOfOrder } from './store.ts'

/** The decisions on an order; none before its buyer signs. */
export async function listDecisions(
  { database }: Reading,
  { store, sandbox }: Caller,
  ref: string,
): Promise<ReviewedDecision[]> {
  const order = existing(
    await findOrder(database, { storeId: store.id, sandbox, ref }),
    'order',
    ref,
  )
  return listOfOrder(database, order)
}
