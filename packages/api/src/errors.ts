import { apiKeyErrors } from './api-key-errors.ts'
import { checkoutErrors } from './checkout-errors.ts'
import { decisionErrors } from './decision-errors.ts'
import { deliveryErrors } from './delivery-errors.ts'
import {
  busy,
  conflict,
  type ErrorEntry,
  entry,
  forbidden,
  invalid,
  missing,
} from './error-entry.ts'
import { lenderErrors } from './lender-errors.ts'
import { staffErrors } from './staff-errors.ts'
import { transportErrors } from './transport-errors.ts'

export type { ErrorEntry } from './error-entry.ts'

/**
 * The error catalogue (contract §2). A code is `noun_reason`, never reused, never renamed.
 * `message` is what the caller reads; `{braces}` are filled from the refusal's details. The
 * reference page is generated from this table.
 */
export const errorCatalogue = {
  ...transportErrors,
  request_malformed: entry(
    400,
    'ApiValidation',
    'The request cannot be read: {reason}',
    'Send a well-formed request.',
  ),
  body_malformed: invalid(
    'Send one JSON object as described; `fields` says where it is malformed.',
  ),
  body_invalid: invalid('Correct each field that `fields` names.'),
  query_invalid: invalid('Correct each query parameter that `fields` names.'),
  filter_too_broad: entry(
    400,
    'ApiValidation',
    'Too many rows are left to match against a pattern: at most {limit}, within one second',
    'Add filters to narrow the list, or simplify the pattern.',
  ),
  idempotency_key_invalid: invalid('Send 1 to 255 printable characters in Idempotency-Key.'),
  amount_exceeds_remaining: invalid('Send at most the remaining amount in `fields`.'),
  capture_not_whole: invalid('Capture the full remaining amount in `fields` at once.'),
  total_below_settled: invalid('Send at least the amount in `fields`.'),
  card_declined: invalid('Use another card; `fields` says why this one was declined.'),
  key_missing: entry(
    401,
    'Unauthorized',
    'Authentication is required: send Authorization: Bearer <key>',
    'Send a key.',
  ),
  key_invalid: entry(
    401,
    'Unauthorized',
    'The key is malformed, unknown, expired or revoked',
    'Use a valid key.',
  ),
  token_invalid: entry(
    401,
    'Unauthorized',
    'The checkout token is invalid or has expired',
    'Open the checkout again by its URL.',
  ),
  key_public: forbidden(
    'This operation needs a private key',
    'Call it from your server with a private key.',
  ),
  key_exposed: forbidden(
    'A private key must not be used from a page',
    'Rotate this key: it has been exposed.',
  ),
  origin_not_allowed: forbidden(
    'This origin is not allowed',
    "Add the origin to `origins` in the store's settings. Routes of the desk " +
      'accept only its own origin.',
  ),
  scope_missing: forbidden('The key lacks the scope {scope}', 'Use a key with this scope.'),
  mode_not_allowed: forbidden(
    'The key works in {mode} mode only',
    'Use a key for this mode, or the other mode.',
  ),
  address_not_allowed: forbidden(
    'The key cannot be used from this IP address',
    'Send the request from an address that the key allows.',
  ),
  api_key_wider: forbidden(
    'A key cannot have wider limits than the key that creates it: {bound}',
    'Use a key with wider limits, or omit the field.',
  ),
  sandbox_only: forbidden(
    'This operation is available in the sandbox only',
    'Choose the sandbox in the Accept header.',
  ),
  financing_unavailable: forbidden(
    'No financing product fits this order',
    'Offer another way to pay.',
  ),
  store_suspended: forbidden(
    'The lender does not allow this operation while the store is {state}',
    'Contact the lender. Refunds, voids and cancellations remain available ' +
      'until a store is closed.',
  ),
  path_not_found: entry(404, 'ObjectNotFound', 'There is nothing at this path', 'Check the path.'),
  order_not_found: missing('Order not found'),
  checkout_not_found: missing('Checkout not found'),
  capture_not_found: missing('Capture not found'),
  api_key_not_found: missing('API key not found'),
  campaign_not_found: missing('Campaign not found'),
  payment_not_found: missing('Payment not found'),
  payout_not_found: missing('Payout not found'),
  merchant_not_found: missing('Merchant not found'),
  document_not_found: missing('Document not found'),
  webhook_not_found: missing('Webhook not found'),
  delivery_not_found: missing('Delivery not found'),
  notification_not_found: missing('Notification not found'),
  decision_not_found: missing('Decision not found'),
  event_type_not_found: missing('Event type not found'),
  method_not_allowed: entry(
    405,
    'MethodNotAllowed',
    'Method {method} not allowed here',
    'Use one of the methods in the Allow header.',
  ),
  accept_unsupported: entry(
    406,
    'NotAcceptable',
    'The Accept header names no supported type; supported types: {served}',
    'Send one of these types.',
  ),
  order_cancelled: conflict(
    'The order is {state} and cannot be modified',
    'No action is needed: a cancelled order cannot be changed.',
  ),
  order_not_confirmed: conflict(
    'The order is {state}, not confirmed yet',
    'Wait for the confirmation.',
  ),
  loan_nothing_owed: conflict(
    'The loan is {state}: nothing is owed on it',
    'No action is needed: there is nothing to repay.',
  ),
  loan_withdrawn: conflict(
    'The loan is {state}: the buyer has already withdrawn from it',
    'No action is needed: the withdrawal is recorded.',
  ),
  withdrawal_over: conflict(
    'The loan is {state}, and the right to withdraw ended on {until}',
    'Repay early instead.',
  ),
  payment_not_received: conflict(
    'The payment is a {kind} that is {state}: it cannot be charged back',
    'Name a charge or transfer that has succeeded.',
  ),
  order_id_used: conflict(
    'The order id {mid} is used by an order that is {state}',
    'Send another order id.',
  ),
  amount_exceeds_approval: conflict(
    'The total cannot exceed {limit}, the amount that the buyer signed; the order is {state}',
    'Start a new checkout for the higher total.',
  ),
  total_locked: conflict(
    'The total and currency cannot change while the order is {state}',
    'Wait for the confirmation.',
  ),
  currency_locked: conflict(
    'The currency of an order never changes; the order is {state}',
    'Start a new checkout.',
  ),
  history_full: conflict(
    'An order that is {state} stores at most {limit} history entries',
    "Send only the buyer's newest orders.",
  ),
  payout_held: conflict('Payouts are on hold: the store is {state}', 'Contact the lender.'),
  payout_state: conflict('The payout is {state}', 'Check its status.'),
  payout_nothing_due: conflict(
    'There is nothing to pay out: the balance is {state}',
    'Wait until there are captures to pay out.',
  ),
  test_clock_travelling: conflict(
    'The test clock is {state} to {target} and is processing what is due until then',
    'Retrieve the clock until it has arrived.',
  ),
  test_clock_nothing_due: conflict(
    'The test clock is {state}: nothing falls due within {limit} years',
    'Send a time or a duration.',
  ),
  campaign_full: conflict(
    'The campaign is {state}: it covers every article',
    'Make the campaign partial first.',
  ),
  ...checkoutErrors,
  ...apiKeyErrors,
  ...lenderErrors,
  ...deliveryErrors,
  ...decisionErrors,
  ...staffErrors,
  request_in_progress: entry(
    409,
    'Conflict',
    'A request with this Idempotency-Key is still in progress',
    'Retry shortly.',
    true,
  ),
  body_too_large: entry(
    413,
    'PayloadTooLarge',
    'The body is larger than {limit} bytes',
    'Send a smaller body.',
  ),
  media_type_unsupported: entry(
    415,
    'UnsupportedMediaType',
    'Unsupported Content-Type: send Content-Type: application/json',
    'Send JSON.',
  ),
  idempotency_key_reused: entry(
    422,
    'Unprocessable',
    'This Idempotency-Key was used for a different request',
    'Use a new key.',
  ),
  order_busy: busy(
    'Other requests are changing this order',
    'Retry after the time in Retry-After.',
  ),
  exposure_busy: busy(
    'This person is signing another purchase',
    'Retry after the time in Retry-After.',
  ),
  rate_limited: busy(
    'Too many requests: the limit is {limit} per second',
    'Slow down; RateLimit says how many requests remain.',
  ),
  store_busy: busy(
    'Too many concurrent requests of this store: this one timed out in the queue',
    'Retry after the time in Retry-After, with fewer concurrent requests.',
  ),
  connections_exceeded: busy(
    'This IP address has too many open connections',
    'Reuse the open connections.',
  ),
  list_busy: busy(
    'Too many lists are being matched against patterns',
    'Retry after the time in Retry-After.',
  ),
  internal_error: entry(
    500,
    'Server',
    'Something went wrong on our side',
    'Report the request id.',
    true,
  ),
  database_unavailable: entry(
    503,
    'ServiceUnavailable',
    'The service is temporarily unavailable',
    'Retry after the time in Retry-After.',
    true,
  ),
  live_not_configured: entry(
    503,
    'ServiceUnavailable',
    'Live mode has no {what} yet',
    'Use the sandbox.',
  ),
  service_starting: entry(
    503,
    'ServiceUnavailable',
    'The service is starting',
    'Retry after the time in Retry-After.',
    true,
  ),
  service_stopping: entry(
    503,
    'ServiceUnavailable',
    'The service is stopping',
    'Retry after the time in Retry-After.',
    true,
  ),
  schema_incompatible: entry(
    503,
    'ServiceUnavailable',
    'The service is temporarily incompatible with its database',
    'Retry after the time in Retry-After, while the service is being upgraded.',
    true,
  ),
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorCatalogue
