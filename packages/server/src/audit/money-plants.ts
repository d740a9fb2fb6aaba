/** Plants in the ledger and in the sums. */
import { ORDER_ITSELF, type Plant, ROW_OF_ORDER } from './plant.ts'

export const moneyPlants: readonly Plant[] = [
  {
    name: 'a posting whose amount was raised',
    expected: ['A13', 'A3', 'A9'],
    statements: [
      `UPDATE ledger_postings SET amount = amount + 1 WHERE ${ROW_OF_ORDER} AND sequence = 2`,
    ],
  },
  {
    name: 'an entry without postings',
    expected: ['A1', 'A13', 'A3', 'A9'],
    statements: [`DELETE FROM ledger_postings WHERE ${ROW_OF_ORDER} AND sequence = 2`],
  },
  {
    name: 'a posting to an account that does not exist',
    expected: ['A1', 'A13', 'A3'],
    statements: [
      `UPDATE ledger_postings SET debit = 'pocket' WHERE ${ROW_OF_ORDER} AND sequence = 1`,
    ],
  },
  {
    name: 'a ledger that is missing',
    expected: ['A1', 'A13', 'A3', 'A7', 'A8', 'A9'],
    statements: [
      `DELETE FROM ledger_postings WHERE ${ROW_OF_ORDER}`,
      `DELETE FROM ledger_entries WHERE ${ROW_OF_ORDER}`,
    ],
  },
  {
    name: 'an entry removed from the end of the chain',
    expected: ['A13', 'A3', 'A7', 'A8', 'A9'],
    statements: [
      `DELETE FROM ledger_postings WHERE ${ROW_OF_ORDER} AND sequence = (SELECT max(sequence)
        FROM ledger_entries WHERE ${ROW_OF_ORDER})`,
      `DELETE FROM ledger_entries WHERE ${ROW_OF_ORDER} AND sequence = (SELECT max(sequence)
        FROM ledger_entries WHERE ${ROW_OF_ORDER})`,
    ],
  },
  {
    name: 'an entry whose time was changed',
    expected: ['A12', 'A13', 'A9'],
    statements: [
      `UPDATE ledger_entries SET created_at = created_at + interval '1 ms' WHERE ${ROW_OF_ORDER}
        AND sequence = 3`,
    ],
  },
  {
    name: 'an entry in another currency',
    expected: ['A1', 'A13', 'A9'],
    statements: [
      `UPDATE ledger_entries SET currency = 'USD' WHERE ${ROW_OF_ORDER} AND sequence = 3`,
    ],
  },
  {
    name: 'an entry of another kind than its event',
    expected: ['A13', 'A3', 'A9'],
    statements: [`UPDATE ledger_entries SET kind = 'edit' WHERE ${ROW_OF_ORDER} AND sequence = 2`],
  },
  {
    name: 'postings without their entry that cancel each other out',
    expected: ['A1'],
    statements: [
      `INSERT INTO ledger_postings (store_id, order_id, sequence, number, debit, credit, amount)
       VALUES ($1, $2, 99, 1, 'uncaptured', 'store_payable', 5),
         ($1, $2, 99, 2, 'store_payable', 'uncaptured', 5)`,
    ],
  },
  {
    name: 'captures above the approved total',
    expected: ['A12', 'A2', 'A3', 'A4', 'A6', 'A8', 'A9'],
    statements: [`UPDATE captures SET amount = amount + 60000 WHERE ${ROW_OF_ORDER}`],
  },
  {
    name: 'refunds above the approved total',
    expected: ['A12', 'A2', 'A3', 'A4', 'A6', 'A9'],
    statements: [
      `UPDATE refunds SET amount = amount + 60000, from_captures = from_captures + 60000
        WHERE ${ROW_OF_ORDER}`,
    ],
  },
  {
    name: 'a capture refunded by more than its pieces',
    expected: ['A2', 'A3'],
    statements: [`UPDATE captures SET refunded_amount = refunded_amount + 1 WHERE ${ROW_OF_ORDER}`],
  },
  {
    name: 'a sum on the order that is not that of its rows',
    expected: ['A3'],
    statements: [`UPDATE orders SET voided_amount = voided_amount + 1 WHERE ${ORDER_ITSELF}`],
  },
  {
    name: 'a refund that is not the sum of its parts',
    expected: ['A3', 'A4', 'A8'],
    statements: [
      `UPDATE refunds SET from_uncaptured = from_uncaptured + 1,
        from_captures = from_captures - 1 WHERE ${ROW_OF_ORDER}`,
    ],
  },
  {
    name: 'a total that was lowered without an entry',
    expected: ['A3', 'A4'],
    statements: [`UPDATE orders SET total_amount = total_amount - 1 WHERE ${ORDER_ITSELF}`],
  },
  {
    name: 'sums and rows that agree on too much',
    expected: ['A12', 'A3', 'A4', 'A6', 'A8'],
    statements: [
      `UPDATE voids SET amount = amount + 20000 WHERE ${ROW_OF_ORDER}`,
      `UPDATE orders SET voided_amount = voided_amount + 20000 WHERE ${ORDER_ITSELF}`,
    ],
  },
]
