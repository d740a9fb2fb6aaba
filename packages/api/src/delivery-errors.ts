import { conflict } from './error-entry.ts'

/** Errors of webhooks, their deliveries, and notifications. */
export const deliveryErrors = {
  webhook_limit_reached: conflict(
    'The store has reached the limit of {limit} webhooks that are {state}',
    'Delete webhooks that are no longer needed.',
  ),
  webhook_disabled: conflict('The webhook is {state}', 'Enable it first.'),
  delivery_open: conflict(
    'The delivery is {state} already',
    'No action is needed: it is sent in sequence. Check its attempts.',
  ),
  notification_moot: conflict(
    'The confirmation no longer needs an answer: the order is {state}',
    'Retrieve the order.',
  ),
  notification_overtaken: conflict(
    'The order has ended, and the newer order {order} has its id: the notification is superseded',
    'Retrieve the order and the newer one.',
  ),
}
