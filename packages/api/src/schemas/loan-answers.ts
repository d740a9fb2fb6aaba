/** What the buyer owes, as it stands now. */
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
    number: Type.Integer({ minimum: 0, description: 'Which it is; 0 is a down payment.' }),
    kind: choice(instalmentKinds, 'What it is for.'),
    due_date: day('When it is due; before the first capture, if that were on the first day.'),
    status: choice(instalmentStatuses, 'Its status; dropped: nothing remains to be paid.'),
    amount: money('All of it'),
    capital: money('The part that pays the debt back'),
    interest: money('The part that is interest'),
    fee: money('The part that is the opening fee'),
    late_charge: money('What being late has cost'),
    settled_amount: money('What was paid of it, or settled by a refund'),
    open_amount: money('What is still to be paid of it'),
    reopened_on: nullable(day('When a chargeback opened it again: it is due again since then.')),
    late_on: nullable(day('Since when it is late.')),
    paid_on: nullable(day('When nothing was left open of it.')),
  },
  { $id: 'LoanInstalment', description: 'An instalment as it stands.' },
)

const loan = {
  status: choice(
    loanStatuses,
    'How it stands as a whole; waiting: nothing is captured, so that nothing falls due.',
  ),
  starts_on: nullable(day('Since when it runs: the first capture, or the event if later.')),
  open_amount: money('What all instalments still ask for, with interest that is not due yet'),
  owed_amount: money('Open capital, and interest, fees and late charges due and unpaid'),
  overdue_amount: money('What is due and unpaid'),
  paid_amount: money('What the buyer has ever paid'),
  charged_back_amount: money("Amount charged back by the buyer's bank"),
  credit_amount: money('Amount due to the buyer and not yet returned'),
  returned_amount: money('Amount returned to the buyer'),
  written_off_amount: money('What was given up and has not come in since'),
  interest_so_far: money('Interest fallen due'),
  fees_so_far: money('Fees fallen due'),
  late_charges_so_far: money('Late charges'),
  withdrawn_on: nullable(day('When the buyer withdrew.')),
  next_charge_on: nullable(day('When a charge will be tried next.')),
  downpayment: closed(
    {
      amount: money('What is taken with the confirmation'),
      state: choice(['none', 'pending', 'paid', 'failed'], 'Whether it was taken.'),
    },
    { description: 'A down payment, or the first part of pay_in_4.' },
  ),
  instalments: Type.Array(LoanInstalmentAnswer, { description: 'In their order.' }),
}

export const LoanAnswer = closed(loan, {
  $id: 'Loan',
  description: 'What the buyer owes on an order.',
})

/** What of a debt the lender may give up. */
export const waiverKinds = ['late_charge', 'interest'] as const

export const paymentKinds = ['authorisation', 'charge', 'return', 'transfer'] as const

const BuyerPaymentAnswer = closed(
  {
    id: hexId('Id of the payment.'),
    kind: choice(paymentKinds, 'return: to the buyer; transfer: received by hand.'),
    state: words('What became of it.'),
    amount: money('How much'),
    reason: nullable(words('Why it failed.')),
    created: moment('When it was requested'),
    settled: nullable(moment('When its outcome was known')),
  },
  { $id: 'BuyerPayment', description: "A movement of the buyer's money." },
)

/** Of the flows as they were and are planned, not of those that were signed. */
export const annualEquivalent = nullable(
  rateOf('Annual percentage rate (APR) of the loan as it has run and is planned'),
  { description: 'Without charges for being late; null where no rate exists.' },
)

export const LoanStatementAnswer = closed(
  {
    ...loan,
    pay_off_amount: money('What pays everything today, the reduction for paying early included'),
    annual_equivalent: annualEquivalent,
    withdrawable_until: day('The last day on which the buyer may withdraw.'),
    payments: Type.Array(BuyerPaymentAnswer, { description: 'The oldest first.' }),
  },
  { $id: 'LoanStatement', description: 'What the buyer owes and has paid.' },
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
        { $id: 'StoresInstalment', description: 'An instalment as its store reads it.' },
      ),
      { description: 'In their order.' },
    ),
  },
  {
    $id: 'StoresLoan',
    description: 'In live mode: its state, its days and what refunds made of it.',
  },
)

/** Which of the two says the mode. */
export const OwnLoanAnswer = Type.Union([LoanStatementAnswer, StoresLoanAnswer])
