/** Loans over all stores. */
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

/** How far behind a loan is, by the days since its oldest instalment that is due and unpaid. */
export const loanBuckets = ['current', '1-30', '31-60', '61-90', '90+'] as const

const place = {
  id: hexId('Id of the order, which names its loan.'),
  mid: words("The store's own id of the order."),
  store: StoreReference,
  customer_id: nullable(hexId('The buyer, as known within the store.')),
  product: choice(products, 'What the buyer chose.'),
  currency: words('ISO 4217 code.'),
  state: choice(loanStatuses, 'How it stands as a whole.'),
  bucket: nullable(choice(loanBuckets, 'How far behind it is.'), {
    description: 'How far behind it is; null where nothing is owed.',
  }),
  days_past_due: count('Days since the oldest instalment that is due and unpaid, in its zone.'),
  overdue_amount: money('What is due and unpaid'),
  receivable: money('What is owed: open capital, and what is due and unpaid beside it'),
  written_off: money('What was given up and has not come in since'),
  next_due: nullable(day('When the next instalment falls due')),
  terms_version: termsVersion(),
  creditor: CreditorReference(),
  created: moment('When the checkout was created'),
}

export const LenderLoanItem = closed(place, {
  $id: 'LenderLoanItem',
  description: 'A loan as the lender lists it.',
})

const Sum = closed(
  {
    currency: words('ISO 4217 code.'),
    bucket: nullable(choice(loanBuckets, 'How far behind.'), {
      description: 'Null: nothing is owed.',
    }),
    count: count('How many loans there are.'),
    receivable: money('What is owed on them'),
    overdue_amount: money('What is due and unpaid of it'),
  },
  { $id: 'LoanSum', description: 'The loans of a bucket and currency together.' },
)

const page = pageOf(LenderLoanItem, 'LenderLoans')
export const LenderLoanPage = closed(
  {
    ...page.properties,
    summary: optional(
      Type.Array(Sum, {
        description:
          'With `summary=true`: all that the filters leave, by currency and bucket, of the ' +
          'same moment as the page.',
      }),
    ),
  },
  { $id: 'LenderLoanPage', description: 'One page of loans.' },
)

/** Of a list: whether it is summed up as well. */
export const summaryQuery = {
  summary: optional(
    Type.Boolean({ default: false, description: 'Adds sums by currency and bucket.' }),
  ),
}

const Allocation = closed(
  {
    at: moment('When it was booked'),
    source: choice(
      [
        ...(['payment', 'reduction', 'credit', 'reversal', 'write_off', 'charge_back'] as const),
        ...(['waiver', 'write_off_undo'] as const),
      ],
      'What settled it, or opened it again.',
    ),
    source_id: words('Id of the payment, refund, void …'),
    number: Type.Integer({ description: 'Of the instalment.' }),
    component: choice(['capital', 'interest', 'fee', 'late_charge'], 'Which part of it.'),
    amount: Type.Integer({ description: 'In minor units; below 0: it is open again.' }),
  },
  { $id: 'LoanAllocation', description: 'What settled which part of an instalment.' },
)

const ManualPayment = closed(
  {
    id: hexId('The payment, which stands among those of the loan.'),
    method: choice(manualMethods, 'How the money came.'),
    reference: words('Under which it stands in the book of the bank or the till.'),
    value_date: day('When it came'),
  },
  { $id: 'ManualPayment', description: 'What the lender said of a payment by hand.' },
)

export const noteKinds = ['note', 'promise'] as const
export const LoanNoteAnswer = closed(
  {
    id: hexId('Id of the note.'),
    kind: choice(noteKinds, 'promise: what the buyer promised to pay.'),
    note: nullable(words('The words; null: there are none, or they were erased.')),
    amount: nullable(Type.Integer({ minimum: 1 }), {
      description: 'What was promised, in minor units; null: nothing.',
    }),
    on: nullable(day('When it was promised for')),
    author: nullable(words('Who wrote it down.')),
    created: moment('When it was written'),
  },
  { $id: 'LoanNote', description: 'What somebody of the lender wrote down about a loan.' },
)

export const LenderLoanAnswer = closed(
  {
    ...place,
    loan: LoanStatementAnswer,
    manual_payments: Type.Array(ManualPayment, { description: 'The oldest first.' }),
    notes: Type.Array(LoanNoteAnswer, { description: 'The oldest first.' }),
    allocations: Type.Array(Allocation, { description: 'The oldest first.' }),
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
  { $id: 'LenderLoan', description: 'A loan as a whole.' },
)
