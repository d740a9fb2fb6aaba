import type { Cents, OrderEventType } from '@svc/api'
import type { LoanStep } from '../../model/loan/draft.ts'
import type { Loan } from '../../model/loan/loan.ts'
import type { Reduction } from '../../model/loan/reduce.ts'
import { type Order, remainingCaptureAmount } from '../../model/order/order.ts'
import type { EventInput } from '../../outbound/events/event.ts'
import { eventRow } from '../../outbound/events/store.ts'
import type { NewRow } from '../../platform/database/columns.ts'
import type { RowSet } from '../../platform/database/database.ts'
import { insertInto, newRows } from '../../platform/database/reader.ts'
import type { Ids } from '../../platform/ids.ts'
import { assert } from '../../platform/refusal.ts'
import { appendEntry, type Entry } from '../../settlement/ledger/entry.ts'
import { changePostings, settlementLines, withCosts } from '../../settlement/settlements/rules.ts'
import { settlementLineRows } from '../../settlement/settlements/store.ts'
import { planHash } from '../loans/plan-hash.ts'
import { allocationRows, loanRows, reductionRows } from '../loans/store.ts'
import { downpaymentView, instalmentEvent } from '../loans/view.ts'
import { holdsReleased } from './holds.ts'
import { orderUpdate } from './store.ts'

export type When = { readonly at: Date; readonly ids: Ids }

/** The effect of an operation on an order. */
export type Operation = {
  readonly after: Order
  /** Null: nobody needs to be notified. */
  readonly event: OrderEventType | null
  readonly effectId: string
  readonly amount?: Cents
  readonly more?: EventInput['more']
  readonly entry?: Pick<Entry, 'kind' | 'postings' | 'contentHash'>
  /** Its effect on the loan: its postings are booked with those of the entry. */
  readonly step?: LoanStep & { readonly reductions?: readonly Reduction[] }
}
export type NextOperation = (order: Order) => Operation

export type Recording = When &
  Operation & {
    readonly before: Order
    /** The loan before it; absent where the operation has nothing to do with one, or opens it. */
    readonly loan?: Loan | undefined
  }
export type Recorded = {
  readonly order: Order
  /** Of the last operation's event. */
  readonly sequence: number
  readonly rowSets: RowSet[]
}

/**
 * The rows that every operation on an order writes beside its own: the order, its ledger entry with
 * the store's costs, the store's lines, its event; and, if the operation cancelled the order,
 * `order.cancelled` with the next sequence (contract §9).
 */
export function recordOperation({ before, loan, at, ids, ...operation }: Recording): Recorded {
  return recordOperations({ order: before, loan }, { at, ids }, [() => operation])
}

/**
 * Several operations of one transaction, each on the order that the one before it left: their
 * entries are chained and their events follow each other, but the rows of the order and of its loan
 * are written once.
 */
export function recordOperations(
  before: { readonly order: Order; readonly loan?: Loan | undefined },
  when: When,
  operations: readonly NextOperation[],
): Recorded {
  let order = before.order
  let loan = before.loan
  const written: RowSet[] = []
  const events: NewRow<'events'>[] = []
  let sequence = 0
  for (const next of operations) {
    const operation = next(order)
    sequence = order.eventSequence + 1
    const advanced = advance(order, operation, when)
    order = advanced.order
    loan = operation.step?.loan ?? loan
    written.push(...advanced.rowSets)
    events.push(...advanced.events)
  }
  order = { ...order, ...downpaymentOf(loan), version: before.order.version + 1 }
  const loans =
    loan === undefined || loan === before.loan
      ? []
      : loanRows({ order, before: before.loan, after: loan })
  const ended = hasEnded(order) && !hasEnded(before.order)
  return {
    order,
    sequence,
    rowSets: [
      orderUpdate(before.order, order),
      ...loans,
      ...joined(written),
      { table: 'events', rows: events },
      ...(ended ? [holdsReleased(order, when.at)] : []),
    ],
  }
}

function downpaymentOf(loan: Loan | undefined): Partial<Order> {
  if (loan === undefined) return {}
  const { amount, state } = downpaymentView(loan)
  return { downpaymentAmount: state === 'none' ? null : amount, downpaymentState: state }
}

/** One row set per table: the statement is then the same for any number of operations. */
function joined(rowSets: readonly RowSet[]): RowSet[] {
  return [...new Set(rowSets.map(({ table }) => table))]
    .map((table) => insertInto(table, newRows(rowSets, table)))
    .filter((insert) => 'rows' in insert && insert.rows.length > 0)
}

const hasEnded = ({ state }: Order): boolean => state === 'ko' || state === 'cancelled'

function advance(before: Order, operation: Operation, { at, ids }: When) {
  const { event, effectId, amount, more, step } = operation
  const { eventSequence, ledgerSequence, ledgerHead } = before
  const after = { ...operation.after, eventSequence, ledgerSequence, ledgerHead }
  const booked = book(before, { ...operation, after }, { at, ids })
  const cancels = before.state === 'confirmed' && booked.order.state === 'cancelled'
  const occurrences: Occurrence[] = event === null ? [] : [{ type: event, more, amount }]
  if (cancels && event !== 'order.cancelled')
    occurrences.push({ type: 'order.cancelled', more, amount })
  for (const paid of step?.paid ?? []) {
    occurrences.push({ type: 'instalment.paid', more: instalmentEvent(paid) })
  }
  const order = { ...booked.order, eventSequence: eventSequence + occurrences.length }
  const events = occurrences.map(({ type, more, amount }, index) =>
    eventRow(order, {
      id: ids.next(),
      sequence: eventSequence + 1 + index,
      type,
      at,
      effectId,
      ...(amount === undefined ? {} : { amount }),
      ...(more === undefined ? {} : { more }),
    }),
  )
  const of = { storeId: order.storeId, orderId: order.id, eventSequence: eventSequence + 1 }
  const loanSets = [
    allocationRows(of, step?.allocations ?? []),
    reductionRows(of, step?.reductions ?? []),
  ]
  return { order, events, rowSets: [...booked.rowSets, ...loanSets] }
}

type Occurrence = {
  readonly type: OrderEventType
  readonly more?: EventInput['more'] | undefined
  readonly amount?: Cents | undefined
}

/**
 * The entry of an operation, with what the operation changes of the store's costs, and the lines
 * that tell the store of it.
 */
function book(before: Order, { after, effectId, entry, step }: Operation, { at, ids }: When) {
  const { order, change } = withCosts(withoutVainDeadline(after))
  const costs = changePostings(change)
  if (entry === undefined) {
    assert(costs.length === 0, 'an operation without an entry changes what the store pays')
    return { order, rowSets: [] }
  }
  const own = [...entry.postings, ...(step?.postings ?? [])]
  const postings = [...own, ...costs]
  const contentHash = entry.contentHash ?? planHashOf(entry, step)
  const booked = appendEntry(order, { ...entry, contentHash, postings, effectId, at })
  const settling = { kind: entry.kind, postings: own, before, after: order, change }
  const lines = settlementLines(settling).map((line) => ({
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

/** A confirmation opens the signed loan, which its entry covers. */
function planHashOf({ kind }: Pick<Entry, 'kind'>, step: LoanStep | undefined): string | null {
  return step === undefined || kind === 'confirm' ? null : planHash(step.loan)
}

/** Whatever takes the last that could be captured ends the time for captures. */
function withoutVainDeadline(order: Order): Order {
  if (remainingCaptureAmount(order) > 0) return order
  return { ...order, captureBefore: null, lapseDueAt: null }
}
