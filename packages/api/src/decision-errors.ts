import { conflict } from './error-entry.ts'

/** Errors of credit decisions, and of their review. */
export const decisionErrors = {
  decision_limit_reached: conflict(
    'The checkout is {state} and the limit of {limit} decisions has been reached',
    'Sign with the data of the last decision, or start a new checkout.',
  ),
  decision_not_refused: conflict(
    'The decision is {state} and was not declined',
    'Review only declined decisions.',
  ),
  decision_reviewed: conflict(
    'The decision has already been {state}',
    'No action is needed: a decision is reviewed only once.',
  ),
}
