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
  loan_not_found: missing('Loan not found'),
  person_not_found: missing('Person not found'),
  person_not_blocked: conflict('The person is {state}, and not blocked', 'Nothing: they may sign.'),
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
