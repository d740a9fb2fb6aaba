import { busy, conflict, forbidden, missing } from './error-entry.ts'

/** At the lender's door, and of what only the lender has. */
export const lenderErrors = {
  key_of_store: forbidden(
    "A store's key does not open what is the lender's",
    'Use a key of the lender, `lk_…`.',
  ),
  key_of_lender: forbidden(
    "A key of the lender does not open what is a store's",
    'Use a key of the store, or a path below /lender.',
  ),
  permission_missing: forbidden(
    'This takes the permission {permission}',
    'Ask somebody whose role has it; no key does.',
  ),
  store_not_found: missing('Store not found'),
  terms_conflict: conflict(
    'It was changed after it was read: version {state} stands',
    'Read it again, and send the version that stands.',
  ),
  creditor_not_found: missing('Creditor not found'),
  terms_not_found: missing('Version of terms not found'),
  terms_not_coming: conflict(
    'The version of terms is {state}, and cannot be withdrawn',
    'Make a new version: what has taken effect is not undone.',
  ),
  store_state: conflict('The store is {state}', 'Read its state: it only goes on from there.'),
  store_not_settled: conflict(
    'The store is {state} and cannot be closed yet: {what}',
    'Wait until its orders have ended, and pay it out.',
  ),
  loan_not_found: missing('Loan not found'),
  loan_state: conflict('The loan is {state}', 'Look at its state: only a loss can be undone.'),
  loan_no_credit: conflict(
    'The loan is {state}: the buyer has no credit',
    'Nothing: there is nothing to give back.',
  ),
  credit_return_pending: conflict(
    'The loan is {state}, and credit of it is on its way back already',
    'Wait until that has arrived.',
  ),
  person_not_found: missing('Person not found'),
  person_not_blocked: conflict('The person is {state}, and not blocked', 'Nothing: they may sign.'),
  person_gone: conflict(
    'The person is {state}, and nobody signs as them any more',
    'Where they are merged, act on whom `fields` names.',
  ),
  person_not_merged: conflict(
    'The person is {state}, and not merged',
    'Nothing: they are a person of their own.',
  ),
  person_kept: conflict(
    'The person is {state}, and their data are kept: {what}',
    'Look at `fields`: what keeps them, and until when.',
  ),
  account_not_found: missing('Account not found'),
  closing_not_found: missing('No such day is closed'),
  failure_not_found: missing('No such failure, or it is mended'),
  failure_state: conflict(
    'A failure of this kind is not retried by hand: {state}',
    'Nothing: the service tries it again by itself, or its order shows what can be done.',
  ),
  job_not_found: missing('No lane of background work has this name'),
  job_state: conflict(
    'The lane is {state}',
    'Let it go on before it is run; what stores are promised within a second is never paused.',
  ),
  lender_only: forbidden(
    '{what} is decided by the lender',
    'Ask the lender, or try it in the sandbox.',
  ),
  payment_reference_used: conflict(
    'A payment by {method} with this reference is booked already: it is {state}',
    'Look at the loan that `fields.reference` names: money that came once is booked once.',
  ),
  lender_key_not_found: missing('Key of the lender not found'),
  lender_key_limit_reached: conflict(
    'The lender has {limit} keys that are {state}, and no more fit',
    'Revoke keys that are not needed any more.',
  ),
  approval_not_found: missing('Approval not found'),
  approval_stale: conflict(
    'The approval is {state}, and would do something else now',
    'Look at the effects beside the error, then send their hash.',
  ),
  approval_own: conflict(
    'The approval is {state}: nobody decides what they asked for themselves',
    'Ask another person.',
  ),
  approval_not_own: conflict(
    'The approval is {state}, and somebody else asked for it',
    'Decline it instead.',
  ),
  approval_ended: conflict('The approval is {state}', 'Nothing: ask for it anew where needed.'),
  approval_pending: conflict(
    'The same was asked for, and is {state}',
    'Wait for the approval that `fields` names, or withdraw it.',
  ),
  lender_busy: busy(
    'Other requests of the lender are under way, and it was not the turn of this one in time',
    'Ask again after Retry-After, and send fewer at a time.',
  ),
}
