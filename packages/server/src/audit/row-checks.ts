/**
 * No row refers to a missing row, or to one of another store or order (A14). The foreign keys
 * guarantee the same, but only for rows written while they existed.
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
  loans: [],
  instalments: ['number'],
  allocations: ['event_sequence', 'position'],
  reductions: ['event_sequence', 'position'],
  payment_methods: [],
}

/** A payout has no order, and neither have operations on a store alone. */
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
      title: 'no order still has one of its earlier names',
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
  instalments: [
    {
      invariant: 'A14',
      title: 'an instalment belongs to a loan',
      broken: missing('loans', { order_id: 'order_id' }),
    },
  ],
  allocations: [
    {
      invariant: 'A7',
      title: 'a settlement settled a part of an instalment, in an event',
      broken: `${missing('instalments', { order_id: 'order_id', number: 'number' })}
        OR ${missing('events', { order_id: 'order_id', sequence: 'event_sequence' })}`,
    },
  ],
  reductions: [
    {
      invariant: 'A14',
      title: 'a reduction belongs to a loan',
      broken: missing('loans', { order_id: 'order_id' }),
    },
  ],
  notifications: [
    {
      invariant: 'A12',
      title: 'a notification has an event',
      broken: missing('events', { order_id: 'order_id', sequence: 'sequence' }),
    },
    {
      invariant: 'A12',
      title: 'a notification is overtaken by another order of its store and mode',
      broken: `f.state = 'overtaken' AND f.overtaken_by IS NULL
        OR f.overtaken_by IS NOT NULL AND (SELECT true FROM orders x JOIN orders y
          ON y.store_id = x.store_id AND y.sandbox = x.sandbox AND y.id <> x.id
          WHERE x.store_id = f.store_id AND x.id = f.order_id AND x.state = 'ko'
            AND y.id = f.overtaken_by) IS NULL`,
    },
    {
      invariant: 'A12',
      title: 'no notification waits for an order whose name a newer one has',
      broken: `f.state = 'waiting' AND (SELECT true FROM orders x JOIN orders y
          ON y.store_id = x.store_id AND y.sandbox = x.sandbox AND y.mid = x.mid
          WHERE x.store_id = f.store_id AND x.id = f.order_id AND x.state = 'ko'
            AND y.state <> 'ko' LIMIT 1) IS NOT NULL`,
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

/** Sorted by their own id, which no other order of the store has. */
const payments = sweep({
  table: 'payments',
  keys: ['store_id', 'id'],
  since: 'order',
  rows: ROWS,
  facts: 'SELECT * FROM batch',
  checks: [
    {
      invariant: 'A14',
      title: 'a payment belongs to an order of its store and mode, in its currency',
      broken: missing('orders', { id: 'order_id', sandbox: 'sandbox', currency: 'currency' }),
    },
    {
      invariant: 'A14',
      title: 'a charge takes from an authorisation of its own order, and no more than that holds',
      broken: `f.authorisation_id IS NOT NULL AND (SELECT true FROM payments x
        WHERE x.store_id = f.store_id AND x.id = f.authorisation_id AND x.order_id = f.order_id
          AND x.kind = 'authorisation' AND x.amount >= f.amount) IS NULL`,
    },
  ],
})

const ofOrders: readonly Sweep[] = Object.entries(KEY).map(([table, key]) =>
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

export const rowSweeps: readonly Sweep[] = [...ofOrders, payments]
