/** Plants in the kept answers and in the references between rows. */
import { ORDER_ITSELF, type Plant, ROW_OF_ORDER } from './plant.ts'

const ANSWER = `INSERT INTO idempotency_keys (store_id, sandbox, key, request_hash, order_id,
  effect_sequence, status, created_at)`

const EARLIER = 'INSERT INTO earlier_mids (store_id, order_id, mid, sandbox, created_at)'

/** Every table whose rows name an order. */
export const TABLES_OF_ORDERS = [
  'order_details',
  'captures',
  'voids',
  'refunds',
  'capture_refunds',
  'decisions',
  'events',
  'history_entries',
  'ledger_entries',
  'ledger_postings',
  'notifications',
  'notification_attempts',
  'settlement_lines',
  'documents',
  'loans',
  'instalments',
  'allocations',
  'reductions',
  'payment_methods',
]

export const referencePlants: readonly Plant[] = [
  {
    name: 'an action that nothing does',
    expected: ['A12'],
    statements: [
      `INSERT INTO actions (id, at, principal_kind, action, store_id, outcome, request_id)
       VALUES ('planted', now(), 'stranger', 'store.steal', $1, 'done', $2)`,
    ],
    found: 'planted',
  },
  {
    name: 'a store without a calendar for one of its modes',
    expected: ['A9'],
    statements: [
      `DELETE FROM payout_calendars WHERE store_id = $1 AND NOT sandbox AND store_id <> $2`,
    ],
    found: '',
  },
  {
    name: 'an action of a key that is not there',
    expected: ['A14'],
    statements: [
      `UPDATE actions SET object_id = $2 WHERE store_id = $1 AND action = 'api_key.create'`,
    ],
  },
  {
    name: 'a kept answer without an effect',
    expected: ['A11'],
    statements: [`${ANSWER} VALUES ($1, true, 'planted', '', $2, 999, 200, now())`],
  },
  {
    name: 'a stored answer that is not the one that was given',
    expected: ['A11'],
    statements: [
      `UPDATE events SET data = data || '{"answer_hash": "of another"}'
       WHERE ${ROW_OF_ORDER} AND sequence = 3`,
      `${ANSWER} VALUES ($1, true, 'planted', '', $2, 3, 204, now())`,
    ],
  },
  {
    name: 'two keys for one effect',
    expected: ['A11'],
    statements: [
      'DROP INDEX idempotency_keys_effect',
      `${ANSWER} VALUES ($1, true, 'one', '', $2, 3, 200, now()),
        ($1, true, 'two', '', $2, 3, 200, now())`,
    ],
  },
  {
    name: 'a kept answer of the other mode',
    expected: ['A11', 'A14'],
    statements: [`${ANSWER} VALUES ($1, false, 'planted', '', $2, 3, 200, now())`],
  },
  {
    name: 'a kept answer that names an effect of no order',
    expected: ['A11'],
    statements: [`${ANSWER} VALUES ($1, true, $2, '', NULL, 3, 200, now())`],
  },
  {
    name: 'a kept answer of a store that does not exist',
    expected: ['A11', 'A14'],
    statements: [
      `${ANSWER} VALUES ('nowhere', true, 'planted', $1::text || $2::text, NULL, NULL, 200, now())`,
    ],
    found: 'planted',
  },
  {
    name: 'a kept answer that names the order of another store',
    expected: ['A11', 'A14'],
    statements: [
      `${ANSWER} SELECT s.id, true, $1::text, '', $2::text, 3, 200, now() FROM stores s
      WHERE s.id = 'another'`,
    ],
  },
  {
    name: 'an order of a store that does not exist',
    expected: ['A12', 'A14', 'A4'],
    from: 'pending',
    statements: [`UPDATE orders SET store_id = 'nowhere' WHERE ${ORDER_ITSELF}`],
  },
  {
    name: 'an order id in two stores',
    expected: ['A12', 'A14', 'A4'],
    statements: [
      'DROP INDEX orders_id',
      `INSERT INTO orders SELECT made.* FROM orders o CROSS JOIN LATERAL
        jsonb_populate_record(o, '{"store_id": "another"}') made
       WHERE o.store_id = $1 AND o.id = $2`,
    ],
    from: 'pending',
  },
  {
    name: 'a piece of a refund of another order',
    expected: ['A14', 'A3', 'A8'],
    statements: [`UPDATE capture_refunds SET refund_id = 'elsewhere' WHERE ${ROW_OF_ORDER}`],
  },
  {
    name: 'a piece taken from a capture of another order',
    expected: ['A14', 'A2', 'A8'],
    statements: [`UPDATE capture_refunds SET capture_id = 'elsewhere' WHERE ${ROW_OF_ORDER}`],
  },
  {
    name: 'a notification of an event that does not exist',
    expected: ['A12'],
    statements: [
      `UPDATE notifications SET sequence = 99 WHERE ${ROW_OF_ORDER} AND state = 'waiting'`,
    ],
  },
  {
    name: 'a notification that nothing has overtaken, and is never sent',
    expected: ['A12'],
    statements: [
      `UPDATE notifications SET state = 'overtaken', next_attempt_at = NULL,
         overtaken_by = 'nowhere' WHERE ${ROW_OF_ORDER} AND state = 'waiting'`,
    ],
  },
  {
    name: 'a notification that waits although a newer order has the name',
    expected: ['A1', 'A12', 'A13', 'A14', 'A3', 'A4', 'A9'],
    statements: [
      `INSERT INTO orders SELECT made.* FROM orders o CROSS JOIN LATERAL
        jsonb_populate_record(o, '{"id": "ended", "state": "ko"}') made
       WHERE o.store_id = $1 AND o.id = $2`,
      `UPDATE notifications SET order_id = 'ended' WHERE ${ROW_OF_ORDER} AND state = 'waiting'`,
    ],
    found: 'ended',
  },
  {
    name: 'an attempt of a notification that does not exist',
    expected: ['A14'],
    statements: [`UPDATE notification_attempts SET sequence = 99 WHERE ${ROW_OF_ORDER}`],
  },
  {
    name: 'an earlier name of an order of the other mode',
    expected: ['A14', 'A4'],
    statements: [`${EARLIER} VALUES ($1, $2, 'planted', false, now())`],
  },
  {
    name: 'an earlier name that the order has still',
    expected: ['A14', 'A4'],
    statements: [
      `${EARLIER} SELECT store_id, id, mid, sandbox, now() FROM orders WHERE ${ORDER_ITSELF}`,
    ],
  },
  {
    name: 'an earlier name of an order that does not exist',
    expected: ['A14'],
    statements: [`${EARLIER} VALUES ($1, 'nowhere', $2, true, now())`],
    found: 'nowhere',
  },
]
