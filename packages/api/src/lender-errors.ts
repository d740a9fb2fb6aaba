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
  store_state: conflict('The store is {state}', 'Read its state: it only goes on from there.'),
  store_not_settled: conflict(
    'The store is {state} and cannot be closed yet: {what}',
    'Wait until its orders have ended, and pay it out.',
  ),
  loan_not_found: missing('Loan not found'),
  account_not_found: missing('Account not found'),
  lender_key_not_found: missing('Key of the lender not found'),
  lender_key_limit_reached: conflict(
    'The lender has {limit} keys that are {state}, and no more fit',
    'Revoke keys that are not needed any more.',
  ),
  lender_busy: busy(
    'Other requests of the lender are under way, and it was not the turn of this one in time',
    'Ask again after Retry-After, and send fewer at a time.',
  ),
}
