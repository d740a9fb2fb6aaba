import type { RowSet } from '../database/database.ts'
import type { OrderDetails } from '../details/details.ts'
import type { Ids } from '../ids.ts'
import { informationRow } from '../notifications/outbox.ts'
import type { Order } from '../orders/order.ts'
import { recordOperation } from '../orders/record.ts'
import { accept } from '../refusal.ts'
import { decideMove } from './rules.ts'

/** What ending a checkout whose time is over writes; its store is told. */
export function expiredRows(
  before: Order,
  { details, at, ids }: { details: OrderDetails; at: Date; ids: Ids },
): RowSet[] {
  const after = accept(decideMove(before, 'timed_out', { at, expiresAt: null }))
  const { order, rowSets } = recordOperation({
    before,
    after,
    at,
    ids,
    event: 'checkout.updated',
    effectId: ids.next(),
  })
  return [...rowSets, informationRow(order, details, { at, ids })]
}
