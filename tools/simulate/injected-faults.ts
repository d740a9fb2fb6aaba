/**
 * Possible mistakes of an operation, injected into the rows that it writes: the simulation has to
 * detect each of them.
 */

import { columnOf } from '../../packages/server/src/platform/database/columns.ts'
import type {
  Database,
  PlainRowSet,
  PlainValues,
  RowSet,
} from '../../packages/server/src/platform/database/database.ts'
import { rowSetsOf, Written } from '../../packages/server/src/platform/database/database.ts'
import type { AnyRow } from '../../test/fixtures/any-row.ts'
import { ledgerHash } from './checks.ts'

type Row = PlainValues
type Alter = (rowSets: readonly PlainRowSet[]) => readonly PlainRowSet[]

/** The same database, but the rows of a transaction are altered, with their column names. */
export function altering(database: Database, alter: Alter): Database {
  return {
    ...database,
    transaction: (queue, work) =>
      database.transaction(queue, async (tx) => {
        const { outcome, written } = await work(tx)
        const altered = alter(rowSetsOf(written).map(withColumns)) as readonly RowSet[]
        return tx.commit(outcome, Written.technically('lease', ...altered))
      }),
  }
}

function withColumns(given: RowSet): PlainRowSet {
  const rowSet = given as PlainRowSet
  if ('changes' in rowSet) {
    const { by, changes } = rowSet
    return { ...rowSet, by: by.map(columnOf), changes: changes.map(columnsOf) }
  }
  if ('updates' in rowSet) {
    const updates = rowSet.updates.map(({ where, set }) => {
      return { where: columnsOf(where), set: columnsOf(set) }
    })
    return { ...rowSet, updates }
  }
  if ('set' in rowSet) {
    return { ...rowSet, where: columnsOf(rowSet.where), set: columnsOf(rowSet.set) }
  }
  return 'rows' in rowSet ? { ...rowSet, rows: rowSet.rows.map(columnsOf) } : rowSet
}

const columnsOf = (values: Row): Row =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [columnOf(name), value]))

/** Alters every row added to the table; undefined leaves it out. */
function added(table: string, change: (row: Row) => Row | undefined): Alter {
  return (rowSets) =>
    rowSets.flatMap((rowSet) => {
      if (rowSet.table !== table || !('rows' in rowSet)) return [rowSet]
      const rows = rowSet.rows.map(change).filter((row) => row !== undefined)
      return rows.length === 0 ? [] : [{ ...rowSet, rows }]
    })
}

/** Alters every change of a row of the table that names its row. */
function updated(table: string, change: (set: Row, where: Row) => Row): Alter {
  return (rowSets) =>
    rowSets.map((rowSet) => {
      if (rowSet.table !== table) return rowSet
      if ('set' in rowSet) return { ...rowSet, set: change(rowSet.set, rowSet.where) }
      if (!('updates' in rowSet)) return rowSet
      const updates = rowSet.updates.map(({ where, set }) => ({ where, set: change(set, where) }))
      return { ...rowSet, updates }
    })
}

/** A mistake in a rule: its entries are chained correctly. */
function booked(change: (row: Row) => Row | undefined): Alter {
  const alter = added('ledger_postings', change)
  return (rowSets) => {
    const altered = alter(rowSets)
    const rowsOf = (table: string): readonly AnyRow[] =>
      altered.flatMap((rowSet) => (rowSet.table === table && 'rows' in rowSet ? rowSet.rows : []))
    const postings = rowsOf('ledger_postings')
    const heads = new Map<string, string>()
    const chained = (entry: AnyRow): AnyRow => {
      const { order_id: order, sequence } = entry
      const own = postings.filter((each) => each.order_id === order && each.sequence === sequence)
      const linked = { ...entry, previous_hash: heads.get(order) ?? entry.previous_hash }
      const hash = ledgerHash(linked, order, own)
      heads.set(order, hash)
      return { ...linked, hash }
    }
    const entries = added('ledger_entries', chained)(altered)
    return updated('orders', (set, { id }) =>
      'ledger_head' in set && heads.has(String(id))
        ? { ...set, ledger_head: heads.get(String(id)) }
        : set,
    )(entries)
  }
}

/** Alters each of many rows that are changed alike. */
function changed(table: string, change: (row: Row) => Row): Alter {
  return (rowSets) =>
    rowSets.map((rowSet) =>
      rowSet.table === table && 'changes' in rowSet
        ? { ...rowSet, changes: rowSet.changes.map(change) }
        : rowSet,
    )
}

const DAY = 86_400_000
const dayLater = (at: Date): Date => new Date(at.getTime() + DAY)
const nextDay = (day: unknown): string =>
  dayLater(new Date(`${String(day)}T00:00:00Z`))
    .toISOString()
    .slice(0, 10)

/** If the column is written and is a number. */
const plus = (column: string, cents: number) => (row: Row) => {
  const value = row[column]
  return typeof value === 'number' ? { ...row, [column]: value + cents } : row
}

const ofType = (type: string, change: (row: Row) => Row | undefined) => (row: Row) =>
  row.type === type ? change(row) : row

const later = (at: unknown): unknown =>
  at instanceof Date ? new Date(at.getTime() + 3_600_000) : at

export const faults: Readonly<Record<string, Alter>> = {
  'an event is forgotten': added(
    'events',
    ofType('order.voided', () => undefined),
  ),
  'an event is sent twice as another one': added(
    'events',
    ofType('order.refunded', (row) => ({ ...row, type: 'order.edited' })),
  ),
  'a posting is a cent too large': booked(plus('amount', 1)),
  'a posting has its sides exchanged': booked((row) =>
    row.debit === 'store_payable' ? { ...row, debit: row.credit, credit: row.debit } : row,
  ),
  'the fee is not booked': booked((row) => (row.credit === 'store_fee_income' ? undefined : row)),
  'the fee is not given back': booked((row) =>
    row.debit === 'store_fee_income' ? undefined : row,
  ),
  'an entry does not follow the one before it': added('ledger_entries', (row) => ({
    ...row,
    previous_hash: row.sequence === 1 ? '' : row.hash,
  })),
  'an entry has the hash of another one': added('ledger_entries', (row) =>
    row.kind === 'refund' ? { ...row, hash: row.previous_hash } : row,
  ),
  'a line of the settlement is forgotten': added(
    'settlement_lines',
    ofType('fee', () => undefined),
  ),
  'a line of the settlement is a cent short': added(
    'settlement_lines',
    ofType('refund', plus('net', 1)),
  ),
  'a captured cent is not counted': updated('orders', plus('captured_amount', -1)),
  'a voided cent is counted twice': updated('orders', plus('voided_amount', 1)),
  'a refund of a capture is forgotten': updated('captures', (set) => ({
    ...set,
    refunded_amount: 0,
  })),
  'a void is not written down': added('voids', () => undefined),
  'a piece of a refund is lost': added('capture_refunds', (row) =>
    row.position === 2 ? undefined : row,
  ),
  'an instalment is a cent too large': added('instalments', plus('capital', 1)),
  'interest is rounded up': changed('instalments', plus('interest', 1)),
  'what falls due is not booked': booked((row) =>
    row.credit === 'interest_income' ? undefined : row,
  ),
  'a month has thirty days': changed('instalments', (row) =>
    row.number === 2 ? { ...row, due_on: nextDay(row.due_on) } : row,
  ),
  'a payment settles a cent too much': changed('instalments', (row) =>
    Number(row.settled_capital) > 0 ? { ...row, capital: Number(row.capital) - 1 } : row,
  ),
  'what a payment settled is not written down': added('allocations', (row) =>
    row.source === 'payment' && row.component === 'capital' ? undefined : row,
  ),
  'a late charge is forgotten': booked((row) => (row.credit === 'late_income' ? undefined : row)),
  'a refund forgets the credit': added('refunds', (row) => ({ ...row, credit_to_customer: 0 })),
  'credit is withheld from the buyer': updated('loans', (set) =>
    'buyer_credit' in set ? { ...set, buyer_credit: 0, credit_since: null } : set,
  ),
  'a cancelled order keeps its interest': booked((row) =>
    row.debit === 'interest_income' ? undefined : row,
  ),
  'a charge-back opens nothing again': added('allocations', (row) =>
    row.source === 'charge_back' ? undefined : row,
  ),
  'a charge that failed counts as paid': updated('payments', (set) =>
    set.state === 'failed' ? { ...set, state: 'succeeded', reason: null } : set,
  ),
  'a loan is looked at a day late': updated('loans', (set) =>
    set.due_at instanceof Date ? { ...set, due_at: dayLater(set.due_at) } : set,
  ),
  'an order that is paid back stays confirmed': updated('orders', ({ state, ...set }) =>
    state === 'cancelled' ? set : state === undefined ? set : { state, ...set },
  ),
  'the uncaptured part lapses an hour late': updated('orders', (set) =>
    'capture_before' in set ? { ...set, capture_before: later(set.capture_before) } : set,
  ),
  'a lapse is not announced to the store': updated('orders', (set) =>
    'capture_before' in set ? { ...set, lapse_due_at: set.capture_before } : set,
  ),
  'the campaign costs nothing': updated('orders', (set) =>
    'campaign_cost' in set ? { ...set, campaign_cost: 0 } : set,
  ),
  'the rate is a hundredth of a percent too high': updated('orders', plus('nominal_rate', 1)),
  'the answer to a request is not stored': added('idempotency_keys', () => undefined),
  'a row belongs to another order': added('settlement_lines', (row) => ({
    ...row,
    order_id: row.order_id === null ? null : '0'.repeat(32),
  })),
  'a payout is a cent too large': added('payouts', plus('amount', 1)),
  'a seal leaves an event out': added('seals', plus('last_position', -1)),
}
