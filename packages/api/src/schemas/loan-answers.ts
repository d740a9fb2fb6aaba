/** The buyer's debt, in its present state. */
import { choice, closed, hexId, moment, money, nullable, rateOf, words } from './answers.ts'
import { Type } from './common.ts'

const day = (description: string) => Type.String({ format: 'date', description })

export const instalmentKinds = [
  'downpayment',
  'instalment',
  'capture',
  'withdrawal',
  'charge_back',
] as const
export const instalmentStatuses = ['pending', 'due', 'late', 'paid', 'dropped'] as const
export const loanStatuses = [
  'waiting',
  'running',
  'in_arrears',
  'withdrawn',
  'paid_off',
  'written_off',
  'cancelled',
] as const

export const LoanInstalmentAnswer = closed(
  {
    number: Type.Integer({
      minimum: 0,
      description: 'Number of the instalment; 0 is the down payment.',
    }),
    kind: choice(instalmentKinds, 'Kind of instalment.'),
    due_date: day('Due date; before the first capture, as if it were captured on the first day.'),
    status: choice(
      instalmentStatuses,
      'Status of the instalment; `dropped`: nothing remains to be paid.',
    ),
    amount: money('Total amount of the instalment'),
    capital: money('The principal'),
    interest: money('The interest'),
    fee: money('The opening fee'),
    late_charge: money('Late fee'),
    settled_amount: money('Amount paid, or settled by a refund'),
    open_amount: money('Amount still to be paid'),
    reopened_on: nullable(
      day('When a chargeback reopened the instalment; it has been due again since.'),
    ),
    late_on: nullable(day('Since when the instalment is late.')),
    paid_on: nullable(day('When the instalment was settled in full.')),
  },
  { $id: 'LoanInstalment', description: 'An instalment with its current state.' },
)

const loan = {
  status: choice(
    loanStatuses,
    'Status of the loan; `waiting`: nothing is captured yet, so nothing falls due.',
  ),
  starts_on: nullable(
    day('Start of the plan: the first capture, or the date of the event if later.'),
  ),
  open_amount: money('Total of all open instalments, including interest not yet due'),
  owed_amount: money('Outstanding principal, plus interest, fees and late fees due and unpaid'),
  overdue_amount: money('Amount due and unpaid'),
  paid_amount: money('Total paid by the buyer'),
  charged_back_amount: money("Amount charged back by the buyer's bank"),
  credit_amount: money('Amount due to the buyer and not yet returned'),
  returned_amount: money('Amount returned to the buyer'),
  written_off_amount: money('Amount written off and not recovered since'),
  interest_so_far: money('Interest that has fallen due'),
  fees_so_far: money('Fees that have fallen due'),
  late_charges_so_far: money('Late fees'),
  withdrawn_on: nullable(day('When the buyer withdrew from the agreement.')),
  next_charge_on: nullable(day('When the next charge will be attempted.')),
  downpayment: closed(
    {
      amount: money('Amount charged at confirmation'),
      state: choice(['none', 'pending', 'paid', 'failed'], 'Whether it was charged.'),
    },
    { description: 'The down payment, or the first instalment of pay_in_4.' },
  ),
  instalments: Type.Array(LoanInstalmentAnswer, { description: 'The instalments, by number.' }),
}

export const LoanAnswer = closed(loan, {
  $id: 'Loan',
  description: 'What the buyer owes on an order.',
})

/** The amounts that the lender may waive. */
export const waiverKinds = ['late_charge', 'interest'] as const

export const paymentKinds = ['authorisation', 'charge', 'return', 'transfer'] as const

const BuyerPaymentAnswer = closed(
  {
    id: hexId('Id of the payment.'),
    kind: choice(paymentKinds, 'return: to the buyer; transfer: received outside the service.'),
    state: words('State of the payment.'),
    amount: money('Amount'),
    reason: nullable(words('Reason for the failure.')),
    created: moment('When it was requested'),
    settled: nullable(moment('When the result was known')),
  },
  { $id: 'BuyerPayment', description: 'A payment by or to the buyer.' },
)

/** For the actual and planned flows, not for the signed ones. */
export const annualEquivalent = nullable(
  rateOf('Annual percentage rate (APR) of the loan as it has run and is planned'),
  { description: 'Annual percentage rate without late fees; null if none exists.' },
)

export const LoanStatementAnswer = closed(
  {
    ...loan,
    pay_off_amount: money(
      'Amount that repays everything today, after the reduction for early repayment',
    ),
    annual_equivalent: annualEquivalent,
    withdrawable_until: day('The last day on which the buyer may withdraw.'),
    payments: Type.Array(BuyerPaymentAnswer, { description: 'Oldest first.' }),
  },
  { $id: 'LoanStatement', description: 'The loan: what the buyer owes and has paid.' },
)

const planned = LoanInstalmentAnswer.properties

export const StoresLoanAnswer = closed(
  {
    status: loan.status,
    starts_on: loan.starts_on,
    withdrawn_on: loan.withdrawn_on,
    withdrawable_until: LoanStatementAnswer.properties.withdrawable_until,
    credit_amount: loan.credit_amount,
    returned_amount: loan.returned_amount,
    instalments: Type.Array(
      closed(
        {
          number: planned.number,
          kind: planned.kind,
          due_date: planned.due_date,
          amount: planned.amount,
        },
        { $id: 'StoresInstalment', description: 'An instalment as the store sees it.' },
      ),
      { description: 'The instalments, by number.' },
    ),
  },
  {
    $id: 'StoresLoan',
    description: 'In live mode: the status and dates of the loan, and the effect of refunds.',
  },
)

/** The mode determines which of the two. */
export const OwnLoanAnswer = Type.Union([LoanStatementAnswer, StoresLoanAnswer])
