/** Plants in the deadlines for captures. */
import { ORDER_ITSELF, type Plant, ROW_OF_ORDER } from './plant.ts'

const ANNOUNCE = `INSERT INTO events
    (store_id, sandbox, order_id, sequence, ledger_sequence, id, type, data, created_at)
  SELECT store_id, sandbox, order_id, sequence + 1, ledger_sequence, 'told ' || sequence,
    'order.lapsing', data, created_at
  FROM events WHERE ${ROW_OF_ORDER} ORDER BY sequence DESC LIMIT 1`
const COUNT_IT = `UPDATE orders SET event_sequence = event_sequence + 1 WHERE ${ORDER_ITSELF}`
const LAPSE = [
  `UPDATE voids SET origin = 'lapse' WHERE ${ROW_OF_ORDER}`,
  `UPDATE events SET type = 'order.lapsed' WHERE ${ROW_OF_ORDER} AND type = 'order.voided'`,
]

export const deadlinePlants: readonly Plant[] = [
  {
    name: 'an order without a deadline that has something left to capture',
    expected: ['A4'],
    statements: [
      `UPDATE orders SET capture_before = NULL, lapse_due_at = NULL WHERE ${ORDER_ITSELF}`,
    ],
  },
  {
    name: 'a deadline of an order that has nothing left to capture',
    expected: ['A4'],
    statements: [
      `UPDATE orders SET capture_before = now(), lapse_due_at = now() WHERE ${ORDER_ITSELF}`,
    ],
    from: 'cancelled',
  },
  {
    name: 'a lapse that would come after its deadline',
    expected: ['A4'],
    statements: [
      `UPDATE orders SET lapse_due_at = capture_before + interval '1 ms' WHERE ${ORDER_ITSELF}`,
    ],
  },
  {
    name: 'a lapse that was never announced',
    expected: ['A4'],
    statements: LAPSE,
  },
  {
    name: 'a lapse before its deadline',
    expected: ['A4'],
    statements: [
      ...LAPSE,
      `UPDATE events SET type = 'order.lapsing',
        data = data || '{"capture_before": "2999-01-01T00:00:00Z"}'
        WHERE ${ROW_OF_ORDER} AND type = 'checkout.updated' AND sequence = 2`,
    ],
  },
  {
    name: 'a lapse that was announced twice',
    expected: ['A4'],
    statements: [ANNOUNCE, ANNOUNCE, COUNT_IT, COUNT_IT],
  },
  {
    name: 'an automatic capture that was not made',
    expected: ['A4', 'D1'],
    statements: [`UPDATE orders SET automatic_capture = true WHERE ${ORDER_ITSELF}`],
  },
]
