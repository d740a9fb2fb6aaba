import { conflict, entry } from './error-entry.ts'

/** Errors of a checkout that cannot continue, and of its cards. */
export const checkoutErrors = {
  checkout_finished: conflict('The checkout is finished: it is {state}', 'Start a new checkout.'),
  checkout_state: conflict('The checkout is {state}', 'Check its status.'),
  authorisation_pending: entry(
    409,
    'Conflict',
    'The bank has not yet authorised the card; the checkout is {state}',
    'Retry in a minute, with the same card.',
    true,
  ),
  card_limit_reached: conflict(
    'The checkout is {state} and the limit of {limit} cards has been reached',
    'Start a new checkout.',
  ),
}
