import type { Cents, OrderEventType } from '@svc/api'
import type { RowSet } from '../database/database.ts'
import { type EventInput, eventRow } from '../events/event.ts'
import type { Ids } from '../ids.ts'
import { appendEntry, type Entry } from '../ledger/entry.ts'
import { assert } from '../refusal.ts'
import { changePostings, settlementLines, withCosts } from '../settlements/rules.ts'
import { settlementLineRows } from '../settlements/store.ts'
import { type Order, remainingCaptureAmount } from './order.ts'
import { orderUpdate } from './store.ts'

export type When = { readonly at: Date; readonly ids: Ids }

/** What an operation did to an order. */
export type Operation = {
  readonly after: Order
  readonly event: OrderEventType
  readonly effectId: string
  readonly amount?: Cents
  readonly more?: EventInput['more']
  readonly entry?: Pick<Entry, 'kind' | 'postings'>
}

export type Recording = When & Operation & { readonly before: Order }
export type Recorded = { readonly order: Order; readonly rowSets: RowSet[] }

/**
 * What every operation on an order writes beside its own row: the order, its ledger entry with what
 * the store pays, the lines that tell the store of it, its event; and, when the operation cancelled
 * the order, `order.cancelled` with the next sequence (contract §9).
 */
export function recordOperation({ before, at, ids, ...operation }: Recording): Recorded {
  return recordOperations(before, { at, ids }, [() => operation])
}

/**
 * Several operations of one transaction, each on the order that the one before it left: their
 * entries are chained and their events follow each other, but the order's row is written once.
 */
export function recordOperations(
  before: Order,
  when: When,
  operations: readonly ((order: Order) => Operation)[],
): Recorded {
  let order = before
  const entries: RowSet[] = []
  const events: Record<string, unknown>[] = []
  for (const operation of operations) {
    const advanced = advance(order, operation(order), when)
    order = advanced.order
    entries.push(...advanced.entries)
    events.push(...advanced.events)
  }
  order = { ...order, version: before.version + 1 }
  return {
    order,
    rowSets: [orderUpdate(before, order), ...entries, { table: 'events', rows: events }],
  }
}

function advance(before: Order, operation: Operation, { at, ids }: When) {
  const { event, effectId, amount, more } = operation
  const booked = book(before, operation, { at, ids })
  const cancels = before.state === 'confirmed' && booked.order.state === 'cancelled'
  const types: OrderEventType[] = [event]
  if (cancels && event !== 'order.cancelled') types.push('order.cancelled')
  const order = { ...booked.order, eventSequence: before.eventSequence + types.length }
  const events = types.map((type, index) =>
    eventRow(order, {
      id: ids.next(),
      sequence: before.eventSequence + 1 + index,
      type,
      at,
      effectId,
      ...(amount === undefined ? {} : { amount }),
      ...(more === undefined ? {} : { more }),
    }),
  )
  return { order, entries: booked.rowSets, events }
}

/**
 * The entry of an operation, with what the operation changes of the store's costs, and the lines
 * that tell the store of it.
 */
function book(before: Order, { after, effectId, entry }: Operation, { at, ids }: When) {
  const { order, change } = withCosts(withoutVainDeadline(after))
  const costs = changePostings(change)
  if (entry === undefined) {
    assert(costs.length === 0, 'an operation without an entry changes what the store pays')
    return { order, rowSets: [] }
  }
  const postings = [...entry.postings, ...costs]
  const booked = appendEntry(order, { ...entry, postings, effectId, at })
  const lines = settlementLines({ ...entry, before, after: order, change }).map((line) => ({
    ...line,
    storeId: order.storeId,
    sandbox: order.sandbox,
    id: ids.next(),
    orderId: order.id,
    eventSequence: before.eventSequence + 1,
    ledgerSequence: booked.order.ledgerSequence,
    effectId,
    currency: order.currency,
    createdAt: at,
  }))
  return { order: booked.order, rowSets: [...booked.rowSets, ...settlementLineRows(lines)] }
}

/** Whatever takes the last that could be captured ends the time for captures. */
function withoutVainDeadline(order: Order): Order {
  if (remainingCaptureAmount(order) > 0) return order
  return { ...order, captureBefore: null, lapseDueAt: null }
}
