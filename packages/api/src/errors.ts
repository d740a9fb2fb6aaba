import { apiKeyErrors } from './api-key-errors.ts'
import { checkoutErrors } from './checkout-errors.ts'
import { decisionErrors } from './decision-errors.ts'
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
    'Send one JSON object as described; `fields` says where it cannot be read.',
  ),
  body_invalid: invalid('Correct each field that `fields` names.'),
  query_invalid: invalid('Correct each query parameter that `fields` names.'),
  filter_too_broad: entry(
    400,
    'ApiValidation',
    'The filters leave too much to hold a pattern against: at most {limit} and one second',
    'Add filters that leave less, or simplify the pattern.',
  ),
  idempotency_key_invalid: invalid('Send 1 to 255 printable characters in Idempotency-Key.'),
  amount_exceeds_remaining: invalid('Send at most the remainder that `fields` names.'),
  capture_not_whole: invalid('Capture the whole remainder that `fields` names at once.'),
  total_below_settled: invalid('Send at least the bound that `fields` names.'),
  card_declined: invalid('Try another card; `fields` says why this one was declined.'),
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
    'The checkout token is wrong or has ended',
    'Open the checkout by its address again.',
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
    'Pages of this origin are not allowed here',
    'Add the origin to `origins` in the settings of the store; the desk takes its own pages only.',
  ),
  scope_missing: forbidden('The key lacks the scope {scope}', 'Use a key with this scope.'),
  mode_not_allowed: forbidden('The key works in {mode} mode only', 'Use a key of the other mode.'),
  address_not_allowed: forbidden('The key has other addresses', 'Send the request from those.'),
  api_key_wider: forbidden(
    'A key is never wider than the one that makes it: {bound}',
    'Use a key with wider bounds, or leave the field out.',
  ),
  sandbox_only: forbidden(
    'This tool works in the sandbox only',
    'Ask for the sandbox in the Accept header.',
  ),
  financing_unavailable: forbidden(
    'No financing product fits this order',
    'Offer another way to pay.',
  ),
  store_suspended: forbidden(
    'The lender does not allow this while the store is {state}',
    'Ask the lender. Until a store is closed refunds, voids and cancellations go on.',
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
    'Use a method that Allow names.',
  ),
  accept_unsupported: entry(
    406,
    'NotAcceptable',
    'The Accept header is not served; served are: {served}',
    'Send one of these.',
  ),
  order_cancelled: conflict(
    'The order is {state} and cannot be modified',
    'Nothing: a cancelled order stays as it is.',
  ),
  order_not_confirmed: conflict(
    'The order is {state}, not confirmed yet',
    'Wait for the confirmation.',
  ),
  loan_nothing_owed: conflict(
    'The loan is {state}: nothing is owed any more',
    'Nothing: there is nothing to repay.',
  ),
  loan_withdrawn: conflict(
    'The loan is {state}: the buyer has withdrawn from it already',
    'Nothing: it is withdrawn.',
  ),
  withdrawal_over: conflict(
    'The loan is {state}, and the right to withdraw ended on {until}',
    'Repay early instead.',
  ),
  payment_not_received: conflict(
    'The payment is a {kind} that is {state}: nothing has arrived that could be taken back',
    'Name a charge or transfer that succeeded.',
  ),
  order_id_used: conflict(
    'The order id {mid} is used by an order that is {state}',
    'Send another order id.',
  ),
  amount_exceeds_approval: conflict(
    'The total may not rise above {limit}: the buyer signed for no more; the order is {state}',
    'Start a new checkout for the higher total.',
  ),
  total_locked: conflict(
    'Total and currency cannot change while the order is {state}',
    'Wait for the confirmation.',
  ),
  currency_locked: conflict(
    'The currency of an order never changes; the order is {state}',
    'Start a new checkout.',
  ),
  history_full: conflict(
    'An order that is {state} keeps at most {limit} entries of history',
    'Send the newest orders of the buyer only.',
  ),
  payout_held: conflict('Payouts are held: the store is {state}', 'Ask the lender.'),
  payout_state: conflict('The payout is {state}', 'Look at its status.'),
  payout_nothing_due: conflict(
    'Nothing can be paid out: the balance is {state}',
    'Wait until captures have been made.',
  ),
  test_clock_travelling: conflict(
    'The test clock is {state} to {target} and what is due on the way is being done',
    'Ask for the clock until it has arrived.',
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
  webhook_limit_reached: conflict(
    'The store has {limit} webhooks that are {state}, and no more fit',
    'Delete webhooks that are not needed any more.',
  ),
  webhook_disabled: conflict('The webhook is {state}', 'Enable it first.'),
  delivery_open: conflict(
    'The delivery is {state} already',
    'Nothing: it is sent when its turn comes; read its attempts.',
  ),
  notification_moot: conflict(
    'Nobody waits for an answer to this confirmation any more: the order is {state}',
    'Read the order.',
  ),
  notification_overtaken: conflict(
    'The order has ended, and the newer order {order} has its id: the message would mislead',
    'Read the order, and the newer one.',
  ),
  ...decisionErrors,
  ...staffErrors,
  request_in_progress: entry(
    409,
    'Conflict',
    'A request with this Idempotency-Key is running; its state is not known yet',
    'Ask again in a moment.',
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
    'This Idempotency-Key belongs to another request',
    'Use a new key.',
  ),
  order_busy: busy('Other requests are changing this order', 'Ask again after Retry-After.'),
  exposure_busy: busy(
    'Another purchase of this person is being signed',
    'Ask again after Retry-After.',
  ),
  rate_limited: busy(
    'Too many requests: {limit} a second are served',
    'Slow down; RateLimit says what remains.',
  ),
  store_busy: busy(
    'Other requests of this store are under way, and it was not the turn of this one in time',
    'Ask again after Retry-After, and send fewer at a time.',
  ),
  connections_exceeded: busy(
    'This address has too many connections open',
    'Use the connections that are open.',
  ),
  list_busy: busy('Other lists are being held against patterns', 'Ask again after Retry-After.'),
  internal_error: entry(
    500,
    'Server',
    'Something went wrong on our side',
    'Tell us the request id.',
    true,
  ),
  database_unavailable: entry(
    503,
    'ServiceUnavailable',
    'The service is not available for a moment',
    'Ask again after Retry-After.',
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
    'Ask again after Retry-After.',
    true,
  ),
  service_stopping: entry(
    503,
    'ServiceUnavailable',
    'The service is stopping',
    'Ask again after Retry-After.',
    true,
  ),
  schema_incompatible: entry(
    503,
    'ServiceUnavailable',
    'The service cannot work with its database for a moment',
    'Ask again after Retry-After: another process answers, or a newer version is on its way.',
    true,
  ),
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errorCatalogue
