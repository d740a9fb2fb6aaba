import { type Answered, type Cents, type LoanAnswer, ZERO } from '@svc/api'
import { nextChargeOn } from '../../model/loan/due-times.ts'
import {
  dueAmount,
  type Instalment,
  type Loan,
  openAmountOf,
  openInstalments,
  totalOf,
} from '../../model/loan/loan.ts'
import { instalmentStatus, loanStatus } from '../../model/loan/status.ts'
/** An instalment in an event. */
export function instalmentEvent(instalment: Instalment) {
  return { instalment: instalmentView(instalment) }
}

/** An instalment on the wire: amounts in minor units, dates of the store's calendar. */
function instalmentView(
  instalment: Instalment,
): Answered<typeof LoanAnswer>['instalments'][number] {
  return {
    number: instalment.number,
    kind: instalment.kind,
    due_date: instalment.dueOn,
    status: instalmentStatus(instalment),
    amount: totalOf(instalment),
    capital: instalment.capital,
    interest: instalment.interest,
    fee: instalment.fee,
    late_charge: instalment.lateCharge,
    settled_amount: totalOf(instalment.settled),
    open_amount: openAmountOf(instalment),
    reopened_on: instalment.reopenedOn,
    late_on: instalment.lateOn,
    paid_on: instalment.paidOn,
  }
}

type Downpayment = { amount: Cents; state: 'none' | 'pending' | 'paid' | 'failed' }

/** The payment taken with the confirmation, and its result. */
export function downpaymentView(loan: Loan): Downpayment {
  const [first] = loan.instalments
  const taken = first?.kind === 'downpayment' || loan.product === 'pay_in_4'
  if (first === undefined || !taken || totalOf(first) === ZERO) {
    return { amount: ZERO, state: 'none' }
  }
  const state = first.paidOn !== null ? 'paid' : loan.triedOn === null ? 'pending' : 'failed'
  return { amount: totalOf(first), state }
}

/** The loan as the order's plan shows it beside the signed one. */
export function loanView(loan: Loan): Answered<typeof LoanAnswer> {
  return {
    status: loanStatus(loan),
    starts_on: loan.startsOn,
    /** All that the instalments still ask for, with the interest that is not due yet. */
    open_amount: openInstalments(loan),
    owed_amount: loan.receivable,
    overdue_amount: dueAmount(loan),
    paid_amount: loan.paidAmount,
    charged_back_amount: loan.chargedBackAmount,
    credit_amount: loan.buyerCredit,
    returned_amount: loan.returnedAmount,
    written_off_amount: loan.writtenOff,
    interest_so_far: loan.interestIncome,
    fees_so_far: loan.feeIncome,
    late_charges_so_far: loan.lateIncome,
    withdrawn_on: loan.withdrawnOn,
    next_charge_on: nextChargeOn(loan) ?? null,
    downpayment: downpaymentView(loan),
    instalments: loan.instalments.map(instalmentView),
  }
}
