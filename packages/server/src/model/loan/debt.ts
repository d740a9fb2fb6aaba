import type { Day } from '../../platform/time/calendar.ts'
import { commitmentPostings, type Posting } from '../ledger/rules.ts'
import type { Loan } from './loan.ts'
import { type Piece, type ReductionStep, reduceLoan } from './reduce.ts'

/**
 * The effect of voids and refunds of an order on the loan, with the additional postings: for
 * pay_later nothing is owed for uncaptured amounts, so voiding them only ends a commitment.
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
