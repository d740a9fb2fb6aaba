/** What a person may do to the money of a loan: the form of each, and what it sends. */
import type { Answered as AnswerOf, LenderLoanAnswer, ReasonGiven } from '@svc/api'

export type Loan = AnswerOf<typeof LenderLoanAnswer>

export type Act = {
  readonly name:
    | ('payment' | 'early_repayment' | 'charge_back' | 'withdrawal')
    | ('waiver' | 'credit_return' | 'write_off' | 'write_off_undo')
  /** Behind the loan. */
  readonly path: string
  readonly permission: string
  readonly fields: readonly ('kind' | 'amount' | 'arrival' | 'payment')[]
  /** Without an amount it is all that is owed. */
  readonly isWhole?: true
  /** A payment has arrived: its method and reference are required. */
  readonly isArrival?: true
  /** Of all that is owed, or was lost. */
  readonly isLoss?: true
  readonly reason: ReasonGiven['code']
}

export const acts: readonly Act[] = [
  {
    ...{ name: 'payment', path: 'payments', permission: 'payments:write' },
    ...{ fields: ['amount', 'arrival'], isArrival: true, reason: 'payment_received' },
  },
  {
    ...{ name: 'early_repayment', path: 'early-repayment', permission: 'repayments:write' },
    ...{ fields: ['amount', 'arrival'], isWhole: true, reason: 'buyer_request' },
  },
  {
    ...{ name: 'charge_back', path: 'charge-backs', permission: 'charge_backs:write' },
    ...{ fields: ['payment'], reason: 'dispute' },
  },
  {
    ...{ name: 'withdrawal', path: 'withdrawal', permission: 'repayments:write' },
    ...{ fields: [], reason: 'buyer_request' },
  },
  {
    ...{ name: 'waiver', path: 'waivers', permission: 'waivers:write' },
    ...{ fields: ['kind', 'amount'], reason: 'goodwill' },
  },
  {
    ...{ name: 'credit_return', path: 'credit-returns', permission: 'credit_returns:write' },
    ...{ fields: ['amount'], reason: 'buyer_request' },
  },
  {
    ...{ name: 'write_off', path: 'write-off', permission: 'write_offs:write' },
    ...{ fields: [], isLoss: true, reason: 'uncollectible' },
  },
  {
    ...{ name: 'write_off_undo', path: 'write-off/undo', permission: 'write_offs:write' },
    ...{ fields: [], isLoss: true, reason: 'correction' },
  },
]

/** What the loan says of an action; undefined: nothing. `kind`: of a waiver, else the first one. */
export function allowedOf({ name }: Act, { allowed_actions: allowed }: Loan, kind?: string) {
  if (name === 'charge_back') return undefined
  if (name !== 'waiver') return allowed[name]
  const { late_charge_waiver: late, interest_waiver: interest } = allowed
  const isInterest = kind === undefined ? !late.allowed && interest.allowed : kind === 'interest'
  return isInterest ? interest : late
}

/** Payments that the payer's bank may take back: which of them it can, says the service. */
export const reversiblePayments = ({ loan }: Loan) =>
  loan.payments.filter(({ kind }) => kind === 'charge' || kind === 'transfer').toReversed()
