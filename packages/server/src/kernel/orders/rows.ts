import { decideMove } from '../../model/order/moves.ts'
import type { Order } from '../../model/order/order.ts'
import type { RowSet } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import { accept } from '../../platform/refusal.ts'
import type { OrderDetails } from '../details/details.ts'
import { confirmationRow, informationRow } from '../notifications/outbox.ts'
import { recordOperation, recordOperations, type When } from './record.ts'

type Recording = {
  readonly details: OrderDetails
  readonly at: Date
  readonly ids: Ids
  /** Id of the effect that moved the checkout, if it has one. */
  readonly effectId?: string | undefined
}

/**
 * The rows of a checkout's move, through one state or several in one transaction: the order once,
 * and for each state an event and the store's notification, in sequence.
 */
export function movedRows(
  before: Order,
  states: readonly Order[],
  { details, at, ids, effectId = ids.next() }: Recording,
): { order: Order; rowSets: RowSet[] } {
  const messages: RowSet[] = []
  const addMessage = (order: Order) => {
    const rowOf = order.state === 'confirmation_required' ? confirmationRow : informationRow
    messages.push(rowOf(order, details, { at, ids }))
  }
  const operations = states.map((after, index) => (previous: Order) => {
    if (index > 0) addMessage(previous)
    const event = 'checkout.updated' as const
    return { after, event, effectId: index === 0 ? effectId : ids.next() }
  })
  const { order, rowSets } = recordOperations({ order: before }, { at, ids }, operations)
  addMessage(order)
  return { order, rowSets: [...rowSets, ...messages] }
}

/** The rows of a checkout's expiry. */
export function expiredRows(before: Order, recording: Recording): RowSet[] {
  return movedRows(before, [expired(before, recording.at)], recording).rowSets
}

/**
 * The rows of a checkout's end when a newer one takes its name: no message, because the store would
 * take it for one about the newer checkout.
 */
export function replacedRows(before: Order, { at, ids }: When): RowSet[] {
  const event = 'checkout.updated'
  const after = expired(before, at)
  return recordOperation({ before, after, at, ids, event, effectId: ids.next() }).rowSets
}

const expired = (before: Order, at: Date): Order =>
  accept(decideMove(before, 'timed_out', { at, expiresAt: null }))
