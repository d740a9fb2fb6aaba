/**
 * No row refers to a row that is not there, or to one of another store or order (A14). The foreign
 * keys say the same, but only of what was written while they stood.
 */
import { type Check, ROWS, type Sweep, sweep } from './check.ts'

const KEY: Readonly<Record<string, readonly string[]>> = {
  order_details: [],
  earlier_mids: ['mid'],
  captures: ['id'],
  voids: ['id'],
  refunds: ['id'],
  capture_refunds: ['id'],
  decisions: ['id'],
  events: ['sequence'],
  history_entries: ['id'],
  ledger_entries: ['sequence'],
  ledger_postings: ['sequence', 'number'],
  documents: ['kind'],
  notifications: ['sequence'],
  notification_attempts: ['sequence', 'number'],
  settlement_lines: ['event_sequence', 'type'],
}

/** A payout is of no order, and so is what happened to a store alone. */
const OF_ORDERS: Readonly<Record<string, string>> = {
  events: 'order_id IS NOT NULL',
  settlement_lines: 'order_id IS NOT NULL',
}

const missing = (table: string, columns: Readonly<Record<string, string>>): string => {
  const same = Object.entries(columns).map(([column, own]) => ` AND x.${column} = f.${own}`)
  return `(SELECT true FROM ${table} x WHERE x.store_id = f.store_id${same.join('')}) IS NULL`
}

/** Beyond the order itself. */
const further: Readonly<Record<string, readonly Check[]>> = {
  earlier_mids: [
    {
      invariant: 'A14',
      title: 'an earlier name belongs to an order of its mode',
      broken: missing('orders', { id: 'order_id', sandbox: 'sandbox' }),
    },
    {
      invariant: 'A14',
      title: 'no order has its earlier name still',
      broken: `NOT (${missing('orders', { id: 'order_id', mid: 'mid' })})`,
    },
  ],
  capture_refunds: [
    {
      invariant: 'A14',
      title: 'a refund takes from captures of its own order',
      broken: missing('captures', { order_id: 'order_id', id: 'capture_id' }),
    },
    {
      invariant: 'A14',
      title: 'a piece belongs to a refund of its own order',
      broken: missing('refunds', { order_id: 'order_id', id: 'refund_id' }),
    },
  ],
  ledger_postings: [
    {
      invariant: 'A1',
      title: 'a posting belongs to an entry',
      broken: missing('ledger_entries', { order_id: 'order_id', sequence: 'sequence' }),
    },
  ],
  notifications: [
    {
      invariant: 'A12',
      title: 'a notification tells of an event',
      broken: missing('events', { order_id: 'order_id', sequence: 'sequence' }),
    },
  ],
  notification_attempts: [
    {
      invariant: 'A14',
      title: 'an attempt belongs to a notification of its own order',
      broken: missing('notifications', { order_id: 'order_id', sequence: 'sequence' }),
    },
  ],
}

export const rowSweeps: readonly Sweep[] = Object.entries(KEY).map(([table, key]) =>
  sweep({
    table,
    keys: ['store_id', 'order_id', ...key],
    rows: ROWS,
    ...(OF_ORDERS[table] === undefined ? {} : { where: OF_ORDERS[table] }),
    facts: 'SELECT * FROM batch',
    checks: [
      {
        invariant: 'A14',
        title: `each row of ${table} belongs to an order of its store`,
        broken: missing('orders', { id: 'order_id' }),
      },
      ...(further[table] ?? []),
    ],
  }),
)
