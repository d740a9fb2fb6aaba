/** Plants in the states and the events. */
import { ORDER_ITSELF, type Plant, ROW_OF_ORDER } from './plant.ts'

export const statePlants: readonly Plant[] = [
  {
    name: 'an order marked as cancelled that is not settled',
    expected: ['A10', 'A4', 'A5', 'A9'],
    statements: [`UPDATE orders SET state = 'cancelled' WHERE ${ORDER_ITSELF}`],
  },
  {
    name: 'a cancelled order that was opened again',
    expected: ['A4', 'A5', 'A9'],
    statements: [`UPDATE orders SET state = 'confirmed' WHERE ${ORDER_ITSELF}`],
    from: 'cancelled',
  },
  {
    name: 'a capture after the cancellation',
    expected: ['A12', 'A3', 'A4', 'A5', 'A6', 'A9'],
    statements: [
      `INSERT INTO captures (store_id, order_id, id, sequence, amount, created_at)
       VALUES ($1, $2, 'late', 99, 100, now())`,
    ],
    from: 'cancelled',
  },
  {
    name: 'an event after the cancellation',
    expected: ['A12', 'A5'],
    statements: [
      `INSERT INTO events (store_id, sandbox, order_id, sequence, ledger_sequence, id, type, data,
         created_at)
       SELECT store_id, sandbox, order_id, sequence + 1, ledger_sequence, 'late', 'order.edited',
         data, created_at FROM events WHERE ${ROW_OF_ORDER} ORDER BY sequence DESC LIMIT 1`,
    ],
    from: 'cancelled',
  },
  {
    name: 'an event that is missing',
    expected: ['A12', 'A4'],
    statements: [`DELETE FROM events WHERE ${ROW_OF_ORDER} AND sequence = 1`],
  },
  {
    name: 'an operation that has no event of its kind',
    expected: ['A12', 'A3', 'A4'],
    statements: [
      `UPDATE events SET type = 'order.edited' WHERE ${ROW_OF_ORDER} AND type = 'order.voided'`,
    ],
  },
  {
    name: 'a reason that no event told',
    expected: ['A4'],
    statements: [`UPDATE orders SET status_reason = 'expired' WHERE ${ORDER_ITSELF}`],
  },
  {
    name: 'a pending order in a state that no event led to',
    expected: ['A4'],
    statements: [`UPDATE orders SET state = 'challenge_required' WHERE ${ORDER_ITSELF}`],
    from: 'pending',
  },
  {
    name: 'a confirmation that was forgotten',
    expected: ['A1', 'A3', 'A4'],
    statements: [`UPDATE orders SET confirmed_at = NULL WHERE ${ORDER_ITSELF}`],
  },
  {
    name: 'an event in the middle whose amounts were changed',
    expected: ['A4'],
    statements: [
      `UPDATE events SET data = data || '{"captured_amount": 1}'
        WHERE ${ROW_OF_ORDER} AND sequence = 5`,
    ],
  },
  {
    name: 'a void before the confirmation',
    expected: ['A12', 'A3', 'A4'],
    statements: [
      `INSERT INTO voids (store_id, order_id, id, sequence, amount, origin, created_at)
       VALUES ($1, $2, 'early', 1, 100, 'store', now())`,
    ],
    from: 'pending',
  },
  {
    name: 'a ko order with money on its accounts',
    expected: ['A1', 'A10', 'A13', 'A3', 'A4'],
    statements: [
      `INSERT INTO ledger_entries (store_id, order_id, sequence, kind, effect_id, currency,
        created_at, previous_hash, hash)
       VALUES ($1, $2, 1, 'confirm', 'none', 'EUR', now(), '', '')`,
      `INSERT INTO ledger_postings (store_id, order_id, sequence, number, debit, credit, amount)
       VALUES ($1, $2, 1, 1, 'buyer_receivable', 'uncaptured', 5)`,
      `UPDATE orders SET state = 'ko' WHERE ${ORDER_ITSELF}`,
    ],
    from: 'pending',
  },
  {
    name: 'an event of the cancellation on an order that is not cancelled',
    expected: ['A3', 'A4', 'A5', 'A8'],
    statements: [
      `UPDATE events SET type = 'order.cancelled' WHERE ${ROW_OF_ORDER} AND type = 'order.edited'`,
    ],
  },
  {
    name: 'a cancellation that settled less than its event says',
    expected: ['A12', 'A3', 'A4', 'A5', 'A8'],
    statements: [
      `UPDATE voids SET amount = amount - 1 WHERE ${ROW_OF_ORDER} AND origin = 'cancel'`,
    ],
    from: 'cancelled',
  },
]
