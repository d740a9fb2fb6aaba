import type { Cents, EventType } from '@svc/api'
import type { RowSet } from '../database/database.ts'
import { eventRow } from '../events/event.ts'
import type { Ids } from '../ids.ts'
import { appendEntry, type Entry } from '../ledger/entry.ts'
import type { Order } from './order.ts'
import { orderUpdate } from './store.ts'

export type Recording = {
  readonly before: Order
  readonly after: Order
  readonly at: Date
  readonly ids: Ids
  readonly event: EventType
  readonly effectId: string
  readonly amount?: Cents
  readonly entry?: Pick<Entry, 'kind' | 'postings'>
}

/**
 * What every operation on an order writes beside its own row: the order, its ledger entry, its
 * event; and, when the operation cancelled the order, `order.cancelled` with the next sequence
 * (contract §9).
 */
export function recordOperation(recording: Recording): { order: Order; rowSets: RowSet[] } {
  const { before, at, ids, effectId } = recording
  const booked =
    recording.entry === undefined
      ? { order: recording.after, rowSets: [] }
      : appendEntry(recording.after, { ...recording.entry, effectId, at })
  const cancels = before.state === 'confirmed' && booked.order.state === 'cancelled'
  const types: EventType[] = [recording.event]
  if (cancels && recording.event !== 'order.cancelled') types.push('order.cancelled')
  const order = {
    ...booked.order,
    version: before.version + 1,
    eventSequence: before.eventSequence + types.length,
  }
  const events = types.map((type, index) =>
    eventRow(order, {
      id: ids.next(),
      sequence: before.eventSequence + 1 + index,
      type,
      at,
      effectId,
      ...(recording.amount === undefined ? {} : { amount: recording.amount }),
    }),
  )
  return {
    order,
    rowSets: [orderUpdate(before, order), ...booked.rowSets, { table: 'events', rows: events }],
  }
}
