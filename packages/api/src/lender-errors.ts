import { busy, conflict, forbidden, missing } from './error-entry.ts'

/** Errors of access to the lender's routes, and of its objects. */
export const lenderErrors = {
  key_of_store: forbidden(
    "A store key cannot be used for the lender's routes",
    'Use a lender key, `lk_…`.',
  ),
  key_of_lender: forbidden(
    "A lender key cannot be used for a store's routes",
    'Use a key of the store, or a route below /lender.',
  ),
  permission_missing: forbidden(
    'This operation requires the permission {permission}',
    'Ask someone whose role has it; keys cannot have it.',
  ),
  store_not_found: missing('Store not found'),
  terms_conflict: conflict(
    'The object has changed since it was read: its version is {state}',
    'Retrieve it again, and send its current version.',
  ),
  creditor_not_found: missing('Creditor not found'),
  view_not_found: missing('Saved view not found'),
  view_limit_reached: conflict(
    'The person has reached the limit of {limit} views that are {state}',
    'Remove one that is no longer needed.',
  ),
  terms_not_found: missing('Version of terms not found'),
  terms_not_coming: conflict(
    'The version of the terms is {state} and cannot be withdrawn',
    'Create a new version: terms that have taken effect cannot be undone.',
  ),
  store_state: conflict('The store is {state}', 'Check its state and the transitions it allows.'),
  store_not_settled: conflict(
    'The store is {state} and cannot be closed yet: {what}',
    'Wait until its orders have ended, then pay it out.',
  ),
  loan_not_found: missing('Loan not found'),
  loan_state: conflict('The loan is {state}', 'Check its state: only a write-off can be undone.'),
  loan_no_credit: conflict(
    'The loan is {state}: the buyer has no credit balance',
    'No action is needed: there is nothing to return.',
  ),
  credit_return_pending: conflict(
    'The loan is {state}, and a return of its credit balance is already pending',
    'Wait until it has completed.',
  ),
  person_not_found: missing('Person not found'),
  person_not_blocked: conflict(
    'The person is {state} and not blocked',
    'No action is needed: they can sign.',
  ),
  person_gone: conflict(
    'The person is {state} and can no longer sign',
    'If they were merged, use the person in `fields`.',
  ),
  person_not_merged: conflict(
    'The person is {state} and not merged',
    'No action is needed: they are a separate person.',
  ),
  person_kept: conflict(
    'The person is {state} and their data must be retained: {what}',
    'Check `fields` for the reason and the end of the retention.',
  ),
  account_not_found: missing('Account not found'),
  closing_not_found: missing('Closing not found'),
  failure_not_found: missing('Failure not found, or already resolved'),
  failure_state: conflict(
    'A failure of this kind cannot be retried manually: {state}',
    'No action is needed: the service retries it, or the order shows which actions are available.',
  ),
  job_not_found: missing('Job not found'),
  job_state: conflict(
    'The job is {state}',
    'Resume it before running it. Jobs that stores rely on within a second cannot be paused.',
  ),
  lender_only: forbidden(
    '{what} is decided by the lender',
    'Contact the lender, or try it in the sandbox.',
  ),
  payment_reference_used: conflict(
    'A payment by {method} with this reference is already booked: it is {state}',
    'Check the loan in `fields.reference`: each payment is booked once.',
  ),
  lender_key_not_found: missing('Lender key not found'),
  lender_key_limit_reached: conflict(
    'The lender has reached the limit of {limit} keys that are {state}',
    'Revoke keys that are no longer needed.',
  ),
  approval_not_found: missing('Approval not found'),
  approval_stale: conflict(
    'The approval is {state}, and its effects have changed',
    'Review the effects returned with the error, then send their hash.',
  ),
  approval_own: conflict(
    'The approval is {state}: the maker cannot be the checker',
    'Ask another person to decide.',
  ),
  approval_not_own: conflict(
    'The approval is {state}, and its maker is another person',
    'Decline it instead.',
  ),
  approval_ended: conflict(
    'The approval is {state}',
    'No action is needed; make a new request if necessary.',
  ),
  approval_pending: conflict(
    'The same request has already been made and is {state}',
    'Wait for the approval in `fields`, or withdraw it.',
  ),
  lender_busy: busy(
    'Too many concurrent requests of the lender: this one timed out in the queue',
    'Retry after the time in Retry-After, with fewer concurrent requests.',
  ),
}
