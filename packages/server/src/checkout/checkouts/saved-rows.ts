import type { OrderDetails } from '../../kernel/details/details.ts'
import { recordOperation } from '../../kernel/orders/record.ts'
import { movedRows } from '../../kernel/orders/rows.ts'
import { decideMove } from '../../model/order/moves.ts'
import type { Order } from '../../model/order/order.ts'
import { accept } from '../../platform/refusal.ts'
import { decisionEffect } from '../decisions/content.ts'
import type { Decided } from '../decisions/deciding.ts'
import type { Signing } from './signing.ts'

type Stored = Pick<Signing, 'ids'> &
  Readonly<Record<'before' | 'after', Order>> & {
    readonly buyerId: string
    readonly details: OrderDetails
    readonly at: Date
    readonly decided: Decided | undefined
  }

/** The checkout stays open, or ends with the refusal. */
export function storedRows({ before, after, buyerId, details, at, ids, decided }: Stored) {
  const isNew = decided !== undefined && decided.rowSets.length > 0
  const effectId = isNew ? decisionEffect(decided.decision) : ids.next()
  if (decided?.decision.outcome !== 'refused') {
    return recordOperation({ before, after, at, ids, event: 'checkout.updated', effectId })
  }
  const ended = accept(decideMove(after, 'refused_by_decision', { at, expiresAt: null }))
  return movedRows(before, [{ ...ended, buyerId }], { details, at, ids, effectId })
}
