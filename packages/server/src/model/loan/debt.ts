import type { Day } from '../../platform/time/calendar.ts'
import { commitmentPostings, type Posting } from '../ledger/rules.ts'
import type { Loan } from './loan.ts'
import { type Piece, type ReductionStep, reduceLoan } from './reduce.ts'

/**
 * What giving up or giving back amounts of an order does to the loan, and what is booked beside it:
 * of pay_later nothing is owed for what is not captured, so that giving it up ends a commitment
 * only.
 */
export function reduceDebt(
  loan: Loan,
  pieces: readonly Piece[],
  when: { readonly today: Day; readonly cancels: boolean },
): { postings: Posting[]; step: ReductionStep } {
  const committed = (piece: Piece) => loan.product === 'pay_later' && piece.from === 'uncaptured'
  return {
    postings: pieces.filter(committed).flatMap(({ amount }) => commitmentPostings(amount)),
    step: reduceLoan(
      loan,
      pieces.filter((piece) => !committed(piece)),
      when,
    ),
  }
}
