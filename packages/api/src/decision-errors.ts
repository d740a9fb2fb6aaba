import { conflict } from './error-entry.ts'

/** Of decisions on buyers, and of a person's review of them. */
export const decisionErrors = {
  decision_limit_reached: conflict(
    'The checkout is {state} and {limit} decisions have been made on its buyer, no more may be',
    'Sign with the data that were decided on last, or start a new checkout.',
  ),
  decision_not_refused: conflict('The decision is {state}: no refusal', 'Review refusals only.'),
  decision_reviewed: conflict('The refusal is {state} already', 'Nothing: it is reviewed once.'),
}
