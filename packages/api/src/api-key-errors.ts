import { conflict } from './error-entry.ts'

/** Errors of existing, expired or revoked keys. */
export const apiKeyErrors = {
  api_key_limit_reached: conflict(
    'The store has reached the limit of {limit} keys that are {state}',
    'Revoke keys that are no longer needed.',
  ),
  api_key_ended: conflict('The key is {state}', 'Create a new key.'),
  api_key_last: conflict(
    'The key is {state}, and no other key with keys:write has the same reach',
    'Create another key with keys:write first, or rotate this one.',
  ),
}
