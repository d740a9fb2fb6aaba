/** What the lender does with loans and payouts: each with its reason. */
import { limits } from '../limits.ts'
import { Amount, about, CalendarDate, optional, RequiredText, type Static, Type } from './common.ts'
import { reviewOutcomes } from './decisions.ts'
import { waiverKinds } from './loan-answers.ts'
import { ChargeBackBody, EarlyRepaymentBody, ReceivedPaymentBody } from './loans.ts'
import { Note, Reason } from './reasons.ts'

/** How money arrives by hand. */
export const manualMethods = ['bank_transfer', 'cash', 'card', 'cheque'] as const

const arrival = {
  method: about('How the money came.', Type.Enum([...manualMethods])),
  reference: about(
    'Under which it stands in the book of the bank or the till: each counts once.',
    Type.String({ minLength: 1, maxLength: limits.paymentReferenceMax, format: 'one-line' }),
  ),
  value_date: about(
    'The day on which it came, in the time zone of the store; absent: today.',
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
  kind: about('What is given up: late charges or interest, both due.', Type.Enum([...waiverKinds])),
  amount: about('How much of it, in minor units.', Amount({ minimum: 1 })),
  reason: Reason(),
})

/** `POST /lender/loans/:loanId/credit-returns` */
export const LenderCreditReturnBody = Type.Object({
  amount: about('How much of the credit goes back, in minor units.', Amount({ minimum: 1 })),
  reason: Reason(),
})

/** `POST /lender/loans/:loanId/notes` */
export const LoanNoteBody = Type.Object({
  note: about('What is to be remembered.', RequiredText(limits.descriptionMax)),
})

/** `POST /lender/loans/:loanId/promises` */
export const LoanPromiseBody = Type.Object({
  amount: about('What the buyer promised to pay, in minor units.', Amount({ minimum: 1 })),
  on: about('When, in the time zone of the store.', CalendarDate()),
  note: optional(about('What else was said.', RequiredText(limits.descriptionMax))),
})

/** `POST /lender/decisions/:decisionId/review` */
export const LenderReviewBody = Type.Object({
  outcome: about(
    'What a person made of the refusal: confirmed or overturned.',
    Type.Enum([...reviewOutcomes]),
  ),
  note: about('Why, as it stands beside the decision.', Note()),
  reason: optional(Reason()),
})

/** `POST /lender/payouts` */
export const LenderPayoutBody = Type.Object({
  store_id: about('Who is paid.', Type.String({ minLength: 1, maxLength: limits.identifierMax })),
  reason: Reason(),
})
