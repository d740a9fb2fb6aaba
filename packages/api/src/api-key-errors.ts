import { conflict } from './error-entry.ts'

/** Of keys that there are already, or no longer. */
export const apiKeyErrors = {
  api_key_limit_reached: conflict(
    'The store has {limit} keys that are {state}, and no more fit',
    'Revoke keys that are not needed any more.',
  ),
  api_key_ended: conflict('The key is {state}', 'Make a new key.'),
  api_key_last: conflict(
    'The key is {state} and no other key with keys:write reaches as far',
    'Make another key with keys:write first, or rotate this one.',
  ),
}
