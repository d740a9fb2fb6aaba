/** Plants in what the store pays and in the lines that tell it. */
import { ORDER_ITSELF, type Plant, ROW_OF_ORDER } from './plant.ts'

const change = (what: string): string => `UPDATE orders SET ${what} WHERE ${ORDER_ITSELF}`
const line = (what: string, of: string): string =>
  `UPDATE settlement_lines SET ${what} WHERE ${ROW_OF_ORDER} AND ${of}`

export const settlementPlants: readonly Plant[] = [
  {
    name: 'another fee than was agreed',
    expected: ['A9', 'D1'],
    statements: [change('fee_rate = fee_rate + 100')],
  },
  {
    name: 'another fixed part than was agreed',
    expected: ['A9', 'D1'],
    statements: [change('fee_fixed = fee_fixed + 1')],
  },
  {
    name: 'a fee that a refund gives back although it is kept',
    expected: ['A9', 'D1'],
    statements: [change(`fees_on_refund = 'keep'`)],
  },
  {
    name: 'a cost that the campaigns of the offer do not make',
    expected: ['A9', 'D1'],
    statements: [change('campaign_cost = campaign_cost + 1000')],
  },
  {
    name: 'a cost that is less than a cent off',
    expected: ['A9', 'D1'],
    statements: [change('campaign_cost = campaign_cost + 1')],
  },
  {
    name: 'a cached fee that is not booked',
    expected: ['A9'],
    statements: [change('fee_booked = fee_booked + 1')],
  },
  {
    name: 'a capture that was not counted',
    expected: ['A9'],
    statements: [change('capture_count = capture_count - 1')],
  },
  {
    name: 'a fee that was booked a cent too high',
    expected: ['A13', 'A9'],
    statements: [
      `UPDATE ledger_postings SET amount = amount + 1 WHERE ${ROW_OF_ORDER} AND sequence = 2
        AND credit = 'store_fee_income'`,
      line('amount = amount + 1, net = net - 1', `ledger_sequence = 2 AND type = 'fee'`),
    ],
  },
  {
    name: 'a fee that a cancelled order has paid',
    expected: ['A10', 'A13', 'A9'],
    from: 'cancelled',
    statements: [
      `DELETE FROM ledger_postings WHERE ${ROW_OF_ORDER} AND debit = 'store_fee_income'
        AND sequence = (SELECT max(sequence) FROM ledger_entries WHERE ${ROW_OF_ORDER})`,
    ],
  },
  {
    name: 'a line whose net was raised',
    expected: ['A9'],
    statements: [line('net = net + 1', `type = 'capture'`)],
  },
  {
    name: 'two wrong lines that cancel each other out',
    expected: ['A9'],
    statements: [
      line('net = net + 1', `type = 'fee' AND ledger_sequence = 2`),
      line('net = net - 1', `type = 'campaign_cost' AND ledger_sequence = 2`),
    ],
  },
  {
    name: 'a line that is missing',
    expected: ['A9'],
    statements: [`DELETE FROM settlement_lines WHERE ${ROW_OF_ORDER} AND type = 'void'`],
  },
  {
    name: 'a line of the other mode',
    expected: ['A9'],
    statements: [line('sandbox = NOT sandbox', `type = 'edit'`)],
  },
  {
    name: 'a line that names another event',
    expected: ['A9'],
    statements: [line('event_sequence = event_sequence + 100', `type = 'void'`)],
  },
  {
    name: 'a line that names the event after its own',
    expected: ['A3', 'A7', 'A9'],
    from: 'cancelled',
    statements: [
      `UPDATE events SET data = data || (SELECT jsonb_build_object('effect_id', l.effect_id)
        FROM settlement_lines l WHERE ${ROW_OF_ORDER} AND type = 'edit')
        WHERE ${ROW_OF_ORDER} AND type = 'order.cancelled'`,
      line('event_sequence = event_sequence + 1', `type = 'edit'`),
    ],
  },
  {
    name: 'a line of no order that is no payout',
    expected: ['A9'],
    statements: [line('order_id = NULL, event_sequence = NULL', `type = 'void'`)],
  },
]
