import { conflict, entry } from './error-entry.ts'

/** Of a checkout that goes no further, and of its cards. */
export const checkoutErrors = {
  checkout_finished: conflict('The checkout is finished: it is {state}', 'Start a new checkout.'),
  checkout_state: conflict('The checkout is {state}', 'Read its status.'),
  authorisation_pending: entry(
    409,
    'Conflict',
    'The bank has not answered yet whether it accepts the card; the checkout is {state}',
    'Ask again in a minute, with the same card.',
    true,
  ),
  card_limit_reached: conflict(
    'The checkout is {state} and {limit} cards have been tried, no more may be',
    'Start a new checkout.',
  ),
}
