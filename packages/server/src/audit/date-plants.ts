/** Plants in dates, in what was agreed on them, and in what settled what. */
import { ORDER_ITSELF, type Plant, ROW_OF_ORDER } from './plant.ts'

const shift = (table: string, column: string, which = 'true'): string =>
  `UPDATE ${table} SET ${column} = ${column} - interval '1 day' WHERE ${ROW_OF_ORDER} AND ${which}`
const shiftDay = (table: string, column: string, which = 'true'): string =>
  `UPDATE ${table} SET ${column} = ${column} - 1 WHERE ${ROW_OF_ORDER} AND ${which}`

const plant = (name: string, expected: readonly string[], statement: string): Plant => ({
  name,
  expected,
  statements: [statement],
})
const lent = (name: string, expected: readonly string[], statement: string): Plant => ({
  ...plant(name, expected, statement),
  from: 'lent',
})

const ofOrders: readonly Plant[] = [
  plant('a capture of the day before', ['A12'], shift('captures', 'created_at', 'sequence > 4')),
  plant('a void of the day before', ['A12'], shift('voids', 'created_at')),
  plant('a refund of the day before', ['A12', 'A8'], shift('refunds', 'created_at')),
  plant('a piece of a refund of the day before', ['A8'], shift('capture_refunds', 'created_at')),
  plant(
    'a refund that counts from the day before',
    ['A8'],
    shiftDay('capture_refunds', 'accrual_date'),
  ),
  plant(
    'a piece that left a cent more of its capture',
    ['A8'],
    `UPDATE capture_refunds SET pending_amount = pending_amount + 1 WHERE ${ROW_OF_ORDER}`,
  ),
  plant(
    'a piece that says that it completed its order',
    ['A8'],
    `UPDATE capture_refunds SET completed = NOT completed WHERE ${ROW_OF_ORDER}`,
  ),
  plant(
    'a confirmation of the day before',
    ['A4'],
    `UPDATE orders SET confirmed_at = confirmed_at - interval '1 day' WHERE ${ORDER_ITSELF}`,
  ),
  plant(
    'a deadline for captures that was put off',
    ['A4'],
    `UPDATE orders SET capture_before = capture_before + interval '1 day' WHERE ${ORDER_ITSELF}`,
  ),
  {
    ...plant(
      'a checkout in another currency than its event tells',
      ['A4'],
      `UPDATE orders SET currency = 'USD' WHERE ${ORDER_ITSELF}`,
    ),
    from: 'pending',
  },
  {
    ...plant(
      'a checkout that ends a day later',
      ['A4'],
      `UPDATE orders SET expires_at = expires_at + interval '1 day' WHERE ${ORDER_ITSELF}`,
    ),
    from: 'pending',
  },
  {
    ...plant(
      'a checkout on which a fee was agreed before it was signed',
      ['A4'],
      `UPDATE orders SET fee_rate = 1 WHERE ${ORDER_ITSELF}`,
    ),
    from: 'pending',
  },
]

const ofSeals: readonly Plant[] = [
  {
    ...plant(
      'an event that happened a day earlier',
      ['A13'],
      shift('events', 'created_at', 'sequence = 5'),
    ),
    from: 'sealed',
    found: 'seal 1',
  },
  {
    ...plant(
      'an event that tells of another order',
      ['A13'],
      `UPDATE events SET data = data || '{"mid": "another"}'
       WHERE ${ROW_OF_ORDER} AND sequence = 1`,
    ),
    from: 'sealed',
    found: 'seal 1',
  },
]

const ofLoans: readonly Plant[] = [
  lent('a loan that was confirmed the day before', ['A4', 'A7'], shiftDay('loans', 'confirmed_on')),
  lent('a loan that began the day before', ['A4', 'A7'], shiftDay('loans', 'starts_on')),
  lent(
    'a loan with another late charge than was signed',
    ['A7'],
    `UPDATE loans SET late_charge = late_charge + 1 WHERE ${ROW_OF_ORDER}`,
  ),
  lent(
    'a charge that was tried the day after',
    ['A4'],
    `UPDATE loans SET tried_on = tried_on + 1 WHERE ${ROW_OF_ORDER}`,
  ),
  lent(
    'credit that waits although there is none',
    ['A4'],
    `UPDATE loans SET credit_since = confirmed_on WHERE ${ROW_OF_ORDER}`,
  ),
  lent(
    'an instalment that is due a day later',
    ['A7'],
    `UPDATE instalments SET due_on = due_on + 1 WHERE ${ROW_OF_ORDER} AND NOT due`,
  ),
  lent(
    'an instalment that is said to be due before its day',
    ['A3', 'A4', 'A7'],
    `UPDATE instalments SET due = true WHERE ${ROW_OF_ORDER} AND NOT due`,
  ),
  lent(
    'an opening fee of which more is left than there was',
    ['A7'],
    `UPDATE loans SET fee_base = opening_fee + 1 WHERE ${ROW_OF_ORDER}`,
  ),
  lent(
    'a down payment that is said to have failed',
    ['A4'],
    `UPDATE orders SET downpayment_state = 'failed' WHERE ${ORDER_ITSELF}`,
  ),
  lent(
    'a plan that was lowered by nothing',
    ['A7', 'A8'],
    `DELETE FROM reductions WHERE ${ROW_OF_ORDER}`,
  ),
  lent(
    'an instalment that was paid the day before',
    ['A12'],
    shiftDay('instalments', 'paid_on', 'paid_on IS NOT NULL'),
  ),
  lent(
    'an instalment that was late the day before',
    ['A12', 'A4'],
    shiftDay('instalments', 'late_on', 'late_on IS NOT NULL'),
  ),
  lent(
    'a payment that was settled the day before',
    ['A12'],
    shift('payments', 'settled_at', `kind = 'charge' AND state = 'succeeded'`),
  ),
  lent(
    'what a payment settled, said of another one',
    ['A3', 'A7'],
    `UPDATE allocations SET source_id = 'another' WHERE ${ROW_OF_ORDER} AND source = 'payment'`,
  ),
]

export const datePlants: readonly Plant[] = [...ofOrders, ...ofSeals, ...ofLoans]
