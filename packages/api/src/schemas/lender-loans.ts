/** The lender's actions on loans and payouts: each with its reason. */
import { limits } from '../limits.ts'
import { Amount, about, CalendarDate, optional, type Static, Type } from './common.ts'
import { reviewOutcomes } from './decisions.ts'
import { waiverKinds } from './loan-answers.ts'
import { ChargeBackBody, EarlyRepaymentBody, ReceivedPaymentBody } from './loans.ts'
import { Note, Reason } from './reasons.ts'

/** The method of a manual payment. */
export const manualMethods = ['bank_transfer', 'cash', 'card', 'cheque'] as const

const arrival = {
  method: about('Payment method.', Type.Enum([...manualMethods])),
  reference: about(
    'Reference of the bank transaction or cash receipt; each reference can be used once.',
    Type.String({ minLength: 1, maxLength: limits.paymentReferenceMax, format: 'one-line' }),
  ),
  value_date: about(
    "Date of receipt, in the store's time zone; defaults to today.",
    optional(CalendarDate()),
  ),
}

/** `POST /lender/loans/:loanId/payments` */
export const LenderPaymentBody = Type.Object({
  ...ReceivedPaymentBody.properties,
  ...arrival,
  reason: Reason(),
})

export type LenderPayment = Static<typeof LenderPaymentBody>

/** `POST /lender/loans/:loanId/early-repayment` */
export const LenderEarlyRepaymentBody = Type.Object({
  ...EarlyRepaymentBody.properties,
  method: optional(arrival.method),
  reference: optional(arrival.reference),
  value_date: arrival.value_date,
  reason: Reason(),
})

export type LenderEarlyRepayment = Static<typeof LenderEarlyRepaymentBody>

/** `POST /lender/loans/:loanId/charge-backs` */
export const LenderChargeBackBody = Type.Object({ ...ChargeBackBody.properties, reason: Reason() })

/** `POST /lender/loans/:loanId/withdrawal` */
export const ReasonBody = Type.Object({ reason: Reason() })

/** `POST /lender/loans/:loanId/waivers` */
export const LenderWaiverBody = Type.Object({
  kind: about('What to waive: late fees or interest, both due.', Type.Enum([...waiverKinds])),
  amount: about('Amount to waive, in minor units.', Amount({ minimum: 1 })),
  reason: Reason(),
})

/** `POST /lender/loans/:loanId/credit-returns` */
export const LenderCreditReturnBody = Type.Object({
  amount: about('Amount of the credit to return, in minor units.', Amount({ minimum: 1 })),
  reason: Reason(),
})

/** Others read it later, unchanged. */
const Lines = () => Type.String({ minLength: 1, maxLength: limits.noteMax, format: 'lines' })

/** `POST /lender/loans/:loanId/notes` */
export const LoanNoteBody = Type.Object({
  note: about('The text of the note.', Lines()),
})

/** `POST /lender/loans/:loanId/promises` */
export const LoanPromiseBody = Type.Object({
  amount: about('Amount that the buyer promised to pay, in minor units.', Amount({ minimum: 1 })),
  on: about("The promised date, in the store's time zone.", CalendarDate()),
  note: optional(about('A comment on the promise.', Lines())),
})

/** `POST /lender/decisions/:decisionId/review` */
export const LenderReviewBody = Type.Object({
  outcome: about(
    'Whether the review confirms or overturns the decline.',
    Type.Enum([...reviewOutcomes]),
  ),
  note: about('The reason, which is stored with the decision.', Note()),
  reason: optional(Reason()),
})

/** `POST /lender/payouts` */
export const LenderPayoutBody = Type.Object({
  store_id: about(
    'Id of the store to pay.',
    Type.String({ minLength: 1, maxLength: limits.identifierMax }),
  ),
  reason: Reason(),
})
