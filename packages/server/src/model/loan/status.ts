import { ZERO } from '@svc/api'
import { type Instalment, type Loan, openCapital, totalOf } from './loan.ts'

export function instalmentStatus(instalment: Instalment) {
  if (instalment.paidOn !== null) return 'paid'
  if (instalment.dropped || totalOf(instalment) === ZERO) return 'dropped'
  if (instalment.lateOn !== null) return 'late'
  return instalment.due ? 'due' : 'pending'
}

/** The state of a loan as a whole. */
export function loanStatus(loan: Loan) {
  if (loan.cancelledOn !== null) return 'cancelled'
  if (loan.writtenOff > ZERO && loan.receivable === ZERO) return 'written_off'
  if (loan.instalments.some((each) => instalmentStatus(each) === 'late')) {
    return 'in_arrears'
  }
  if (loan.startsOn === null) return 'waiting'
  if (loan.receivable === ZERO && openCapital(loan) === ZERO) return 'paid_off'
  return loan.withdrawnOn === null ? 'running' : 'withdrawn'
}
