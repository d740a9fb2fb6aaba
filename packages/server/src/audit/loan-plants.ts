/** Plants in loans, their instalments, what settled them, and the payments. */
import { type Plant, ROW_OF_ORDER } from './plant.ts'

const change = (table: string, set: string, which = 'true') =>
  `UPDATE ${table} SET ${set} WHERE ${ROW_OF_ORDER} AND ${which}`

/** Of a loan that is being repaid: which invariants break, and by which statements. */
const lent = (
  name: string,
  expected: readonly string[],
  ...statements: readonly string[]
): Plant => ({ name, expected, statements, from: 'lent' })

const inLoans: readonly Plant[] = [
  lent('a loan that asks for a cent less', ['A3'], change('loans', 'receivable = receivable - 1')),
  lent(
    'a loan that forgets a payment',
    ['A3'],
    change('loans', 'paid_amount = paid_amount - 1, returned_amount = returned_amount - 1'),
  ),
  lent('a loan that nobody looks at again', ['A4'], change('loans', 'due_at = NULL')),
  lent(
    'a loan that is looked at too late',
    ['A4'],
    change('loans', `due_at = due_at + interval '40 days'`),
  ),
  lent(
    'an instalment that has the number of another place',
    ['A7'],
    change(
      'instalments',
      'number = number + 1',
      'number = (SELECT max(i.number) FROM instalments i WHERE i.order_id = instalments.order_id)',
    ),
  ),
  lent(
    'a loan that nothing has happened to lately',
    ['A4'],
    change('loans', 'booked_on = confirmed_on'),
  ),
  lent(
    'a last day to withdraw that is one too late',
    ['A4'],
    change('loans', 'withdrawable_until = withdrawable_until + 1'),
  ),
  lent(
    'a last day to withdraw before it',
    ['A4'],
    change('loans', 'withdrawable_until = confirmed_on + 13'),
  ),
  lent(
    'a withdrawal that came too late',
    ['A12', 'A4', 'A7'],
    change('loans', 'withdrawn_on = withdrawable_until + 1'),
  ),
  lent('a loan that does not run after a capture', ['A4'], change('loans', 'starts_on = NULL')),
  lent('a loan of the other mode', ['A14'], change('loans', 'sandbox = NOT sandbox')),
  lent(
    'a confirmed order without its loan',
    ['A14', 'A3', 'A4'],
    change('loans', `order_id = 'gone'`),
  ),
  {
    name: 'a cancelled order whose loan goes on',
    expected: ['A4', 'A5'],
    statements: [change('loans', 'cancelled_on = NULL')],
    from: 'cancelled',
  },
  {
    name: 'a cancelled order of which not all was given back',
    expected: ['A3', 'A5'],
    statements: [change('loans', 'returned_amount = returned_amount - 1')],
    from: 'repaid',
  },
]

const LAST = 'number = (SELECT max(number) FROM instalments WHERE store_id = $1 AND order_id = $2)'
const inInstalments: readonly Plant[] = [
  lent(
    'capital that nobody financed',
    ['A3', 'A7'],
    change('instalments', 'capital = capital + 1', LAST),
  ),
  lent(
    'capital that was moved between instalments',
    ['A7'],
    change('instalments', 'capital = capital + 100', 'number = 2'),
    change('instalments', 'capital = capital - 100', LAST),
  ),
  lent(
    'interest fallen due that was not booked',
    ['A3', 'A7'],
    change('instalments', 'interest = interest + 1', 'number = 2'),
  ),
  lent(
    'interest that is not that of the capital',
    ['A7'],
    change('instalments', 'interest = interest + 1', LAST),
  ),
  lent(
    'a part that is negative',
    ['A3', 'A7'],
    change('instalments', 'fee = -1, settled_fee = -1', LAST),
  ),
  lent(
    'an instalment that is not paid and says so',
    ['A12', 'A7'],
    change('instalments', 'paid_on = due_on', 'number = 2'),
  ),
  lent(
    'a paid instalment that is not what was told',
    ['A7'],
    change(
      'events',
      `data = jsonb_set(data, '{instalment,capital}', '1')`,
      `type = 'instalment.paid'`,
    ),
  ),
  lent(
    'a late instalment of which nobody was told',
    ['A12'],
    change('instalments', 'late_on = paid_on + 3', 'number = 0'),
  ),
  lent(
    'an instalment that was late a day too early',
    ['A12', 'A4'],
    change('instalments', 'late_on = late_on - 1', 'late_on IS NOT NULL'),
  ),
  lent(
    'an instalment that a chargeback opened after it was late',
    ['A12', 'A4', 'A7'],
    change('instalments', 'reopened_on = late_on - 2', 'late_on IS NOT NULL'),
  ),
  lent(
    'a payment of a day that is still to come',
    ['A12', 'A4'],
    change('instalments', 'paid_on = paid_on + 400', 'number = 0'),
  ),
]

const inAllocations: readonly Plant[] = [
  lent(
    'what settled a cent more than was settled',
    ['A3', 'A7'],
    change('allocations', 'amount = amount + 1', `source = 'payment' AND position = 1`),
  ),
  lent(
    'what settled an instalment that is not there',
    ['A7'],
    change('allocations', 'number = 99', 'position = 1'),
  ),
  lent(
    'a reduction of more than was lowered',
    ['A7', 'A8'],
    change('reductions', 'lowered = lowered + 1, amount = amount + 1'),
  ),
  lent(
    'a reduction whose parts do not sum to it',
    ['A8'],
    change('reductions', 'recovered = recovered + 1'),
  ),
  {
    name: 'a reduction that settled what it did not',
    expected: ['A7', 'A8'],
    statements: [change('reductions', 'settled = settled + 1, lowered = lowered - 1')],
    from: 'repaid',
  },
  lent(
    'a void that lowered nothing',
    ['A7', 'A8'],
    `DELETE FROM reductions r USING voids v WHERE v.store_id = $1 AND v.order_id = $2
      AND r.store_id = $1 AND r.order_id = $2 AND r.event_sequence = v.sequence`,
  ),
  lent(
    'a credit of a refund that nobody got',
    ['A8'],
    change('refunds', 'credit_to_customer = credit_to_customer + 1'),
  ),
]

const inPayments: readonly Plant[] = [
  lent(
    'a charge that succeeded without an entry',
    ['A11', 'A12'],
    change('payments', `state = 'succeeded'`, `state = 'failed' AND kind = 'charge'`),
  ),
  lent(
    'a transfer of a cent more than was booked',
    ['A11', 'A12'],
    change('payments', 'amount = amount + 1', `kind = 'transfer' AND state = 'succeeded'`),
  ),
  lent(
    'a payment that is gone',
    ['A11', 'A12'],
    `DELETE FROM payments WHERE ${ROW_OF_ORDER} AND state = 'charged_back'`,
  ),
  {
    name: 'a return that failed and was not booked back',
    expected: ['A11'],
    statements: [change('payments', `state = 'failed'`, `kind = 'return'`)],
    from: 'repaid',
  },
  lent(
    'two charges that are open at once',
    ['A11', 'A12', 'A4'],
    'DROP INDEX payments_open',
    change('payments', `state = 'open'`, `kind = 'charge'`),
  ),
  lent(
    'a hold that was used by no charge',
    ['A14'],
    change('payments', 'authorisation_id = NULL', `kind = 'charge'`),
  ),
  lent('a payment of the other mode', ['A14'], change('payments', 'sandbox = NOT sandbox')),
  lent(
    'a charge that takes more than was held',
    ['A14'],
    change('payments', 'amount = amount - 1', `kind = 'authorisation'`),
  ),
  lent(
    'a payment taken back that was told as another amount',
    ['A12'],
    change('events', `data = data || '{"amount": 1}'`, `type = 'payment.charged_back'`),
  ),
  lent(
    'a payment that was told as if it had failed',
    ['A12'],
    change('events', `type = 'payment.failed'`, `type = 'payment.received'`),
  ),
  lent(
    'a payment booked to the store',
    ['A1', 'A11', 'A12', 'A13', 'A3', 'A7', 'A8', 'A9'],
    change('ledger_postings', `debit = 'store_payable'`, `debit = 'cash'`),
  ),
]

export const loanPlants: readonly Plant[] = [
  ...[...inLoans, ...inInstalments],
  ...[...inAllocations, ...inPayments],
]
