/** Loans across all stores. */
import { AllowedAct, withActs } from './allowed-acts.ts'
import {
  choice,
  closed,
  count,
  day,
  hexId,
  moment,
  money,
  nullable,
  pageOf,
  words,
} from './answers.ts'
import { products } from './checkouts.ts'
import { optional, Type } from './common.ts'
import { CreditorReference } from './creditors.ts'
import { StoreReference, termsVersion } from './lender-answers.ts'
import { manualMethods } from './lender-loans.ts'
import { LoanStatementAnswer, loanStatuses } from './loan-answers.ts'

/** The bucket of a loan, by the days since its oldest instalment that is due and unpaid. */
export const loanBuckets = ['current', '1-30', '31-60', '61-90', '90+'] as const

const place = {
  id: hexId('Id of the order, which is also that of its loan.'),
  mid: words("The store's own id of the order."),
  store: StoreReference,
  customer_id: nullable(hexId('Id of the buyer within the store.')),
  product: choice(products, 'The product that the buyer chose.'),
  currency: words('ISO 4217 code.'),
  state: choice(loanStatuses, 'Status of the loan.'),
  bucket: nullable(choice(loanBuckets, 'How far behind it is.'), {
    description: 'Arrears bucket; null if nothing is owed.',
  }),
  days_past_due: count(
    "Days since the oldest unpaid instalment fell due, in the store's time zone.",
  ),
  overdue_amount: money('Amount due and unpaid'),
  receivable: money('Amount owed: outstanding principal, plus other amounts due and unpaid'),
  written_off: money('Amount written off and not recovered since'),
  next_due: nullable(day('Due date of the next instalment')),
  terms_version: termsVersion(),
  creditor: CreditorReference(),
  created: moment('When the checkout was created'),
}

export const LenderLoanItem = closed(place, {
  $id: 'LenderLoanItem',
  description: 'A loan in a list of the lender.',
})

const Sum = closed(
  {
    currency: words('ISO 4217 code.'),
    bucket: nullable(choice(loanBuckets, 'Arrears bucket.'), {
      description: 'Arrears bucket; null if nothing is owed.',
    }),
    count: count('Number of loans.'),
    receivable: money('Amount owed on them'),
    overdue_amount: money('Amount due and unpaid'),
  },
  { $id: 'LoanSum', description: 'Totals of the loans of a bucket and currency.' },
)

const page = pageOf(LenderLoanItem, 'LenderLoans')
export const LenderLoanPage = closed(
  {
    ...page.properties,
    summary: optional(
      Type.Array(Sum, {
        description:
          'With `summary=true`: totals of all filtered loans by currency and bucket, at ' +
          'the same time as the page.',
      }),
    ),
  },
  { $id: 'LenderLoanPage', description: 'One page of loans.' },
)

const Allocation = closed(
  {
    at: moment('When it was booked'),
    source: choice(
      [
        ...(['payment', 'reduction', 'credit', 'reversal', 'write_off', 'charge_back'] as const),
        ...(['waiver', 'write_off_undo', 'given_back'] as const),
      ],
      'Kind of what settled or reopened it.',
    ),
    source_id: words('Id of the payment, refund, void …'),
    number: Type.Integer({ description: 'Number of the instalment.' }),
    component: choice(['capital', 'interest', 'fee', 'late_charge'], 'Part of the instalment.'),
    amount: Type.Integer({ description: 'Amount in minor units; negative if it is open again.' }),
  },
  { $id: 'LoanAllocation', description: 'An allocation to a part of an instalment.' },
)

const ManualPayment = closed(
  {
    id: hexId('Id of the payment of the loan.'),
    method: choice(manualMethods, 'Payment method.'),
    reference: words('Reference of the bank transaction or cash receipt.'),
    value_date: day('Date of receipt'),
  },
  { $id: 'ManualPayment', description: "The lender's details on a manual payment." },
)

export const noteKinds = ['note', 'promise'] as const
export const LoanNoteAnswer = closed(
  {
    id: hexId('Id of the note.'),
    kind: choice(noteKinds, '`promise`: a promise to pay.'),
    note: nullable(words('The text; null if there is none, or it was erased.')),
    amount: nullable(Type.Integer({ minimum: 1 }), {
      description: 'Amount promised, in minor units; null for a note.',
    }),
    on: nullable(day('Promised date')),
    author: nullable(words('The author.')),
    created: moment('Creation time'),
  },
  { $id: 'LoanNote', description: 'A note or promise to pay on a loan.' },
)

export const LenderLoanAnswer = closed(
  {
    ...place,
    loan: LoanStatementAnswer,
    manual_payments: Type.Array(ManualPayment, { description: 'Oldest first.' }),
    notes: Type.Array(LoanNoteAnswer, { description: 'Oldest first.' }),
    allocations: Type.Array(Allocation, { description: 'Oldest first.' }),
    ...withActs(
      {
        payment: AllowedAct,
        early_repayment: AllowedAct,
        withdrawal: AllowedAct,
        late_charge_waiver: AllowedAct,
        interest_waiver: AllowedAct,
        credit_return: AllowedAct,
        write_off: AllowedAct,
        write_off_undo: AllowedAct,
      },
      { $id: 'LoanActions', of: 'the loan' },
    ),
  },
  { $id: 'LenderLoan', description: 'A loan with all its details.' },
)
